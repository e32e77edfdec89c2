import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
package import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

extension CoverageModel {
  package mutating func handle(_ gesture: Gesture, at now: Int64) {
    switch gesture {
    case .began(let x, let y):
      lastFinger = (x, y)
      isAfterPinch = false
      if !isOnSheet(x: x, y: y) { selectSite(atX: x, y: y) }
      grabbed = grab(x: x, y: y)
    case .tap(let x, let y): tap(x: x, y: y, at: now)
    case .doubleTap:
      // The tap before has opened the sheet.
      if tapOpened { reading = nil }
      if let before = tileBeforeTap { tileIndex = before.index }
      (tapOpened, tileBeforeTap) = (false, nil)
      showAll()
    case .longPress(let x, let y):
      // What the finger holds already goes on with it.
      guard grabbed == .map, !isOnSheet(x: x, y: y) else { return }
      let isFirst = plan == nil
      let before = sites.indices.contains(selectedSite) ? sites[selectedSite] : nil
      guard putPin(at: view.place(atX: Double(x), y: Double(y))) else { break }
      grabbed = .pin(dx: 0, dy: 0)
      siteBefore = before
      if isFirst { say("Drag the pin or the circle \u{00B7} tap a point for its path", at: now) }
    case .longPressMoved(let x, let y): drag(toX: x, y: y)
    case .drag(let dx, let dy, let x, let y):
      // The finger that is left of two is not where their middle was.
      if isAfterPinch { lastFinger = (x - dx, y - dy) }
      isAfterPinch = false
      drag(toX: x, y: y)
    case .pinch where grabbed == .sheet: break
    case .pinch(let scaleX, let scaleY, let x, let y, let dx, let dy):
      isWhole = false
      isWantStale = true
      grabbed = .map
      view.pan(dx: Double(dx), dy: Double(dy))
      zoom(by: Double(Self.scale(scaleX, scaleY)), x: x, y: y)
      isAfterPinch = true
    case .ended(let velocity):
      if grabbed == .map {
        var left = velocity
        let growth = left.scaleX.magnitude > left.scaleY.magnitude ? left.scaleX : left.scaleY
        (left.scaleX, left.scaleY) = (growth, growth)
        startGlide(left, at: now)
      }
      letGo()
    case .cancelled: letGo()
    }
    redraw()
  }

  /// Both axes of a map have one scale: that of the fingers' distance.
  private static func scale(_ x: Float, _ y: Float) -> Float {
    (x - 1).magnitude > (y - 1).magnitude ? x : y
  }

  private mutating func letGo() {
    // What followed a finger by fewer posts is made whole.
    let wasMoved = grabbed != .map && grabbed != .sheet
    grabbed = .map
    if wasMoved { isWantStale = true }
  }

  private func grab(x: Float, y: Float) -> CoverageGrab {
    if isOnSheet(x: x, y: y) { return .sheet }
    guard let plan else { return .map }
    let type = screen.type
    if isOnNearEnd(x: x, y: y) { return .nearEnd }
    let (pinX, pinY) = pixel(of: plan.transmitter)
    // The pin's head is above its tip.
    if (x - pinX).magnitude < 26 * type, y < pinY + 14 * type, y > pinY - 54 * type {
      return .pin(dx: x - pinX, dy: y - pinY)
    }
    if let reading {
      let (pointX, pointY) = pixel(of: reading.place)
      if (x - pointX).magnitude < 24 * type, (y - pointY).magnitude < 24 * type { return .point }
    }
    let radius = radiusPixels
    let away = ((x - pinX) * (x - pinX) + (y - pinY) * (y - pinY)).squareRoot()
    return radius > 60 * type && (away - radius).magnitude < 16 * type ? .rim : .map
  }

  /// The radius in device pixels at the pin.
  var radiusPixels: Float {
    guard let plan else { return 0 }
    return Float(
      plan.radiusMeters / view.metersPerPixel(atLatitude: plan.transmitter.latitudeDegrees))
  }

  /// Where a place is on the screen.
  func pixel(of place: Coordinate) -> (x: Float, y: Float) {
    (Float(view.x(ofLongitude: place.longitudeDegrees)), Float(view.y(ofLatitude: place.latitudeDegrees)))
  }

  private mutating func drag(toX x: Float, y: Float) {
    defer { lastFinger = (x, y) }
    switch grabbed {
    case .sheet: break
    case .map:
      isWhole = false
      isWantStale = true
      view.pan(dx: Double(x - lastFinger.x), dy: Double(y - lastFinger.y))
    case .pin(let dx, let dy):
      let place = view.place(atX: Double(x - dx), y: Double(y - dy))
      // Beyond the tiles the pin waits at their edge.
      guard store.tiles.contains(where: { $0.contains(place) }) else { return }
      isWhole = false
      let kept = reading
      putPin(at: place)
      if let kept { read(kept.place, from: kept.free) }
    case .nearEnd: dragNearEnd(toX: x, y: y)
    case .point: read(view.place(atX: Double(x), y: Double(y)))
    case .rim:
      guard let plan else { return }
      let (pinX, pinY) = pixel(of: plan.transmitter)
      let away = ((x - pinX) * (x - pinX) + (y - pinY) * (y - pinY)).squareRoot()
      let meters = Double(away) * view.metersPerPixel(atLatitude: plan.transmitter.latitudeDegrees)
      let grain = meters < 10_000 ? 100.0 : 1000
      let next = Swift.max(1000, Swift.min(100_000, (meters / grain).rounded() * grain))
      isWhole = false
      change { $0.radiusMeters = next }
    }
  }

  private mutating func tap(x: Float, y: Float, at now: Int64) {
    (tapOpened, tileBeforeTap) = (false, nil)
    shell.words.dismissToast()
    if isOnSheet(x: x, y: y) {
      if isOnClose(x: x, y: y) { closeSheet() }
      return
    }
    if isOnCalibration(x: x, y: y) { return calibrate(false) }
    if isOnStanding(x: x, y: y) { return chooseStanding(!standing.isOn) }
    let place = view.place(atX: Double(x), y: Double(y))
    siteBefore = nil
    guard !isOnPin(x: x, y: y) else { return }
    guard let plan = readingPlan(at: place) else {
      if let number = tile(at: place) ?? smallTile(atX: x, y: y) {
        if tileIndex == number {
          say("Hold a place to put the transmitter there", at: now)
        } else {
          tileBeforeTap = (tileIndex, true)
          tileIndex = number
          say("Hold a place within the tile to put the transmitter there", at: now)
        }
      }
      return
    }
    let wasOpen = reading != nil
    if readMeasured(x: x, y: y) {
      tapOpened = !wasOpen
      return makeRoomForSheet()
    }
    let way = Geodesic(from: plan.transmitter, to: place)
    guard way.lengthMeters <= plan.radiusMeters, way.lengthMeters > 20 else {
      return closeSheet()
    }
    tapOpened = reading == nil
    // A path that begins elsewhere ends with its sheet; its far end is dragged.
    reading?.free = nil
    read(place)
    if tapOpened { makeRoomForSheet() }
  }

  private func tile(at place: Coordinate) -> Int? { store.tiles.firstIndex { $0.contains(place) } }

  /// The tile that is too small for a finger and nearest to it; nil where none is near.
  private func smallTile(atX x: Float, y: Float) -> Int? {
    let reach = 22 * screen.type
    var best: (number: Int, away: Float)?
    for (number, tile) in store.tiles.enumerated() {
      let (left, top) = pixel(
        of: Coordinate(latitudeDegrees: tile.northDegrees, longitudeDegrees: tile.westDegrees))
      let (right, bottom) = pixel(
        of: Coordinate(latitudeDegrees: tile.southDegrees, longitudeDegrees: tile.eastDegrees))
      guard right - left < reach else { continue }
      let away = Swift.max(((left + right) / 2 - x).magnitude, ((top + bottom) / 2 - y).magnitude)
      if away < reach, best.map({ away < $0.away }) ?? true { best = (number, away) }
    }
    return best?.number
  }

  mutating func zoom(by factor: Double, x: Float, y: Float) {
    isWhole = false
    isWantStale = true
    view.zoom(by: factor, x: Double(x), y: Double(y), within: zoomLimits)
  }

  package mutating func move(by step: Glide.Step, at now: Int64) {
    isWantStale = true
    view.pan(dx: Double(step.dx), dy: Double(step.dy))
    if step.scaleX != 1 { zoom(by: Double(step.scaleX), x: step.x, y: step.y) }
  }

  package mutating func wheel(
    x: Float, y: Float, dx: Float, dy: Float, zoom zoomed: WheelZoom, at now: Int64
  ) {
    // A map's wheel zooms; a trackpad's sideways movement pans.
    if zoomed == .none, dx.magnitude > dy.magnitude {
      isWhole = false
      isWantStale = true
      view.pan(dx: Double(-dx), dy: Double(-dy))
    } else {
      zoom(by: Double(Swift.max(0.5, Swift.min(2, 1 - dy / (400 * screen.scale)))), x: x, y: y)
    }
  }

  package mutating func handle(_ key: Key, isShifted: Bool, at now: Int64) {
    let step = Double(Swift.min(screen.width, screen.height)) * (isShifted ? 0.025 : 0.15)
    switch key {
    case .left: move(step, 0)
    case .right: move(-step, 0)
    case .up: move(0, step)
    case .down: move(0, -step)
    case .zoomIn: zoom(by: 1.5, x: freeRight / 2, y: screen.height / 2)
    case .zoomOut: zoom(by: 1 / 1.5, x: freeRight / 2, y: screen.height / 2)
    case .home, .live: showAll()
    case .marker: pinInTheMiddle(at: now)
    case .one: display = .loss
    case .two: display = .level
    case .three: display = sites.count > 1 ? .server : offersSureness ? .sureness : display
    case .escape:
      if !alertText.isEmpty {
        dismissAlert()
      } else if reading != nil {
        closeSheet()
      } else {
        openDrawer(false)
      }
    case .space, .hold, .drawer: break
    }
  }

  private mutating func move(_ dx: Double, _ dy: Double) {
    isWhole = false
    isWantStale = true
    view.pan(dx: dx, dy: dy)
  }

  /// Puts the pin where the middle of the map is.
  mutating func pinInTheMiddle(at now: Int64) {
    let middle = view.place(atX: Double(freeRight) / 2, y: view.height / 2)
    guard tileIndex != nil || store.tiles.contains(where: { $0.contains(middle) }) else {
      return say("Pick a tile first: tap one, or choose it in the drawer", at: now)
    }
    if store.tiles.contains(where: { $0.contains(middle) }) {
      putPin(at: middle)
    } else if let tile {
      putPin(
        at: Coordinate(
          latitudeDegrees: (tile.northDegrees + tile.southDegrees) / 2,
          longitudeDegrees: (tile.westDegrees + tile.eastDegrees) / 2))
      fitWhole()
    }
  }
}
