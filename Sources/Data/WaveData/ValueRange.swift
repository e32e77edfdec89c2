import WaveDataWire
import WaveWire

/// The range of values that a lane shows, from its lower to its upper edge.
struct ValueRange: Equatable, Sendable {
  let low: Double
  let high: Double

  var span: Double { high - low }

  /// Creates a range that covers all values from a minimum to a maximum, with a margin at both ends.
  init(minimum: Double, maximum: Double) {
    guard minimum.isFinite, maximum.isFinite, minimum <= maximum else {
      (low, high) = (0, 1)
      return
    }
    let room =
      maximum > minimum
      ? (maximum / 2 - minimum / 2) * 0.1 : Swift.max(minimum.magnitude * 1e-6, 0.5)
    let limit = WireLimits.tableValue
    let low = Swift.max(-limit, minimum - room)
    let high = Swift.min(limit, maximum + room)
    // Values can exceed the limits of the wire format, in which case no valid range remains.
    (self.low, self.high) = low < high ? (low, high) : (0, 1)
  }

  /// Creates a range between two values, clamped to the limits of the wire format.
  init(low: Double, high: Double) {
    self.low = Swift.max(-WireLimits.tableValue, low)
    self.high = Swift.min(WireLimits.tableValue, high)
  }

  /// Returns the range zoomed by a factor about a value, and whether the result is at least four times as
  /// wide as `whole`.
  ///
  /// - Parameters:
  ///   - factor: The zoom factor, above 1 to show fewer values.
  ///   - value: The value that keeps its position.
  ///   - whole: The range of all values.
  /// - Returns: The range, or nil if nothing changes or the range would be too narrow: a millionth of the
  ///   range of all values, or the precision of doubles.
  func scaled(
    by factor: Double, about value: Double, of whole: ValueRange
  ) -> (range: ValueRange, isWide: Bool)? {
    guard factor > 0, factor != 1 else { return nil }
    let low = value - (value - self.low) / factor
    let high = value + (self.high - value) / factor
    let span = high - low
    guard span > whole.span * 1e-6, span > Swift.max(low.magnitude, high.magnitude) * 1e-12 else {
      return nil
    }
    return (ValueRange(low: low, high: high), span >= whole.span * 4)
  }
}
