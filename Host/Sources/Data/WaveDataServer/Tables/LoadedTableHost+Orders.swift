import Dispatch
import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables
import WaveWire

/// Orders rows by a column.
extension LoadedTableHost {
  /// Returns the rows in an order, sorting them if necessary.
  ///
  /// - Parameters:
  ///   - name: The order.
  ///   - goesOn: Called repeatedly during sorting with the fraction completed, from 0 to 1; returning false
  ///     ends the work.
  /// - Returns: The rows, or nil if `goesOn` ended the work or there are no rows.
  /// - Throws: `TableError` if the column cannot be read again.
  func ordered(_ name: OrderedTable.Name, goesOn: (Double) -> Bool) throws(TableError) -> OrderedTable? {
    let known = state.withLock { state in
      state.orders[name].flatMap { $0.rowCount == Int(state.table.description.rowCount) ? $0 : nil }
    }
    if let known { return known }
    let (count, series, summary, reading) = state.withLock { state in
      (
        Int(state.table.description.rowCount), state.series[name.column], state.table.summaries[name.column],
        state.table.reading
      )
    }
    guard count > 0 else { return nil }
    let made: OrderedTable?
    if name.order == .rows {
      made = OrderedTable(rowCount: count, axis: rowAxis(UInt64(count)), reading: reading)
    } else {
      guard let series, let summary, let values = try values(name.column, count, goesOn) else { return nil }
      made = OrderedTable(
        name, values: values, isValid: { series.value(at: $0).isFinite }, summary: summary, source: number,
        reading: reading, goesOn: goesOn)
      if made == nil { LateRelease.of(values) }
    }
    guard let made, isCurrent(reading) else { return nil }
    state.withLock { state in
      // A new read of the table may have begun in the meantime.
      guard state.table.reading == reading else { return }
      state.orders[name] = made
      state.orderUse.removeAll { $0 == name }
      state.orderUse.append(name)
      if state.orderUse.count > Self.ordersLimit { state.orders[state.orderUse.removeFirst()] = nil }
    }
    return made
  }

  /// Returns a column's exact values.
  ///
  /// Integers are in memory. Other values are read again or, while the table is still being read, replaced by
  /// the single-precision values for drawing.
  private func values(
    _ column: Int, _ count: Int, _ goesOn: (Double) -> Bool
  ) throws(TableError) -> OrderedTable.Values? {
    let (whole, series, offset, source, isComplete) = state.withLock { state in
      (
        state.integers[column], state.series[column], state.table.summaries[column]?.offset ?? 0,
        state.source, state.table.description.flags.contains(.complete)
      )
    }
    if let whole, whole.reduce(0, { $0 + $1.count }) == count { return .whole(Array(whole.joined())) }
    guard let series, let source else { return nil }
    guard isComplete else { return .real(series.values(from: 0, to: count).map { Double($0) + offset }) }
    if let kept = source.keptColumns([column]), kept.rowCount == count {
      if let values = kept.values(of: column, goesOn: { goesOn($0 / 2) }) { return values }
      guard goesOn(0) else { return nil }
    }
    var values: [Double] = []
    values.reserveCapacity(count)
    numbersAreRead.enter()
    numbersWanted.add(1, ordering: .relaxed)
    defer {
      numbersWanted.subtract(1, ordering: .relaxed)
      numbersAreRead.leave()
    }
    do throws(TableError) {
      try source.scan(
        [column], progress: { goesOn(($0.fraction ?? 0) / 2) }, each: { values += $0.values[0] })
    } catch .cancelled { return nil }
    return values.count == count ? .real(values) : nil
  }
}
