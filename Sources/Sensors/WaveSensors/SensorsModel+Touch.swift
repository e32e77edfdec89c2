import WaveDisplay
package import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

extension SensorsModel {
  /// Handles a touch on a panel beside the lanes, the spectrum, or the measuring lines.
  package mutating func intercept(_ touch: Touch, at now: Int64) -> Bool {
    if isOnPanel(touch) { return true }
    shell.words.noteTouch()
    if touchSpectrum(touch, at: now) { return true }
    return isMeasuring && !isFittingCard && measure(touch)
  }

  /// Moves the lines: two fingers take one each, one finger takes the nearest if it is near.
  ///
  /// - Returns: Whether the touch was for them.
  private mutating func measure(_ touch: Touch) -> Bool {
    // A mouse that hovers is no finger.
    let isKnown = fingers.contains { $0.id == touch.id }
    guard isKnown || touch.phase == .began else { return false }
    fingers.removeAll { $0.id == touch.id }
    if touch.phase == .began || touch.phase == .moved { fingers.append(touch) }
    guard touch.phase != .ended, touch.phase != .cancelled else {
      let wasHeld = if case .caliper = grabbed { true } else { false }
      if fingers.isEmpty { grabbed = .plot }
      return wasHeld
    }
    if fingers.count == 2 {
      if shell.hands.isActive {
        for finger in fingers {
          _ = shell.hands.gesture(
            for: Touch(
              id: finger.id, phase: .cancelled, x: finger.x, y: finger.y, microseconds: finger.microseconds))
        }
      }
      grabbed = .caliper(0)
      let sorted = fingers[0].x <= fingers[1].x ? fingers : fingers.reversed()
      for index in 0..<2 { setCaliper(index, sorted[index]) }
      return true
    }
    if touch.phase == .began, fingers.count == 1 {
      let reach = 34 * screen.scale
      let distances = (0..<2).map { (calipers.x[$0] * screen.width - touch.x).magnitude }
      let nearest = distances[0] <= distances[1] ? 0 : 1
      grabbed = distances[nearest] < reach ? .caliper(nearest) : .plot
    }
    guard case .caliper(let index) = grabbed else { return false }
    setCaliper(index, touch)
    return true
  }

  private mutating func setCaliper(_ index: Int, _ touch: Touch) {
    let height = Swift.max(1, screen.plot.height - lanesTop)
    calipers.x[index] = Swift.max(0, Swift.min(1, touch.x / Swift.max(1, screen.width)))
    calipers.y[index] = Swift.max(0, Swift.min(1, (touch.y - lanesTop) / height))
  }

  package mutating func handle(_ gesture: Gesture, at now: Int64) {
    switch gesture {
    case .began(let x, let y):
      pinched = 1
      let edge = alarmEdge(x: x, y: y).map { Grab.alarm(channel: $0.channel, isHigh: $0.isHigh) }
      let held = label(x: x, y: y).map { Grab.label($0) } ?? lane(x: x, y: y).map { .lane($0.channel) }
      grabbed = isNearLevel(x: x, y: y) ? .level : edge ?? held ?? .plot
    case .tap, .doubleTap:
      if isFittingCard { return setFittingCard(false, at: now) }
      switch gesture {
      case .tap(let x, let y):
        if let channel = lens(x: x, y: y) {
          showSpectrum(of: channel == spectrum.channel ? nil : channel, at: now)
          beforeTap = nil
        } else {
          tap(at: now)
        }
      default: doubleTap(at: now)
      }
    case .longPress(let x, _): if !isFittingCard { setMark(x: x, at: now) }
    case .longPressMoved: break
    case .drag(let dx, let dy, let x, let y):
      if case .label(let channel) = grabbed {
        reorder(channel, x: x, y: y)
      } else if case .alarm(let channel, let isHigh) = grabbed {
        moveAlarm(channel, isHigh: isHigh, dy: dy)
      } else if grabbed == .level {
        moveLevel(dy: dy)
      } else if !isFittingCard {
        move(dx: dx, dy: dy, lane: heldLane, at: now)
      }
    case .pinch(let scaleX, let scaleY, let x, let y, let dx, _):
      // Two fingers hold the lane between them, and keep it.
      if case .pinched = grabbed {} else { grabbed = .pinched(lane(x: x, y: y)?.channel) }
      zoom(scaleX: Double(scaleX), scaleY: Double(scaleY), x: x, lane: heldLane, at: now)
      if layout != .paper, !isFittingCard { move(dx: dx, dy: 0, lane: nil, at: now) }
    case .ended(let velocity):
      if grabbed.isPicture {
        var along = velocity
        // Lanes stay where they are put; time glides.
        (along.y, along.scaleX, along.scaleY) = (0, 0, 0)
        startGlide(along, at: now)
      }
      grabbed = .plot
    case .cancelled: grabbed = .plot
    }
    redraw()
  }

  /// Undoes the tap before it, and shows the whole view.
  private mutating func doubleTap(at now: Int64) {
    if let before = beforeTap {
      isPaused = before.isPaused
      frozenEdge = before.frozenEdge
      delayMicroseconds = before.delayMicroseconds
      beforeTap = nil
    }
    showAll(at: now)
  }

  /// Whether a point is on the handle of the level that has to be crossed.
  private func isNearLevel(x: Float, y: Float) -> Bool {
    guard motion == .trigger, let lane = triggerLane, x < 44 * screen.scale else { return false }
    return (self.y(of: trigger.level ?? lane.center, in: lane) - y).magnitude < 24 * screen.scale
  }

  private mutating func moveLevel(dy: Float) {
    guard let lane = triggerLane else { return }
    trigger.channel = lane.channel
    trigger.level = (trigger.level ?? lane.center) - Double(dy / lane.height) * lane.span
  }

  private mutating func tap(at now: Int64) {
    beforeTap = BeforeTap(
      isPaused: isPaused, frozenEdge: frozenEdge, delayMicroseconds: delayMicroseconds)
    if isPaused { resume(at: now) } else { pause(at: now) }
  }

  /// The whole view: now, ten seconds, every lane on its data.
  mutating func showAll(at now: Int64) {
    for index in scales.indices {
      scales[index].isAutomatic = true
      guard let reading = readings?.readings.first(where: { Int($0.channel) == index }),
        reading.minimum.isFinite, reading.maximum.isFinite
      else { continue }
      scales[index].fit(minimum: Double(reading.minimum), maximum: Double(reading.maximum))
    }
    windowSeconds = 10
    paper = PaperSettings(
      form: paper.form, pointsPerMillimetre: paper.pointsPerMillimetre, isCalibrated: paper.isCalibrated)
    arrangePaper()
    goLive(at: now)
  }

  /// The lane that the fingers hold.
  private var heldLane: Lane? {
    switch grabbed {
    case .lane(let channel), .pinched(let channel?): lanes().first { $0.channel == channel }
    default: nil
    }
  }

  /// Moves time with the finger along, values of a lane upright; in pixels.
  mutating func move(dx: Float, dy: Float, lane: Lane?, at now: Int64) {
    if dx != 0 { moveEdge(byMicroseconds: -Double(dx) * columnMicroseconds, at: now) }
    guard dy != 0, let lane else { return }
    let fraction = Double(dy / lane.height)
    for channel in together(lane) {
      if layout == .paper, scales[channel].isAutomatic { scales[channel].center = 0 }
      // What shares a lane moves by the lane's values.
      if layout != .lanes {
        scales[channel].move(byFraction: fraction * lane.span / scales[channel].span)
      } else {
        scales[channel].move(byFraction: fraction)
      }
    }
  }

  /// Streams that are scaled with a lane: those in it, and those of its unit where they are linked.
  private func together(_ lane: Lane) -> [Int] {
    if layout == .overlaid { return order.filter { !hidden.contains($0) } }
    guard isLinked, layout == .lanes, let unit = channelInfo(lane.channel)?.unit else {
      return [lane.channel]
    }
    return order.filter { channelInfo($0)?.unit == unit }
  }

  /// Scales time along, and upright the values of a lane; on paper in its steps.
  mutating func zoom(scaleX: Double, scaleY: Double, x: Float, lane: Lane?, at now: Int64) {
    if isFittingCard {
      return fitCard(by: (scaleX - 1).magnitude > (scaleY - 1).magnitude ? scaleX : scaleY, at: now)
    }
    if layout == .paper { return zoomPaper(scaleX: scaleX, scaleY: scaleY, at: now) }
    if scaleX != 1 {
      setWindow(windowSeconds / scaleX, anchor: Double(x / Swift.max(1, screen.width)), at: now)
    }
    if layout == .xy, let pair = crossedPair { return scales[pair.y].zoom(by: scaleY) }
    guard scaleY != 1, let lane else { return }
    for channel in together(lane) { scales[channel].zoom(by: scaleY) }
  }

  /// Paper has few speeds and gains: fingers go from one to the next.
  private mutating func zoomPaper(scaleX: Double, scaleY: Double, at now: Int64) {
    pinched *= (scaleX - 1).magnitude > (scaleY - 1).magnitude ? scaleX : scaleY
    let isAlong = (scaleX - 1).magnitude > (scaleY - 1).magnitude
    let step = pinched > 1.5 ? 1 : pinched < 0.67 ? -1 : 0
    guard step != 0 else { return }
    pinched = 1
    if isAlong {
      setPaperSpeed(place(of: paper.speed, in: PaperSettings.speeds) + step, at: now)
    } else {
      setPaperGain(place(of: paper.gain, in: PaperSettings.gains) + step)
    }
  }

  func place(of value: Double, in list: [Double]) -> Int { list.firstIndex { $0 == value } ?? 0 }

  mutating func setPaperSpeed(_ index: Int, at now: Int64) {
    guard PaperSettings.speeds.indices.contains(index) else { return }
    paper.speed = PaperSettings.speeds[index]
    arrangePaper()
    viewChanged(at: now)
  }

  mutating func setPaperGain(_ index: Int) {
    guard PaperSettings.gains.indices.contains(index) else { return }
    paper.gain = PaperSettings.gains[index]
  }

  /// The stream whose name is under a point, where lanes can be put in another order.
  private func label(x: Float, y: Float) -> Int? {
    guard layout == .lanes, x < screen.left + 120 * screen.type, let lane = lane(x: x, y: y),
      y < lane.y + Swift.min(lane.height, 40 * screen.type)
    else { return nil }
    return lane.channel
  }

  /// Puts a stream where the finger is.
  private mutating func reorder(_ channel: Int, x: Float, y: Float) {
    guard let target = lane(x: x, y: y), target.channel != channel,
      let from = order.firstIndex(of: channel), let to = order.firstIndex(of: target.channel)
    else { return }
    order.remove(at: from)
    order.insert(channel, at: to)
  }

  /// Sets a mark at a moment that is seen, on the sample as it was acquired.
  mutating func setMark(x: Float, at now: Int64) {
    guard let source, let lane = lane(x: x, y: lanesTop + 1) ?? lanes().first else { return }
    // What is drawn is later than what was acquired by what the filters take.
    let moment = microseconds(x: x, at: now) - filterDelayMicroseconds
    let clock = allClocks[sourceIndex][lane.group]
    let sequence = clock.sequence(at: moment).rounded()
    guard !clock.isEmpty, sequence >= 0, sequence < 4e18 else { return }
    var number: Int64 = 1
    for mark in marks { number = Swift.max(number, Int64(mark.mark) + 1) }
    send(
      .setMark(
        SetMark(
          source: source.source, group: UInt8(truncatingIfNeeded: lane.group),
          sequence: UInt64(saturating: sequence),
          text: Self.markName(number))))
  }

  /// How much later than acquired samples are drawn, as the source's controls tell it.
  private var filterDelayMicroseconds: Double {
    for control in sourceControls where control.kind == .number && control.name == Texts.bytes("Filter delay")
    {
      return control.value * 1000
    }
    return 0
  }

  package mutating func move(by step: Glide.Step, at now: Int64) {
    if step.dx != 0 { moveEdge(byMicroseconds: -Double(step.dx) * columnMicroseconds, at: now) }
  }

  package mutating func wheel(
    x: Float, y: Float, dx: Float, dy: Float, zoom zoomed: WheelZoom, at now: Int64
  ) {
    if spectrum.channel != nil, y >= screen.height {
      let plot = spectrumPlot
      let turn = dy == 0 ? dx : dy
      let factor = Double(Swift.max(0.5, Swift.min(2, 1 - turn / (400 * screen.scale))))
      zoomSpectrum(
        by: zoomed == .none ? 1 : factor, at: Double((x - plot.x) / plot.width),
        movedBy: zoomed == .none ? Double(-(dx == 0 ? dy : dx) / plot.width) : 0)
      return
    }
    if zoomed != .none {
      // Shift turns a wheel sideways on some systems.
      let dy = dy == 0 ? dx : dy
      let factor = Double(Swift.max(0.5, Swift.min(2, 1 - dy / (400 * screen.scale))))
      zoom(
        scaleX: zoomed == .horizontal ? factor : 1, scaleY: zoomed == .vertical ? factor : 1, x: x,
        lane: lane(x: x, y: y), at: now)
    } else if isFittingCard {
      fitCard(by: Double(Swift.max(0.5, Swift.min(2, 1 - dy / (4000 * screen.scale)))), at: now)
    } else {
      move(dx: -dx, dy: -dy, lane: lane(x: x, y: y), at: now)
    }
  }
}
