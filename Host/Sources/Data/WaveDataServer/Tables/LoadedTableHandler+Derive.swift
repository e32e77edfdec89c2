import Dispatch
import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveSystem
import WaveTableFormats
import WaveTables
import WaveUnits
import WaveWire

/// A client's derived columns.
struct DerivedState {
  /// Maximum number of cached orders by derived columns, and of their values in orders.
  static let keptLimit = 16

  var columns: [Int: DerivedColumn] = [:]
  /// Requests of the client that have not been processed.
  var wishes: [DeriveColumn] = []
  var wishCount = 0
  var isWorking = false
  /// Whether rows have been added since the columns were computed.
  var isStale = false
  /// Rows in the order of a derived column.
  var orders: [(name: OrderedTable.Name, table: OrderedTable)] = []
  /// Values of derived columns in an order.
  var gathered: [(table: OrderedTable, number: Int, series: Series)] = []

  mutating func forget(_ number: Int, place: Int) {
    gathered.removeAll { $0.number == number }
    orders.removeAll { $0.name.column == place }
  }
}

/// Derived columns of the client: computed in the background while pictures continue, and interrupted by the
/// next request.
extension LoadedTableHandler {
  private var tableColumnCount: Int { host.state.withLock { Int($0.description.columnCount) } }

  /// Returns the number of the derived column at an index; nil if it is a column of the table.
  func derivedNumber(_ index: Int) -> Int? {
    let count = tableColumnCount
    return index >= count ? index - count : nil
  }

  /// The indices of the derived columns that can be drawn.
  var derivedPlaces: [Int] {
    let count = tableColumnCount
    return state.withLock { state in
      state.derived.columns.filter { $0.value.drawn != nil }.keys.sorted().map { count + $0 }
    }
  }

  /// Returns a derived column's values in the table's own order, one for each row; values that have not been
  /// computed are missing.
  func derivedColumn(_ number: Int) -> (series: Series, offset: Double)? {
    guard let drawn = state.withLock({ $0.derived.columns[number]?.drawn }) else { return nil }
    let rowCount = host.state.withLock { Int($0.description.rowCount) }
    return (drawn.series.padded(to: rowCount), drawn.summary.offset ?? 0)
  }

  /// Returns a column's values in the order of a table.
  func series(
    _ index: Int, in table: OrderedTable, goesOn: () -> Bool
  ) -> (series: Series, offset: Double)? {
    guard let (base, offset) = column(index) else { return nil }
    guard let number = derivedNumber(index) else {
      return table.series(index, of: base, goesOn: goesOn).map { ($0, offset) }
    }
    let known = state.withLock { state in
      state.derived.gathered.first { $0.table === table && $0.number == number }?.series
    }
    if let known { return (known, offset) }
    let wish = state.withLock { $0.derived.columns[number]?.wish }
    guard let made = table.gathered(base, goesOn: goesOn) else { return nil }
    state.withLock { state in
      // Rows in the table's own order need no cache, and outdated values are not cached.
      guard table.axis.order != .rows, state.derived.columns[number]?.wish == wish, !state.derived.isStale
      else { return }
      if state.derived.gathered.count >= DerivedState.keptLimit { state.derived.gathered.removeFirst() }
      state.derived.gathered.append((table, number, made))
    }
    return (made, offset)
  }

  /// Returns the rows in an order; orders by a derived column belong to this client only.
  func inOrder(
    _ name: OrderedTable.Name, goesOn: (Double) -> Bool
  ) throws(TableError) -> OrderedTable? {
    guard name.order != .rows, let number = derivedNumber(name.column) else {
      return try host.ordered(name, goesOn: goesOn)
    }
    let (column, known) = state.withLock { state in
      (state.derived.columns[number], state.derived.orders.first { $0.name == name }?.table)
    }
    guard let column, let drawn = column.drawn else { return nil }
    if let known, known.rowCount == drawn.series.count, known.reading == drawn.reading { return known }
    let offset = drawn.summary.offset ?? 0
    var values = drawn.series.values(from: 0, to: drawn.series.count).map { Double($0) + offset }
    if drawn.isExact {
      var exact: [Double] = []
      exact.reserveCapacity(values.count)
      let isDone = try pass([(0, column)], goesOn: { goesOn($0 / 2) }, each: { exact += $1 })
      guard isDone else { return nil }
      if exact.count == values.count { values = exact }
    }
    guard
      let made = OrderedTable(
        name, values: .real(values), isValid: { values[$0].isFinite }, summary: drawn.summary,
        source: host.number, reading: drawn.reading, goesOn: goesOn)
    else { return nil }
    state.withLock { state in
      guard state.derived.columns[number]?.wish == column.wish else { return }
      state.derived.orders.removeAll { $0.name == name }
      if state.derived.orders.count >= 2 { state.derived.orders.removeFirst() }
      state.derived.orders.append((name, made))
    }
    return made
  }

  /// Computes single rows of derived columns; nil if the client has none.
  var derivedRows: DerivedRows? {
    let columns = state.withLock { $0.derived.columns }
    guard !columns.isEmpty else { return nil }
    let needed = Set(columns.values.flatMap { $0.formula.columns })
    guard let operands = host.state.withLock({ TableOperands(needed, of: $0) }) else { return nil }
    return DerivedRows(columns.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, operands)
  }

  func note(correlation: Double, ofDerived index: Int) {
    guard let number = derivedNumber(index) else { return }
    state.withLock { $0.derived.columns[number]?.correlation = correlation }
  }

  /// Sends the statistics of all derived columns.
  func publishDerived() {
    let columns = state.withLock { $0.derived.columns }
    guard !columns.isEmpty else { return }
    send(columns.sorted { $0.key < $1.key }.map { columnsMessage($0.value.description, $0.key) })
  }

  private func columnsMessage(_ column: TableColumns.Column, _ number: Int) -> DataMessage {
    .columns(
      TableColumns(
        source: host.number, first: UInt16(truncatingIfNeeded: tableColumnCount + number),
        columns: [column]))
  }

  // MARK: - Computing columns

  /// Receives a request for a derived column; on the event loop.
  func derive(_ wish: DeriveColumn) {
    state.withLock { state in
      if state.derived.wishes.count < Self.answersLimit { state.derived.wishes.append(wish) }
    }
    beginDeriving()
  }

  /// Computes derived columns again, since the table has more rows.
  func refreshDerived() {
    state.withLock { state in
      state.derived.isStale = true
      state.derived.orders = []
      state.derived.gathered = []
    }
    beginDeriving()
  }

  private func beginDeriving() {
    let begins = state.withLock { state in
      guard !state.isClosed, !state.derived.isWorking,
        !state.derived.wishes.isEmpty || !state.derived.columns.isEmpty
      else { return false }
      state.derived.isWorking = true
      return true
    }
    guard begins else { return }
    host.queue.async { self.makeDerived() }
  }

  private func makeDerived() {
    while true {
      let wishes: [DeriveColumn]? = state.withLock { state in
        let isDue = !state.derived.wishes.isEmpty || state.derived.isStale
        guard isDue, !state.isClosed else {
          state.derived.isWorking = false
          return nil
        }
        state.derived.isStale = state.derived.isStale || !state.derived.wishes.isEmpty
        defer { state.derived.wishes = [] }
        return state.derived.wishes
      }
      guard let wishes else { return }
      for wish in wishes { perform(wish) }
      makeWhatIsMissing()
    }
  }

  /// Sets a column, or reports its error.
  private func perform(_ wish: DeriveColumn) {
    let number = Int(wish.number)
    let place = tableColumnCount + number
    state.withLock { state in
      state.derived.columns[number] = nil
      state.derived.forget(number, place: place)
      state.filtered = [:]
    }
    guard !wish.formula.isEmpty else { return }
    guard let source = host.state.withLock({ $0.source }) else {
      return refuse(wish, Array("The table is not open yet: try again when its columns are there.".utf8))
    }
    let columns = source.info.operands.prefix(WireLimits.tableColumns)
    do throws(FormulaError) {
      let formula = try ColumnFormula.parse(wish.formula, columns: Array(columns))
      let column = state.withLock { state in
        state.derived.wishCount += 1
        let column = DerivedColumn(
          name: wish.name.isEmpty ? wish.formula : wish.name, formula: formula, wish: state.derived.wishCount)
        state.derived.columns[number] = column
        return column
      }
      send([columnsMessage(column.description, number)])
    } catch {
      let place = error.byte.map { ", byte \($0 + 1)" } ?? ""
      refuse(
        wish,
        Array("\u{201C}".utf8) + wish.formula + Array("\u{201D}\(place): ".utf8) + error.words
          + Array(".".utf8))
    }
  }

  /// Removes a column from the client's list, with the reason.
  private func refuse(_ wish: DeriveColumn, _ text: [UInt8]) {
    send([
      columnsMessage(TableColumns.Column(kind: .other, name: []), Int(wish.number)),
      .notice(Notice(severity: .failure, text: text)),
    ])
  }

  /// Computes all columns without values, or with values of fewer rows or another reading, in one pass.
  func makeWhatIsMissing() {
    let (rowCount, isComplete, reading) = host.state.withLock {
      (Int($0.description.rowCount), $0.description.flags.contains(.complete), $0.reading)
    }
    let missing = state.withLock { state in
      state.derived.isStale = false
      return state.derived.columns.sorted { $0.key < $1.key }.filter { _, column in
        guard let drawn = column.drawn else { return true }
        return drawn.series.count != rowCount || drawn.isExact != isComplete || drawn.reading != reading
      }.map { (number: $0.key, column: $0.value) }
    }
    guard !missing.isEmpty, rowCount > 0 else { return }
    var series = missing.map { _ in Series() }
    var summaries = missing.map { _ in ColumnSummary.ofDerived }
    var reportedAt = MonotonicClock.microseconds
    var isSlow = false
    func report(_ part: Double) {
      send([
        .progress(
          TableWork(
            source: host.number, stage: .deriving, done: UInt64(saturating: min(1, part) * 1000),
            total: 1000))
      ])
    }
    let isDone: Bool
    do throws(TableError) {
      isDone = try pass(missing) { part in
        let now = MonotonicClock.microseconds
        if now - reportedAt >= Self.reportIntervalMicroseconds {
          reportedAt = now
          isSlow = true
          report(min(0.999, part))
        }
        return state.withLock { !$0.isClosed && $0.derived.wishes.isEmpty }
      } each: { place, values in
        let drawn = summaries[place].add(values)
        series[place].append(SeriesChunk(drawn.span))
      }
    } catch {
      send([.notice(Notice(severity: .failure, text: host.textForClients(error.description)))])
      isDone = false
    }
    if isSlow { report(1) }
    guard isDone, host.isCurrent(reading) else { return }
    let count = tableColumnCount
    state.withLock { state in
      for (place, one) in missing.enumerated()
      where state.derived.columns[one.number]?.wish == one.column.wish {
        state.derived.columns[one.number]?.drawn = DerivedSeries(
          series: series[place], summary: summaries[place], isExact: isComplete, reading: reading)
        state.derived.forget(one.number, place: count + one.number)
      }
      showMade(missing.map { count + $0.number }, &state)
    }
    publishDerived()
    work()
  }

  /// Requests new pictures of the columns at some indices, or of everything if these determine the rows or
  /// their order.
  private func showMade(_ places: [Int], _ state: inout State) {
    let isOrder =
      state.shown.view.map { $0.order != .rows && places.contains(Int($0.orderColumn)) } ?? false
    state.sent.forgetOverview()
    if isOrder || state.filters.depends(on: places) {
      state.filtered = [:]
      state.pictures.start(state.shown, hasOverview: true, isAnnounced: true)
    } else {
      state.pictures.requestLanes(of: places, in: state.shown)
      state.pictures.requestOverview()
      if let wish = state.shown.scatter, places.contains(Int(wish.x)) || places.contains(Int(wish.y)) {
        state.pictures.requestScatter()
      }
    }
    if state.shown.view?.order != .rows { state.sent.forgetReference() }
  }
}
