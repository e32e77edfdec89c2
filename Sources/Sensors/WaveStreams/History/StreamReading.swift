/// A summary of a range of a channel's samples for display: the newest sample, extremes, RMS and count.
public struct StreamReading: Equatable, Sendable {
  /// The newest sample that is not missing; NaN if none is stored.
  public var last: Float
  /// The lowest sample; NaN if there are no samples.
  public var minimum: Float
  /// The highest sample; NaN if there are no samples.
  public var maximum: Float
  /// The root mean square; NaN if there are no samples.
  public var rootMeanSquare: Float
  /// The number of samples that are not missing.
  public var validCount: UInt64

  /// The summary of a range without samples.
  public static let empty = StreamReading(
    last: .nan, minimum: .nan, maximum: .nan, rootMeanSquare: .nan, validCount: 0)
}

extension StreamReading {
  init(_ sum: EnvelopeSum, last: Float) {
    self = .empty
    self.last = last
    guard sum.validCount > 0 else { return }
    minimum = sum.minimum
    maximum = sum.maximum
    rootMeanSquare = Float((sum.squares / Double(sum.validCount)).squareRoot())
    validCount = sum.validCount
  }
}
