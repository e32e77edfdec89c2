/// A linear mapping from a range of values to a range of pixels, in either direction.
public struct LinearScale: Equatable, Sendable {
  /// Value at `startPixel`.
  public var startValue: Double
  /// Value at `endPixel`; differs from `startValue`.
  public var endValue: Double
  /// Pixel of `startValue`.
  public var startPixel: Double
  /// Pixel of `endValue`; differs from `startPixel`.
  public var endPixel: Double

  /// A scale that maps the values to the pixels.
  public init(startValue: Double, endValue: Double, startPixel: Double, endPixel: Double) {
    self.startValue = startValue
    self.endValue = endValue
    self.startPixel = startPixel
    self.endPixel = endPixel
  }

  /// Returns the pixel of a value, also outside the range.
  public func pixel(fromValue value: Double) -> Double {
    startPixel + (value - startValue) / (endValue - startValue) * (endPixel - startPixel)
  }

  /// Returns the value at a pixel, also outside the range.
  public func value(fromPixel pixel: Double) -> Double {
    startValue + (pixel - startPixel) / (endPixel - startPixel) * (endValue - startValue)
  }
}
