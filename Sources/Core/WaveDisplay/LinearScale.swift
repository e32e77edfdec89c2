/// Maps a range of values onto a range of pixels, either way round.
public struct LinearScale: Equatable, Sendable {
  /// Value at `startPixel`.
  public var startValue: Double
  /// Value at `endPixel`; differs from `startValue`.
  public var endValue: Double
  /// Pixel of `startValue`.
  public var startPixel: Double
  /// Pixel of `endValue`; differs from `startPixel`.
  public var endPixel: Double

  /// Maps values to pixels.
  public init(startValue: Double, endValue: Double, startPixel: Double, endPixel: Double) {
    self.startValue = startValue
    self.endValue = endValue
    self.startPixel = startPixel
    self.endPixel = endPixel
  }

  /// The pixel of a value, also outside the range.
  public func pixel(fromValue value: Double) -> Double {
    startPixel + (value - startValue) / (endValue - startValue) * (endPixel - startPixel)
  }

  /// The value at a pixel, also outside the range.
  public func value(fromPixel pixel: Double) -> Double {
    startValue + (pixel - startPixel) / (endPixel - startPixel) * (endValue - startValue)
  }
}
