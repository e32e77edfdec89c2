import WaveDisplay
import WaveInteraction
public import WaveSpectrumWire
import WaveWire

/// The element of the display that a touch has grabbed.
package enum Grab: Equatable, Sendable { case plot, marker, legend }

extension SpectrumModel {
  /// The view mode: spectrum, waterfall or meter.
  public var mode: ViewMode { view.choice.mode }
  /// Whether the maximum hold is on.
  public var isHolding: Bool { view.choice.isHolding }
  /// The visible band, from the left edge to the right edge.
  public var band: Band { view.bandView.band }
  /// The range of visible levels, which also determines the waterfall's colours.
  public var levels: LevelWindow { view.levelView.levels }
  /// The levels of the meter's bar.
  public var meterLevels: LevelWindow { view.levelView.meterLevels }
  /// The display gain of the level axis in decibels.
  ///
  /// It does not affect the requested data.
  public var displayGainDecibels: Double { view.levelView.home.gainDecibels(of: levels) }
  /// The time from the top of the waterfall to its bottom, in seconds.
  public var periodSeconds: Double { time.periodSeconds }
  /// How far the waterfall is scrolled back in time, in microseconds.
  public var offsetMicroseconds: Int64 { time.offsetMicroseconds }
  /// Whether the user has paused the display.
  public var isPaused: Bool { time.isPaused }
  /// The marker, or nil if there is none.
  public var marker: Marker? { markerPlacement.marker }

  /// The time range on the screen.
  var time: TimeView { view.time }

  /// The source on the screen, or nil if there is none.
  var source: SourceInfo? { sources.shown }

  /// The height of the bottom strip in points.
  ///
  /// The waterfall's strip has a second line for the colour legend.
  var footPoints: Float { mode == .waterfall ? 48 : 28 }

  /// The limits within which the visible band can be moved.
  @inline(never)
  var range: BandRange { BandRange(source, cannotControl: cannotControl) }

  /// The source's levels without display gain.
  @inline(never)
  var baseLevels: LevelWindow { LevelWindow(source) }

  // MARK: - Time

  /// Returns the current time, together with the data that determine which rows should have arrived.
  @inline(never)
  func moment(at now: Int64) -> Moment {
    Moment(
      now: now, server: serverTime(now), oldestMicroseconds: waterfall.oldestMicroseconds,
      rowSeconds: sources.rowSeconds, plotHeight: screen.plot.height, isWaterfall: mode == .waterfall)
  }

  /// Returns the waterfall's time axis at a client time.
  @inline(never)
  func timeAxis(at now: Int64) -> TimeAxis {
    TimeAxis(top: time.top(at: moment(at: now)), periodSeconds: periodSeconds, height: screen.plot.height)
  }

  /// The current playback speed; nil if the source is not a recording.
  @inline(never)
  var speed: Double? { sources.isRecording ? playback.speed(of: sources.number) : nil }

  /// Whether playback is faster or slower than the recording.
  var isTimeStretched: Bool { speed.map { $0 != 1 && $0 > 0 } ?? false }

  // MARK: - Server reports about the source

  /// The artefacts of the source's receiver; nil if none have been reported.
  var artefacts: Artefacts? { reports.artefacts(of: sources.number) }

  /// The control state of the source; nil if the server has not reported it.
  @inline(never)
  var steering: Steering? { reports.steering(of: sources.number) }

  /// Whether this device is view-only.
  var isViewOnly: Bool { steering?.isViewOnly ?? false }

  /// Whether another screen controls the source's tuning and playback, or this device is view-only.
  @inline(never)
  var cannotControl: Bool { steering?.cannotControl ?? false }

  /// The number of the source whose receiver this device can adjust; nil if there is none.
  var receiverSource: UInt16? { isViewOnly ? nil : sources.number }
}
