import WaveCoverageFeed
import WaveCoverageWire
package import WaveInteraction
import WavePropagation
import WaveUnits

// Handles touch, wheel and keyboard input on the map.
extension CoverageModel {
  /// Handles a gesture other than a tap.
  ///
  /// - Parameters:
  ///   - gesture: A gesture other than a tap.
  ///   - moved: The finger's movement since the previous gesture, in pixels.
  ///   - now: The client's time in microseconds.
  mutating func touch(_ gesture: Gesture, moved: (dx: Float, dy: Float), at now: Int64) {
    switch gesture {
    case .began(let x, let y):
      let targets = targets
      if !targets.isOnSheet(x: x, y: y) {
        change(.forgetHeld)
        // Touching a pin selects its transmitter.
        if let index = targets.pin(x: x, y: y) { change(.sites(.select(index))) }
      }
      grabbed = self.targets.grab(x: x, y: y)
    case .longPress(let x, let y):
      // A long press has no effect on a pin, a circle or anything else that can be dragged.
      guard grabbed == .map, !targets.isOnSheet(x: x, y: y) else { break }
      let isFirst = plan == nil
      guard placePin(at: view.place(atX: Double(x), y: Double(y)), isHeld: true) else { break }
      grabbed = .pin(dx: 0, dy: 0)
      if isFirst { say("Drag the pin or the circle \u{00B7} tap a point for its path", at: now) }
    case .longPressMoved(let x, let y), .drag(_, _, let x, let y): drag(toX: x, y: y, moved: moved)
    case .pinch where grabbed == .sheet: break
    case .pinch(let scaleX, let scaleY, let x, let y, let dx, let dy):
      grabbed = .map
      move(.pan(dx: Double(dx), dy: Double(dy)))
      // Both axes of a map have the same scale, which follows the distance between the fingers.
      let scale = (scaleX - 1).magnitude > (scaleY - 1).magnitude ? scaleX : scaleY
      move(.zoom(by: Double(scale), x: Double(x), y: Double(y)))
    case .ended, .cancelled:
      if case .ended(var velocity) = gesture, grabbed == .map {
        let isX = velocity.scaleX.magnitude > velocity.scaleY.magnitude
        let growth = isX ? velocity.scaleX : velocity.scaleY
        (velocity.scaleX, velocity.scaleY) = (growth, growth)
        startGlide(velocity, at: now)
      }
      // A map that followed the finger at low resolution is completed.
      if grabbed != .map, grabbed != .sheet { change(.viewChanged) }
      grabbed = .map
    case .tap, .doubleTap: break
    }
  }

  private mutating func drag(toX x: Float, y: Float, moved: (dx: Float, dy: Float)) {
    let store = content.terrain.store
    switch grabbed {
    case .sheet: break
    case .map: move(.pan(dx: Double(moved.dx), dy: Double(moved.dy)))
    case .pin(let dx, let dy):
      let place = view.place(atX: Double(x - dx), y: Double(y - dy))
      // The pin stops at the edge of the tiles.
      guard store.contains(place) else { return }
      let kept = reading
      placePin(at: place)
      if let kept { change(.read(kept.place, from: kept.customStart.map { .place($0) } ?? .transmitter)) }
    case .nearEnd:
      guard let reading else { return }
      let place = view.place(atX: Double(x), y: Double(y))
      if targets.isAtPin(of: reading, x: x, y: y) {
        change(.read(reading.place, from: .transmitter))
      } else if store.contains(place) {
        change(.read(reading.place, from: .place(place)))
      }
    case .point: change(.read(view.place(atX: Double(x), y: Double(y)), from: .same))
    case .rim:
      guard let plan else { return }
      move(.hold)
      change(.sites(.change(.radius(targets.radius(of: plan, x: x, y: y)))))
    }
  }

  /// Handles a tap.
  ///
  /// - Returns: The effect to undo if a second tap turns this tap into a double tap.
  mutating func tap(x: Float, y: Float, at now: Int64) -> MapFinger.Tap {
    shell.texts.dismissToast()
    let targets = targets
    if targets.isOnSheet(x: x, y: y) {
      if targets.isOnClose(x: x, y: y) { closeSheet() }
      return .nothing
    }
    let badges = content.badges(above: content.legend(on: targets.canvas, hasOffer: hasSiteOffer))
    if badges.isOnCalibration(x: x, y: y) {
      change(.calibrate(false))
      change(.refreshCalibration(triesSelected: isDrawerOpen))
      return .nothing
    }
    if badges.isOnSurface(x: x, y: y) {
      change(.surfaces(isOn: !content.terrain.surfaces.isOn))
      return .nothing
    }
    change(.forgetHeld)
    guard !targets.isOnHead(x: x, y: y) else { return .nothing }
    let place = view.place(atX: Double(x), y: Double(y))
    guard !content.sites.list.isEmpty else { return tapTile(at: place, x: x, y: y, at: now) }
    let isOpening = reading == nil
    if let index = content.measured?.index(atX: x, y: y, on: targets.canvas) {
      change(.readPoint(index))
      makeRoomForSheet()
      return isOpening ? .openedSheet : .nothing
    }
    let site = content.sites.site(readAt: place, ofAll: content.shownDisplay.isOfAll)
    let plan = content.sites.list[site].plan
    let length = Geodesic(from: plan.transmitter, to: place).lengthMeters
    guard length <= plan.radiusMeters, length > 20 else {
      closeSheet()
      return .nothing
    }
    // A path with a free start lasts until its sheet is closed; its far end can only be dragged.
    change(.read(place, from: .transmitter))
    guard isOpening else { return .nothing }
    makeRoomForSheet()
    return .openedSheet
  }

  private mutating func tapTile(at place: Coordinate, x: Float, y: Float, at now: Int64) -> MapFinger.Tap {
    let store = content.terrain.store
    guard let number = store.number(at: place) ?? store.smallTile(atX: x, y: y, on: canvas) else {
      return .nothing
    }
    guard store.picked != number else {
      say("Hold a place to put the transmitter there", at: now)
      return .nothing
    }
    change(.pick(number))
    say("Hold a place within the tile to put the transmitter there", at: now)
    return .pickedTile(before: store.picked)
  }

  mutating func closeSheet() {
    guard reading != nil else { return }
    change(.closeSheet)
    if frame.isWhole { fitWhole() }
  }

  package mutating func move(by step: Glide.Step, at now: Int64) {
    move(.glide(dx: Double(step.dx), dy: Double(step.dy)))
    if step.scaleX != 1 { move(.zoom(by: Double(step.scaleX), x: Double(step.x), y: Double(step.y))) }
  }

  package mutating func wheel(
    x: Float, y: Float, dx: Float, dy: Float, zoom zoomed: WheelZoom, at now: Int64
  ) {
    // Both axes of a map have the same scale.
    switch WheelTurn(dx: dx, dy: dy, zoom: zoomed, scale: screen.scale) {
    case .move(let dx): move(.pan(dx: Double(dx), dy: zoomed == .none ? Double(-dy) : 0))
    case .zoomX(let factor), .zoomY(let factor): move(.zoom(by: factor, x: Double(x), y: Double(y)))
    case .scroll: break
    }
  }

  package mutating func handle(_ key: Key, isShifted: Bool, at now: Int64) {
    let step = Double(Swift.min(screen.width, screen.height)) * (isShifted ? 0.025 : 0.15)
    let middle = (x: Double(screen.width / 2), y: Double(screen.height / 2))
    switch key {
    case .left: move(.pan(dx: step, dy: 0))
    case .right: move(.pan(dx: -step, dy: 0))
    case .up: move(.pan(dx: 0, dy: step))
    case .down: move(.pan(dx: 0, dy: -step))
    case .zoomIn: move(.zoom(by: 1.5, x: middle.x, y: middle.y))
    case .zoomOut: move(.zoom(by: 1 / 1.5, x: middle.x, y: middle.y))
    case .home, .live: fitWhole(all: true)
    case .marker: pinInTheMiddle(at: now)
    case .one: change(.display(.show(.loss)))
    case .two: change(.display(.show(.level)))
    case .three:
      if content.sites.list.count > 1 {
        change(.display(.show(.server)))
      } else if content.sites.offersSureness {
        change(.display(.show(.sureness)))
      }
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

  /// Places the pin in the middle of the map or, if no tile is there, in the middle of the picked tile.
  mutating func pinInTheMiddle(at now: Int64) {
    let store = content.terrain.store
    let middle = view.place(atX: view.width / 2, y: view.height / 2)
    if store.contains(middle) {
      placePin(at: middle)
    } else if let tile = store.tile {
      placePin(
        at: Coordinate(
          latitudeDegrees: (tile.northDegrees + tile.southDegrees) / 2,
          longitudeDegrees: (tile.westDegrees + tile.eastDegrees) / 2))
      fitWhole()
    } else {
      say("Pick a tile first: tap one, or choose it in the drawer", at: now)
    }
  }
}
