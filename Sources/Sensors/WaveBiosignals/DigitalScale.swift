import WaveUnits

/// The conversion from digital values to physical values: `value = offset + digital × step`.
///
/// Digital values can be recovered exactly from physical values, so converting a recording from one format to
/// another preserves its samples.
public struct DigitalScale: Equatable, Sendable {
  /// The size of a step in the signal's unit, which is never zero.
  ///
  /// It is negative if the signal is inverted.
  public var step: Double
  /// The physical value of the digital value 0.
  public var offset: Double
  /// The lowest valid digital value.
  public var low: Int32
  /// The highest valid digital value.
  public var high: Int32

  /// Creates a scale with the given properties.
  ///
  /// - Returns: Nil if the step is zero or not finite, the offset is not finite, or the range is empty.
  public init?(step: Double, offset: Double, low: Int32, high: Int32) {
    guard step.isNormal, offset.isFinite, low <= high else { return nil }
    self.step = step
    self.offset = offset
    self.low = low
    self.high = high
  }

  /// Returns the physical value of a digital value.
  public func value(_ digital: Int32) -> Double { offset + Double(digital) * step }

  /// Returns the digital value nearest to a physical value, clamped to the valid range; nil for NaN.
  public func digital(_ value: Double) -> Int32? {
    guard !value.isNaN else { return nil }
    let place = ((value - offset) / step).rounded()
    return Int32(saturating: Swift.max(Double(low), Swift.min(Double(high), place)))
  }
}
