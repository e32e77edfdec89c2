import WaveUnits

/// A range of frequencies in hertz.
public struct Band: Equatable, Sendable {
  /// Lower edge.
  public let low: Double
  /// Upper edge, above `low`.
  public let high: Double

  /// A range of frequencies.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  /// Width in hertz.
  public var width: Double { high - low }
  /// Middle in hertz.
  public var center: Double { (low + high) / 2 }

  /// The band moved up by hertz.
  func moved(by hertz: Double) -> Band { Band(low: low + hertz, high: high + hertz) }

  /// The band `factor` times as wide, with the frequency `anchor` staying where it is.
  func scaled(by factor: Double, about anchor: Double) -> Band {
    Band(low: anchor + (low - anchor) * factor, high: anchor + (high - anchor) * factor)
  }

  /// The nearest band that is within `limits` and at least `minimum` wide; keeps its width where it can.
  func clamped(to limits: Band, minimum: Double) -> Band {
    let width = Swift.min(limits.width, Swift.max(minimum, self.width))
    let low = Swift.max(limits.low, Swift.min(limits.high - width, center - width / 2))
    return Band(low: low, high: low + width)
  }

  /// The column that contains a frequency, of equal columns across the band; nil beyond its edges.
  func column(ofHertz hertz: Double, count: Int) -> Int? {
    let position = ((hertz - low) / width * Double(count)).rounded(.down)
    guard position >= 0, position < Double(count) else { return nil }
    return Int(saturating: position)
  }
}
