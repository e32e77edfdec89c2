import WaveDisplay
import WaveInteraction
import WaveSpectrumWire
import WaveUnits

/// Creates the pictures from the parts of the model.
extension SpectrumModel {
  /// The data shared by all drawing code.
  @inline(never)
  var plot: Plot {
    let source = source
    return Plot(
      screen: screen, theme: theme, advances: advances, mode: mode, band: band,
      zoneSeconds: shell.appearance.zoneSeconds, unit: source?.unit, flags: source?.flags ?? [],
      rbwHertz: source?.rbwHertz ?? 1, rowSeconds: source?.rowSeconds ?? 0,
      span: source?.span ?? RecordedSpan(startMicroseconds: 0, durationSeconds: 0))
  }

  /// Returns the layout of the recording's annotations.
  @inline(never)
  func annotations(on plot: Plot, at now: Int64) -> AnnotationLayout {
    AnnotationLayout(
      reports.marks(of: sources.number), maps: playback.maps(of: sources.number), on: plot,
      axis: timeAxis(at: now), rowMicroseconds: reception.trace?.startMicroseconds)
  }

  /// Returns the picture of the spectrum.
  func spectrumPicture(on plot: Plot, at now: Int64) -> SpectrumPicture {
    SpectrumPicture(
      levels: levels, trace: reception.trace, artefacts: artefacts,
      annotations: annotations(on: plot, at: now))
  }

  /// Returns the picture of the waterfall.
  func waterfallPicture(on plot: Plot, at now: Int64) -> WaterfallPicture {
    WaterfallPicture(
      axis: timeAxis(at: now), present: time.present(at: moment(at: now)), isPaused: isPaused,
      isStretched: isTimeStretched, playback: playback, source: sources.number, levels: levels,
      artefacts: artefacts, annotations: annotations(on: plot, at: now))
  }

  /// The level at the marker in decibels; nil if there is no marker or no data.
  @inline(never)
  var markerDecibels: Double? {
    guard let marker else { return nil }
    guard mode == .waterfall else { return reception.trace?.decibels(atHertz: marker.hertz) }
    return waterfall.store.decibels(atHertz: marker.hertz, microseconds: marker.microseconds)
  }

  /// Returns the layout of the marker with its frequency, level and time and, in the waterfall, its age; nil
  /// if there is no marker.
  @inline(never)
  func markerReading(on plot: Plot, at now: Int64) -> MarkerReading? {
    guard let marker else { return nil }
    let decibels = markerDecibels
    let level = decibels.map { Texts.level($0, unit: plot.unit ?? .relative) }
    var lines = [
      plot.frequencyText(marker.hertz, stepHertz: plot.readoutStepHertz), level ?? Texts.bytes("no data"),
    ]
    let isWaterfall = mode == .waterfall
    let moment = isWaterfall ? marker.microseconds : reception.trace?.startMicroseconds ?? serverTime(now)
    let recorded = playback.recordedMicroseconds(at: moment, of: sources.number)
    if let recorded { lines.append(plot.clockText(recorded)) }
    if isWaterfall, recorded == nil || !isTimeStretched {
      let age = Double(time.present(at: self.moment(at: now)) - moment) / 1e6
      lines.append(TimeText.ago(seconds: age.rounded()) + Texts.bytes(isPaused ? " earlier" : " ago"))
    }
    let y =
      isWaterfall
      ? timeAxis(at: now).pixel(ofServerTime: marker.microseconds)
      : decibels.map { levels.fraction(ofLevel: $0) * screen.plot.height }
    return MarkerReading(lines, x: plot.pixel(ofHertz: marker.hertz), y: y, on: plot)
  }
}
