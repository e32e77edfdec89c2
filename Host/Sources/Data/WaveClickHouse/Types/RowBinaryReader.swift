import WaveUnits

/// A reader of ClickHouse's RowBinary format: little-endian rows without names, types or framing.
///
/// Lengths are checked before reading, so invalid data causes an error instead of a crash.
public struct RowBinaryReader: Sendable {
  /// The maximum length of a string, in bytes.
  public static let textLimit = 1 << 30
  /// The maximum row count.
  ///
  /// It is chosen so that sums over all pixel columns of a picture fit in 64 bits.
  public static let rowLimit: UInt64 = 1 << 47

  private let bytes: [UInt8]
  /// The index of the next byte to read.
  public private(set) var place: Int

  /// Creates a reader of a response.
  ///
  /// - Parameters:
  ///   - bytes: The server's response.
  ///   - place: The index of the first byte to read, from 0 to `bytes.count`.
  public init(_ bytes: [UInt8], at place: Int = 0) {
    self.bytes = bytes
    self.place = min(max(0, place), bytes.count)
  }

  /// Whether all bytes have been read.
  public var isAtEnd: Bool { place == bytes.count }

  /// Returns an error at the current byte offset, with the given reason.
  func broken(_ reason: String) -> ClickHouseError { .brokenAnswer(byte: place, reason: reason) }

  /// Reads the given number of bytes.
  mutating func readBytes(_ count: Int) throws(ClickHouseError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - place else {
      throw broken("it ends inside a value of \(count) bytes")
    }
    defer { place += count }
    return bytes[place..<(place + count)]
  }

  /// Reads an integer.
  ///
  /// - Parameter type: The type of the integer, which determines its length.
  /// - Returns: The integer.
  /// - Throws: `ClickHouseError.brokenAnswer` if the data ends early.
  public mutating func integer<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(ClickHouseError) -> Number {
    let count = Number.bitWidth / 8
    guard count <= bytes.count - place else { throw broken("it ends inside a number") }
    var value: Number = 0
    for index in 0..<count { value |= Number(truncatingIfNeeded: bytes[place + index]) << (8 * index) }
    place += count
    return value
  }

  /// Reads a row count.
  ///
  /// - Returns: The count, which is at most `rowLimit`.
  /// - Throws: `ClickHouseError.brokenAnswer` if the count is larger or the data ends early.
  public mutating func rowCount() throws(ClickHouseError) -> UInt64 {
    let count = try integer(UInt64.self)
    guard count <= Self.rowLimit else { throw broken("\(count) rows are more than a table can have") }
    return count
  }

  /// Reads the tick of a row.
  ///
  /// - Parameters:
  ///   - asked: The range of ticks that the query requested.
  ///   - isNegated: Whether the server sends the tick with the opposite sign.
  /// - Returns: A tick in the requested range.
  /// - Throws: `ClickHouseError.brokenAnswer` if the tick is outside the range or the data ends early.
  mutating func tick(in asked: ClosedRange<Int64>, isNegated: Bool = false) throws(ClickHouseError) -> Int64 {
    let number = try integer(Int64.self)
    let tick = isNegated ? Int64(0).saturatingSubtracting(number) : number
    guard asked.contains(tick) else {
      throw broken("x is \(tick), but must be from \(asked.lowerBound) to \(asked.upperBound)")
    }
    return tick
  }

  /// Reads a byte that is not 0 if something is true.
  mutating func flag() throws(ClickHouseError) -> Bool { try integer(UInt8.self) != 0 }

  /// Reads a single-precision number.
  ///
  /// - Returns: The number, which can be NaN.
  /// - Throws: `ClickHouseError.brokenAnswer` if the data ends early.
  public mutating func float() throws(ClickHouseError) -> Float {
    Float(bitPattern: try integer(UInt32.self))
  }

  /// Reads a double-precision number.
  ///
  /// - Returns: The number, which can be NaN.
  /// - Throws: `ClickHouseError.brokenAnswer` if the data ends early.
  public mutating func double() throws(ClickHouseError) -> Double {
    Double(bitPattern: try integer(UInt64.self))
  }

  /// Reads a length encoded with 7 bits per byte.
  ///
  /// - Returns: The length, which is at most `textLimit`.
  /// - Throws: `ClickHouseError.brokenAnswer` if the length is larger or the data ends early.
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

  /// Reads the length and then the bytes of a string.
  ///
  /// - Returns: The bytes, without the length.
  /// - Throws: `ClickHouseError.brokenAnswer` if the data ends early.
  public mutating func text() throws(ClickHouseError) -> ArraySlice<UInt8> { try readBytes(try length()) }

  /// Reads a string, repairing invalid UTF-8.
  ///
  /// - Returns: The string, with bytes that are not UTF-8 replaced.
  /// - Throws: `ClickHouseError.brokenAnswer` if the data ends early.
  public mutating func string() throws(ClickHouseError) -> String {
    String(decoding: try text(), as: UTF8.self)
  }

  /// Reads the byte that states whether a value of a nullable type is missing.
  ///
  /// - Returns: True if the value is missing, in which case no value follows.
  /// - Throws: `ClickHouseError.brokenAnswer` if the byte is neither 0 nor 1.
  public mutating func isMissing() throws(ClickHouseError) -> Bool {
    guard place < bytes.count, bytes[place] <= 1 else {
      throw broken("there is no byte that marks a missing value")
    }
    place += 1
    return bytes[place - 1] == 1
  }
}
