/// A column that determines the order of rows.
///
/// Its values are converted to integer keys that sort in the same order.
struct RankColumn: Hashable, Sendable {
  /// The alias of a row's value in every query.
  static let name = "wg_value"

  /// The SQL expression for the value as Int64 or Float64, never NULL.
  let sql: String
  /// The SQL condition that a row has a value; nil if all rows have one.
  let valid: String?
  /// Whether the value is a Float64.
  let isReal: Bool
  /// Whether the column's integers are shifted so that unsigned 64-bit values fit in Int64.
  let isShifted: Bool
  /// The index of the column.
  let number: Int

  /// Creates the description of a column, or returns nil if the column is not numeric.
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
      // The addition turns -0 into 0, so that the two are the same value even if their bits are compared.
      sql = column.whole ?? "(\(value) + toFloat64(0))"
    }
  }

  /// Converts the bit pattern of a value to its sort key.
  ///
  /// The conversion is its own inverse, so it also converts a sort key to the bit pattern.
  func key(_ bytes: Int64) -> Int64 { isReal ? bytes ^ ((bytes >> 63) & .max) : bytes }

  /// Reads a value and converts it to its key.
  ///
  /// - Throws: `ClickHouseError.brokenAnswer`, also if the value is not finite.
  func key(_ reader: inout RowBinaryReader) throws(ClickHouseError) -> Int64 {
    let bytes = try reader.integer(Int64.self)
    guard !isReal || Double(bitPattern: UInt64(bitPattern: bytes)).isFinite else {
      throw reader.broken("a value is not finite")
    }
    return key(bytes)
  }

  /// Returns the floating-point value of a key.
  func real(_ key: Int64) -> Double { Double(bitPattern: UInt64(bitPattern: self.key(key))) }

  /// Returns the key of a number.
  ///
  /// For an integer column, the number is rounded down.
  func key(near value: Double) -> Int64 {
    if isReal { return key(Int64(bitPattern: (value + 0).bitPattern)) }
    return Int64(exactly: value.rounded(.down)) ?? (value < 0 ? .min : .max)
  }

  /// Returns the value of a key as an SQL literal, with the fewest digits that servers parse to exactly this
  /// value.
  func literal(_ key: Int64) -> String {
    guard isReal else { return "toInt64(\(key))" }
    return Self.literal(real(key))
  }

  static func literal(_ value: Double) -> String {
    let text = value.description
    // Without a decimal point, the literal would be an integer, which cannot be in an array with
    // floating-point numbers.
    return text.utf8.contains { $0 == 0x2E || $0 == 0x65 } ? text : text + "."
  }

  /// Returns the SQL condition for values in a closed range of keys.
  func isWithin(_ keys: ClosedRange<Int64>) -> String {
    "\(Self.name) >= \(literal(keys.lowerBound)) AND \(Self.name) <= \(literal(keys.upperBound))"
  }

  // MARK: - Grid coordinates

  /// The SQL alias for the distance of an integer from the origin of the grid.
  static let distanceName = "wg_distance"

  /// Returns the grid coordinate of a key.
  ///
  /// For integers, this is the distance from `origin`, or 0 below `origin`.
  func measure(_ key: Int64, from origin: Int64) -> Double {
    isReal ? real(key) : Double(UInt64(bitPattern: max(key, origin) &- origin))
  }

  /// Returns the WITH definitions that `measure` refers to.
  func distance(from origin: Int64) -> [String] {
    guard !isReal else { return [] }
    return [
      "toUInt64(greatest(\(Self.name), toInt64(\(origin))) - toInt64(\(origin))) AS \(Self.distanceName)"
    ]
  }

  /// The SQL expression for a row's grid coordinate.
  var measure: String { isReal ? Self.name : "toFloat64(\(Self.distanceName))" }
}
