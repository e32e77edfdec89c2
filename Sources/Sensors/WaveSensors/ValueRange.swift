/// The least and the greatest of some values, which may be none.
struct ValueRange {
  private var low = Float.infinity
  private var high = -Float.infinity

  /// Widens the range; NaN is no value.
  mutating func include(_ bounds: (minimum: Float, maximum: Float)) {
    guard bounds.minimum <= bounds.maximum else { return }
    low = Swift.min(low, bounds.minimum)
    high = Swift.max(high, bounds.maximum)
  }

  /// The range; nil where there was no value.
  var bounds: ClosedRange<Float>? { low <= high ? low...high : nil }
}
