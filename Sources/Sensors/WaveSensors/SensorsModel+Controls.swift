import WaveDisplay
package import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

extension SensorsModel {
  /// Playback speeds.
  static let speeds: [Double] = [0, 1, 2, 5, 20]
  /// Marks and streams that the drawer lists.
  static let listedMarks = 24
  static let listedStreams = 96

  /// What can be set at the source on the screen.
  var sourceControls: [SourceControl] { allControls.first { $0.source == source?.source }?.controls ?? [] }

  package mutating func handle(_ action: SensorsAction, _ input: ControlInput, at now: Int64) {
    switch (action, input) {
    case (.adjust(let control), _): adjust(control, input)
    case (.editMark(let mark), .set): jump(to: mark, at: now)
    case (.editMark(let mark), .text(let text)): rename(mark, text)
    case (.seek, .drag(let phase, let fraction, _)): slidePosition(phase, fraction: fraction, at: now)
    case (.seek, .step(_, let steps)): stepPosition(steps, at: now)
    case (.spectrum(let action), .set(let value)): set(action, to: value, at: now)
    case (.mixture(let action), _): handle(action, input)
    case (.testbed(let action), _): handle(action, input, at: now)
    case (_, .set(let value)): set(action, to: value, at: now)
    case (_, .drag), (_, .step), (_, .text): break
    }
  }

  private mutating func set(_ action: SensorsAction, to value: Int, at now: Int64) {
    switch action {
    case .setLayout:
      setLayout(layoutChoices[Swift.max(0, Swift.min(layoutChoices.count - 1, value))], at: now)
    case .setMotion: setMotion(Motion(rawValue: UInt8(truncatingIfNeeded: value)) ?? .scroll, at: now)
    case .setWindow:
      guard Self.windows.indices.contains(value) else { return }
      setWindow(Self.windows[value], anchor: 1, at: now)
    case .setSlope: trigger.isFalling = value == 1
    case .setHoldOff:
      guard Self.holdOffs.indices.contains(value) else { return }
      trigger.holdOffSeconds = Self.holdOffs[value]
    case .measure: setMeasuring(value != 0)
    case .showAlarms: setAlarms(value != 0)
    case .fitLanes:
      for index in scales.indices { scales[index].isAutomatic = value != 0 }
    case .linkLanes: isLinked = value != 0
    case .showStream(let channel): show(channel, value != 0, at: now)
    case .setPaperForm:
      paper.form = PaperSettings.Form(rawValue: UInt8(truncatingIfNeeded: value)) ?? .threeByFour
      viewChanged(at: now)
    case .setPaperSpeed: setPaperSpeed(value, at: now)
    case .setPaperGain: setPaperGain(value)
    case .fitCard: setFittingCard(value != 0, at: now)
    case .chooseSource:
      guard sources.indices.contains(value), value != sourceIndex else { return }
      sourceIndex = value
      open(at: now)
      offerRecordings()
    case .chooseRecording: pick(value, at: now)
    case .setPlaybackSpeed:
      guard Self.speeds.indices.contains(value), let source else { return }
      send(.command(.speed(source: source.source, factor: Self.speeds[value])))
    case .takeControl:
      if let source { send(.command(.takeControl(source: source.source))) }
    case .seek, .adjust, .editMark, .spectrum, .mixture, .testbed: break
    }
  }

  package mutating func pressChip(at now: Int64) { goLive(at: now) }

  /// Shows the lines that measure, both on the lane in the middle.
  mutating func setMeasuring(_ isOn: Bool) {
    isMeasuring = isOn
    let height = Swift.max(1, screen.plot.height - lanesTop)
    guard isOn, let lane = lane(x: screen.width * 0.4, y: lanesTop + height * 0.45) else { return }
    calipers = Calipers()
    calipers.y = [0.25, 0.75].map { (lane.y - lanesTop + lane.height * $0) / height }
  }

  /// Sets one of the source's own controls and shows it at once; the source's answer is what counts.
  private mutating func adjust(_ id: UInt8, _ input: ControlInput) {
    guard let place = allControls.firstIndex(where: { $0.source == source?.source }),
      let index = allControls[place].controls.firstIndex(where: { $0.id == id })
    else { return }
    let control = allControls[place].controls[index]
    let wish: Double
    switch input {
    case .set(let value): wish = Double(value)
    case .drag(_, let fraction, _): wish = control.low + fraction * (control.high - control.low)
    case .step(_, let steps): wish = control.value + Double(steps) * control.step
    case .text: return
    }
    let value = control.value(nearestTo: wish)
    guard value != control.value else { return }
    allControls[place].controls[index].value = value
    send(.command(.adjust(source: allControls[place].source, control: id, value: value)))
  }

  /// Brings a mark to the middle of the screen, and holds still there.
  private mutating func jump(to id: UInt32, at now: Int64) {
    guard let mark = marks.first(where: { $0.mark == id }), let moment = microseconds(of: mark) else {
      return
    }
    pause(at: now)
    frozenEdge = Swift.min(moment + windowSeconds * 0.5e6, liveMicroseconds(at: now))
    viewChanged(at: now)
  }

  /// Asks the server to rename a mark; an empty name removes it.
  private mutating func rename(_ id: UInt32, _ text: [UInt8]) {
    guard let source, let mark = marks.first(where: { $0.mark == id }) else { return }
    send(
      .setMark(
        SetMark(
          source: source.source, mark: id, group: mark.group, sequence: mark.sequence,
          text: Array(text.prefix(WireLimits.markText)))))
  }

  private mutating func show(_ channel: Int, _ isShown: Bool, at now: Int64) {
    guard order.contains(channel) else { return }
    var next = ChannelSet()
    for other in order where other == channel ? !isShown : hidden.contains(other) { next.insert(other) }
    // Something has to be left.
    guard order.contains(where: { !next.contains($0) }) else { return }
    hidden = next
    viewChanged(at: now)
  }

  /// Drags the position slider; the recording is played from there when the finger is lifted.
  private mutating func slidePosition(_ phase: Touch.Phase, fraction: Double, at now: Int64) {
    guard let source, source.recordingSeconds > 0 else { return }
    let fraction = Swift.max(0, Swift.min(1, fraction))
    seekFraction = phase == .ended || phase == .cancelled ? nil : fraction
    if phase == .ended { seek(to: fraction * source.recordingSeconds, at: now) }
  }

  private mutating func stepPosition(_ steps: Int, at now: Int64) {
    guard let source, source.recordingSeconds > 0 else { return }
    let position = (positionSeconds(at: now) ?? 0) + Double(steps) * source.recordingSeconds / 100
    seek(to: Swift.max(0, Swift.min(source.recordingSeconds, position)), at: now)
  }

  private mutating func seek(to seconds: Double, at now: Int64) {
    guard let source else { return }
    send(.command(.seek(source: source.source, seconds: seconds)))
    goLive(at: now)
  }

  /// Seconds into a recording at the right edge.
  func positionSeconds(at now: Int64) -> Double? {
    guard let source, source.recordingSeconds > 0 else { return nil }
    let edge = edgeMicroseconds(at: now)
    guard let recorded = playback.recordedMicroseconds(at: edge) else { return nil }
    let seconds = (recorded - Double(source.recordingStartMicroseconds)) / 1e6
    return Swift.max(0, Swift.min(source.recordingSeconds, seconds))
  }

  static func markName(_ number: Int64) -> [UInt8] {
    var text = TextWriter()
    text.append("Mark ")
    text.append(integer: number)
    return text.bytes
  }
}
