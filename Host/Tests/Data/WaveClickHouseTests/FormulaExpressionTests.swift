import Testing
import WaveSeries
import WaveTableFormats
import WaveTables

@testable import WaveClickHouse

/// Formulas in SQL, without a server: with one they are among the checks with peers, value by value.
@Suite struct FormulaExpressionTests {
  private static let columns = [
    ClickHouseColumn(name: "a", type: ClickHouseType("Int32")),
    ClickHouseColumn(name: "b", type: ClickHouseType("Nullable(Float64)")),
    ClickHouseColumn(name: "t", type: ClickHouseType("DateTime64(6)")),
    ClickHouseColumn(name: "x` OR 1; --\\", type: ClickHouseType("UInt8")),
    ClickHouseColumn(name: "s", type: ClickHouseType("String")),
  ]

  private static func formula(_ text: String) throws(FormulaError) -> ColumnFormula {
    let info = TableInfo(name: "t", columns: columns.map(\.info))
    return try ColumnFormula.parse(Array(text.utf8), columns: info.operands)
  }

  private static func made(_ text: String) throws -> FormulaExpression {
    try FormulaExpression(formula(text), columns: columns)
  }

  private static let b = "toFloat64(assumeNotNull(`b`))"
  private static let bIsThere = "isNotNull(`b`) AND isFinite(assumeNotNull(`b`))"

  @Test func whatCanOnlyBeFiniteIsNotLookedAt() throws {
    for (text, value) in [
      ("a", "toFloat64(`a`)"), ("-a", "(toFloat64(-1) * toFloat64(`a`))"), ("abs(a)", "abs(toFloat64(`a`))"),
      ("min(a, 2)", "least(toFloat64(2), toFloat64(`a`))"),
      ("max(a, -0.5)", "greatest(toFloat64(`a`), (toFloat64(-1) * \(SQLText.exact(0.5))))"),
    ] {
      let made = try Self.made(text)
      #expect(made.value == value && made.valid == nil, "\(text)")
    }
    #expect(try Self.made("b").valid == Self.bIsThere)
  }

  @Test func anInfinityThatStaysOneIsLookedAtInTheEnd() throws {
    for text in ["a + a", "a * b", "a / b", "sqrt(a)", "ln(a * a)", "-(a - b) / 2"] {
      let made = try Self.made(text)
      let terms = made.valid?.components(" AND isFinite(") ?? []
      #expect(made.valid?.hasSuffix("isFinite(\(made.value))") == true, "\(text)")
      // The columns' own, and that.
      #expect(terms.count == (text.contains("b") ? 3 : 1), "\(text): \(made.valid ?? "")")
    }
  }

  @Test(
    arguments: [
      ("1 / (a / b)", "(toFloat64(`a`) / \(b))"), ("exp(ln(a))", "log(toFloat64(`a`))"),
      ("min(sqrt(a), 3)", "sqrt(toFloat64(`a`))"), ("max(3, a + a)", "(toFloat64(`a`) + toFloat64(`a`))"),
      ("(a * a) ^ 0", "(toFloat64(`a`) * toFloat64(`a`))"), ("1 ^ exp(a)", "exp(toFloat64(`a`))"),
    ])
  func aStepWhoseInfinityWouldGetLostIsLookedAtByItself(_ text: String, _ step: String) throws {
    let made = try Self.made(text)
    #expect(made.valid?.contains("isFinite(\(step))") == true, "\(made.valid ?? "")")
  }

  @Test func timesAreSecondsAndTheirDifferencesExact() throws {
    #expect(
      try Self.made("t").value == "(toFloat64(toUnixTimestamp64Micro(`t`)) / toFloat64(1000000))")
    let time = "toFloat64(toUnixTimestamp64Micro(`t`))"
    #expect(try Self.made("t - t").value == "((\(time) - \(time)) / toFloat64(1000000))")
  }

  @Test func namesCannotBreakOut() throws {
    let made = try Self.made("\"x` OR 1; --\\\" + 0.1")
    #expect(made.value == "(toFloat64(`x\\` OR 1; --\\\\`) + \(SQLText.exact(0.1)))")
  }

  @Test func aNumberAloneIsNoConstant() throws {
    #expect(try Self.made("2 * 3").value == "materialize((toFloat64(2) * toFloat64(3)))")
  }

  @Test(arguments: ["diff(a)", "1 + lag(b, 3)", "sqrt(mean(a, 5))", "lag(a, 0)"])
  func whatNeedsTheRowsBesideIsRefused(_ text: String) throws {
    #expect(try Self.formula(text).needsNeighbors)
    #expect(throws: FormulaExpression.Fault.needsNeighbors) { try Self.made(text) }
    #expect(try !Self.formula("a - b ^ 2").needsNeighbors)
  }

  @Test func whatWouldGrowTooLongIsRefused() throws {
    var text = "b"
    for _ in 0..<30 { text = "1/(\(text))" }
    let long = try Self.made(text)
    #expect(long.value.utf8.count + (long.valid?.utf8.count ?? 0) <= FormulaExpression.byteLimit)
    var sum = "a"
    for _ in 0..<24 { sum = "exp(\(sum)*b*b)" }
    #expect(throws: FormulaExpression.Fault.tooLong) { try Self.made(sum) }
  }

  @Test func aMadeColumnIsReadAsOneThatMayBeMissing() throws {
    let column = ClickHouseColumn(("c", try Self.made("b * 2")))
    #expect(column.isMade && column.whole == nil && column.info == TableColumn(name: "c", kind: .real))
    #expect(column.name == "if(\(column.valid ?? ""), \(column.value ?? ""), NULL)")
    #expect(ClickHouseColumn(("c", try Self.made("a"))).name == "toNullable(toFloat64(`a`))")
    let none = ClickHouseColumn(nil)
    #expect(none.isMade && none.value == nil && !none.type.isRead && none.info.name.isEmpty)
    let schema = ClickHouseSchema(
      table: "t", columns: Self.columns, engine: "Memory", sortingKey: [], shardCount: 0)
    #expect(schema.adding([none, column]).fingerprint == schema.fingerprint)
    #expect(schema.adding([none, column]).columns.count == 7)
  }
}

extension String {
  /// The parts between a separator.
  fileprivate func components(_ separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
