import WaveUnits

/// Reads values of ClickHouse's format RowBinary: rows without names, types or frames, little-endian.
///
/// Bytes are checked before they are read; whatever they are, the worst is an error.
public struct RowBinaryReader: Sendable {
  /// Bytes of a text at most.
  public static let textLimit = 1 << 30
  /// Rows that can be counted at most: of as many columns of pixels as a picture has, sums fit into 64 bits.
  public static let rowLimit: UInt64 = 1 << 47

  private let bytes: [UInt8]
  /// The byte that is read next.
  public private(set) var place: Int

  /// Begins.
  ///
  /// - Parameters:
  ///   - bytes: What the server answers.
  ///   - place: The byte to begin at, 0 to `bytes.count`.
  public init(_ bytes: [UInt8], at place: Int = 0) {
    self.bytes = bytes
    self.place = min(max(0, place), bytes.count)
  }

  /// Whether all has been read.
  public var isAtEnd: Bool { place == bytes.count }

  /// The error of bytes that are not what they should be.
  func broken(_ reason: String) -> ClickHouseError { .brokenAnswer(byte: place, reason: reason) }

  /// So many bytes.
  mutating func take(_ count: Int) throws(ClickHouseError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - place else {
      throw broken("it ends within a value of \(count) bytes")
    }
    defer { place += count }
    return bytes[place..<(place + count)]
  }

  /// A whole number.
  ///
  /// - Parameter type: Its type, whose bytes it takes.
  /// - Returns: The number.
  /// - Throws: `ClickHouseError.brokenAnswer` where the bytes end before.
  public mutating func integer<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(ClickHouseError) -> Number {
    let count = Number.bitWidth / 8
    guard count <= bytes.count - place else { throw broken("it ends within a number") }
    var value: Number = 0
    for index in 0..<count { value |= Number(truncatingIfNeeded: bytes[place + index]) << (8 * index) }
    place += count
    return value
  }

  /// How many rows there are of something.
  ///
  /// - Returns: The number, at most `rowLimit`.
  /// - Throws: `ClickHouseError.brokenAnswer` where it is more, or the bytes end before.
  public mutating func rowCount() throws(ClickHouseError) -> UInt64 {
    let count = try integer(UInt64.self)
    guard count <= Self.rowLimit else { throw broken("\(count) rows are more than a table can have") }
    return count
  }

  /// Where a row stands along x.
  ///
  /// - Parameters:
  ///   - asked: The ticks that the question was about.
  ///   - isNegated: Whether the server tells it with the other sign.
  /// - Returns: One of them.
  /// - Throws: `ClickHouseError.brokenAnswer` where it is none of them, or the bytes end before.
  mutating func tick(
    in asked: ClosedRange<Int64>, isNegated: Bool = false
  ) throws(ClickHouseError) -> Int64 {
    let told = try integer(Int64.self)
    let tick = isNegated ? Int64(0).saturatingSubtracting(told) : told
    guard asked.contains(tick) else {
      throw broken("x is \(tick), and was asked for from \(asked.lowerBound) to \(asked.upperBound)")
    }
    return tick
  }

  /// A single-precision number.
  ///
  /// - Returns: The number, NaN and all.
  /// - Throws: `ClickHouseError.brokenAnswer` where the bytes end before.
  public mutating func float() throws(ClickHouseError) -> Float {
    Float(bitPattern: try integer(UInt32.self))
  }

  /// A double-precision number.
  ///
  /// - Returns: The number, NaN and all.
  /// - Throws: `ClickHouseError.brokenAnswer` where the bytes end before.
  public mutating func double() throws(ClickHouseError) -> Double {
    Double(bitPattern: try integer(UInt64.self))
  }

  /// A length, 7 bits a byte.
  ///
  /// - Returns: The length, at most `textLimit`.
  /// - Throws: `ClickHouseError.brokenAnswer` where it is longer, or the bytes end before.
  public mutating func length() throws(ClickHouseError) -> Int {
    var value = 0
    for shift in stride(from: 0, through: 28, by: 7) {
      let byte = try integer(UInt8.self)
      value |= Int(byte & 0x7F) << shift
      guard byte & 0x80 != 0 else {
        guard value <= Self.textLimit else { throw broken("a text of \(value) bytes is too long") }
        return value
      }
    }
    throw broken("a text's length has too many bytes")
  }

  /// The bytes of a text.
  ///
  /// - Returns: As many as the length before them says.
  /// - Throws: `ClickHouseError.brokenAnswer` where the bytes end before.
  public mutating func text() throws(ClickHouseError) -> ArraySlice<UInt8> { try take(try length()) }

  /// A text.
  ///
  /// - Returns: The text; bytes that are no UTF-8 are replaced.
  /// - Throws: `ClickHouseError.brokenAnswer` where the bytes end before.
  public mutating func string() throws(ClickHouseError) -> String {
    String(decoding: try text(), as: UTF8.self)
  }

  /// Whether the value of a nullable type that comes next is missing.
  ///
  /// - Returns: True where there is no value, and so nothing more of it.
  /// - Throws: `ClickHouseError.brokenAnswer` where the byte is neither 0 nor 1.
  public mutating func isMissing() throws(ClickHouseError) -> Bool {
    guard place < bytes.count, bytes[place] <= 1 else {
      throw broken("there is no byte that tells of a missing value")
    }
    place += 1
    return bytes[place - 1] == 1
  }
}
