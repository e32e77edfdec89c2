import WaveUnits

/// The conversion of whole numbers to values: `value = offset + digital × step`.
///
/// The converter's numbers can be restored exactly from the values, so a recording keeps its samples when it
/// is copied from format to format.
public struct DigitalScale: Equatable, Sendable {
  /// The size of a step in units; negative if the signal is inverted, never zero.
  public var step: Double
  /// The value of the number zero, in units.
  public var offset: Double
  /// The lowest valid number.
  public var low: Int32
  /// The highest valid number.
  public var high: Int32

  /// Describes a scale.
  ///
  /// - Returns: Nil if the step is zero or not a number, or the range is empty.
  public init?(step: Double, offset: Double, low: Int32, high: Int32) {
    guard step.isNormal, offset.isFinite, low <= high else { return nil }
    self.step = step
    self.offset = offset
    self.low = low
    self.high = high
  }

  /// Returns the value of a number.
  public func value(_ digital: Int32) -> Double { offset + Double(digital) * step }

  /// Returns the number nearest to a value, limited to the range; nil for NaN.
  public func digital(_ value: Double) -> Int32? {
    guard !value.isNaN else { return nil }
    let place = ((value - offset) / step).rounded()
    return Int32(saturating: Swift.max(Double(low), Swift.min(Double(high), place)))
  }
}
