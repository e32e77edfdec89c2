/// The minimum, maximum, sum, sum of squares and count of a block's samples, in double precision.
///
/// Missing, infinite and NaN samples are ignored.
public struct StoreSummary: Equatable, Sendable {
  /// The smallest sample, or infinity if there is none.
  public var minimum = Double.infinity
  /// The largest sample, or negative infinity if there is none.
  public var maximum = -Double.infinity
  /// The sum of the samples.
  public var sum = 0.0
  /// The sum of the squared samples.
  public var squares = 0.0
  /// The number of finite samples.
  public var validCount: UInt64 = 0

  /// Creates a summary without samples.
  public init() {}

  /// Adds a sample to the summary, unless it is infinite or NaN.
  @inline(__always) public mutating func add(_ value: Double) {
    guard value.isFinite else { return }
    if value < minimum { minimum = value }
    if value > maximum { maximum = value }
    sum += value
    squares += value * value
    validCount += 1
  }

  /// Merges the summary of another block into this summary.
  public mutating func merge(_ other: StoreSummary) {
    guard other.validCount > 0 else { return }
    minimum = Swift.min(minimum, other.minimum)
    maximum = Swift.max(maximum, other.maximum)
    sum += other.sum
    squares += other.squares
    validCount &+= other.validCount
  }

  /// The number of bytes that a summary occupies in a file.
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
