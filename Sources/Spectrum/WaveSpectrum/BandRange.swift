import WaveSpectrumWire
import WaveWire

/// The limits of the band, and the steps in which it changes.
struct BandRange: Equatable, Sendable {
  /// What is acquired now.
  let acquired: Band
  /// What is acquired, or what the receiver can be tuned to from this screen.
  let limits: Band
  /// Resolution bandwidth in hertz; NaN where unknown.
  let resolutionHertz: Double
  /// Steps of the device's own frequency setting in hertz.
  let stepHertz: Double
  /// Whether the source can be tuned.
  let isTunable: Bool
  /// Whether another screen tunes the source, or this one may not.
  let isSteeredByAnother: Bool

  /// The range of a source; without one, a hertz.
  init(_ source: SourceInfo?, isSteeredByAnother: Bool) {
    var acquired = Band(low: 0, high: 1)
    var limits = acquired
    if let source {
      if source.highHertz > source.lowHertz { acquired = Band(low: source.lowHertz, high: source.highHertz) }
      limits = acquired
      if source.flags.contains(.tunable), !isSteeredByAnother, source.tuneHighHertz > source.tuneLowHertz {
        limits = Band(low: source.tuneLowHertz, high: source.tuneHighHertz)
      }
    }
    self.acquired = acquired
    self.limits = limits
    resolutionHertz = source?.rbwHertz ?? 1
    stepHertz = Swift.max(1e-3, source?.stepHertz ?? 1)
    isTunable = source?.flags.contains(.tunable) ?? false
    self.isSteeredByAnother = isSteeredByAnother
  }

  /// The narrowest band worth showing: eight resolution bandwidths, or all there is.
  var minimumWidth: Double { Swift.min(limits.width, Swift.max(1, 8 * resolutionHertz)) }

  /// The nearest band that is worth showing.
  func clamped(_ band: Band) -> Band { band.clamped(to: limits, minimum: minimumWidth) }

  /// The nearest band that the source has; no wider than it was where its bins have become wider than the
  /// view.
  ///
  /// A source makes its bins narrow again for a view that needs them.
  func nearest(to band: Band) -> Band {
    band.clamped(to: limits, minimum: Swift.min(minimumWidth, band.width))
  }

  /// Whether more of a band than a resolution bandwidth is not acquired.
  func isOutside(_ band: Band) -> Bool {
    band.low < acquired.low - resolutionHertz || band.high > acquired.high + resolutionHertz
  }

  /// Whether a receiver must be tuned to show a band: it is outside what is acquired, or is too narrow to
  /// be seen well there.
  func needsTuning(to band: Band) -> Bool {
    isTunable && !isSteeredByAnother && (isOutside(band) || band.width < acquired.width / 16)
  }

  /// The track of the frequency slider: the limits, and a band that is shown.
  func track(with band: Band) -> Band {
    Band(low: Swift.min(limits.low, band.low), high: Swift.max(limits.high, band.high))
  }
}
