import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables
import WaveWire

/// A client's derived columns.
struct MadeColumns {
  /// The columns that the client requests, by number, without refused ones.
  var wishes: [Int: DeriveColumn] = [:]
  /// The table from which the columns are derived.
  var base: (any ColumnSource)?
  /// The same table with the derived columns.
  var source: (any ColumnSource)?
  /// The table to which the following properties belong.
  var summed: (any ColumnSource)?
  /// The statistics of the columns' values, as far as they are known.
  var summaries: [Int: ColumnSummary] = [:]
  /// The columns whose statistics are of all rows.
  var settled: Set<Int> = []
  /// Their correlations with the column that orders the rows.
  var correlations: [Int: Double] = [:]

  /// The columns whose statistics are not of all rows.
  var unsettled: [Int] { wishes.keys.filter { !settled.contains($0) }.sorted() }

  mutating func forget(_ number: Int) {
    wishes[number] = nil
    summaries[number] = nil
    settled.remove(number)
    correlations[number] = nil
  }
}

/// Derived columns of the client, which the engine computes wherever they are used.
extension RemoteTableHandler {
  var tableColumnCount: Int { host.state.withLock { Int($0.description.columnCount) } }

  /// The table with the client's derived columns, which are made again if the table was opened again.
  var source: (any ColumnSource)? {
    guard let base = host.state.withLock({ $0.source }) else { return nil }
    let made = state.withLock { $0.made }
    if made.wishes.isEmpty { return base }
    return made.base === base ? made.source ?? base : make(over: base)
  }

  /// The columns that can be drawn, derived ones first.
  var drawnColumns: [Int] {
    let count = tableColumnCount
    let own = state.withLock { state in state.made.summaries.keys.sorted().map { count + $0 } }
    return own + host.state.withLock { $0.drawn }
  }

  /// Returns the statistics of a column's values; nil if they are unknown.
  func summary(of column: Int) -> ColumnSummary? {
    let (known, count) = host.state.withLock { ($0.summaries[column], Int($0.description.columnCount)) }
    return known ?? state.withLock { $0.made.summaries[column - count] }
  }

  /// Receives a request for a derived column; on the event loop.
  func derive(_ wish: DeriveColumn) {
    let number = Int(wish.number)
    state.withLock { state in
      state.made.forget(number)
      if !wish.formula.isEmpty { state.made.wishes[number] = wish }
      (state.made.base, state.made.source) = (nil, nil)
      state.sent.forgetOverview()
    }
    // If the table is not open yet, the columns are made after it is opened.
    _ = source
  }

  /// Makes all columns that the client requests, and reports those that cannot be made.
  private func make(over base: any ColumnSource) -> any ColumnSource {
    let wishes = state.withLock { $0.made.wishes }
    let operands = base.info.operands
    var columns: [FormulaColumn?] = []
    var source = base
    var messages: [DataMessage] = []
    var refused: [Int] = []
    for (number, wish) in wishes.sorted(by: { $0.key < $1.key }) {
      let name = wish.name.isEmpty ? wish.formula : wish.name
      var words: [UInt8]
      do throws(FormulaError) {
        let formula = try ColumnFormula.parse(wish.formula, columns: operands)
        var next = columns + [FormulaColumn?](repeating: nil, count: number - columns.count)
        next.append(FormulaColumn(name: String(decoding: name, as: UTF8.self), formula: formula))
        do throws(ColumnFailure) {
          source = try base.deriving(next)
          columns = next
          continue
        } catch { words = Array(": \(error.description)".utf8) }
      } catch {
        words = Array((error.byte.map { ", byte \($0 + 1): " } ?? ": ").utf8) + error.words
      }
      refused.append(number)
      words = Array("\u{201C}".utf8) + wish.formula + Array("\u{201D}".utf8) + words + Array(".".utf8)
      messages.append(columnsMessage(TableColumns.Column(kind: .other, name: []), number))
      messages.append(.notice(Notice(severity: .failure, text: words)))
    }
    let isTaken = state.withLock { state in
      guard state.made.wishes == wishes, state.made.base !== base else { return false }
      for number in refused { state.made.forget(number) }
      (state.made.base, state.made.source) = (base, source)
      if state.made.summed !== base { state.made.settled = [] }
      state.made.summed = base
      return true
    }
    // Another request has arrived, or another thread has made the columns.
    guard isTaken else { return self.source ?? base }
    if !messages.isEmpty { send(messages) }
    publishDerived()
    begin(.deriving) { await $0.sumUp() }
    return source
  }

  private func columnsMessage(_ column: TableColumns.Column, _ number: Int) -> DataMessage {
    .columns(
      TableColumns(
        source: host.number, first: UInt16(truncatingIfNeeded: tableColumnCount + number),
        columns: [column]))
  }

  /// Sends the statistics of all derived columns.
  private func publishDerived() {
    let made = state.withLock { $0.made }
    send(
      made.wishes.sorted { $0.key < $1.key }.map { number, wish in
        var column = TableColumns.Column(
          kind: .real, name: wish.name.isEmpty ? wish.formula : wish.name,
          correlation: made.correlations[number] ?? .nan)
        if let summary = made.summaries[number] { column.setStatistics(of: summary) }
        return columnsMessage(column, number)
      })
  }

  /// Stores the correlations of derived columns with the column that orders the rows.
  func note(correlations: [Int: Double]) {
    let count = tableColumnCount
    state.withLock { state in
      for (column, found) in correlations where state.made.wishes[column - count] != nil {
        state.made.correlations[column - count] = found
      }
    }
    if correlations.keys.contains(where: { $0 >= count }) { publishDerived() }
  }

  /// Determines the statistics of derived columns, first of a part of the rows.
  func sumUp() async {
    let (count, made) = (tableColumnCount, state.withLock { $0.made })
    let numbers = made.unsettled
    guard let source = made.source, !numbers.isEmpty else { return }
    for isCoarse in [true, false] {
      let why = Mutex<ColumnFailure?>(nil)
      let found = await asking { () async throws(ColumnFailure) in
        do throws(ColumnFailure) {
          return try await source.extents(of: numbers.map { count + $0 }, isCoarse: isCoarse)
        } catch {
          why.withLock { $0 = error }
          throw error
        }
      }
      guard !Task.isCancelled else { return }
      guard let found else {
        // The next answer clears the engine's failure, but not these missing statistics.
        let failure = why.withLock { $0 }
        // The statistics of a part of the rows are known.
        if case .tooMuch = failure, numbers.allSatisfy({ summary(of: count + $0) != nil }) { return }
        if let failure, !failure.isPassing, failure != .cancelled {
          say("The columns made of others have no values: \(failure.description)", .failure)
        }
        return
      }
      if found.isEmpty { continue }
      state.withLock { state in
        for (number, extent) in zip(numbers, found) where state.made.wishes[number] == made.wishes[number] {
          state.made.summaries[number] = extent.summary
          if extent.isExact { state.made.settled.insert(number) }
        }
      }
      publishDerived()
      refresh()
    }
  }
}
