/// The column that rows are put in the order of: its value in SQL, and whole numbers in the same order that
/// stand for values here.
struct RankColumn: Hashable, Sendable {
  /// What a row's value is called in every query.
  static let name = "wg_value"

  /// A row's value, Int64 or Float64, never NULL.
  let sql: String
  /// Whether a row has one; nil where all have.
  let valid: String?
  /// Whether it is a Float64.
  let isReal: Bool
  /// Whether its numbers count from another one, so that 64 bits without a sign have room.
  let isShifted: Bool
  /// The column's number.
  let number: Int

  /// - Returns: Nil of a column without numbers.
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
      // Both zeros are one value, also where bits are compared.
      sql = column.whole ?? "(\(value) + toFloat64(0))"
    }
  }

  /// What stands for a value, from the eight bytes of an answer; and those from what stands for it.
  func key(_ bytes: Int64) -> Int64 { isReal ? bytes ^ ((bytes >> 63) & .max) : bytes }

  /// Reads what stands for a value.
  ///
  /// - Throws: `ClickHouseError.brokenAnswer`, also of what is no number.
  func key(_ reader: inout RowBinaryReader) throws(ClickHouseError) -> Int64 {
    let bytes = try reader.integer(Int64.self)
    guard !isReal || Double(bitPattern: UInt64(bitPattern: bytes)).isFinite else {
      throw reader.broken("a value is not finite")
    }
    return key(bytes)
  }

  /// A value as a number.
  func real(_ key: Int64) -> Double { Double(bitPattern: UInt64(bitPattern: self.key(key))) }

  /// What stands for a number that may lie between values; the nearest there is.
  func key(near value: Double) -> Int64 {
    if isReal { return key(Int64(bitPattern: (value + 0).bitPattern)) }
    return Int64(exactly: value.rounded(.down)) ?? (value < 0 ? .min : .max)
  }

  /// A value in SQL, to the last bit: a server reads the shortest digits that mean a number as that number.
  func literal(_ key: Int64) -> String {
    guard isReal else { return "toInt64(\(key))" }
    return Self.literal(real(key))
  }

  static func literal(_ value: Double) -> String {
    let text = value.description
    // Without a point it would be a whole number, which does not go together with others in a list.
    return text.utf8.contains { $0 == 0x2E || $0 == 0x65 } ? text : text + "."
  }

  /// Rows with a value between two, both included.
  func isWithin(_ keys: ClosedRange<Int64>) -> String {
    "\(Self.name) >= \(literal(keys.lowerBound)) AND \(Self.name) <= \(literal(keys.upperBound))"
  }

  // MARK: - As a number for a grid

  /// What the distance of a whole number from another is called.
  static let distanceName = "wg_distance"

  /// A value as a grid has it: of whole numbers the distance from another one, 0 below that.
  func measure(_ key: Int64, from origin: Int64) -> Double {
    isReal ? real(key) : Double(UInt64(bitPattern: max(key, origin) &- origin))
  }

  /// What `measure` needs behind WITH.
  func distance(from origin: Int64) -> [String] {
    guard !isReal else { return [] }
    return [
      "toUInt64(greatest(\(Self.name), toInt64(\(origin))) - toInt64(\(origin))) AS \(Self.distanceName)"
    ]
  }

  /// That of a row, in SQL.
  var measure: String { isReal ? Self.name : "toFloat64(\(Self.distanceName))" }
}
