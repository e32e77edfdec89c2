package import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

extension SpectrumModel {
  /// The text for a screen reader.
  func readingText(isComing: Bool) -> [UInt8] {
    var text = TextWriter()
    text.append(
      !link.isAnswering
        ? "No connection"
        : isPaused ? "Paused" : speed != nil ? "Playing" : isComing ? "Live" : "No data")
    if mode == .meter, let level = meter.millibels {
      text.append(", ")
      text.append(bytes: Texts.level(Double(level) / 100, unit: source?.unit ?? .relative))
    } else if let marker, mode != .meter {
      text.append(", marker at ")
      text.append(bytes: plot.frequencyText(marker.hertz, stepHertz: plot.readoutStepHertz))
      if let level = markerDecibels {
        text.append(", ")
        text.append(bytes: Texts.level(level, unit: source?.unit ?? .relative))
      }
    }
    return text.bytes
  }

  package var hint: [UInt8] {
    switch mode {
    case .waterfall:
      Texts.bytes(
        "Drag up to look back \u{00B7} pinch to zoom \u{00B7} tap to freeze \u{00B7} hold for a marker")
    case .meter: Texts.bytes("Tap to freeze \u{00B7} drag to move the scale \u{00B7} more at \u{2039}")
    case .spectrum, .nothing:
      Texts.bytes(
        """
        Drag to move \u{00B7} pinch to zoom \u{00B7} tap to freeze \u{00B7} hold for a marker \u{00B7} more \
        at \u{2039}
        """
      )
    }
  }

  package var hasContent: Bool { sources.hasShown }

  package var waitingText: StaticString { "waiting for a source" }

  /// The moment that the chip's clock shows: that of the newest row to be seen.
  private var chipMoment: Int64 {
    mode == .waterfall ? waterfallTop(at: texts.chipMicroseconds) : serverTime(texts.chipMicroseconds)
  }

  /// Appends the chip of a source that answers.
  func appendChipText(to list: inout ControlListBuilder<SpectrumAction>, at now: Int64) {
    guard let source else { return }
    var quiet = TextWriter()
    if source.flags.contains(.simulated) { quiet.append("simulated") }
    if source.flags.contains(.microphone) { quiet.append("microphone, uncalibrated") }
    if isPaused {
      if !quiet.bytes.isEmpty { quiet.append(" \u{00B7} ") }
      if source.flags.contains(.recording), let recorded = recordedMicroseconds(at: chipMoment) {
        quiet.append(bytes: plot.clockText(recorded))
        quiet.append(" \u{00B7} ")
      }
      quiet.append("tap to go on")
      return list.chip(.paused, strong: Texts.bytes("Paused"), quiet: quiet.bytes)
    }
    if mode == .waterfall, offsetMicroseconds > 0 {
      var strong = TextWriter()
      strong.append(Double(offsetMicroseconds) / 1e6, decimals: 1)
      strong.append(" s ago")
      return list.chip(.behind, strong: strong.bytes, quiet: Texts.bytes("back to now"))
    }
    appendState(to: &quiet, source: source, at: now)
    if let speed {
      var strong = TextWriter()
      strong.append("Playing")
      if speed == 0 {
        strong = TextWriter()
        strong.append("Playback stopped")
      } else if speed != 1 {
        strong.append(" ")
        strong.append(speed, decimals: speed == speed.rounded() ? 0 : 2)
        strong.append("\u{00D7}")
      }
      return list.chip(speed == 0 ? .paused : .live, strong: strong.bytes, quiet: quiet.bytes)
    }
    switch reception.watch.state(at: now) {
    case .waiting:
      if !quiet.bytes.isEmpty { quiet.append(" \u{00B7} ") }
      quiet.append("no data yet")
      list.chip(.behind, strong: Texts.bytes("Waiting"), quiet: quiet.bytes)
    case .stale(let seconds):
      if !quiet.bytes.isEmpty { quiet.append(" \u{00B7} ") }
      quiet.append("last data ")
      quiet.append(bytes: TimeText.ago(seconds: Double(seconds)))
      quiet.append(" ago")
      list.chip(.stale, strong: Texts.bytes("No data"), quiet: quiet.bytes)
    case .coming: list.chip(.live, strong: Texts.bytes("Live"), quiet: quiet.bytes)
    }
  }

  private func appendState(to quiet: inout TextWriter, source: SourceInfo, at now: Int64) {
    func separate(_ text: inout TextWriter) { if !text.bytes.isEmpty { text.append(" \u{00B7} ") } }
    if isSteeredByAnother {
      separate(&quiet)
      quiet.append(isViewOnly ? "looking only" : "another screen steers")
    }
    if source.flags.contains(.recording), let recorded = recordedMicroseconds(at: chipMoment) {
      separate(&quiet)
      quiet.append(bytes: plot.clockText(recorded))
    } else if let latency = shell.latency.shownMicroseconds, mode != .waterfall,
      !source.flags.contains(.recording),
      reception.watch.state(at: now) == .coming
    {
      separate(&quiet)
      quiet.append(Swift.max(0, latency / 1000), decimals: 0)
      quiet.append(" ms")
    }
    let losses = reception.losses
    if losses.shownLost > 0 {
      separate(&quiet)
      quiet.append("lost ")
      quiet.append(integer: Int64(clamping: losses.shownLost))
      quiet.append(losses.shownLost == 1 ? " row" : " rows")
    }
    if mode == .waterfall, losses.isIncomplete(at: now) {
      separate(&quiet)
      quiet.append("rows lost in ")
      quiet.append(integer: Int64(clamping: losses.incomplete))
      quiet.append(losses.incomplete == 1 ? " line" : " lines")
    }
    if losses.isSkipping(at: now) {
      separate(&quiet)
      quiet.append("cannot keep up: skipped ")
      quiet.append(integer: Int64(clamping: losses.shownSkipped))
    }
    if mode == .spectrum, losses.isSlowed(at: now) {
      separate(&quiet)
      quiet.append(1e6 / losses.slowedMicroseconds, decimals: 0)
      quiet.append(" rows/s")
    }
    if losses.isClipping(at: now) {
      separate(&quiet)
      quiet.append("clipping")
    }
  }

  package func appendDrawer(to list: inout ControlListBuilder<SpectrumAction>, at now: Int64) {
    let selected = mode == .waterfall ? 1 : mode == .meter ? 2 : 0
    list.segments(
      .chooseView, label: "View", options: ["Spectrum", "Waterfall", "Meter"], selected: selected)
    appendBand(to: &list)
    switch mode {
    case .spectrum, .nothing:
      appendGain(to: &list)
      list.toggle(.holdMaximum, label: "Hold the maximum", isOn: isHolding)
    case .waterfall:
      appendGain(to: &list)
      let selected = TimeView.periods.firstIndex { ($0 - periodSeconds).magnitude < 0.01 * $0 }
      list.choices(
        .setPeriod, label: isTimeStretched ? "Show the last (of playback)" : "Show the last",
        options: TimeView.periods.map { TimeText.duration(seconds: $0) },
        selected: selected)
    case .meter: break
    }
    appendReceiver(to: &list)
    appendSource(to: &list, at: now)
    list.gestures(label: "With your fingers", gestureRows)
  }

  private func appendGain(to list: inout ControlListBuilder<SpectrumAction>) {
    var gain = TextWriter()
    let value = displayGainDecibels
    if value >= 0.05 { gain.append("+") }
    gain.append(value, decimals: (value - value.rounded()).magnitude < 0.05 ? 0 : 1)
    list.field(.setDisplayGain, label: "Display gain, for weaker signals", text: gain.bytes, unit: "dB")
  }

  private func appendBand(to list: inout ControlListBuilder<SpectrumAction>) {
    let range = range
    let track = range.track(with: band)
    let plot = plot
    let prefix = plot.frequencyUnit(forHertz: band.high)
    let step = Swift.min(range.stepHertz, 1e4)
    let decimals = Swift.max(2, Swift.min(6, FrequencyText.decimals(stepHertz: step, factor: prefix.factor)))
    var low = TextWriter()
    low.append(band.low / prefix.factor, decimals: decimals)
    var high = TextWriter()
    high.append(band.high / prefix.factor, decimals: decimals)
    list.range(
      .setBand, label: "Frequency", low: Float((band.low - track.low) / track.width),
      high: Float((band.high - track.low) / track.width),
      lowText: plot.frequencyText(band.low, stepHertz: step),
      highText: plot.frequencyText(band.high, stepHertz: step))
    list.field(.setLowFrequency, label: "from", text: low.bytes, unit: prefix.unit)
    list.field(.setHighFrequency, label: "to", text: high.bytes, unit: prefix.unit)
  }

  private func appendSource(to list: inout ControlListBuilder<SpectrumAction>, at now: Int64) {
    guard let source else { return }
    let steers = steeringText
    if !steers.isEmpty { list.fact(label: "Control", text: steers) }
    if isSteeredByAnother {
      if !isViewOnly { list.button(.takeControl, label: "Take control") }
    } else if source.flags.contains(.recording) {
      let options: [[UInt8]] = Playback.speeds.map { speed in
        guard speed > 0 else { return Texts.bytes("Stop") }
        var text = TextWriter()
        text.append(speed, decimals: 0)
        text.append("\u{00D7}")
        return text.bytes
      }
      list.choices(
        .setSpeed, label: "Playback speed", options: options,
        selected: speed.flatMap { speed in Playback.speeds.firstIndex { $0 == speed } })
      if source.durationSeconds > 0, let fraction = positionFraction(at: texts.chipMicroseconds) {
        let moment = source.startMicroseconds.saturatingAdding(
          Int64(saturating: fraction * source.durationSeconds * 1e6))
        list.slider(
          .seek, label: "Position", fraction: Float(fraction),
          text: plot.clockText(moment))
      }
    }
    if sources.all.count > 1 {
      list.choices(
        .chooseSource, label: "Source", options: sources.all.map { $0.name }, selected: sources.index,
        style: .lines)
    }
    list.fact(label: "Source", text: source.name)
    if !source.detail.isEmpty { list.fact(label: "Made of", text: source.detail) }
    list.fact(label: "Levels", text: Texts.bytes(Texts.meaning(source.unit)))
    var resolution = TextWriter()
    resolution.append(bytes: plot.frequencyText(source.rbwHertz, stepHertz: source.rbwHertz / 100))
    list.fact(label: "Resolution bandwidth", text: resolution.bytes)
  }

  private var gestureRows: [(StaticString, StaticString)] {
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
