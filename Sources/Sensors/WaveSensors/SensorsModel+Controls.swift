import WaveDisplay
package import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

/// Numbers of the controls in the drawer.
enum ControlID {
  static let layout: UInt8 = 1
  static let motion: UInt8 = 2
  static let window: UInt8 = 3
  static let form: UInt8 = 4
  static let paperSpeed: UInt8 = 5
  static let paperGain: UInt8 = 6
  static let calipers: UInt8 = 7
  static let linked: UInt8 = 8
  static let automatic: UInt8 = 9
  static let speed: UInt8 = 10
  static let position: UInt8 = 11
  static let source: UInt8 = 12
  static let fact: UInt8 = 13
  static let marks: UInt8 = 19
  static let gestures: UInt8 = 23
  static let takeControl: UInt8 = 31
  static let streams: UInt8 = 33
  static let card: UInt8 = 34
  static let slope: UInt8 = 35
  static let holdOff: UInt8 = 36
  static let alarms: UInt8 = 37
  static let testbed: UInt8 = 25
  static let testbedStreams: UInt8 = 26
  static let testbedRate: UInt8 = 27
  static let testbedView: UInt8 = 28
  static let testbedResults: UInt8 = 29
  static let testbedStudy: UInt8 = 30
  static let spectrum: UInt8 = 38
  static let recordings: UInt8 = 39
  static let spectrumChannel: UInt8 = 40
  static let spectrumSmoothness: UInt8 = 41
  static let spectrumScale: UInt8 = 42
  static let spectrumWindow: UInt8 = 43
  static let mixing: UInt8 = 44
  static let operation: UInt8 = 45
  static let firstPart: UInt8 = 46
  static let secondPart: UInt8 = 47
  static let gain: UInt8 = 48
  static let offset: UInt8 = 49
  static let unit: UInt8 = 50
  static let mixtureFact: UInt8 = 51
  static let make: UInt8 = 52
  static let dropDraft: UInt8 = 53
  /// Made streams to remove, as many as there can be.
  static let firstRemoval: UInt8 = 54
  /// The source's own controls follow, and then marks to jump to.
  static let firstSetting: UInt8 = 64
  static let firstMark: UInt8 = 96
  /// Streams to show or leave out.
  static let firstStream: UInt8 = 128
}

extension SensorsModel {
  /// Playback speeds.
  static let speeds: [Double] = [0, 1, 2, 5, 20]
  /// Marks and streams that the drawer lists.
  static let listedMarks = 24
  static let listedStreams = 96

  /// What can be set at the source on the screen.
  var sourceControls: [SourceControl] { allControls.first { $0.source == source?.source }?.controls ?? [] }

  package mutating func control(_ id: UInt8, _ value: Int, at now: Int64) {
    switch id {
    case ControlID.layout:
      setLayout(layoutChoices[Swift.max(0, Swift.min(layoutChoices.count - 1, value))], at: now)
    case ControlID.motion:
      setMotion(Motion(rawValue: UInt8(truncatingIfNeeded: value)) ?? .scroll, at: now)
    case ControlID.window:
      guard Self.windows.indices.contains(value) else { return }
      setWindow(Self.windows[value], anchor: 1, at: now)
    case ControlID.form:
      paper.form = PaperSettings.Form(rawValue: UInt8(truncatingIfNeeded: value)) ?? .threeByFour
      viewChanged(at: now)
    case ControlID.paperSpeed: setPaperSpeed(value, at: now)
    case ControlID.paperGain: setPaperGain(value)
    case ControlID.calipers: setMeasuring(value != 0)
    case ControlID.card: setFittingCard(value != 0, at: now)
    case ControlID.alarms: setAlarms(value != 0)
    case ControlID.slope: trigger.isFalling = value == 1
    case ControlID.holdOff:
      guard Self.holdOffs.indices.contains(value) else { return }
      trigger.holdOffSeconds = Self.holdOffs[value]
    case ControlID.linked: isLinked = value != 0
    case ControlID.automatic:
      for index in scales.indices { scales[index].isAutomatic = value != 0 }
    case ControlID.speed:
      guard Self.speeds.indices.contains(value), let source else { return }
      send(.command(.speed(source: source.source, factor: Self.speeds[value])))
    case ControlID.source:
      guard sources.indices.contains(value), value != sourceIndex else { return }
      sourceIndex = value
      open(at: now)
      offerRecordings()
    case ControlID.recordings: pick(value, at: now)
    case ControlID.takeControl:
      if let source { send(.command(.takeControl(source: source.source))) }
    case ControlID.testbed: toggleTestbedRun(at: now)
    case ControlID.firstSetting..<ControlID.firstMark: adjust(id, to: Double(value))
    case ControlID.firstMark..<ControlID.firstStream: jump(to: Int(id - ControlID.firstMark), at: now)
    case ControlID.firstStream...: show(Int(id - ControlID.firstStream), value != 0, at: now)
    default: guard mixtureControl(id, value) || spectrumControl(id, value, at: now) else { return }
    }
    redraw()
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
  private mutating func adjust(_ id: UInt8, to wish: Double) {
    let index = Int(id - ControlID.firstSetting)
    guard let place = allControls.firstIndex(where: { $0.source == source?.source }),
      index < allControls[place].controls.count
    else { return }
    let control = allControls[place].controls[index]
    let value = control.value(nearestTo: wish)
    guard value != control.value else { return }
    allControls[place].controls[index].value = value
    send(.command(.adjust(source: allControls[place].source, control: control.id, value: value)))
  }

  /// Brings a mark to the middle of the screen, and holds still there.
  private mutating func jump(to index: Int, at now: Int64) {
    let listed = Array(marks.suffix(Self.listedMarks))
    guard listed.indices.contains(index), let moment = microseconds(of: listed[index]) else { return }
    pause(at: now)
    frozenEdge = Swift.min(moment + windowSeconds * 0.5e6, liveMicroseconds(at: now))
    viewChanged(at: now)
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

  package mutating func controlTouch(
    _ id: UInt8, _ phase: Touch.Phase, fraction: Double, distance: Double, at now: Int64
  ) {
    if id >= ControlID.firstSetting, id < ControlID.firstMark {
      let index = Int(id - ControlID.firstSetting)
      guard index < sourceControls.count else { return }
      let control = sourceControls[index]
      return adjust(id, to: control.low + fraction * (control.high - control.low))
    }
    if testbed != nil { return slideTestbed(id, phase, fraction: fraction, at: now) }
    guard id == ControlID.position, let source, source.recordingSeconds > 0 else { return }
    let fraction = Swift.max(0, Swift.min(1, fraction))
    seekFraction = phase == .ended || phase == .cancelled ? nil : fraction
    if phase == .ended { seek(to: fraction * source.recordingSeconds, at: now) }
  }

  private mutating func seek(to seconds: Double, at now: Int64) {
    guard let source else { return }
    send(.command(.seek(source: source.source, seconds: seconds)))
    goLive(at: now)
  }

  package mutating func controlStep(_ id: UInt8, thumb: Int, steps: Int, at now: Int64) {
    if id >= ControlID.firstSetting, id < ControlID.firstMark {
      let index = Int(id - ControlID.firstSetting)
      guard index < sourceControls.count else { return }
      return adjust(id, to: sourceControls[index].value + Double(steps) * sourceControls[index].step)
    }
    if testbed != nil { return stepTestbed(id, steps: steps, at: now) }
    guard id == ControlID.position, let source, source.recordingSeconds > 0 else { return }
    let position = (positionSeconds(at: now) ?? 0) + Double(steps) * source.recordingSeconds / 100
    seek(to: Swift.max(0, Swift.min(source.recordingSeconds, position)), at: now)
  }

  package mutating func controlText(_ id: UInt8, _ text: [UInt8], at now: Int64) {
    if mixtureText(id, text) { return }
    guard id >= ControlID.firstMark, id < ControlID.firstStream, let source else { return }
    let listed = Array(marks.suffix(Self.listedMarks))
    let index = Int(id - ControlID.firstMark)
    guard listed.indices.contains(index) else { return }
    let mark = listed[index]
    send(
      .setMark(
        SetMark(
          source: source.source, mark: mark.mark, group: mark.group, sequence: mark.sequence,
          text: Array(text.prefix(WireLimits.markText)))))
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
