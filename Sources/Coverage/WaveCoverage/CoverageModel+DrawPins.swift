import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

extension CoverageModel {
  /// Draws all pins, the selected one above the others.
  func drawPins(into list: inout DrawList) {
    for index in sites.indices where index != selectedSite { drawPin(index, into: &list) }
    if sites.indices.contains(selectedSite) { drawPin(selectedSite, into: &list) }
  }

  /// A drop whose tip is the place; its edges touch the head's circle.
  private func drawPin(_ index: Int, into list: inout DrawList) {
    let type = screen.type
    let (x, y) = pixel(of: sites[index].plan.transmitter)
    let isSelected = index == selectedSite
    let isHeld: Bool = if isSelected, case .pin = grabbed { true } else { false }
    let radius = (isHeld ? 18 : isSelected ? 15 : 12.5) * type
    guard x > -2 * radius, x < screen.width + 2 * radius, y > -2 * radius, y < screen.height + 5 * radius
    else { return }
    let up = y - 2.1 * radius
    let isAlone = sites.count == 1
    let color = isAlone ? pinColor : CoveragePalette.site(index)
    // Which one is selected is told by an edge, not by its size alone.
    let edge = isAlone || !isSelected ? Color(0x000000, opacity: 0.4) : mapInk
    let wide = (isAlone || !isSelected ? 1.5 : 2.5) * screen.scale
    for (grow, color) in [(wide, edge), (0, color)] {
      let r = radius + grow
      let (side, low) = (r * 0.88, up + r * 0.475)
      list.area(base: low, top: y + grow, topColor: color, baseColor: color) { point in
        point(x - side, low)
        point(x, y + 1.4 * grow)
        point(x + side, low)
      }
      drawDot(x: x, y: up, radius: r, color: color, into: &list)
    }
    guard !isAlone else {
      return drawDot(x: x, y: up, radius: radius * 0.36, color: Color(0x14100A), into: &list)
    }
    list.text(
      [CoverageSite.letter(index)], x: x, baseline: up + 0.36 * radius * 1.1,
      style: TextStyle(size: (radius * 1.1).rounded(), isBold: true), color: CoveragePalette.ink(on: color),
      alignment: .center)
  }

  /// Draws the circles of those that are not selected.
  mutating func drawOtherCircles(into list: inout DrawList) {
    for index in sites.indices where index != selectedSite {
      sites[index].updateRing()
      let site = sites[index]
      let centerX = view.x(ofLongitude: site.plan.transmitter.longitudeDegrees)
      let home = MercatorView.worldX(ofLongitude: site.plan.transmitter.longitudeDegrees)
      var lines = [(width: screen.scale, color: CoveragePalette.site(index).opacity(0.8))]
      // Light colours do not stand out from light ground.
      if theme == .light { lines.insert((2 * screen.scale, mapInk.opacity(0.55)), at: 0) }
      for (width, color) in lines {
        list.polyline(width: width, color: color) { point in
          for world in site.ring {
            point(
              Float(centerX + (world.x - home) * view.pixelsPerWorld), Float(view.y(ofWorld: world.y)))
          }
        }
      }
    }
  }

  /// Draws what colours mean where they are of whole numbers: letters of transmitters, or how many reach.
  func drawScaleOfSites(in box: Rect, into list: inout DrawList) {
    let type = screen.type
    let count = sites.count
    let wide = (box.width - 20 * type) / Float(count)
    let style = TextStyle(size: (11 * type).rounded())
    for place in 0..<count {
      let x = box.x + 10 * type + wide * Float(place)
      let isServer = effectiveDisplay == .server
      let color =
        isServer ? CoveragePalette.site(place) : CoveragePalette.overlap(place + 1, of: count)
      list.rectangle(
        Rect(x: x, y: box.y + 7 * type, width: wide - 2 * type, height: 14 * type), radius: 3 * type,
        color: color)
      var text = TextWriter()
      if isServer { text.append(ascii: CoverageSite.letter(place)) } else { text.append(integer: place + 1) }
      list.text(
        text.bytes, x: x + wide / 2 - type, baseline: box.y + 18 * type, style: style,
        color: CoveragePalette.ink(on: color), alignment: .center)
    }
    var text = TextWriter()
    text.append(effectiveDisplay == .server ? "strongest above " : "how many are above ")
    text.append(budget.sensitivityDecibelMilliwatts, decimals: 0)
    text.append(" dBm")
    list.text(
      text.bytes, x: box.x + 10 * type, baseline: box.bottom - 7 * type, style: style,
      color: panelQuiet)
  }
}
