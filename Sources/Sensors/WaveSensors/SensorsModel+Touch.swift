import WaveDisplay
package import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

extension SensorsModel {
  /// The number of the stream whose lane is grabbed; nil if there is none.
  private var heldLane: Int? {
    switch grabbed {
    case .lane(let channel), .pinched(let channel?): channel
    default: nil
    }
  }

  package mutating func handle(_ gesture: Gesture, at now: Int64) {
    let isFitting = view.paper.isFittingCard
    var input: StreamView.Input?
    switch gesture {
    case .began(let x, let y):
      grabbed = view.grab(x: x, y: y, context(at: now))
      input = .paper(.touch)
    case .tap where isFitting, .doubleTap where isFitting: input = .paper(.fitCard(false))
    case .tap(let x, let y):
      input = .time(.tap)
      if let source, let channel = names(of: source).lens(x: x, y: y, among: lanes) {
        setSpectrum(.show(channel == spectrum.channel ? nil : channel), at: now)
        input = .time(.forgetTap)
      }
    case .doubleTap:
      change(.time(.undoTap), at: now)
      input = .showAll
    case .longPress(let x, _): if !isFitting { setMark(x: x, at: now) }
    case .longPressMoved: break
    case .drag(let dx, let dy, let x, let y):
      switch grabbed {
      case .label(let channel):
        let target = lanes.lane(x: x, y: y, on: plot)
        input = target.map { .streams(.reorder(channel, onto: $0.channel)) }
      case .alarm(let channel, let isHigh): input = .dragAlarm(channel, isHigh: isHigh, dy: dy)
      case .level: input = .dragLevel(dy: dy)
      default: if !isFitting { move(dx: dx, dy: dy, lane: heldLane, at: now) }
      }
    case .pinch(let scaleX, let scaleY, let x, let y, let dx, _):
      // Two fingers grab the lane between them until they are lifted.
      if case .pinched = grabbed {} else { grabbed = .pinched(lanes.lane(x: x, y: y, on: plot)?.channel) }
      zoom(scaleX: Double(scaleX), scaleY: Double(scaleY), x: x, lane: heldLane, at: now)
      if layout != .paper, !isFitting { move(dx: dx, dy: 0, lane: nil, at: now) }
    case .ended(let velocity):
      if grabbed.isPicture {
        var along = velocity
        // Only the time axis continues to move after the fingers are lifted; lanes stay in place.
        (along.y, along.scaleX, along.scaleY) = (0, 0, 0)
        startGlide(along, at: now)
      }
      grabbed = .plot
    case .cancelled: grabbed = .plot
    }
    if let input { change(input, at: now) }
    redraw()
  }

  /// Moves the time axis horizontally and the value range of a lane vertically, by distances in pixels.
  private mutating func move(dx: Float, dy: Float, lane: Int?, at now: Int64) {
    if dx != 0 {
      let column = view.columnMicroseconds(context(at: now))
      change(.time(.pan(microseconds: -Double(dx) * column)), at: now)
    }
    if dy != 0, let lane { change(.drag(lane, dy: dy), at: now) }
  }

  package mutating func move(by step: Glide.Step, at now: Int64) {
    move(dx: step.dx, dy: 0, lane: nil, at: now)
  }

  /// Scales the time axis horizontally and the value range of a lane vertically; on paper, steps through the
  /// speeds and gains instead.
  private mutating func zoom(scaleX: Double, scaleY: Double, x: Float, lane: Int?, at now: Int64) {
    if view.paper.isFittingCard {
      let isAlong = (scaleX - 1).magnitude > (scaleY - 1).magnitude
      return change(.paper(.scaleCard(isAlong ? scaleX : scaleY)), at: now)
    }
    if layout == .paper { return change(.paper(.pinch(scaleX: scaleX, scaleY: scaleY)), at: now) }
    if scaleX != 1 {
      let anchor = Double(x / Swift.max(1, screen.width))
      change(.time(.zoom(windowSeconds / scaleX, anchor: anchor)), at: now)
    }
    if layout == .xy, let pair = view.streams.crossedPair(of: source) {
      change(.streams(.zoom(pair.y, by: scaleY)), at: now)
    } else if scaleY != 1, let lane {
      change(.zoom(lane, by: scaleY), at: now)
    }
  }

  package mutating func wheel(
    x: Float, y: Float, dx: Float, dy: Float, zoom zoomed: WheelZoom, at now: Int64
  ) {
    if view.paper.isFittingCard, zoomed == .none {
      let factor = Swift.max(0.5, Swift.min(2, 1 - dy / (4000 * screen.scale)))
      return change(.paper(.scaleCard(Double(factor))), at: now)
    }
    let turn = WheelTurn(dx: dx, dy: dy, zoom: zoomed, scale: screen.scale)
    if spectrum.channel != nil, y >= screen.height {
      let plot = spectrumLayout.plot
      let share = Double((x - plot.x) / plot.width)
      switch turn {
      case .move(let dx): setSpectrum(.zoom(by: 1, at: share, movedBy: Double(dx / plot.width)), at: now)
      case .zoomX(let factor), .zoomY(let factor):
        setSpectrum(.zoom(by: factor, at: share, movedBy: 0), at: now)
      case .scroll: break
      }
      return
    }
    let lane = lanes.lane(x: x, y: y, on: plot)?.channel
    switch turn {
    case .move(let dx): move(dx: dx, dy: 0, lane: nil, at: now)
    case .zoomX(let factor): zoom(scaleX: factor, scaleY: 1, x: x, lane: lane, at: now)
    case .zoomY(let factor): zoom(scaleX: 1, scaleY: factor, x: x, lane: lane, at: now)
    case .scroll: break
    }
  }

  // MARK: - Marks

  /// Sets a mark at a horizontal position, on the sample that was acquired at the corresponding time.
  mutating func setMark(x: Float, at now: Int64) {
    let (lanes, plot) = (lanes, plot)
    guard let source, let lane = lanes.lane(x: x, y: plot.top + 1, on: plot) ?? lanes.first else { return }
    // Compensate for the delay of the filters.
    let moment = view.lattice(context(at: now)).microseconds(x: x) - sources.filterDelayMicroseconds
    let clock = sources.clocks[lane.group]
    let sequence = clock.sequence(at: moment).rounded()
    guard !clock.isEmpty, sequence >= 0, sequence < 4e18 else { return }
    let number = sources.marks.reduce(1) { Swift.max($0, Int64($1.mark) + 1) }
    send(
      .setMark(
        SetMark(
          source: source.source, group: UInt8(truncatingIfNeeded: lane.group),
          sequence: UInt64(saturating: sequence), text: TextWriter("Mark \(number)").bytes)))
  }

  /// Pauses the display and centres a mark, or asks the server to rename the mark.
  ///
  /// An empty name removes the mark.
  mutating func editMark(_ id: UInt32, _ input: ControlInput, at now: Int64) {
    guard let source, let mark = sources.marks.first(where: { $0.mark == id }) else { return }
    switch input {
    case .set:
      guard let moment = sources.microseconds(of: mark) else { return }
      let edge = Swift.min(moment + windowSeconds * 0.5e6, context(at: now).time.live)
      change(.time(.hold(edge)), at: now)
    case .text(let text):
      send(
        .setMark(
          SetMark(
            source: source.source, mark: id, group: mark.group, sequence: mark.sequence,
            text: Array(text.prefix(WireLimits.markText)))))
    case .drag, .step, .seen: break
    }
  }
}
