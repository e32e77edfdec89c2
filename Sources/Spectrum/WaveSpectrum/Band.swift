import WaveUnits

/// A range of frequencies in hertz.
public struct Band: Equatable, Sendable {
  /// The lower edge in hertz.
  public let low: Double
  /// The upper edge in hertz, above `low`.
  public let high: Double

  /// Creates a band from its edges.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  /// The width in hertz.
  public var width: Double { high - low }
  /// The centre frequency in hertz.
  public var center: Double { (low + high) / 2 }

  /// Returns the band shifted upwards by a number of hertz.
  func moved(by hertz: Double) -> Band { Band(low: low + hertz, high: high + hertz) }

  /// Returns the band scaled to `factor` times its width, with `anchor` at the same relative position.
  func scaled(by factor: Double, about anchor: Double) -> Band {
    Band(low: anchor + (low - anchor) * factor, high: anchor + (high - anchor) * factor)
  }

  /// Returns the nearest band that lies within `limits` and is at least `minimum` wide, keeping its width if
  /// possible.
  func clamped(to limits: Band, minimum: Double) -> Band {
    let width = Swift.min(limits.width, Swift.max(minimum, self.width))
    let low = Swift.max(limits.low, Swift.min(limits.high - width, center - width / 2))
    return Band(low: low, high: low + width)
  }

  /// Returns the index of the column that contains a frequency if the band is divided into `count` equal
  /// columns; nil if the frequency is outside the band.
  func column(ofHertz hertz: Double, count: Int) -> Int? {
    let position = ((hertz - low) / width * Double(count)).rounded(.down)
    guard position >= 0, position < Double(count) else { return nil }
    return Int(saturating: position)
  }
}
