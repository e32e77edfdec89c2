import WaveInteraction
import WaveSpectrumWire
import WaveUnits
import WaveWire

extension SpectrumModel {
  /// Where the band may lie.
  @inline(never)
  var range: BandRange { BandRange(source, isSteeredByAnother: isSteeredByAnother) }

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

  /// Levels before any display gain.
  @inline(never)
  var baseLevels: LevelWindow { LevelWindow(source) }

  /// Decibels by which the level axis is magnified; the samples asked for stay the same.
  public var displayGainDecibels: Double { baseLevels.gainDecibels(of: levels) }

  /// The slots that the screen shows, and one above, for what is about to come in.
  @inline(never)
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
  var chipMoment: Int64 { mode == .waterfall ? waterfallTop(at: lastChip) : serverTime(lastChip) }

  /// Playback speed now, if the source is a recording.
  var speed: Double? {
    guard let source, source.flags.contains(.recording) else { return nil }
    return timeMaps.last?.speed
  }
}
