package import WaveDataWire
package import WaveSeries
package import WaveTableFormats
import WaveUnits
import WaveWire

/// The columns that a client derives with formulas, with the statistics of their values.
package struct DerivedColumns: Sendable {
  /// The accepted or pending definitions, by column number.
  private var requests: [Int: DeriveColumn] = [:]
  /// Whether the latest list of columns has been sent to the source.
  private var isListed = true
  /// The known statistics of the columns' values, by column number.
  private var summaries: [Int: ColumnSummary] = [:]
  /// The numbers of the columns whose statistics cover all rows.
  private var settled: Set<Int> = []
  /// The numbers of the columns for which statistics of a sample have been requested.
  private var sampled: Set<Int> = []
  /// The numbers of the columns for which statistics of all rows have been requested.
  private var tried: Set<Int> = []
  /// The number of times that all statistics became outdated because the rows changed.
  package private(set) var revision = 0
  /// The correlations with the column that orders the rows, by column number.
  private var correlations: [Int: Double] = [:]

  /// The numbers of the columns that can be drawn.
  package var drawn: [Int] { summaries.keys.sorted() }

  /// Whether the statistics of all columns are known.
  package var hasValues: Bool { requests.keys.allSatisfy { summaries[$0] != nil } }

  /// Whether the list of columns must be sent to the source.
  package var needsListing: Bool { !isListed }

  /// Returns the statistics of a column's values, or nil if they are unknown.
  package func summary(of number: Int) -> ColumnSummary? { summaries[number] }

  /// Sets, replaces or removes a column, and allows missing statistics of all columns to be requested again.
  package mutating func set(_ request: DeriveColumn) {
    let number = Int(request.number)
    guard number < WireLimits.derivedColumns, requests[number] != nil || !request.formula.isEmpty else {
      return
    }
    forget(number)
    if !request.formula.isEmpty { requests[number] = request }
    isListed = false
    retry()
  }

  /// Marks the list of columns to be sent again, because the table was reopened.
  package mutating func relist() {
    isListed = isListed && requests.isEmpty
    forgetValues()
  }

  /// Marks all statistics to be requested again, because the rows have changed.
  ///
  /// The old statistics are used until then.
  package mutating func forgetValues() {
    (settled, sampled, tried) = ([], [], [])
    revision += 1
  }

  /// Allows missing statistics to be requested again.
  package mutating func retry() { (sampled, tried) = (settled, settled) }

  /// Prevents missing statistics from being requested until the next change.
  package mutating func pause() { (sampled, tried) = (Set(requests.keys), Set(requests.keys)) }

  /// Parses the formulas, and removes columns whose formula is invalid.
  ///
  /// - Parameters:
  ///   - operands: The columns that formulas can use.
  ///   - source: The table's number.
  ///   - first: The index of the first derived column.
  /// - Returns: The columns by number, and messages about invalid formulas.
  package mutating func list(
    operands: [ColumnFormula.Column], source: UInt16, first: Int
  ) -> (columns: [FormulaColumn?], messages: [DataMessage]) {
    var columns: [FormulaColumn?] = []
    var messages: [DataMessage] = []
    isListed = true
    // Messages cannot refer to columns beyond this limit.
    let operands = Array(operands.prefix(WireLimits.tableColumns))
    for number in requests.keys.sorted() {
      guard let request = requests[number] else { continue }
      do throws(FormulaError) {
        let formula = try ColumnFormula.parse(request.formula, columns: operands)
        while columns.count < number { columns.append(nil) }
        columns.append(FormulaColumn(name: String(decoding: request.title, as: UTF8.self), formula: formula))
      } catch {
        var reason = TextWriter()
        if let byte = error.byte {
          reason.append(", byte ")
          reason.append(integer: byte + 1)
        }
        reason.append(": ")
        reason.append(bytes: error.words)
        messages += refuse(number, request, reason.bytes, source: source, first: first)
      }
    }
    return (columns, messages)
  }

  /// Removes the columns that the source cannot compute, and returns messages that describe all others.
  ///
  /// An answer about an older list is ignored.
  package mutating func receive(refused: [RefusedColumn], source: UInt16, first: Int) -> [DataMessage] {
    guard isListed else { return [] }
    var sent: [DataMessage] = []
    for column in refused {
      guard let request = requests[column.number] else { continue }
      sent += refuse(column.number, request, Array(": ".utf8) + column.reason, source: source, first: first)
    }
    return sent + messages(source: source, first: first)
  }

  /// Returns the next columns that need statistics, and marks their statistics as requested.
  ///
  /// - Parameter hasCoarse: Whether the source can provide statistics of a sample more quickly.
  /// - Returns: The columns, and whether a sample is sufficient; nil if no statistics are missing.
  package mutating func nextExtents(hasCoarse: Bool) -> (numbers: [Int], isCoarse: Bool)? {
    guard isListed else { return nil }
    let coarse = hasCoarse ? requests.keys.filter { !settled.contains($0) && !sampled.contains($0) } : []
    if !coarse.isEmpty {
      sampled.formUnion(coarse)
      return (coarse.sorted(), true)
    }
    let exact = requests.keys.filter { !settled.contains($0) && !tried.contains($0) }
    tried.formUnion(exact)
    return exact.isEmpty ? nil : (exact.sorted(), false)
  }

  /// Stores the statistics of columns.
  ///
  /// - Parameters:
  ///   - extents: The statistics.
  ///   - numbers: The numbers of the columns.
  ///   - revision: The value of `revision` at the time of the request.
  /// - Returns: Whether any statistics were stored.
  package mutating func receive(_ extents: [ColumnExtent], of numbers: [Int], at revision: Int) -> Bool {
    for (number, extent) in zip(numbers, extents) {
      summaries[number] = extent.summary
      if extent.isExact, revision == self.revision { settled.insert(number) }
    }
    return !extents.isEmpty
  }

  /// Stores the correlations of derived columns with the column that orders the rows, ignoring unknown column
  /// numbers.
  package mutating func receive(correlations found: [Double], of numbers: [Int]) {
    for (number, correlation) in zip(numbers, found) where requests[number] != nil {
      correlations[number] = correlation
    }
  }

  /// Returns messages that describe all columns.
  package func messages(source: UInt16, first: Int) -> [DataMessage] {
    requests.sorted { $0.key < $1.key }.map { number, request in
      var column = TableColumns.Column(
        kind: .real, name: request.title, correlation: correlations[number] ?? .nan)
      if let summary = summaries[number] { column.setStatistics(of: summary) }
      return message(column, number, source: source, first: first)
    }
  }

  private mutating func refuse(
    _ number: Int, _ request: DeriveColumn, _ reason: [UInt8], source: UInt16, first: Int
  ) -> [DataMessage] {
    forget(number)
    let text =
      Array("\u{201C}".utf8) + request.formula + Array("\u{201D}".utf8) + reason + Array(".".utf8)
    return [
      message(TableColumns.Column(kind: .other, name: []), number, source: source, first: first),
      .notice(Notice(severity: .failure, text: text)),
    ]
  }

  private func message(
    _ column: TableColumns.Column, _ number: Int, source: UInt16, first: Int
  ) -> DataMessage {
    .columns(
      TableColumns(source: source, first: UInt16(truncatingIfNeeded: first + number), columns: [column]))
  }

  private mutating func forget(_ number: Int) {
    (requests[number], summaries[number], correlations[number]) = (nil, nil, nil)
    settled.remove(number)
    sampled.remove(number)
    tried.remove(number)
  }
}

extension DeriveColumn {
  /// The name to show to the user.
  fileprivate var title: [UInt8] { name.isEmpty ? formula : name }
}
