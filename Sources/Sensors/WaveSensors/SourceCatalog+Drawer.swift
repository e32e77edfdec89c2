import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

/// The controls of the source in the drawer, and the commands that result from them.
extension SourceCatalog {
  /// The selectable playback speeds.
  static let speeds: [Double] = [0, 1, 2, 5, 20]
  /// The maximum number of marks listed in the drawer.
  private static let listedMarks = 24

  /// Returns the command that plays a recording of the folder, or restarts it if it is already playing; nil
  /// if the index is invalid.
  func pick(_ index: Int) -> Command? {
    guard let source, let picker, index >= 0, index + 1 < picker.texts.count else { return nil }
    return Int(saturating: picker.value) == index + 1
      ? .seek(source: source.source, seconds: 0)
      : .adjust(source: source.source, control: Self.pickControl, value: Double(index + 1))
  }

  /// The delay that filters add to the displayed samples, according to the source's controls, in
  /// microseconds.
  var filterDelayMicroseconds: Double {
    for control in controls where control.kind == .number && control.name == Texts.bytes("Filter delay") {
      return control.value * 1000
    }
    return 0
  }

  /// The reason why playback has stopped, as text.
  var restText: [UInt8] {
    guard let source, source.recordingSeconds > 0, let map = playback.newest
    else { return Texts.bytes("Playback stopped") }
    let recorded = map.recordedMicroseconds.saturatingSubtracting(source.recordingStartMicroseconds)
    return Texts.bytes(
      Double(recorded) / 1e6 >= source.recordingSeconds - 0.001 ? "End of the recording" : "Playback stopped")
  }

  /// Appends the recordings of a folder, newest first.
  func appendRecordings(to list: inout ControlListBuilder<SensorsAction>) {
    guard let picker, picker.texts.count > 1 else {
      if source?.isFolder == true {
        list.fact(label: "Recordings", text: Texts.bytes("None in this folder yet"))
      }
      return
    }
    list.choices(
      .chooseRecording, label: "Recordings", options: Array(picker.texts.dropFirst()),
      selected: picker.value >= 1 ? Int(saturating: picker.value) - 1 : nil, style: .entries)
  }

  /// Appends the source's own controls, such as filters.
  func appendSettings(to list: inout ControlListBuilder<SensorsAction>) {
    for control in controls {
      let action = SensorsAction.adjust(control: control.id)
      switch control.kind {
      case .choice where control.id == Self.pickControl: break
      case .toggle:
        list.setting(.toggle, action, label: control.name, isOn: control.value != 0)
      case .choice:
        list.setting(
          .slider, action, label: control.name,
          fraction: Float((control.value - control.low) / Swift.max(1, control.high - control.low)),
          text: control.texts[Int(saturating: control.value)])
      case .number:
        let decimals = control.step == control.step.rounded() ? 0 : 1
        let text: TextWriter = "\(control.value, decimals: decimals) \(control.texts[0])"
        // A value that cannot be set is shown as text instead of a slider.
        list.setting(
          control.low < control.high ? .slider : .fact, action, label: control.name,
          fraction: Float((control.value - control.low) / Swift.max(1e-9, control.high - control.low)),
          text: text.bytes, unit: control.texts[0])
      }
    }
  }

  /// Appends the newest marks with editable names; an empty name removes a mark.
  ///
  /// In a recording, the times of marks are local wall-clock times. Otherwise, they are shown as ages in
  /// source time.
  func appendMarks(to list: inout ControlListBuilder<SensorsAction>, at now: Double, zoneSeconds: Int64) {
    guard !marks.isEmpty else { return }
    list.heading(label: "Marks")
    for mark in marks.suffix(Self.listedMarks) {
      var time: [UInt8] = []
      if let moment = microseconds(of: mark) {
        if let recorded = playback.recordedMicroseconds(at: moment) {
          let zone = source?.flags.contains(.zoneless) == true ? 0 : zoneSeconds * 1_000_000
          time = TimeText.clock(microseconds: Int64(saturating: recorded) + zone)
        } else {
          time = Texts.behind(microseconds: Int64(saturating: now - moment))
        }
      }
      list.words(.editMark(mark.mark), label: time, text: mark.text)
    }
  }

  /// Appends the playback controls, a button that takes control of the source, and the source's details.
  ///
  /// The position slider is omitted if the position is unknown.
  func appendPlayback(to list: inout ControlListBuilder<SensorsAction>, positionSeconds seconds: Double?) {
    guard let source else { return }
    if let steering, steering.state == .another, !steering.isViewOnly {
      list.button(.takeControl, label: "Another screen steers. Take control")
    }
    if source.isRecording, !source.isFolder {
      list.choices(
        .setPlaybackSpeed, label: "Playback speed", options: Self.speeds.map { Self.speedName($0) },
        selected: playback.newest.flatMap { map in Self.speeds.firstIndex { $0 == map.speed } }, style: .lines
      )
      if let seconds {
        list.slider(
          .seek, label: "Position", fraction: Float(seconds / Swift.max(1e-9, source.recordingSeconds)),
          text: TimeText.clock(microseconds: Int64(saturating: seconds * 1e6)))
      }
    }
    if entries.count > 1 {
      list.choices(
        .chooseSource, label: "Source", options: entries.map { $0.source.name }, selected: index,
        style: .names)
    }
    list.fact(label: "Source", text: source.name)
    if !source.detail.isEmpty { list.fact(label: "Made of", text: source.detail) }
    if !source.isFolder { list.fact(label: "Streams", text: Self.rates(of: source)) }
  }

  private static func speedName(_ speed: Double) -> [UInt8] {
    speed > 0 ? TextWriter("\(speed, decimals: 0)\u{00D7}").bytes : Texts.bytes("Stop")
  }

  /// Returns the stream counts by rate, such as "12 at 1000 Hz, 1 at 25 Hz".
  private static func rates(of source: StreamSource) -> [UInt8] {
    var text = TextWriter()
    for (index, group) in source.groups.enumerated() {
      let step = Swift.max(0.001, group.rateHertz / 1000)
      let rate = FrequencyText.bytes(hertz: group.rateHertz, stepHertz: step)
      text.append(bytes: TextWriter("\(index > 0 ? ", " : "")\(group.channels.count) at \(rate)").bytes)
    }
    return text.bytes
  }
}
