/// The extremes, mean square and count of the samples in a block.
public struct EnvelopeBlock: Equatable, Sendable {
  /// The lowest sample; NaN if there are no samples.
  public var minimum: Float
  /// The highest sample; NaN if there are no samples.
  public var maximum: Float
  /// The mean of the squared samples; NaN if there are no samples.
  public var meanSquare: Float
  /// The number of samples that are not missing.
  public var validCount: UInt32

  /// A block without samples.
  public static let empty = EnvelopeBlock(minimum: .nan, maximum: .nan, meanSquare: .nan, validCount: 0)
}

/// An accumulator for the extremes and squares of samples.
struct EnvelopeSum: Sendable {
  var minimum = Float.infinity
  var maximum = -Float.infinity
  /// The sum of the squared samples, in double precision, so that rounding errors are negligible even in a
  /// block of 16 million samples.
  var squares = 0.0
  var validCount: UInt64 = 0

  init() {}

  init(_ block: EnvelopeBlock) {
    guard block.validCount > 0 else { return }
    minimum = block.minimum
    maximum = block.maximum
    squares = Double(block.meanSquare) * Double(block.validCount)
    validCount = UInt64(block.validCount)
  }

  @inline(__always) mutating func add(_ value: Float) {
    guard value == value else { return }
    if value < minimum { minimum = value }
    if value > maximum { maximum = value }
    squares += Double(value) * Double(value)
    validCount += 1
  }

  @inline(__always) mutating func merge(_ other: EnvelopeSum) {
    if other.minimum < minimum { minimum = other.minimum }
    if other.maximum > maximum { maximum = other.maximum }
    squares += other.squares
    validCount += other.validCount
  }

  /// The block of the samples added so far.
  ///
  /// The number of samples fits into 32 bits, even in the largest block of a pyramid.
  var block: EnvelopeBlock {
    guard validCount > 0 else { return .empty }
    return EnvelopeBlock(
      minimum: minimum, maximum: maximum, meanSquare: Float(squares / Double(validCount)),
      validCount: UInt32(clamping: validCount))
  }
}
