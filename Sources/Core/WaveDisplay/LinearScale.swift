/// A linear mapping from a range of values to a range of pixels, in either direction.
public struct LinearScale: Equatable, Sendable {
  /// The value at `startPixel`.
  public var startValue: Double
  /// The value at `endPixel`; must differ from `startValue`.
  public var endValue: Double
  /// The pixel position of `startValue`.
  public var startPixel: Double
  /// The pixel position of `endValue`; must differ from `startPixel`.
  public var endPixel: Double

  /// Creates a scale that maps a range of values to a range of pixels.
  public init(startValue: Double, endValue: Double, startPixel: Double, endPixel: Double) {
    self.startValue = startValue
    self.endValue = endValue
    self.startPixel = startPixel
    self.endPixel = endPixel
  }

  /// Returns the pixel position of a value; the value can lie outside the range.
  public func pixel(fromValue value: Double) -> Double {
    startPixel + (value - startValue) / (endValue - startValue) * (endPixel - startPixel)
  }

  /// Returns the value at a pixel position; the position can lie outside the range.
  public func value(fromPixel pixel: Double) -> Double {
    startValue + (pixel - startPixel) / (endPixel - startPixel) * (endValue - startValue)
  }
}
