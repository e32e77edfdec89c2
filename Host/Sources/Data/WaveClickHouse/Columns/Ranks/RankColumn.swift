/// The column by which rows are ordered: its value in SQL, and keys, which are whole numbers in the same
/// order as the values.
struct RankColumn: Hashable, Sendable {
  /// The name of a row's value in every query.
  static let name = "wg_value"

  /// The value as Int64 or Float64, never NULL.
  let sql: String
  /// The condition that a row has a value; nil if all rows have one.
  let valid: String?
  /// Whether the value is a Float64.
  let isReal: Bool
  /// Whether its numbers are shifted, so that unsigned 64-bit values fit.
  let isShifted: Bool
  /// The index of the column.
  let number: Int

  /// - Returns: Nil if the column has no numbers.
  init?(_ column: ClickHouseColumn, number: Int) {
    guard let value = column.value else { return nil }
    self.number = number
    valid = column.valid
    isReal = column.whole == nil
    if case .integer(bits: 64, isSigned: false) = column.type.bare {
      isShifted = true
      let bare = column.type.isNullable ? "assumeNotNull(\(column.name))" : column.name
      sql = "toInt64(bitXor(toUInt64(\(bare)), 9223372036854775808))"
    } else {
      isShifted = false
      // 0 and -0 become one value, also where bits are compared.
      sql = column.whole ?? "(\(value) + toFloat64(0))"
    }
  }

  /// Converts the eight bytes of a value to its key, and a key to the bytes.
  func key(_ bytes: Int64) -> Int64 { isReal ? bytes ^ ((bytes >> 63) & .max) : bytes }

  /// Reads a value as its key.
  ///
  /// - Throws: `ClickHouseError.brokenAnswer`, also if the value is not finite.
  func key(_ reader: inout RowBinaryReader) throws(ClickHouseError) -> Int64 {
    let bytes = try reader.integer(Int64.self)
    guard !isReal || Double(bitPattern: UInt64(bitPattern: bytes)).isFinite else {
      throw reader.broken("a value is not finite")
    }
    return key(bytes)
  }

  /// Returns the value of a key as a number.
  func real(_ key: Int64) -> Double { Double(bitPattern: UInt64(bitPattern: self.key(key))) }

  /// Returns the nearest key to a number, which may lie between values.
  func key(near value: Double) -> Int64 {
    if isReal { return key(Int64(bitPattern: (value + 0).bitPattern)) }
    return Int64(exactly: value.rounded(.down)) ?? (value < 0 ? .min : .max)
  }

  /// Returns the value of a key as an exact SQL literal: servers read the shortest digits that identify a
  /// number as that number.
  func literal(_ key: Int64) -> String {
    guard isReal else { return "toInt64(\(key))" }
    return Self.literal(real(key))
  }

  static func literal(_ value: Double) -> String {
    let text = value.description
    // Without a point it would be a whole number, which cannot be in an array with others.
    return text.utf8.contains { $0 == 0x2E || $0 == 0x65 } ? text : text + "."
  }

  /// Returns the condition for values in a range of keys, both bounds included.
  func isWithin(_ keys: ClosedRange<Int64>) -> String {
    "\(Self.name) >= \(literal(keys.lowerBound)) AND \(Self.name) <= \(literal(keys.upperBound))"
  }

  // MARK: - Numbers for a grid

  /// The name of the distance of a whole number from another one.
  static let distanceName = "wg_distance"

  /// Returns the number of a key for a grid: for whole numbers the distance from `origin`, 0 below it.
  func measure(_ key: Int64, from origin: Int64) -> Double {
    isReal ? real(key) : Double(UInt64(bitPattern: max(key, origin) &- origin))
  }

  /// Returns the definitions after WITH that `measure` needs.
  func distance(from origin: Int64) -> [String] {
    guard !isReal else { return [] }
    return [
      "toUInt64(greatest(\(Self.name), toInt64(\(origin))) - toInt64(\(origin))) AS \(Self.distanceName)"
    ]
  }

  /// The SQL expression for a row's number for a grid.
  var measure: String { isReal ? Self.name : "toFloat64(\(Self.distanceName))" }
}
