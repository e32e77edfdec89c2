package import WaveInteraction
import WaveSensorsWire
import WaveUnits
import WaveWire

extension SensorsModel {
  /// A source without streams describes what it is waiting for.
  package var persistentHint: [UInt8] {
    testbed == nil && source?.groups.isEmpty == true ? source?.detail ?? [] : []
  }

  package func appendOffers(to list: inout ControlListBuilder<SensorsAction>) {
    appendTestbedAction(to: &list)
  }

  /// What a screen reader says: once for each state, not for each sample.
  package mutating func newReading(at now: Int64) -> [UInt8]? {
    let key = ReadingKey(
      source: sourceIndex, state: stateText(at: now), layout: layout, isTesting: testbed?.isRunning == true)
    guard key != readingKey, let source else { return nil }
    readingKey = key
    var text = TextWriter()
    text.append(bytes: key.state)
    text.append(", ")
    text.append(integer: order.count)
    text.append(" streams of ")
    text.append(bytes: source.name)
    appendTestbedReading(to: &text)
    return text.bytes
  }

  package var hint: [UInt8] {
    testbed != nil
      ? testbedHint
      : layout == .paper
        ? Texts.bytes(
          """
          Tap to hold still \u{00B7} drag to look back \u{00B7} hold to mark \u{00B7} calipers and more at \
          \u{2039}
          """
        )
        : Texts.bytes(
          """
          Tap to hold still \u{00B7} drag to look back \u{00B7} pinch to zoom \u{00B7} hold to mark \u{00B7} \
          more at \u{2039}
          """
        )
  }

  package func appendDrawer(to list: inout ControlListBuilder<SensorsAction>, at now: Int64) {
    guard testbed == nil else { return appendTestbedDrawer(to: &list) }
    appendRecordings(to: &list)
    guard !isShelf else { return appendSource(to: &list, at: now) }
    let choices = layoutChoices
    list.segments(
      .setLayout, label: "View",
      options: choices.map { Self.name(of: $0) },
      selected: choices.firstIndex(of: layout) ?? 0)
    if layout == .paper {
      appendPaper(to: &list)
    } else {
      list.segments(
        .setMotion, label: "Motion", options: ["Sweep", "Scroll", "Trigger"],
        selected: Int(motion.rawValue))
      if motion == .trigger { appendTrigger(to: &list) }
      list.choices(
        .setWindow, label: "Show the last",
        options: Self.windows.map { TimeText.duration(seconds: $0) },
        selected: Self.windows.firstIndex { ($0 - windowSeconds).magnitude < 0.01 * $0 })
    }
    list.toggle(.measure, label: "Measure with two fingers", isOn: isMeasuring)
    if layout == .lanes {
      list.toggle(.showAlarms, label: "Alarm bands, dragged at the left", isOn: hasAlarms)
      list.toggle(
        .fitLanes, label: "Fit lanes to their data", isOn: scales.allSatisfy { $0.isAutomatic })
      list.toggle(.linkLanes, label: "Scale one unit together", isOn: isLinked)
    }
    appendSettings(to: &list)
    appendSpectrum(to: &list)
    appendMixtures(to: &list)
    appendMarks(to: &list, at: now)
    appendSource(to: &list, at: now)
    if layout != .paper, order.count > 1 { appendStreams(to: &list) }
    list.gestures(label: "With your fingers", gestureRows)
  }

  private static func name(of layout: Layout) -> StaticString {
    switch layout {
    case .lanes: "Lanes"
    case .overlaid: "Together"
    case .paper: "ECG"
    case .xy: "X-Y"
    }
  }

  /// The level is dragged at the left edge of its lane.
  private func appendTrigger(to list: inout ControlListBuilder<SensorsAction>) {
    list.segments(
      .setSlope, label: "Slope", options: ["Rising", "Falling"], selected: trigger.isFalling ? 1 : 0)
    list.choices(
      .setHoldOff, label: "Hold-off", options: Self.holdOffs.map { TimeText.duration(seconds: $0) },
      selected: Self.holdOffs.firstIndex { $0 == trigger.holdOffSeconds })
  }

  private func appendPaper(to list: inout ControlListBuilder<SensorsAction>) {
    list.segments(
      .setPaperForm, label: "Leads", options: ["3 \u{00D7} 4 + II", "6 \u{00D7} 2", "12 \u{00D7} 1"],
      selected: Int(paper.form.rawValue))
    list.segments(
      .setPaperSpeed, label: "Paper speed", options: ["25 mm/s", "50 mm/s"],
      selected: place(of: paper.speed, in: PaperSettings.speeds))
    list.segments(
      .setPaperGain, label: "Gain", options: ["5 mm/mV", "10 mm/mV", "20 mm/mV"],
      selected: place(of: paper.gain, in: PaperSettings.gains))
    list.toggle(.fitCard, label: "True millimetres, by a bank card", isOn: isFittingCard)
  }

  /// The source's own controls: filters, for instance.
  private func appendSettings(to list: inout ControlListBuilder<SensorsAction>) {
    for control in sourceControls {
      let action = SensorsAction.adjust(control: control.id)
      switch control.kind {
      case .choice where control.id == Self.pickControl: break
      case .toggle:
        list.setting(
          .toggle, action, label: control.name, isOn: control.value != 0, fraction: 0, text: [], unit: [])
      case .choice:
        list.setting(
          .slider, action, label: control.name, isOn: false,
          fraction: Float((control.value - control.low) / Swift.max(1, control.high - control.low)),
          text: control.texts[Int(saturating: control.value)], unit: [])
      case .number:
        var text = TextWriter()
        text.append(control.value, decimals: control.step == control.step.rounded() ? 0 : 1)
        text.append(" ")
        text.append(bytes: control.texts[0])
        // What cannot be set is told.
        list.setting(
          control.low < control.high ? .slider : .fact, action, label: control.name, isOn: false,
          fraction: Float((control.value - control.low) / Swift.max(1e-9, control.high - control.low)),
          text: text.bytes, unit: control.texts[0])
      }
    }
  }

  /// Marks: their names can be written, and an empty one takes the mark away.
  private func appendMarks(to list: inout ControlListBuilder<SensorsAction>, at now: Int64) {
    guard !marks.isEmpty else { return }
    list.heading(label: "Marks")
    for mark in marks.suffix(Self.listedMarks) {
      var time = TextWriter()
      if let moment = microseconds(of: mark) {
        if let recorded = recordedMicroseconds(at: moment) {
          time.append(bytes: TimeText.clock(microseconds: recorded + zone))
        } else {
          time.append(bytes: Texts.behind(microseconds: Int64(saturating: sourceTime(now) - moment)))
        }
      }
      list.words(.editMark(mark.mark), label: time.bytes, text: mark.text)
    }
  }

  /// What is added to recorded time for the wall clock here.
  private var zone: Int64 {
    source?.flags.contains(.zoneless) == true ? 0 : shell.appearance.zoneSeconds * 1_000_000
  }

  private func appendStreams(to list: inout ControlListBuilder<SensorsAction>) {
    list.heading(label: "Streams")
    for channel in order.prefix(Self.listedStreams) where channel < Self.listedStreams {
      guard let info = channelInfo(channel) else { continue }
      list.setting(
        .toggle, .showStream(channel), label: info.label, isOn: !hidden.contains(channel),
        fraction: 0, text: [], unit: [])
    }
  }

  private func appendSource(to list: inout ControlListBuilder<SensorsAction>, at now: Int64) {
    guard let source else { return }
    let steering = allSteering.first { $0.source == source.source }
    if let steering, steering.state == .another, !steering.isViewOnly {
      list.button(.takeControl, label: "Another screen steers. Take control")
    }
    if source.flags.contains(.recording), !isShelf {
      list.choices(
        .setPlaybackSpeed, label: "Playback speed", options: Self.speeds.map { Self.speedName($0) },
        selected: timeMap.flatMap { map in
          Self.speeds.firstIndex { $0 == map.speed }
        }, style: .lines)
      if let seconds = seekFraction.map({ $0 * source.recordingSeconds }) ?? positionSeconds(at: lastChip) {
        list.slider(
          .seek, label: "Position",
          fraction: Float(seconds / Swift.max(1e-9, source.recordingSeconds)),
          text: TimeText.clock(microseconds: Int64(saturating: seconds * 1e6)))
      }
    }
    if sources.count > 1 {
      list.choices(.chooseSource, label: "Source", options: sources.map { $0.name }, selected: sourceIndex)
    }
    list.fact(label: "Source", text: source.name)
    if !source.detail.isEmpty { list.fact(label: "Made of", text: source.detail) }
    if !isShelf { list.fact(label: "Streams", text: ratesText(source)) }
    if let readings { list.fact(label: "Samples", text: Self.countsText(readings)) }
    if let roundTrip = link.clock.roundTripMicroseconds {
      var text = TextWriter()
      if let ahead = serverAheadMicroseconds {
        text.append("server\u{2019}s ")
        text.append(bytes: Texts.clockDifference(microseconds: ahead.magnitude))
        text.append(ahead < -500 ? " behind this device\u{2019}s, " : " ahead of this device\u{2019}s, ")
      }
      text.append("known within \u{00B1}")
      text.append(Double(roundTrip) / 2000, decimals: roundTrip < 20_000 ? 1 : 0)
      text.append(" ms")
      list.fact(label: "Clock", text: text.bytes)
    }
    if layout == .paper {
      list.fact(
        label: "Paper",
        text: Texts.bytes(
          paper.isCalibrated
            ? """
            Not a medical device. Millimetres by a bank card on this screen. A high-pass above 0.05 Hz \
            distorts the ST segment.
            """
            : """
            Not a medical device. Millimetres are right where a point is 1/96 inch. A high-pass above 0.05 \
            Hz distorts the ST segment.
            """
        ))
    }
  }

  private static func speedName(_ speed: Double) -> [UInt8] {
    guard speed > 0 else { return Texts.bytes("Stop") }
    var text = TextWriter()
    text.append(speed, decimals: 0)
    text.append("\u{00D7}")
    return text.bytes
  }

  /// "12 at 1000 Hz, 1 at 25 Hz".
  private func ratesText(_ source: StreamSource) -> [UInt8] {
    var text = TextWriter()
    for (index, group) in source.groups.enumerated() {
      if index > 0 { text.append(", ") }
      text.append(integer: group.channels.count)
      text.append(" at ")
      text.append(
        bytes: FrequencyText.bytes(
          hertz: group.rateHertz, stepHertz: Swift.max(0.001, group.rateHertz / 1000)))
    }
    return text.bytes
  }

  private static func countsText(_ readings: StreamReadings) -> [UInt8] {
    var text = TextWriter()
    text.append(integer: Int64(clamping: readings.receivedCount))
    text.append(" came, ")
    text.append(integer: Int64(clamping: readings.missingCount))
    text.append(" missing")
    return text.bytes
  }

  private var gestureRows: [(StaticString, StaticString)] {
    if layout == .paper {
      return [
        ("Tap", "hold still, and go on from there"), ("Drag sideways", "look back in time"),
        ("Drag a lead up or down", "move it"), ("Pinch", "next speed or gain"), ("Hold", "set a mark"),
        ("Double-tap", "whole view, now"),
      ]
    }
    return [
      ("Tap", "hold still, and go on from there"), ("Drag sideways", "look back in time"),
      ("Drag a lane up or down", "move its values"), ("Pinch sideways", "longer or shorter time"),
      ("Pinch upright", "scale the lane"), ("Drag a name", "another order"), ("Hold", "set a mark"),
      ("Double-tap", "whole view, now"),
    ]
  }
}
