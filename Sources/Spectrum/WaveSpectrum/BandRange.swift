import WaveSpectrumWire
import WaveWire

/// The limits within which the visible band can be moved, and the steps in which it can be changed.
struct BandRange: Equatable, Sendable {
  /// The band that is currently acquired.
  let acquired: Band
  /// The limits of the visible band: the tuning range if this screen can tune the receiver, otherwise the
  /// acquired band.
  let limits: Band
  /// The resolution bandwidth in hertz; NaN if it is unknown.
  let resolutionHertz: Double
  /// The step of the device's own frequency setting in hertz.
  let stepHertz: Double
  /// Whether the source can be tuned.
  let isTunable: Bool
  /// Whether this screen cannot tune the source, because another screen controls the source or this screen is
  /// view-only.
  let cannotControl: Bool

  /// Creates the range of a source.
  ///
  /// If there is no source, the limits are one hertz wide.
  init(_ source: SourceInfo?, cannotControl: Bool) {
    var acquired = Band(low: 0, high: 1)
    var limits = acquired
    if let source {
      if source.highHertz > source.lowHertz { acquired = Band(low: source.lowHertz, high: source.highHertz) }
      limits = acquired
      if source.flags.contains(.tunable), !cannotControl, source.tuneHighHertz > source.tuneLowHertz {
        limits = Band(low: source.tuneLowHertz, high: source.tuneHighHertz)
      }
    }
    self.acquired = acquired
    self.limits = limits
    resolutionHertz = source?.rbwHertz ?? 1
    stepHertz = Swift.max(1e-3, source?.stepHertz ?? 1)
    isTunable = source?.flags.contains(.tunable) ?? false
    self.cannotControl = cannotControl
  }

  /// The minimum useful width of the band, in hertz: eight resolution bandwidths, or the width of the limits
  /// if that is less.
  var minimumWidth: Double { Swift.min(limits.width, Swift.max(1, 8 * resolutionHertz)) }

  /// Returns the nearest band that is within the limits and not too narrow to be useful.
  func clamped(_ band: Band) -> Band { band.clamped(to: limits, minimum: minimumWidth) }

  /// Returns the nearest band within the limits, without widening it to the minimum width.
  ///
  /// The bins may have become too wide for this band, but the source narrows them again when a view requires
  /// it.
  func nearest(to band: Band) -> Band {
    band.clamped(to: limits, minimum: Swift.min(minimumWidth, band.width))
  }

  /// Returns whether a band extends beyond the acquired band by more than a resolution bandwidth.
  func isOutside(_ band: Band) -> Bool {
    band.low < acquired.low - resolutionHertz || band.high > acquired.high + resolutionHertz
  }

  /// Returns whether the receiver must be tuned to show a band: the band is outside the acquired band, or
  /// less than a sixteenth as wide as the acquired band.
  func needsTuning(to band: Band) -> Bool {
    isTunable && !cannotControl && (isOutside(band) || band.width < acquired.width / 16)
  }

  /// Returns the frequency range of the slider's track, which includes the limits and the visible band.
  func track(with band: Band) -> Band {
    Band(low: Swift.min(limits.low, band.low), high: Swift.max(limits.high, band.high))
  }
}
