import WaveDisplay
import WaveInteraction
public import WaveSpectrumWire
import WaveUnits
import WaveWire

/// What the finger on the plot holds.
package enum Grab: Equatable, Sendable { case plot, marker, legend }

extension SpectrumModel {
  /// What is shown.
  public var mode: ViewMode { view.choice.mode }
  /// Whether the maximum is held.
  public var isHolding: Bool { view.choice.isHolding }
  /// Frequencies from the left edge to the right one.
  public var band: Band { view.bandView.band }
  /// Levels from the top edge to the bottom one; colours of the waterfall too.
  public var levels: LevelWindow { view.levelView.levels }
  /// Levels of the meter's bar.
  public var meterLevels: LevelWindow { view.levelView.meterLevels }
  /// Decibels by which the level axis is magnified; the samples asked for stay the same.
  public var displayGainDecibels: Double { baseLevels.gainDecibels(of: levels) }
  /// Seconds from the top of the waterfall to its bottom.
  public var periodSeconds: Double { time.periodSeconds }
  /// How far back the waterfall's top is held, in microseconds.
  public var offsetMicroseconds: Int64 { time.offsetMicroseconds }
  /// Whether the user has paused the picture.
  public var isPaused: Bool { time.isPaused }
  /// The marker.
  public var marker: Marker? { markerPlacement.marker }

  /// The time on the screen.
  var time: TimeView { view.time }

  /// The source on the screen.
  var source: SourceInfo? { sources.shown }

  /// Height of the strip at the bottom: the waterfall's has a second line, for the legend of its colours.
  var footPoints: Float { mode == .waterfall ? 48 : 28 }

  /// The limits of the band.
  @inline(never)
  var range: BandRange { BandRange(source, isSteeredByAnother: isSteeredByAnother) }

  /// Levels before any display gain.
  @inline(never)
  var baseLevels: LevelWindow { LevelWindow(source) }

  // MARK: - Time

  /// The time, with what decides which rows can have arrived.
  @inline(never)
  func moment(at now: Int64) -> Moment {
    Moment(
      now: now, server: serverTime(now), oldestMicroseconds: waterfall.oldestMicroseconds,
      rowSeconds: sources.rowSeconds, plotHeight: screen.plot.height, isWaterfall: mode == .waterfall)
  }

  /// The axis of time.
  @inline(never)
  func timeAxis(at now: Int64) -> TimeAxis {
    TimeAxis(
      top: time.top(at: moment(at: now)), periodSeconds: periodSeconds, height: screen.plot.height)
  }

  /// Playback speed now, if the source is a recording.
  @inline(never)
  var speed: Double? { sources.isRecording ? playback.speed(of: sources.number) : nil }

  /// Whether a second of playback is more or less than a second of the recording.
  var isTimeStretched: Bool { speed.map { $0 != 1 && $0 > 0 } ?? false }

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
