import WaveSeries

/// A formula translated to SQL.
///
/// The formula uses only values in the same row.
///
/// A result is missing if any step is not a finite number, as in `ColumnFormula`. Infinity and NaN persist
/// through most steps, so testing the result is enough. A step is tested separately only if the next one
/// could hide its infinity or NaN, as in 1/∞.
struct FormulaExpression: Equatable, Sendable {
  /// The maximum total length of `value` and `valid`, in bytes.
  static let byteLimit = 16_384

  /// The reason a formula cannot be expressed in SQL.
  enum Fault: Error, Equatable {
    case needsNeighbors
    case tooLong
  }

  /// The SQL expression for the value as Float64, never NULL.
  let value: String
  /// The SQL condition that a row has a value; nil if all rows have one.
  let valid: String?

  /// Translates a formula to SQL.
  ///
  /// - Parameters:
  ///   - formula: The formula.
  ///   - columns: The table's columns.
  /// - Throws: `Fault`.
  init(_ formula: ColumnFormula, columns: [ClickHouseColumn]) throws(Fault) {
    var writer = Writer(columns: columns)
    for node in formula.nodes { try writer.append(node) }
    guard let made = writer.steps.last else { throw .tooLong }
    // A formula without columns is a constant. Unless it is materialized, old servers and their shards
    // represent it as different kinds of columns.
    value = formula.columns.isEmpty ? "materialize(\(made.sql))" : made.sql
    let terms = writer.terms + (made.isFinite ? [] : ["isFinite(\(value))"])
    valid = terms.isEmpty ? nil : terms.joined(separator: " AND ")
    guard value.utf8.count + (valid?.utf8.count ?? 0) <= Self.byteLimit else { throw .tooLong }
  }
}

/// Translates the steps of a formula to SQL one by one.
private struct Writer {
  struct Step {
    var sql: String
    /// Whether the value is finite in every row in which all columns that it uses have values.
    var isFinite: Bool
  }

  let columns: [ClickHouseColumn]
  var steps: [Step] = []
  /// The SQL conditions for the formula to have a value.
  var terms: [String] = []

  /// Translates the next step.
  mutating func append(_ node: ColumnFormula.Node) throws(FormulaExpression.Fault) {
    switch node {
    case .number(let value): push(SQLText.exact(value), isFinite: true)
    case .column(let number):
      let column = columns[number]
      if let valid = column.valid { ask(valid) }
      push(column.value ?? "toFloat64(0)", isFinite: true)
    case .lag, .change, .mean: throw .needsNeighbors
    case .divided(let divisor): change(isFinite: true) { "(\($0) / \(SQLText.exact(divisor)))" }
    case .negative:
      // Old servers would send two adjacent minus signs to their shards, where they start a comment.
      change(isFinite: true) { "(toFloat64(-1) * \($0))" }
    case .magnitude: change(isFinite: true) { "abs(\($0))" }
    case .root: change { "sqrt(\($0))" }
    case .naturalLogarithm: change { "log(\($0))" }
    case .decimalLogarithm: change { "log10(\($0))" }
    case .exponential:
      // The exponential of minus infinity is 0, so an infinite argument must be detected here.
      requireFinite()
      change { "exp(\($0))" }
    case .sum: join { "(\($0) + \($1))" }
    case .difference: join { "(\($0) - \($1))" }
    case .product: join { "(\($0) * \($1))" }
    case .quotient:
      requireFinite()
      join { "(\($0) / \($1))" }
    case .power:
      requireFinite()
      requireFinite(below: 1)
      join { "pow(\($0), \($1))" }
    case .smaller, .larger:
      requireFinite()
      requireFinite(below: 1)
      // For 0 and -0, choose the same value as the local engine.
      join(isFinite: true) { node == .smaller ? "least(\($1), \($0))" : "greatest(\($0), \($1))" }
    }
    // Stop here, since each further step would only make an expression longer that is already too long.
    if (steps.last?.sql.utf8.count ?? 0) > FormulaExpression.byteLimit { throw .tooLong }
  }

  private mutating func push(_ sql: String, isFinite: Bool) {
    steps.append(Step(sql: sql, isFinite: isFinite))
  }

  private mutating func change(isFinite: Bool = false, _ made: (String) -> String) {
    guard let step = steps.popLast() else { return }
    push(made(step.sql), isFinite: isFinite && step.isFinite)
  }

  private mutating func join(isFinite: Bool = false, _ made: (String, String) -> String) {
    guard let right = steps.popLast(), let left = steps.popLast() else { return }
    push(made(left.sql, right.sql), isFinite: isFinite)
  }

  /// Adds a test for whether a step is finite if the next step could hide its infinity or NaN.
  private mutating func requireFinite(below depth: Int = 0) {
    let place = steps.count - 1 - depth
    guard steps.indices.contains(place), !steps[place].isFinite else { return }
    ask("isFinite(\(steps[place].sql))")
    steps[place].isFinite = true
  }

  private mutating func ask(_ term: String) {
    if !terms.contains(term) { terms.append(term) }
  }
}
