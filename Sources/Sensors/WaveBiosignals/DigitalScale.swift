import WaveUnits

/// How whole numbers stand for values: `value = offset + digital × step`.
///
/// What a converter gave can be had back from values exactly, so that a recording copied from format to
/// format keeps its samples.
public struct DigitalScale: Equatable, Sendable {
  /// Units of a step; below zero where the signal is upside down, never zero.
  public var step: Double
  /// The value of the number zero, in units.
  public var offset: Double
  /// The lowest number there may be.
  public var low: Int32
  /// The highest number there may be.
  public var high: Int32

  /// Describes a scale.
  ///
  /// - Returns: Nil where the step is zero or no number, or the range is empty.
  public init?(step: Double, offset: Double, low: Int32, high: Int32) {
    guard step.isNormal, offset.isFinite, low <= high else { return nil }
    self.step = step
    self.offset = offset
    self.low = low
    self.high = high
  }

  /// The value of a number.
  public func value(_ digital: Int32) -> Double { offset + Double(digital) * step }

  /// The number next to a value, held within the range; nil where there is no value.
  public func digital(_ value: Double) -> Int32? {
    guard !value.isNaN else { return nil }
    let place = ((value - offset) / step).rounded()
    return Int32(saturating: Swift.max(Double(low), Swift.min(Double(high), place)))
  }
}
