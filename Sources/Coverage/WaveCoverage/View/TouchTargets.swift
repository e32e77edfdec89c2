import WaveInteraction
import WavePropagation
import WaveUnits

/// The object that a finger is dragging.
package enum CoverageGrab: Equatable, Sendable {
  case map
  /// The path sheet, which covers the map beneath it.
  case sheet
  /// The pin, with the finger's offset from the pin's tip in device pixels.
  case pin(dx: Float, dy: Float)
  /// The circle that shows the radius.
  case rim
  /// The far end of the inspected path.
  case point
  /// The near end of the inspected path.
  case nearEnd

  /// Whether dragging the object changes the map's parameters.
  var isPlan: Bool {
    switch self {
    case .pin, .rim: true
    case .map, .sheet, .point, .nearEnd: false
    }
  }
}

/// The touch targets on the screen.
struct TouchTargets: Sendable {
  let canvas: MapCanvas
  let sites: Sites
  /// The path sheet; nil if it is closed.
  let sheet: SheetLayout?

  /// Returns whether a finger hits the sheet.
  func isOnSheet(x: Float, y: Float) -> Bool { sheet?.contains(x: x, y: y) ?? false }

  /// Returns whether a finger on the sheet hits its close button.
  func isOnClose(x: Float, y: Float) -> Bool { sheet?.isOnClose(x: x, y: y) ?? false }

  /// Returns a finger's offset from a pin's tip, or nil if the finger does not hit the pin.
  ///
  /// The pin's head is above its tip.
  private func offset(fromPin index: Int, x: Float, y: Float) -> (dx: Float, dy: Float)? {
    let type = canvas.screen.type
    let (pinX, pinY) = canvas.pixel(of: sites.list[index].plan.transmitter)
    guard (x - pinX).magnitude < 26 * type, y < pinY + 14 * type, y > pinY - 54 * type else { return nil }
    return (x - pinX, y - pinY)
  }

  /// Returns the index of the pin under a finger, preferring the selected one, then the one with the nearest
  /// head.
  func pin(x: Float, y: Float) -> Int? {
    var found: (index: Int, away: Float)?
    for index in sites.list.indices {
      guard let (dx, dy) = offset(fromPin: index, x: x, y: y) else { continue }
      let up = dy + 30 * canvas.screen.type
      let away = index == sites.selected ? 0 : dx * dx + up * up
      if found.map({ away < $0.away }) ?? true { found = (index, away) }
    }
    return found?.index
  }

  /// Returns whether a finger hits a pin's head, if there are several transmitters.
  func isOnHead(x: Float, y: Float) -> Bool {
    guard sites.list.count > 1, let index = pin(x: x, y: y) else { return false }
    return y < canvas.pixel(of: sites.list[index].plan.transmitter).y - 10 * canvas.screen.type
  }

  /// Returns the object that a finger grabs when it touches the screen.
  func grab(x: Float, y: Float) -> CoverageGrab {
    if isOnSheet(x: x, y: y) { return .sheet }
    guard let plan = sites.plan else { return .map }
    let type = canvas.screen.type
    func isNear(_ place: (x: Float, y: Float), _ reach: Float) -> Bool {
      (x - place.x).magnitude < reach && (y - place.y).magnitude < reach
    }
    let reading = sheet?.reading
    if let reading, let end = canvas.nearEnd(of: reading, sites), isNear(end, 22 * type) { return .nearEnd }
    if let (dx, dy) = offset(fromPin: sites.selected, x: x, y: y) { return .pin(dx: dx, dy: dy) }
    if let reading, isNear(canvas.pixel(of: reading.place), 24 * type) { return .point }
    let away = distance(fromTipOf: plan, x: x, y: y)
    let radius = canvas.radiusPixels(of: plan)
    return radius > 60 * type && (away - radius).magnitude < 16 * type ? .rim : .map
  }

  private func distance(fromTipOf plan: CoveragePlan, x: Float, y: Float) -> Float {
    let (pinX, pinY) = canvas.pixel(of: plan.transmitter)
    return ((x - pinX) * (x - pinX) + (y - pinY) * (y - pinY)).squareRoot()
  }

  /// Returns the radius in metres, in round steps, at which a plan's circle passes through a finger's
  /// position.
  func radius(of plan: CoveragePlan, x: Float, y: Float) -> Double {
    let away = distance(fromTipOf: plan, x: x, y: y)
    let meters = Double(away) * canvas.view.metersPerPixel(atLatitude: plan.transmitter.latitudeDegrees)
    let grain = meters < 10_000 ? 100.0 : 1000
    return Swift.max(1000, Swift.min(100_000, (meters / grain).rounded() * grain))
  }

  /// Returns whether a finger that drags the near end of a path is close enough to snap to the pin.
  func isAtPin(of reading: CoverageReading, x: Float, y: Float) -> Bool {
    let (pinX, pinY) = canvas.pixel(of: sites.list[reading.site].plan.transmitter)
    let reach = 20 * canvas.screen.type
    return (x - pinX).magnitude < reach && (y - pinY).magnitude < reach
  }

  /// Returns a position for a new pin in or near the middle of the map, on a tile and away from other pins;
  /// nil if there is none.
  func freePlace(on store: TerrainStore) -> Coordinate? {
    let top = Double(canvas.screen.head)
    let middle = (x: canvas.view.width / 2, y: top + (Double(canvas.bottom) - top) / 2)
    let step = Double(64 * canvas.screen.type)
    // The middle is tried first, then the positions around it.
    let around =
      [
        (0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1),
      ] as [(Double, Double)]
    for (x, y) in around {
      let (pixelX, pixelY) = (middle.x + 1.6 * x * step, middle.y + 1.6 * y * step)
      let place = canvas.view.place(atX: pixelX, y: pixelY)
      guard store.contains(place) else { continue }
      let isFree = sites.list.allSatisfy { site in
        let pin = canvas.pixel(of: site.plan.transmitter)
        let (dx, dy) = (Double(pin.x) - pixelX, Double(pin.y) - pixelY)
        return dx * dx + dy * dy > step * step
      }
      if isFree { return place }
    }
    return nil
  }
}

extension MapCanvas {
  /// Returns the radius of a plan's circle in device pixels, at its transmitter's latitude.
  func radiusPixels(of plan: CoveragePlan) -> Float {
    Float(plan.radiusMeters / view.metersPerPixel(atLatitude: plan.transmitter.latitudeDegrees))
  }
}
