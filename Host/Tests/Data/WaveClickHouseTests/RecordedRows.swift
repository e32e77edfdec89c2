import TestSupport

/// The rows of a small table with columns of most kinds, in the order of x.
struct RecordedRow: Sendable {
  var x: Int64
  var v: Double
  var n: Int?
  var w: String?
  var u: UInt64
  var cents: Int
  var day: Int
  var milliseconds: Int64

  /// Several rows have the same x and the same values; between two halves there is nothing for long.
  static let all: [RecordedRow] = {
    var random = SeededGenerator(seed: 4303)
    var x: Int64 = -100
    return (0..<240).map { number in
      x += [0, 0, 1, 1, 2, 5, 40].randomElement(using: &random) ?? 0
      if number == 120 { x += 30_000 }
      let kind = Int.random(in: 0..<20, using: &random)
      return RecordedRow(
        x: x,
        v: kind == 0 ? .nan : kind == 1 ? .infinity : Double(Int.random(in: -400...400, using: &random)) / 8,
        n: Int.random(in: 0..<5, using: &random) == 0 ? nil : Int.random(in: -9...9, using: &random),
        w: [nil, "", "ab", "it's", "ab\\c", "long word"].randomElement(using: &random) ?? nil,
        u: Bool.random(using: &random) ? UInt64(number) : UInt64.max - UInt64(number),
        cents: Int.random(in: -99_999...99_999, using: &random), day: number / 7 + 3,
        milliseconds: 1_700_000_000_000 + Int64(number) * 1234)
    }
  }()

  private var sql: String {
    let word = w.map { "'" + $0.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'" } ?? "NULL"
    return """
      (\(x), \(v), \(n.map { "\($0)" } ?? "NULL"), \(word), \(u), toDecimal64(\(cents), 2) / 100, \(day), \
      fromUnixTimestamp64Milli(toInt64(\(milliseconds)), 'UTC'), [1])
      """
  }

  /// The statements that make the table.
  static var statements: [String] {
    [
      "CREATE DATABASE IF NOT EXISTS d", "DROP TABLE IF EXISTS d.rows",
      """
      CREATE TABLE d.rows (x Int64, v Float64, n Nullable(Int32), w LowCardinality(Nullable(String)), \
      u UInt64, c Decimal(18, 2), day Date, t DateTime64(3, 'UTC'), a Array(UInt8)) ENGINE = MergeTree \
      ORDER BY x
      """,
      "INSERT INTO d.rows SELECT * FROM VALUES('x Int64, v Float64, n Nullable(Int32), "
        + "w Nullable(String), u UInt64, c Decimal(18, 2), day UInt16, t DateTime64(3, \\'UTC\\'), "
        + "a Array(UInt8)', \(all.map(\.sql).joined(separator: ", ")))",
    ]
  }
}
