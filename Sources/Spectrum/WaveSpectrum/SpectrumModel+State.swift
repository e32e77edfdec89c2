import WaveDisplay
import WaveInteraction
public import WaveSpectrumWire
import WaveUnits
import WaveWire

/// What the finger on the plot holds.
package enum Grab: Equatable, Sendable { case plot, marker, legend }

extension SpectrumModel {
  /// What is shown.
  public var mode: ViewMode { choice.mode }
  /// Whether the maximum is held.
  public var isHolding: Bool { choice.isHolding }
  /// Frequencies from the left edge to the right one.
  public var band: Band { bandView.band }
  /// Levels from the top edge to the bottom one; colours of the waterfall too.
  public var levels: LevelWindow { levelView.levels }
  /// Levels of the meter's bar.
  public var meterLevels: LevelWindow { levelView.meterLevels }
  /// Decibels by which the level axis is magnified; the samples asked for stay the same.
  public var displayGainDecibels: Double { baseLevels.gainDecibels(of: levels) }
  /// Seconds from the top of the waterfall to its bottom.
  public var periodSeconds: Double { time.periodSeconds }
  /// How far back the waterfall's top is held, in microseconds.
  public var offsetMicroseconds: Int64 { time.offsetMicroseconds }
  /// Whether the picture stands still at the user's wish.
  public var isPaused: Bool { time.isPaused }
  /// The marker.
  public var marker: Marker? { markerPlacement.marker }

  /// The source on the screen.
  var source: SourceInfo? { sources.shown }

  /// Height of the strip at the bottom: the waterfall's has a second line, for the legend of its colours.
  var footPoints: Float { mode == .waterfall ? 48 : 28 }

  /// Where the band may lie.
  @inline(never)
  var range: BandRange { BandRange(source, isSteeredByAnother: isSteeredByAnother) }

  /// Levels before any display gain.
  @inline(never)
  var baseLevels: LevelWindow { LevelWindow(source) }

  // MARK: - Time

  /// A moment of the clocks here and at the server.
  func moment(at now: Int64) -> Moment {
    let server = serverTime(now)
    let delay = time.delayMicroseconds(rowSeconds: sources.rowSeconds, plotHeight: screen.plot.height)
    return Moment(now: now, server: server, live: server - delay, isWaterfall: mode == .waterfall)
  }

  /// Server time at the waterfall's top.
  @inline(never)
  func waterfallTop(at now: Int64) -> Int64 { time.top(at: moment(at: now)) }

  /// The axis of time.
  @inline(never)
  func timeAxis(at now: Int64) -> TimeAxis {
    TimeAxis(top: waterfallTop(at: now), periodSeconds: periodSeconds, height: screen.plot.height)
  }

  /// Recorded time at a moment of server time, or nil where the server did not say.
  @inline(never)
  func recordedMicroseconds(at server: Int64) -> Int64? {
    playback.recordedMicroseconds(at: server, of: sources.number)
  }

  /// Playback speed now, if the source is a recording.
  var speed: Double? { source.flatMap { playback.speed(of: $0) } }

  /// Whether a second of playback is more or less than a second of the recording.
  var isTimeStretched: Bool { source.map { playback.isStretched(of: $0) } ?? false }

  /// How far a recording has come, from 0 to 1.
  func positionFraction(at now: Int64) -> Double? {
    playback.seekFraction ?? recordedMicroseconds(at: serverTime(now)).map { plot.recordedShare($0) }
  }

  // MARK: - What the server reported of the source

  /// Faults of its receiver.
  var artefacts: Artefacts? { reports.artefacts(of: sources.number) }

  /// Who steers it, where the server has said so.
  @inline(never)
  var steering: Steering? { reports.steering(of: sources.number) }

  /// Whether this device may only look.
  var isViewOnly: Bool { steering?.isViewOnly ?? false }

  /// Whether it is tuned and played from another screen, or this one may only look.
  @inline(never)
  var isSteeredByAnother: Bool { steering?.isByAnother ?? false }

  /// The source whose receiver can be set from here.
  var receiverSource: UInt16? { isViewOnly ? nil : sources.number }
}
