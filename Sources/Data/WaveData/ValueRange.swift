import WaveDataWire
import WaveWire

/// Values from a lane's lower edge to its upper one.
struct ValueRange: Equatable, Sendable {
  let low: Double
  let high: Double

  var span: Double { high - low }

  /// Around values, with a little room; around a single value, too.
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
    // Values beyond the limit of messages.
    (self.low, self.high) = low < high ? (low, high) : (0, 1)
  }

  /// Between two values, cut at the limit of messages.
  init(low: Double, high: Double) {
    self.low = Swift.max(-WireLimits.tableValue, low)
    self.high = Swift.min(WireLimits.tableValue, high)
  }

  /// The range scaled by a factor about a value, and whether it is four times as wide as all values.
  ///
  /// - Parameters:
  ///   - factor: Above 1 to see fewer values.
  ///   - value: The value that stays where it is.
  ///   - whole: All values.
  /// - Returns: Nil for no change, and for less than a millionth of all values or what doubles distinguish.
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
