import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// The contents of the drawer, a panel of controls for the view, the receiver and the source.
struct Drawer {
  /// The limits within which the visible band can be moved.
  let range: BandRange
  /// The display gain of the level axis in decibels.
  let gainDecibels: Double
  /// Whether the maximum hold is on.
  let isHolding: Bool
  /// The time from the top of a waterfall to its bottom, in seconds.
  let periodSeconds: Double
  /// The playback speed, if the source is a recording.
  let speed: Double?
  /// Whether playback is faster or slower than the recording.
  let isTimeStretched: Bool
  /// The playback position in a recording, from 0 to 1.
  let position: Double?
  /// The control state of the source; nil if the server has not reported it.
  let steering: Steering?
  /// The available sources.
  let sources: Sources
  /// The settings of the receivers.
  let receiver: ReceiverControls

  private var isViewOnly: Bool { steering?.isViewOnly ?? false }

  /// Appends the drawer's contents to a list of controls.
  func append(to list: inout ControlListBuilder<SpectrumAction>, on plot: Plot) {
    let mode = plot.mode
    appendBand(to: &list, on: plot)
    if mode != .meter { appendGain(to: &list) }
    switch mode {
    case .spectrum, .nothing:
      list.toggle(.holdMaximum, label: "Max hold", isOn: isHolding)
      if isHolding { list.button(.resetHold, label: "Reset max hold") }
    case .waterfall:
      list.choices(
        .setPeriod, label: isTimeStretched ? "Show the last (of playback)" : "Show the last",
        options: TimeView.periods.map { TimeText.duration(seconds: $0) },
        selected: TimeView.periods.firstIndex { ($0 - periodSeconds).magnitude < 0.01 * $0 })
    case .meter: break
    }
    if let source = sources.shown {
      if !isViewOnly { appendReceiver(of: source.source, to: &list) }
      appendSource(source, to: &list, on: plot)
    }
    list.gestures(label: "With your fingers", gestures(in: mode))
  }

  private func appendGain(to list: inout ControlListBuilder<SpectrumAction>) {
    let decimals = (gainDecibels - gainDecibels.rounded()).magnitude < 0.05 ? 0 : 1
    let text = Texts.bytes(gainDecibels >= 0.05 ? "+" : "") + Texts.number(gainDecibels, decimals: decimals)
    list.field(.setDisplayGain, label: "Display gain, for weaker signals", text: text, unit: "dB")
    list.button(.fitLevels, label: "Fit levels")
  }

  private func appendBand(to list: inout ControlListBuilder<SpectrumAction>, on plot: Plot) {
    let band = plot.band
    let track = range.track(with: band)
    let prefix = plot.frequencyUnit(forHertz: band.high)
    let step = Swift.min(range.stepHertz, 1e4)
    let decimals = Swift.max(2, Swift.min(6, FrequencyText.decimals(stepHertz: step, factor: prefix.factor)))
    let low = Texts.number(band.low / prefix.factor, decimals: decimals)
    let high = Texts.number(band.high / prefix.factor, decimals: decimals)
    list.range(
      .setBand, label: "Frequency", low: Float((band.low - track.low) / track.width),
      high: Float((band.high - track.low) / track.width),
      lowText: plot.frequencyText(band.low, stepHertz: step),
      highText: plot.frequencyText(band.high, stepHertz: step))
    list.field(.setLowFrequency, label: "from", text: low, unit: prefix.unit)
    list.field(.setHighFrequency, label: "to", text: high, unit: prefix.unit)
    let center = Texts.number((band.low + band.high) / 2 / prefix.factor, decimals: decimals)
    let span = Texts.number(band.width / prefix.factor, decimals: decimals)
    list.field(.setCenter, label: "centre", text: center, unit: prefix.unit)
    list.field(.setSpan, label: "span", text: span, unit: prefix.unit)
  }

  private func appendReceiver(of source: UInt16, to list: inout ControlListBuilder<SpectrumAction>) {
    let controls = receiver.controls(of: source)
    if !controls.isEmpty { list.heading(label: "Receiver") }
    for control in controls {
      var text = TextWriter()
      var kind = ControlList.Kind.slider
      switch control.kind {
      case .toggle: kind = .toggle
      case .choice: text.append(bytes: control.texts[Int(saturating: control.value)])
      case .number:
        kind = .field
        text.append(control.value, decimals: control.step == control.step.rounded() ? 0 : 1)
      }
      let action = SpectrumAction.adjustReceiver(source: source, setting: control.id)
      list.setting(
        kind, action, label: receiver.confirming == action ? control.texts[0] : control.name,
        isOn: control.value != 0,
        fraction: Float((control.value - control.low) / Swift.max(1, control.high - control.low)),
        text: text.bytes, unit: control.texts[0])
    }
  }

  private func appendSource(
    _ source: SourceInfo, to list: inout ControlListBuilder<SpectrumAction>, on plot: Plot
  ) {
    if let steering, steering.cannotControl || steering.viewers > 1 {
      let viewers = Texts.number(Double(steering.viewers), decimals: 0, unit: "watching")
      list.fact(
        label: "Control", text: Texts.bytes(steererText(steering)) + Texts.bytes(" \u{00B7} ") + viewers)
    }
    if steering?.cannotControl == true {
      if !isViewOnly { list.button(.takeControl, label: "Take control") }
    } else if source.flags.contains(.recording) {
      appendPlayback(of: source, to: &list, on: plot)
    }
    if sources.all.count > 1 {
      list.choices(
        .chooseSource, label: "Source", options: sources.all.map { $0.name },
        selected: sources.index, style: .lines)
    }
    list.fact(label: "Source", text: source.name)
    if !source.detail.isEmpty { list.fact(label: "Made of", text: source.detail) }
    list.fact(label: "Levels", text: Texts.bytes(Texts.meaning(source.unit)))
    list.fact(
      label: "Resolution bandwidth",
      text: plot.frequencyText(source.rbwHertz, stepHertz: source.rbwHertz / 100))
  }

  private func steererText(_ steering: Steering) -> StaticString {
    if steering.isViewOnly { return "This device was paired to look only" }
    switch steering.state {
    case .free: return "Nobody steers"
    case .you: return "This screen steers"
    case .another: return "Another screen steers"
    }
  }

  private func appendPlayback(
    of source: SourceInfo, to list: inout ControlListBuilder<SpectrumAction>, on plot: Plot
  ) {
    let options = Playback.speeds.map {
      $0 > 0 ? Texts.number($0, decimals: 0) + Texts.bytes("\u{00D7}") : Texts.bytes("Stop")
    }
    list.choices(
      .setSpeed, label: "Playback speed", options: options,
      selected: speed.flatMap { speed in Playback.speeds.firstIndex { $0 == speed } })
    guard source.durationSeconds > 0, let position else { return }
    let moment = source.startMicroseconds.saturatingAdding(
      Int64(saturating: position * source.durationSeconds * 1e6))
    list.slider(.seek, label: "Position", fraction: Float(position), text: plot.clockText(moment))
  }

  private func gestures(in mode: ViewMode) -> [(StaticString, StaticString)] {
    switch mode {
    case .waterfall:
      [
        ("Drag sideways", "move the band"), ("Drag up", "look back in time"),
        ("Pinch sideways", "zoom the band"),
        ("Pinch upright", "longer or shorter time"), ("Tap", "freeze, and back to now"),
        ("Hold", "marker: frequency, level, time"), ("Double-tap", "whole view"),
      ]
    case .meter:
      [
        ("Tap", "freeze, and back to now"), ("Drag up or down", "move the scale"),
        ("Pinch", "stretch the scale"),
      ]
    case .spectrum, .nothing:
      [
        ("Drag sideways", "move the band"), ("Drag up or down", "reference level"),
        ("Pinch sideways", "zoom the band"),
        ("Pinch upright", "display gain: see weaker signals"), ("Tap", "freeze, and back to now"),
        ("Hold", "marker: frequency and level"), ("Double-tap", "whole view"),
      ]
    }
  }
}
