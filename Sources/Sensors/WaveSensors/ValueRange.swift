/// The range of all values included so far; initially empty.
struct ValueRange {
  private var low = Float.infinity
  private var high = -Float.infinity

  /// Extends the range to include the given bounds; NaN is ignored.
  mutating func include(_ bounds: (minimum: Float, maximum: Float)) {
    guard bounds.minimum <= bounds.maximum else { return }
    low = Swift.min(low, bounds.minimum)
    high = Swift.max(high, bounds.maximum)
  }

  /// The range; nil if no value was included.
  var bounds: ClosedRange<Float>? { low <= high ? low...high : nil }
}
