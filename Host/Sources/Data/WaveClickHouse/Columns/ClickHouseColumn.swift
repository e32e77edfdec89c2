import WaveTableFormats
import WaveTables

/// A column of the table, and its SQL expressions.
struct ClickHouseColumn: Sendable {
  /// The column's description for clients.
  let info: TableColumn
  let type: ClickHouseType
  /// The column's name in SQL, or the SQL expression of a derived column.
  let name: String
  /// Whether the column is derived from other columns, or is an unused slot for a derived column.
  let isMade: Bool
  /// The SQL expression for the value as Float64, never NULL; nil if the column cannot be drawn.
  let value: String?
  /// The SQL condition that a row has a finite value; nil if every row has a finite value.
  let valid: String?
  /// The SQL expression for the value as Int64; nil if the conversion would lose precision.
  let whole: String?

  init(name: String, type: ClickHouseType) {
    self.type = type
    isMade = false
    let quoted = SQLText.name(name)
    self.name = quoted
    let bare = type.isNullable ? "assumeNotNull(\(quoted))" : quoted
    (whole, value) =
      switch type.bare {
      case .integer(bits: 64, isSigned: false):
        // Values above `Int64.max` are clamped. No window includes them.
        ("toInt64(least(\(bare), 9223372036854775807))", "toFloat64(\(bare))")
      case .integer(let bits, _) where bits <= 64: ("toInt64(\(bare))", "toFloat64(\(bare))")
      case .bool: ("toInt64(\(bare))", "toFloat64(\(bare))")
      case .float: (nil, "toFloat64(\(bare))")
      case .decimal where type.kind == .real: (nil, "toFloat64(\(bare))")
      case .date, .date32: ("(toInt64(\(bare)) * 86400)", "toFloat64(toInt64(\(bare)) * 86400)")
      case .dateTime: ("toInt64(\(bare))", "toFloat64(toInt64(\(bare)))")
      case .dateTime64(let digits, _):
        (Self.ticks(digits: digits, of: bare), "toFloat64(\(Self.ticks(digits: digits, of: bare)))")
      default: (nil, nil)
      }
    let isThere: String? = type.isNullable ? "isNotNull(\(quoted))" : nil
    let isFinite: String? = if case .float = type.bare { "isFinite(\(bare))" } else { nil }
    let conditions = [isThere, isFinite].compactMap { $0 }
    valid = conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
    info = TableColumn(name: name, kind: type.kind, timeUnit: type.timeUnit)
  }

  /// Creates a derived column, or an unused slot for a derived column if `made` is nil.
  init(_ made: (name: String, expression: FormulaExpression)?) {
    isMade = true
    whole = nil
    valid = made?.expression.valid
    value = made?.expression.value
    guard let made else {
      (type, name, info) = (.unread(""), "", TableColumn(name: "", kind: .other))
      return
    }
    type = .nullable(.float(bits: 64))
    info = TableColumn(name: made.name, kind: .real)
    let value = made.expression.value
    name = made.expression.valid.map { "if(\($0), \(value), NULL)" } ?? "toNullable(\(value))"
  }

  /// Returns the SQL expression for the value, finite in every row: `other` in those without a value.
  ///
  /// It can be converted to an integer. A server may convert it before it has excluded the rows without a
  /// value, and fails at NaN.
  func finiteValue(_ other: Double) -> String? {
    guard let value, let valid else { return value }
    return "if(\(valid), \(value), \(SQLText.exact(other)))"
  }

  /// The SQL aggregate that counts the rows with a value, unless every row has one.
  var valueCount: [String] { valid.map { ["countIf(\($0))"] } ?? [] }

  /// Returns an SQL aggregate over the rows that have a value.
  func aggregate(_ function: String, _ arguments: String) -> String {
    valid.map { "\(function)If(\(arguments), \($0))" } ?? "\(function)(\(arguments))"
  }

  /// Returns the time unit in the names of SQL functions, for example `Milli`, for times with `digits`
  /// decimal places.
  private static func unit(digits: Int) -> String { digits <= 3 ? "Milli" : digits <= 6 ? "Micro" : "Nano" }

  private static func ticks(digits: Int, of bare: String) -> String {
    let made = "toUnixTimestamp64\(unit(digits: digits))(\(bare))"
    return digits == 0 ? "intDiv(\(made), 1000)" : made
  }

  /// Returns the value as an SQL literal that lets the server compare it with the column using an index, or
  /// nil if there is no such literal.
  func bound(_ value: Int64) -> String? {
    switch type.bare {
    case .integer, .bool: return whole == nil ? nil : String(value)
    case .date:
      return "toDate(\(max(0, min(65_535, (Double(value) / 86400).rounded(.up)))))".replacing(
        ".0)", with: ")")
    case .dateTime: return "toDateTime(\(max(0, min(4_294_967_295, value))))"
    case .dateTime64(let digits, _):
      let (scaled, isOver) = value.multipliedReportingOverflow(by: digits == 0 ? 1000 : 1)
      return isOver ? nil : "fromUnixTimestamp64\(Self.unit(digits: digits))(toInt64(\(scaled)))"
    default: return nil
    }
  }

  /// Returns the SQL condition that the value lies in a half-open range, in a form that can use an index.
  func isWithin(_ from: Int64, _ until: Int64) -> String {
    // Bounds between two days are rounded up: the lower bound to the first day included, and the upper bound
    // to the first day excluded.
    let low = bound(from).map { "\(name) >= \($0)" }
    let high = bound(until).map { "\(name) < \($0)" }
    return [low, high].compactMap { $0 }.joined(separator: " AND ")
  }
}
