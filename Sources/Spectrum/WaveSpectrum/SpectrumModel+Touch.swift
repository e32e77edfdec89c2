import WaveDisplay
package import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

extension SpectrumModel {
  package mutating func handle(_ gesture: Gesture, at now: Int64) {
    switch gesture {
    case .began(let x, let y): fingerDown(x: x, y: y, at: now)
    case .tap(let x, let y): tap(x: x, y: y, at: now)
    case .doubleTap:
      // Undoes the tap before it, and shows the whole view.
      changeTime(.undoTap, at: now)
      showAll(at: now)
    case .longPress(let x, let y), .longPressMoved(let x, let y):
      if grabbed != .legend { placeMarker(x: x, y: y, at: now) }
    case .drag(let dx, let dy, let x, let y):
      switch grabbed {
      case .marker: placeMarker(x: x, y: y, at: now)
      case .legend: moveLegend(dx: dx)
      case .plot: move(dx: dx, dy: dy, at: now)
      }
    case .pinch(let scaleX, let scaleY, let x, let y, let dx, let dy):
      if grabbed == .legend {
        zoomLegend(Double(scaleX), x: x)
        moveLegend(dx: dx)
        break
      }
      zoom(scaleX: Double(scaleX), scaleY: Double(scaleY), x: x, y: y, at: now)
      move(dx: dx, dy: dy, at: now)
    case .ended(let velocity):
      if grabbed == .plot { startGlide(velocity, at: now) }
      fingerUp(at: now)
    case .cancelled: fingerUp(at: now)
    }
    if !shell.hands.isActive, shell.hands.glide == nil, settling == nil { settle(at: now) }
    redraw()
  }

  private mutating func fingerDown(x: Float, y: Float, at now: Int64) {
    settling = nil
    shell.words.noteTouch()
    if isOnLegend(y: y) {
      grabbed = .legend
      return
    }
    grabbed = marker != nil && isNearMarker(x: x, y: y, at: now) ? .marker : .plot
    // Rows under a resting finger hold still.
    if mode == .waterfall { changeTime(.hold, at: now) }
  }

  private mutating func fingerUp(at now: Int64) {
    guard mode == .waterfall, link.isAnswering, shell.hands.glide == nil else { return }
    changeTime(.release, at: now)
  }

  private mutating func tap(x: Float, y: Float, at now: Int64) {
    if marker != nil, markerCloseArea(at: now).contains(x: x, y: y) {
      marker = nil
    } else if let found = annotation(atX: x, y: y, now: now) {
      alertText = found
    } else {
      return changeTime(.tap, at: now)
    }
    changeTime(.ignoreTap, at: now)
    changeTime(.release, at: now)
  }

  /// The whole band, the levels and the meter's scale as at first.
  mutating func showAll(at now: Int64) {
    band = (isSteeredByAnother ? acquired : homeBand ?? acquired).clamped(to: limits, minimum: minimumWidth)
    levels = baseLevels
    meterLevels = baseMeterLevels
    changeTime(.changeView, at: now)
    tune(at: now)
    redraw()
  }

  /// Moves what is seen with the finger, in pixels.
  mutating func move(dx: Float, dy: Float, at now: Int64) {
    if dx != 0, mode != .meter, screen.width > 0 {
      var hertz = -Double(dx) * band.width / Double(screen.width)
      // Beyond the limits the band follows reluctantly, and comes back.
      if band.low + hertz < limits.low || band.high + hertz > limits.high { hertz *= 0.35 }
      let farthest = band.width / 2
      hertz = Swift.max(
        limits.low - farthest - band.low, Swift.min(limits.high + farthest - band.high, hertz))
      band = band.moved(by: hertz)
      changeTime(.changeView, at: now)
    }
    guard dy != 0, screen.plot.height > 0 else { return }
    let fraction = Double(dy / screen.plot.height)
    switch mode {
    case .waterfall: changeTime(.move(Int64(saturating: fraction * periodSeconds * 1e6)), at: now)
    case .meter: meterLevels = meterLevels.moved(by: fraction * meterLevels.span)
    case .spectrum, .nothing:
      levels = levels.moved(by: fraction * levels.span)
      levelsChanged(at: now)
    }
  }

  /// Scales what is seen about a point.
  mutating func zoom(scaleX: Double, scaleY: Double, x: Float, y: Float, at now: Int64) {
    if scaleX != 1, mode != .meter, screen.width > 0 {
      let anchor = band.low + Double(x / screen.width) * band.width
      let width = Swift.max(minimumWidth, Swift.min(limits.width, band.width / scaleX))
      band = band.scaled(by: width / band.width, about: anchor)
      changeTime(.changeView, at: now)
    }
    guard scaleY != 1, screen.plot.height > 0 else { return }
    let fraction = Double(y / screen.plot.height)
    switch mode {
    case .waterfall:
      changeTime(.setPeriod(periodSeconds / scaleY, anchor: fraction), at: now)
      redraw()
    case .meter:
      meterLevels = meterLevels.scaled(by: 1 / scaleY, about: meterLevels.top - fraction * meterLevels.span)
    case .spectrum, .nothing:
      levels = levels.scaled(by: 1 / scaleY, about: levels.top - fraction * levels.span)
      levelsChanged(at: now)
    }
  }

  /// Other levels are shown: the server is asked for steps that are fine enough.
  @inline(never)
  mutating func levelsChanged(at now: Int64) {
    if mode == .spectrum { changeTime(.changeView, at: now) }
  }

  /// A gesture or glide has ended: the band goes back to its limits, and the receiver is tuned.
  mutating func settle(at now: Int64) {
    if mode == .waterfall, link.isAnswering { changeTime(.release, at: now) }
    let target = band.clamped(to: limits, minimum: minimumWidth)
    if target == band {
      tune(at: now)
    } else if shell.appearance.reducesMotion {
      band = target
      changeTime(.changeView, at: now)
      tune(at: now)
    } else {
      settling = Settling(target: target, last: now)
    }
  }

  /// Tunes a receiver to the band, once it lies outside what is acquired or is too narrow to be seen well
  /// there.
  mutating func tune(at now: Int64) {
    guard let source, source.flags.contains(.tunable), !isPaused, !isSteeredByAnother else { return }
    let isOutside = band.low < acquired.low - source.rbwHertz || band.high > acquired.high + source.rbwHertz
    guard isOutside || band.width < acquired.width / 16 else { return }
    send(.command(.tune(source: source.source, lowHertz: band.low, highHertz: band.high)))
  }

  package mutating func move(by step: Glide.Step, at now: Int64) {
    move(dx: step.dx, dy: step.dy, at: now)
    zoom(scaleX: Double(step.scaleX), scaleY: Double(step.scaleY), x: step.x, y: step.y, at: now)
    guard band.low < limits.low || band.high > limits.high else { return }
    shell.hands.stopGlide()
    settle(at: now)
  }

  package mutating func glideEnded(at now: Int64) -> Bool {
    settle(at: now)
    return true
  }

  /// Advances the movement of a band back into its limits.
  package mutating func continueMotion(at now: Int64) -> Bool {
    guard var moving = settling else { return false }
    let weight = Swift.min(1, Double(now - moving.last) / 80_000)
    moving.last = now
    band.low += (moving.target.low - band.low) * weight
    band.high += (moving.target.high - band.high) * weight
    settling = moving
    if (band.low - moving.target.low).magnitude < band.width * 0.000_5 {
      band = moving.target
      settling = nil
      tune(at: now)
    }
    changeTime(.changeView, at: now)
    return true
  }

  package mutating func wheel(
    x: Float, y: Float, dx: Float, dy: Float, zoom zoomed: WheelZoom, at now: Int64
  ) {
    if zoomed != .none {
      // Shift turns a wheel sideways on some systems.
      let dy = dy == 0 ? dx : dy
      let factor = Double(Swift.max(0.5, Swift.min(2, 1 - dy / (400 * screen.scale))))
      zoom(
        scaleX: zoomed == .horizontal ? factor : 1, scaleY: zoomed == .vertical ? factor : 1, x: x, y: y,
        at: now)
    } else {
      move(dx: -dx, dy: -dy, at: now)
    }
    band = band.clamped(to: limits, minimum: minimumWidth)
    wheelDue = now + 250_000
  }
}
