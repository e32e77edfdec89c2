import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables

/// A client's derived columns, and cached orders and values that were computed from them.
struct DerivedState {
  /// The maximum number of cached series, each with one derived column's values in one order.
  static let gatheredLimit = 16
  /// The maximum number of cached orders by derived columns.
  static let ordersLimit = 2

  var columns: [Int: DerivedColumn] = [:]
  /// A number that changes whenever the columns or their values change.
  var revision = 0
  /// The cached orders of rows by a derived column.
  var orders: [(name: OrderedTable.Name, table: OrderedTable)] = []
  /// The cached values of derived columns, arranged in an order.
  var gathered: [(table: OrderedTable, number: Int, series: Series)] = []

  /// Discards all results computed from a derived column, whose index among all columns is `index`.
  mutating func forget(_ number: Int, index: Int) {
    revision += 1
    gathered.removeAll { $0.number == number }
    orders.removeAll { $0.name.column == index }
  }
}

/// The client's derived columns, which are computed when their statistics are requested.
extension MappedRows {
  private var tableColumnCount: Int { host.state.withLock { Int($0.table.description.columnCount) } }

  /// Returns the number of the derived column with the given index among all columns, or nil for a column of
  /// the table.
  func derivedNumber(_ index: Int) -> Int? {
    let count = tableColumnCount
    return index >= count ? index - count : nil
  }

  /// Returns a derived column's values in the table's own order, one for each row.
  ///
  /// Values that have not been computed are missing.
  func derivedColumn(_ number: Int) -> (series: Series, offset: Double)? {
    guard let drawn = state.withLock({ $0.derived.columns[number]?.drawn }) else { return nil }
    let rowCount = host.state.withLock { Int($0.table.description.rowCount) }
    return (drawn.series.padded(to: rowCount), drawn.summary.offset ?? 0)
  }

  /// Returns a column's values in the row order of `table`.
  func series(
    _ index: Int, in table: OrderedTable, _ run: Run
  ) throws(ColumnFailure) -> (series: Series, offset: Double) {
    guard let (base, offset) = column(index) else { throw .cancelled }
    guard let number = derivedNumber(index) else {
      guard let made = table.series(index, of: base, goesOn: run.goesOn) else { throw .cancelled }
      return (made, offset)
    }
    let (known, revision) = state.withLock { state in
      (
        state.derived.gathered.first { $0.table === table && $0.number == number }?.series,
        state.derived.revision
      )
    }
    if let known { return (known, offset) }
    guard let made = table.gathered(base, goesOn: run.goesOn) else { throw .cancelled }
    state.withLock { state in
      // Rows in the table's own order need no cache, and outdated values are not cached.
      guard table.axis.order != .rows, state.derived.revision == revision else { return }
      state.derived.gathered.removeAll {
        $0.table.rowCount != table.rowCount || $0.table.reading != table.reading
      }
      if state.derived.gathered.count >= DerivedState.gatheredLimit { state.derived.gathered.removeFirst() }
      state.derived.gathered.append((table, number, made))
    }
    return (made, offset)
  }

  /// Returns the rows in an order.
  ///
  /// Orders by a derived column belong to this client only.
  func inOrder(_ name: OrderedTable.Name, goesOn: (Double) -> Bool) throws(TableError) -> OrderedTable? {
    guard name.order != .rows, let number = derivedNumber(name.column) else {
      return try host.ordered(name, goesOn: goesOn)
    }
    let (column, known, revision) = state.withLock { state in
      (
        state.derived.columns[number], state.derived.orders.first { $0.name == name }?.table,
        state.derived.revision
      )
    }
    guard let column, let drawn = column.drawn else { return nil }
    if let known, known.rowCount == drawn.series.count, known.reading == drawn.reading { return known }
    let offset = drawn.summary.offset ?? 0
    var values = drawn.series.values(from: 0, to: drawn.series.count).map { Double($0) + offset }
    if drawn.isExact {
      var exact: [Double] = []
      exact.reserveCapacity(values.count)
      let isDone = try pass([column.formula], goesOn: { goesOn($0 / 2) }, each: { exact += $1 })
      guard isDone else { return nil }
      if exact.count == values.count { values = exact }
    }
    guard
      let made = OrderedTable(
        name, values: .real(values), isValid: { values[$0].isFinite }, summary: drawn.summary,
        source: host.number, reading: drawn.reading, goesOn: goesOn)
    else { return nil }
    state.withLock { state in
      guard state.derived.revision == revision else { return }
      state.derived.orders.removeAll { $0.name == name }
      if state.derived.orders.count >= DerivedState.ordersLimit { state.derived.orders.removeFirst() }
      state.derived.orders.append((name, made))
    }
    return made
  }

  /// A calculator for the values of derived columns in single rows; nil if the client has no derived columns
  /// or the table is not open.
  var derivedRows: DerivedRows? {
    let columns = state.withLock { $0.derived.columns }
    guard !columns.isEmpty else { return nil }
    let needed = Set(columns.values.flatMap { $0.formula.columns })
    guard let operands = host.state.withLock({ TableOperands(needed, of: $0) }) else { return nil }
    return DerivedRows(columns.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, operands)
  }

  // MARK: - Computing columns

  /// Replaces the derived columns.
  ///
  /// The values of unchanged formulas are kept.
  func derive(_ formulas: [FormulaColumn?]) {
    let count = tableColumnCount
    state.withLock { state in
      for number in Set(state.derived.columns.keys).union(formulas.indices) {
        let formula = formulas.indices.contains(number) ? formulas[number] : nil
        var column = formula.map { DerivedColumn(name: Array($0.name.utf8), formula: $0.formula) }
        let old = state.derived.columns[number]
        if let old, old.formula == column?.formula {
          column?.drawn = old.drawn
        } else {
          state.derived.forget(number, index: count + number)
        }
        state.derived.columns[number] = column
      }
      state.filtered = []
    }
  }

  /// Returns the statistics of columns.
  ///
  /// Derived columns that lack values for some rows are computed first.
  func extents(of columns: [Int], _ run: Run) throws(ColumnFailure) -> [ColumnExtent] {
    try computeMissing(run)
    let (known, isComplete, count) = host.state.withLock {
      (
        $0.table.summaries, $0.table.description.flags.contains(.complete),
        Int($0.table.description.columnCount)
      )
    }
    let derived = state.withLock { $0.derived.columns }
    var extents: [ColumnExtent] = []
    for column in columns {
      let made = derived[column - count]?.drawn
      guard let summary = known[column] ?? made?.summary else { throw .cancelled }
      extents.append(ColumnExtent(summary: summary, isExact: made?.isExact ?? isComplete))
    }
    return extents
  }

  /// Computes, in one pass, all derived columns whose values are missing, incomplete or outdated.
  private func computeMissing(_ run: Run) throws(ColumnFailure) {
    let (rowCount, isComplete, reading, count) = host.state.withLock {
      (
        Int($0.table.description.rowCount), $0.table.description.flags.contains(.complete),
        $0.table.reading, Int($0.table.description.columnCount)
      )
    }
    let missing = state.withLock { state in
      state.derived.columns.sorted { $0.key < $1.key }.filter { _, column in
        guard let drawn = column.drawn else { return true }
        return drawn.series.count != rowCount || drawn.isExact != isComplete || drawn.reading != reading
      }.map { (number: $0.key, formula: $0.value.formula) }
    }
    guard !missing.isEmpty, rowCount > 0 else { return }
    var series = missing.map { _ in Series() }
    var summaries = missing.map { _ in ColumnSummary.ofDerived }
    var progress = SlowWork(.deriving, of: host.number, run.report)
    defer { progress.end() }
    let isDone: Bool
    do throws(TableError) {
      isDone = try pass(missing.map(\.formula)) { part in
        progress.note(part)
        return run.goesOn()
      } each: { place, values in
        let drawn = summaries[place].add(values)
        series[place].append(SeriesChunk(drawn.span))
      }
    } catch { throw failure(error) }
    guard isDone, host.isCurrent(reading) else { throw .cancelled }
    state.withLock { state in
      for (place, one) in missing.enumerated()
      where state.derived.columns[one.number]?.formula == one.formula {
        state.derived.columns[one.number]?.drawn = DerivedSeries(
          series: series[place], summary: summaries[place], isExact: isComplete, reading: reading)
        state.derived.forget(one.number, index: count + one.number)
      }
      state.filtered = []
    }
  }
}
