import WaveDisplay
package import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

extension SpectrumModel {
  package mutating func handle(_ gesture: Gesture, at now: Int64) {
    switch gesture {
    case .began(let x, let y):
      change(.band(.grab), at: now)
      shell.texts.noteTouch()
      let plot = plot
      grabbed = plot.isOnLegend(y: y) ? .legend : .plot
      guard grabbed == .plot else { break }
      if mode != .meter, markerReading(on: plot, at: now)?.isHeld(x: x, y: y, on: plot) == true {
        grabbed = .marker
      }
      // The waterfall stops scrolling while a finger rests on it.
      if mode == .waterfall { changeTime(.hold, at: now) }
    case .tap(let x, let y): tap(x: x, y: y, at: now)
    case .doubleTap:
      // Undo the effect of the first tap, and reset the view.
      changeTime(.undoTap, at: now)
      showAll(at: now)
    case .longPress(let x, let y), .longPressMoved(let x, let y):
      if grabbed != .legend { placeMarker(x: x, y: y, at: now) }
    case .drag(let dx, let dy, let x, let y):
      switch grabbed {
      case .marker: placeMarker(x: x, y: y, at: now)
      case .legend: change(.levels(.move(-plot.legendFraction(ofPixels: dx))), at: now)
      case .plot: move(dx: dx, dy: dy, at: now)
      }
    case .pinch(let scaleX, let scaleY, let x, let y, let dx, let dy):
      if grabbed == .legend {
        // Scale the levels about the level under the fingers, which stays under them.
        let plot = plot
        let anchor = levels.bottom + plot.legendFraction(ofPixels: x - plot.legendBar.x) * levels.span
        change(.levels(.scale(1 / Double(scaleX), about: anchor)), at: now)
        change(.levels(.move(-plot.legendFraction(ofPixels: dx))), at: now)
        break
      }
      zoom(scaleX: Double(scaleX), scaleY: Double(scaleY), x: x, y: y, at: now)
      move(dx: dx, dy: dy, at: now)
    case .ended(let velocity):
      if grabbed == .plot { startGlide(velocity, at: now) }
      fallthrough
    case .cancelled:
      if mode == .waterfall, link.isAnswering, shell.gestures.glide == nil { changeTime(.release, at: now) }
    }
    if !shell.gestures.isActive, shell.gestures.glide == nil, !view.bandView.isMoving { settle(at: now) }
    redraw()
  }

  private mutating func tap(x: Float, y: Float, at now: Int64) {
    let (plot, scale) = (plot, screen.scale)
    if let reading = markerReading(on: plot, at: now), reading.isOnCross(x: x, y: y, scale: scale) {
      removeMarker()
    } else if let note = annotations(on: plot, at: now).note(atX: x, y: y, scale: scale) {
      alertText = note
    } else {
      return changeTime(.tap, at: now)
    }
    changeTime(.ignoreTap, at: now)
    changeTime(.release, at: now)
  }

  /// Pans the view by a distance in pixels.
  mutating func move(dx: Float, dy: Float, at now: Int64) {
    if dx != 0, mode != .meter, screen.width > 0 {
      change(.band(.drag(-Double(dx) * band.width / Double(screen.width))), at: now)
    }
    guard dy != 0, screen.plot.height > 0 else { return }
    let fraction = Double(dy / screen.plot.height)
    if mode == .waterfall {
      change(.moveTime(Int64(saturating: fraction * periodSeconds * 1e6)), at: now)
    } else {
      change(.levels(.move(fraction)), at: now)
    }
  }

  /// Scales the view about a point.
  mutating func zoom(scaleX: Double, scaleY: Double, x: Float, y: Float, at now: Int64) {
    if scaleX != 1, mode != .meter, screen.width > 0 {
      change(.band(.zoom(scaleX, at: Double(x / screen.width))), at: now)
    }
    guard scaleY != 1, screen.plot.height > 0 else { return }
    let fraction = Double(y / screen.plot.height)
    if mode == .waterfall { return change(.setPeriod(periodSeconds / scaleY, anchor: fraction), at: now) }
    let shown = mode == .meter ? meterLevels : levels
    change(.levels(.scale(1 / scaleY, about: shown.top - fraction * shown.span)), at: now)
  }

  package mutating func move(by step: Glide.Step, at now: Int64) {
    move(dx: step.dx, dy: step.dy, at: now)
    zoom(scaleX: Double(step.scaleX), scaleY: Double(step.scaleY), x: step.x, y: step.y, at: now)
    let limits = range.limits
    guard band.low < limits.low || band.high > limits.high else { return }
    shell.gestures.stopGlide()
    settle(at: now)
  }

  package mutating func glideEnded(at now: Int64) -> Bool {
    settle(at: now)
    return true
  }

  package mutating func wheel(
    x: Float, y: Float, dx: Float, dy: Float, zoom zoomed: WheelZoom, at now: Int64
  ) {
    switch WheelTurn(dx: dx, dy: dy, zoom: zoomed, scale: screen.scale) {
    case .move(let dx): move(dx: dx, dy: 0, at: now)
    // The meter has values alone.
    case .zoomX(let factor) where mode == .meter: zoom(scaleX: 1, scaleY: factor, x: x, y: y, at: now)
    case .zoomX(let factor): zoom(scaleX: factor, scaleY: 1, x: x, y: y, at: now)
    case .zoomY(let factor): zoom(scaleX: 1, scaleY: factor, x: x, y: y, at: now)
    case .scroll: break
    }
    endStep(at: now)
  }

  /// Resets the band, the levels and the meter's scale to their initial values.
  @inline(never)
  mutating func showAll(at now: Int64) {
    change(.band(.showAll), at: now)
    change(.levels(.open(baseLevels, keepsMeter: false)), at: now)
    tune(at: now)
    redraw()
  }

  /// Handles the end of a gesture or glide: time resumes, the band returns to its limits, and the receiver is
  /// tuned.
  @inline(never)
  mutating func settle(at now: Int64) {
    if mode == .waterfall, link.isAnswering { changeTime(.release, at: now) }
    change(.settle(atOnce: shell.appearance.reducesMotion), at: now)
  }

  /// Shows the band to which another screen has tuned, if another screen controls the source.
  mutating func followAnother(at now: Int64) {
    if cannotControl, !shell.gestures.isActive { change(.band(.follow), at: now) }
  }

  /// Tunes the receiver if the band requires it.
  @inline(never)
  mutating func tune(at now: Int64) {
    guard let source = sources.number, !isPaused, range.needsTuning(to: band) else { return }
    send(.command(.tune(source: source, lowHertz: band.low, highHertz: band.high)))
  }
}
