import WaveSeries

/// A formula of single rows in SQL.
///
/// What is no finite number makes missing what is made of it, as `ColumnFormula` has it. An infinity or NaN
/// stays one through most steps, so that the result tells; only where one could get lost, as in 1/∞, is the
/// step before it looked at by itself.
struct FormulaExpression: Equatable, Sendable {
  /// Bytes of both expressions at most.
  static let byteLimit = 16_384

  /// Why there is no expression.
  enum Fault: Error, Equatable {
    case needsNeighbors
    case tooLong
  }

  /// Its value as Float64, never NULL.
  let value: String
  /// Whether a row has one; nil where all have.
  let valid: String?

  /// Writes a formula.
  ///
  /// - Parameters:
  ///   - formula: The formula.
  ///   - columns: The table's columns.
  /// - Throws: `Fault`.
  init(_ formula: ColumnFormula, columns: [ClickHouseColumn]) throws(Fault) {
    var writer = Writer(columns: columns)
    for node in formula.nodes { try writer.take(node) }
    guard let made = writer.steps.last else { throw .tooLong }
    // Without a column it would be a constant, of which old servers make another column here than on their
    // shards.
    value = formula.columns.isEmpty ? "materialize(\(made.sql))" : made.sql
    let terms = writer.terms + (made.isFinite ? [] : ["isFinite(\(value))"])
    valid = terms.isEmpty ? nil : terms.joined(separator: " AND ")
    guard value.utf8.count + (valid?.utf8.count ?? 0) <= Self.byteLimit else { throw .tooLong }
  }
}

/// Puts steps together.
private struct Writer {
  struct Step {
    var sql: String
    /// Whether it is a finite number wherever its columns have values.
    var isFinite: Bool
  }

  let columns: [ClickHouseColumn]
  var steps: [Step] = []
  /// What must be so that there is a value.
  var terms: [String] = []

  /// Takes the next step.
  mutating func take(_ node: ColumnFormula.Node) throws(FormulaExpression.Fault) {
    switch node {
    case .number(let value): put(SQLText.exact(value), isFinite: true)
    case .column(let number):
      let column = columns[number]
      if let valid = column.valid { ask(valid) }
      put(column.value ?? "toFloat64(0)", isFinite: true)
    case .lag, .change, .mean: throw .needsNeighbors
    case .divided(let divisor): change(isFinite: true) { "(\($0) / \(SQLText.exact(divisor)))" }
    case .negative:
      // Old servers tell their shards of two signs as of a comment.
      change(isFinite: true) { "(toFloat64(-1) * \($0))" }
    case .magnitude: change(isFinite: true) { "abs(\($0))" }
    case .root: change { "sqrt(\($0))" }
    case .naturalLogarithm: change { "log(\($0))" }
    case .decimalLogarithm: change { "log10(\($0))" }
    case .exponential:
      // e to minus infinity is 0.
      look()
      change { "exp(\($0))" }
    case .sum: join { "(\($0) + \($1))" }
    case .difference: join { "(\($0) - \($1))" }
    case .product: join { "(\($0) * \($1))" }
    case .quotient:
      look()
      join { "(\($0) / \($1))" }
    case .power:
      look()
      look(below: 1)
      join { "pow(\($0), \($1))" }
    case .smaller, .larger:
      look()
      look(below: 1)
      // Of both zeros the one that is taken here, too.
      join(isFinite: true) { node == .smaller ? "least(\($1), \($0))" : "greatest(\($0), \($1))" }
    }
    // What is cut off here would only grow.
    if (steps.last?.sql.utf8.count ?? 0) > FormulaExpression.byteLimit { throw .tooLong }
  }

  private mutating func put(_ sql: String, isFinite: Bool) {
    steps.append(Step(sql: sql, isFinite: isFinite))
  }

  private mutating func change(isFinite: Bool = false, _ made: (String) -> String) {
    guard let step = steps.popLast() else { return }
    put(made(step.sql), isFinite: isFinite && step.isFinite)
  }

  private mutating func join(isFinite: Bool = false, _ made: (String, String) -> String) {
    guard let right = steps.popLast(), let left = steps.popLast() else { return }
    put(made(left.sql, right.sql), isFinite: isFinite)
  }

  /// Has a step looked at whose infinity or NaN would get lost in the next one.
  private mutating func look(below depth: Int = 0) {
    let place = steps.count - 1 - depth
    guard steps.indices.contains(place), !steps[place].isFinite else { return }
    ask("isFinite(\(steps[place].sql))")
    steps[place].isFinite = true
  }

  private mutating func ask(_ term: String) {
    if !terms.contains(term) { terms.append(term) }
  }
}
