/// What a block of samples comes to: its extremes, its mean square, and how many there are.
public struct EnvelopeBlock: Equatable, Sendable {
  /// The least sample; NaN where there is none.
  public var minimum: Float
  /// The greatest sample; NaN where there is none.
  public var maximum: Float
  /// Mean of the squares; NaN where there is no sample.
  public var meanSquare: Float
  /// Samples that are there.
  public var validCount: UInt32

  /// Describes a block.
  public init(minimum: Float, maximum: Float, meanSquare: Float, validCount: UInt32) {
    self.minimum = minimum
    self.maximum = maximum
    self.meanSquare = meanSquare
    self.validCount = validCount
  }

  /// A block without samples.
  public static let empty = EnvelopeBlock(minimum: .nan, maximum: .nan, meanSquare: .nan, validCount: 0)
}

/// Extremes and sum of squares, while they are taken.
struct EnvelopeSum: Sendable {
  var minimum = Float.infinity
  var maximum = -Float.infinity
  /// In double precision, so that a block of 16 million loses nothing that shows.
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

  /// The block; no pyramid's block has more samples than 32 bits count.
  var block: EnvelopeBlock {
    guard validCount > 0 else { return .empty }
    return EnvelopeBlock(
      minimum: minimum, maximum: maximum, meanSquare: Float(squares / Double(validCount)),
      validCount: UInt32(clamping: validCount))
  }
}
