import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

extension SpectrumModel {
  /// Where the band may lie: what is acquired, or what the receiver can be tuned to from this screen.
  @inline(never)
  var limits: Band {
    guard let source else { return Band(low: 0, high: 1) }
    if source.flags.contains(.tunable), !isSteeredByAnother, source.tuneHighHertz > source.tuneLowHertz {
      return Band(low: source.tuneLowHertz, high: source.tuneHighHertz)
    }
    return acquired
  }

  /// The unit that suits a frequency: of samples whose rate is unknown, a part of the rate.
  @inline(never)
  func frequencyUnit(forHertz hertz: Double) -> FrequencyText.Prefix {
    source?.flags.contains(.rateUnknown) == true
      ? FrequencyText.Prefix(factor: 1e6, unit: "\u{00D7} rate") : FrequencyText.prefix(forHertz: hertz)
  }

  /// A frequency with its unit, resolved to a step.
  @inline(never)
  func frequencyText(_ hertz: Double, stepHertz: Double) -> [UInt8] {
    FrequencyText.bytes(hertz: hertz, stepHertz: stepHertz, prefix: frequencyUnit(forHertz: hertz))
  }

  /// What is acquired now.
  var acquired: Band {
    guard let source, source.highHertz > source.lowHertz else { return Band(low: 0, high: 1) }
    return Band(low: source.lowHertz, high: source.highHertz)
  }

  /// The narrowest band worth showing: eight resolution bandwidths, or all there is.
  var minimumWidth: Double { Swift.min(limits.width, Swift.max(1, 8 * (source?.rbwHertz ?? 1))) }

  /// Levels before any display gain.
  @inline(never)
  var baseLevels: LevelWindow {
    guard let source else { return LevelWindow(top: 0, span: 100) }
    return LevelWindow(
      top: Double(source.levelHigh), span: Swift.max(10, Double(source.levelHigh - source.levelLow)))
  }

  /// Levels of the meter before any change: a band holds the power of many bins.
  var baseMeterLevels: LevelWindow {
    let base = baseLevels
    return LevelWindow(top: base.top + 20, span: base.span + 20)
  }

  /// Decibels by which the level axis is magnified; the samples asked for stay the same.
  public var displayGainDecibels: Double { 20 * log10(baseLevels.span / levels.span) }

  /// Magnifies the level axis, the lower levels staying in view.
  mutating func setDisplayGain(_ decibels: Double) {
    let span = baseLevels.span / power10(Swift.max(-12, Swift.min(40, decibels)) / 20)
    levels = levels.scaled(by: span / levels.span, about: levels.bottom)
  }

  private func log10(_ value: Double) -> Double { Decibels.decibels(fromPower: value) / 10 }
  private func power10(_ value: Double) -> Double { Decibels.power(fromDecibels: value * 10) }

  /// The slots that the screen shows, and one above, for what is about to come in.
  func visibleSlots(at now: Int64) -> ClosedRange<Int64> { store.slots(of: timeAxis(at: now)) }

  /// What the server said of recorded time of the source on the screen.
  var timeMaps: [TimeMap] { allTimeMaps.filter { $0.source == source?.source } }

  /// Faults of the source on the screen.
  var artefacts: Artefacts? { allArtefacts.first { $0.source == source?.source } }

  /// Recorded time at a moment of server time, or nil where the server did not say.
  func recordedMicroseconds(at server: Int64) -> Int64? {
    guard let map = timeMaps.last(where: { $0.serverMicroseconds <= server }) else { return nil }
    let since = Double(server - map.serverMicroseconds) * map.speed
    guard since.magnitude < 9e18 else { return nil }
    return map.recordedMicroseconds &+ Int64(saturating: since)
  }

  /// Whether a second of playback is more or less than a second of the recording.
  var isTimeStretched: Bool { speed.map { $0 != 1 && $0 > 0 } ?? false }

  /// The moment that the chip's clock tells: that of the newest row to be seen.
  var chipMoment: Int64 { mode == .waterfall ? timeAxis(at: lastChip).top : serverTime(lastChip) }

  /// Playback speed now, if the source is a recording.
  var speed: Double? {
    guard let source, source.flags.contains(.recording) else { return nil }
    return timeMaps.last?.speed
  }
}
