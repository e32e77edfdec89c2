import WaveSeries

extension FuzzTarget {
  /// Formulas of columns: they are read or refused with a place, and give what no chunking changes.
  static let columnFormula = FuzzTarget("column-formula", byteLimit: 200) { bytes throws(Finding) in
    let names = ["a", "Energy", "air temp", "words"].map { Array($0.utf8) }
    let columns = names.indices.map {
      ColumnFormula.Column(name: names[$0], isNumber: $0 < 3, divisor: $0 == 2 ? 1000 : 1)
    }
    let formula: ColumnFormula
    do throws(FormulaError) { formula = try ColumnFormula.parse(bytes, columns: columns) } catch {
      try require((0...bytes.count).contains(error.byte ?? 0), "a fault's place is in the formula")
      try require(!error.words.isEmpty, "a fault is described in words")
      return
    }
    guard formula.reachBefore <= 500, formula.reachAfter <= 500 else { return }
    // Half the functions are stand-ins: what counts is which values reach them.
    let functions = FormulaFunctions(
      exponential: { $0 * 3 }, naturalLogarithm: { $0 > 0 ? $0 - 1 : .nan },
      decimalLogarithm: { $0 > 0 ? $0 / 2 : .nan }, power: { $0 * $1 })
    let values = (0..<20).map { $0 % 7 == 3 ? Double.nan : Double($0 * $0) - 40 }
    func made(_ rows: Range<Int>) -> [Double]? {
      formula.values(of: rows, rowCount: 20, functions: functions) { column, rows in
        rows.map { values.indices.contains($0) ? values[$0] * Double(column + 1) : .nan }
      }
    }
    guard let whole = made(0..<20), let first = made(0..<9), let rest = made(9..<20) else {
      throw Finding("what was read can be computed")
    }
    try require(whole.allSatisfy { !$0.isInfinite }, "what is not finite is missing")
    try require(
      (first + rest).map(\.bitPattern) == whole.map(\.bitPattern), "pieces give what the whole gives")
  }
}
