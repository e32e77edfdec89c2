import WaveDisplay
import WaveInteraction
import WavePropagation

/// Draws the transmitters' pins and the line to the inspected point.
struct PinPicture: Sendable {
  let canvas: MapCanvas
  let sites: Sites
  /// The object that the finger is dragging.
  let grabbed: CoverageGrab
  /// The inspected path; nil if there is none.
  let reading: CoverageReading?

  /// Draws the pins and the line, if there is a transmitter.
  func draw(into list: inout DrawList) {
    guard sites.plan != nil else { return }
    let bounds = canvas.screen.bounds
    list.beginLayer(LayerID.pin, bounds: bounds)
    if let reading { drawLine(of: reading, into: &list) }
    // The selected pin is on top of the others.
    for index in sites.list.indices where index != sites.selected { drawPin(index, into: &list) }
    drawPin(sites.selected, into: &list)
    list.endLayer(bounds: bounds)
  }

  private func drawLine(of reading: CoverageReading, into list: inout DrawList) {
    let (scale, type) = (canvas.screen.scale, canvas.screen.type)
    let (x, y) = canvas.pixel(of: reading.customStart ?? sites.list[reading.site].plan.transmitter)
    let (px, py) = canvas.pixel(of: reading.place)
    for (width, color) in [(4 * scale, canvas.halo.opacity(0.3)), (2 * scale, canvas.ink)] {
      list.line(from: (x, y), to: (px, py), width: width, color: color)
    }
    canvas.dot(x: px, y: py, radius: 7 * type, color: canvas.halo.opacity(0.35), into: &list)
    canvas.dot(x: px, y: py, radius: 5.5 * type, color: canvas.ink, into: &list)
    guard let end = canvas.nearEnd(of: reading, sites) else { return }
    let isHeld = grabbed == .nearEnd
    canvas.dot(x: end.x, y: end.y, radius: 7 * type, color: canvas.halo.opacity(0.35), into: &list)
    canvas.dot(
      x: end.x, y: end.y, radius: 5.5 * type, color: isHeld ? canvas.accent : canvas.ink, into: &list)
    // A ring distinguishes the near end from the far end.
    canvas.dot(
      x: end.x, y: end.y, radius: 2.8 * type, color: canvas.isLight ? canvas.halo : Color(0x20262E),
      into: &list)
  }

  /// Draws a pin in the shape of a drop, whose tip is at the transmitter.
  private func drawPin(_ index: Int, into list: inout DrawList) {
    let (screen, type) = (canvas.screen, canvas.screen.type)
    let (x, y) = canvas.pixel(of: sites.list[index].plan.transmitter)
    let isSelected = index == sites.selected
    let isHeld: Bool = if isSelected, case .pin = grabbed { true } else { false }
    let radius = (isHeld ? 18 : isSelected ? 15 : 12.5) * type
    guard x > -2 * radius, x < screen.width + 2 * radius, y > -2 * radius, y < screen.height + 5 * radius
    else { return }
    let up = y - 2.1 * radius
    let isAlone = sites.list.count == 1
    let color = isAlone ? canvas.pin : CoveragePalette.site(index)
    // The selected pin has a different outline in addition to its size.
    let edge = isAlone || !isSelected ? Color(0x000000, opacity: 0.4) : canvas.ink
    let wide = (isAlone || !isSelected ? 1.5 : 2.5) * screen.scale
    for (grow, color) in [(wide, edge), (0, color)] {
      let r = radius + grow
      let (side, low) = (r * 0.88, up + r * 0.475)
      list.area(base: low, top: y + grow, topColor: color, baseColor: color) { point in
        point(x - side, low)
        point(x, y + 1.4 * grow)
        point(x + side, low)
      }
      canvas.dot(x: x, y: up, radius: r, color: color, into: &list)
    }
    guard !isAlone else {
      return canvas.dot(x: x, y: up, radius: radius * 0.36, color: Color(0x14100A), into: &list)
    }
    list.text(
      [CoverageSite.letter(index)], x: x, baseline: up + 0.36 * radius * 1.1,
      style: TextStyle(size: (radius * 1.1).rounded(), isBold: true), color: CoveragePalette.ink(on: color),
      alignment: .center)
  }
}

extension MapCanvas {
  /// Returns the position of the handle for a path's near end, or nil if the line is too short.
  ///
  /// The handle is at the end itself or, if the end is at the pin, on the line beside the pin.
  func nearEnd(of reading: CoverageReading, _ sites: Sites) -> (x: Float, y: Float)? {
    guard sites.list.indices.contains(reading.site) else { return nil }
    if let customStart = reading.customStart { return pixel(of: customStart) }
    let type = screen.type
    let (x, y) = pixel(of: sites.list[reading.site].plan.transmitter)
    let (farX, farY) = pixel(of: reading.place)
    let (dx, dy) = (farX - x, farY - y)
    let length = (dx * dx + dy * dy).squareRoot()
    // The handle avoids the pin's head, which is above its tip.
    let isUnderHead = dy < 0 && dx.magnitude < 0.75 * -dy
    let away = (isUnderHead ? 84 : 44) * type
    guard length > away + 40 * type else { return nil }
    return (x + dx / length * away, y + dy / length * away)
  }
}
