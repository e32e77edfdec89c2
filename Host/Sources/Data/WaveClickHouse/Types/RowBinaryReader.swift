import WaveUnits

/// Reads values of ClickHouse's format RowBinary: rows without names, types or framing, little-endian.
///
/// Lengths are checked before reading, so invalid bytes cause errors and nothing worse.
public struct RowBinaryReader: Sendable {
  /// Maximum bytes of a text.
  public static let textLimit = 1 << 30
  /// Maximum number of rows in a count, so that sums over all columns of pixels of a picture fit into 64
  /// bits.
  public static let rowLimit: UInt64 = 1 << 47

  private let bytes: [UInt8]
  /// The index of the next byte.
  public private(set) var place: Int

  /// Starts reading.
  ///
  /// - Parameters:
  ///   - bytes: The server's answer.
  ///   - place: The first byte to read, 0 to `bytes.count`.
  public init(_ bytes: [UInt8], at place: Int = 0) {
    self.bytes = bytes
    self.place = min(max(0, place), bytes.count)
  }

  /// Whether all bytes have been read.
  public var isAtEnd: Bool { place == bytes.count }

  /// Returns an error at the current byte.
  func broken(_ reason: String) -> ClickHouseError { .brokenAnswer(byte: place, reason: reason) }

  /// Reads a number of bytes.
  mutating func readBytes(_ count: Int) throws(ClickHouseError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - place else {
      throw broken("it ends within a value of \(count) bytes")
    }
    defer { place += count }
    return bytes[place..<(place + count)]
  }

  /// Reads a whole number.
  ///
  /// - Parameter type: The type of the number, which determines its length.
  /// - Returns: The number.
  /// - Throws: `ClickHouseError.brokenAnswer` if the bytes end too early.
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

  /// Reads a count of rows.
  ///
  /// - Returns: The count, at most `rowLimit`.
  /// - Throws: `ClickHouseError.brokenAnswer` if it is larger, or the bytes end too early.
  public mutating func rowCount() throws(ClickHouseError) -> UInt64 {
    let count = try integer(UInt64.self)
    guard count <= Self.rowLimit else { throw broken("\(count) rows are more than a table can have") }
    return count
  }

  /// Reads the tick of a row.
  ///
  /// - Parameters:
  ///   - asked: The ticks that the query requested.
  ///   - isNegated: Whether the server sends it with the opposite sign.
  /// - Returns: One of the requested ticks.
  /// - Throws: `ClickHouseError.brokenAnswer` if it is not one of them, or the bytes end too early.
  mutating func tick(
    in asked: ClosedRange<Int64>, isNegated: Bool = false
  ) throws(ClickHouseError) -> Int64 {
    let number = try integer(Int64.self)
    let tick = isNegated ? Int64(0).saturatingSubtracting(number) : number
    guard asked.contains(tick) else {
      throw broken("x is \(tick), and was asked for from \(asked.lowerBound) to \(asked.upperBound)")
    }
    return tick
  }

  /// Reads a single-precision number.
  ///
  /// - Returns: The number, which can be NaN.
  /// - Throws: `ClickHouseError.brokenAnswer` if the bytes end too early.
  public mutating func float() throws(ClickHouseError) -> Float {
    Float(bitPattern: try integer(UInt32.self))
  }

  /// Reads a double-precision number.
  ///
  /// - Returns: The number, which can be NaN.
  /// - Throws: `ClickHouseError.brokenAnswer` if the bytes end too early.
  public mutating func double() throws(ClickHouseError) -> Double {
    Double(bitPattern: try integer(UInt64.self))
  }

  /// Reads a length, 7 bits in each byte.
  ///
  /// - Returns: The length, at most `textLimit`.
  /// - Throws: `ClickHouseError.brokenAnswer` if it is larger, or the bytes end too early.
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

  /// Reads the bytes of a text, after its length.
  ///
  /// - Returns: The bytes.
  /// - Throws: `ClickHouseError.brokenAnswer` if the bytes end too early.
  public mutating func text() throws(ClickHouseError) -> ArraySlice<UInt8> { try readBytes(try length()) }

  /// Reads a text.
  ///
  /// - Returns: The text; bytes that are not UTF-8 are replaced.
  /// - Throws: `ClickHouseError.brokenAnswer` if the bytes end too early.
  public mutating func string() throws(ClickHouseError) -> String {
    String(decoding: try text(), as: UTF8.self)
  }

  /// Reads whether the next value of a nullable type is missing.
  ///
  /// - Returns: True if the value is missing; then no value follows.
  /// - Throws: `ClickHouseError.brokenAnswer` if the byte is neither 0 nor 1.
  public mutating func isMissing() throws(ClickHouseError) -> Bool {
    guard place < bytes.count, bytes[place] <= 1 else {
      throw broken("there is no byte that tells of a missing value")
    }
    place += 1
    return bytes[place - 1] == 1
  }
}
