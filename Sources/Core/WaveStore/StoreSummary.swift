/// What the samples of a block come to, in double precision.
///
/// Samples that are missing or not finite do not count.
public struct StoreSummary: Equatable, Sendable {
  /// The least sample; infinite where there is none.
  public var minimum = Double.infinity
  /// The greatest sample; infinite and negative where there is none.
  public var maximum = -Double.infinity
  /// Sum of the samples.
  public var sum = 0.0
  /// Sum of their squares.
  public var squares = 0.0
  /// How many there are.
  public var validCount: UInt64 = 0

  /// Begins without samples.
  public init() {}

  /// Counts a sample in.
  @inline(__always) public mutating func add(_ value: Double) {
    guard value.isFinite else { return }
    if value < minimum { minimum = value }
    if value > maximum { maximum = value }
    sum += value
    squares += value * value
    validCount += 1
  }

  /// Counts another block's samples in.
  public mutating func merge(_ other: StoreSummary) {
    guard other.validCount > 0 else { return }
    minimum = Swift.min(minimum, other.minimum)
    maximum = Swift.max(maximum, other.maximum)
    sum += other.sum
    squares += other.squares
    validCount &+= other.validCount
  }

  /// Bytes in a file.
  static let byteCount = 40

  func write(to bytes: inout [UInt8]) {
    for value in [minimum, maximum, sum, squares] { bytes.append(little: value) }
    bytes.append(little: validCount)
  }

  init(_ bytes: [UInt8], at place: Int) {
    minimum = bytes.double(at: place)
    maximum = bytes.double(at: place + 8)
    sum = bytes.double(at: place + 16)
    squares = bytes.double(at: place + 24)
    validCount = bytes.little(UInt64.self, at: place + 32)
  }
}
