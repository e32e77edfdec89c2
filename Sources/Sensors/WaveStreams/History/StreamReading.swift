/// What a stretch of a channel comes to, as a readout shows it.
public struct StreamReading: Equatable, Sendable {
  /// The newest sample that is there; NaN where none is held.
  public var last: Float
  /// The least sample; NaN where there is none.
  public var minimum: Float
  /// The greatest sample; NaN where there is none.
  public var maximum: Float
  /// Root of the mean square; NaN where there is no sample.
  public var rootMeanSquare: Float
  /// Samples that are there.
  public var validCount: UInt64

  /// Describes a stretch.
  public init(last: Float, minimum: Float, maximum: Float, rootMeanSquare: Float, validCount: UInt64) {
    self.last = last
    self.minimum = minimum
    self.maximum = maximum
    self.rootMeanSquare = rootMeanSquare
    self.validCount = validCount
  }

  /// A stretch without samples.
  public static let empty = StreamReading(
    last: .nan, minimum: .nan, maximum: .nan, rootMeanSquare: .nan, validCount: 0)

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
