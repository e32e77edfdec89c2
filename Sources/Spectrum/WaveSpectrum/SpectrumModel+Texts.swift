package import WaveInteraction
import WaveSpectrumWire

/// The text and controls around the plot.
extension SpectrumModel {
  package var hint: [UInt8] {
    switch mode {
    case .waterfall:
      Texts.bytes(
        "Drag up to look back \u{00B7} pinch to zoom \u{00B7} tap to freeze \u{00B7} hold for a marker"
      )
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

  package static var title: StaticString { "Spectrum" }

  package var shownName: [UInt8] { sources.shown?.name ?? [] }

  package var hasContent: Bool { sources.hasShown }

  package var waitingText: StaticString { "waiting for a source" }

  /// The text of the marker's frequency; nil if no marker is shown.
  var markerText: [UInt8]? {
    guard mode != .meter, let marker else { return nil }
    let plot = plot
    return plot.frequencyText(marker.hertz, stepHertz: plot.readoutStepHertz)
  }

  /// The text of the level at the marker or, in the meter view, of the power meter; nil if there is no level.
  var levelText: [UInt8]? {
    let decibels = mode == .meter ? meter.millibels.map { Double($0) / 100 } : markerDecibels
    return decibels.map { Texts.level($0, unit: sources.unit ?? .relative) }
  }

  /// The status chip.
  var chip: Chip {
    // The chip's clock shows the time of the newest visible row.
    let now = texts.chipMicroseconds
    let moment = mode == .waterfall ? timeAxis(at: now).top : serverTime(now)
    return Chip(
      isPaused: isPaused, offsetMicroseconds: mode == .waterfall ? offsetMicroseconds : 0, speed: speed,
      recordedMicroseconds: sources.isRecording
        ? playback.recordedMicroseconds(at: moment, of: sources.number) : nil,
      latencyMicroseconds: shell.latency.shownMicroseconds, losses: reception.losses,
      watch: reception.watch, steering: steering)
  }

  package var views: ViewOptions<SpectrumAction>? {
    ViewOptions(
      .chooseView, options: ["Spectrum", "Waterfall", "Meter"],
      selected: mode == .waterfall ? 1 : mode == .meter ? 2 : 0)
  }

  package var facts: [[UInt8]] {
    guard let source else { return [] }
    let plot = plot
    var facts = [plot.bandText]
    if source.rbwHertz > 0 {
      facts.append(
        Texts.bytes("RBW ") + plot.frequencyText(source.rbwHertz, stepHertz: source.rbwHertz / 100))
    }
    switch mode {
    case .waterfall: facts.append(Texts.bytes("peak"))
    case .meter: facts.append(Texts.bytes("mean power"))
    case .spectrum, .nothing: facts.append(Texts.bytes("peak over mean"))
    }
    return facts
  }

  package func appendDrawer(to list: inout ControlListBuilder<SpectrumAction>, at now: Int64) {
    let position = source.flatMap { playback.position(in: $0, at: serverTime(texts.chipMicroseconds)) }
    Drawer(
      range: range, gainDecibels: displayGainDecibels, isHolding: isHolding,
      periodSeconds: periodSeconds, speed: speed, isTimeStretched: isTimeStretched, position: position,
      steering: steering, sources: sources, receiver: receiver
    ).append(to: &list, on: plot)
  }
}
