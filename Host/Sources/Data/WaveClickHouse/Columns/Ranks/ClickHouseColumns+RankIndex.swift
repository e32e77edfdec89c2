import Synchronization
import WaveTables
import WaveUnits

/// What is known of the places of rows in the order of a column, and how more of it is asked for.
extension ClickHouseColumns {
  /// Indexes that are kept.
  private static let indexLimit = 4
  /// Values that are looked for in a sample of the rows, to begin with.
  private static let sampledCount = 1024
  /// Cells that are counted, to begin with: more take the server longer than is won by them.
  private static let gridCount = 1 << 14
  /// Whole numbers that are counted one by one, to begin with.
  private static let listedWidth: UInt64 = 1 << 16
  /// Times that cells are cut: each time at least a hundredth is left of them, unless values are spread over
  /// many magnitudes.
  private static let splitLimit = 16

  /// The column that a table's rows are to be put in the order of.
  func rankColumn(_ number: Int) throws(ColumnFailure) -> RankColumn {
    guard let column = column(number), let made = RankColumn(column, number: number) else {
      throw .absent("This column has nothing that rows could be put in order by.")
    }
    return made
  }

  /// The index of a column, of the rows that are kept; asked for once.
  func rankIndex(_ column: RankColumn, _ filters: [ColumnFilter]) async throws(ColumnFailure) -> RankIndex {
    let name = RankIndex.Name(column: column.number, filters: filters)
    let owner = owner(.ranks(column.number), filters)
    if let known = owner.state.withLock({ $0.ranks[name] }) { return known }
    let made = try await sampledIndex(column, try await conditions(filters))
    keep(made, name)
    return made
  }

  private func keep(_ index: RankIndex, _ name: RankIndex.Name) {
    // What was counted while a part of the rows was missing is not true once it is back.
    guard loss == nil else { return }
    owner(.ranks(name.column), name.filters).state.withLock { state in
      var index = index
      index.use = (state.ranks.values.map(\.use).max() ?? 0) + 1
      // Where much has been looked at, the finer cells are asked for anew; the first ones never are.
      if index.cells.count > RankIndex.cellLimit, state.ranks[name] != nil { return }
      state.ranks[name] = index
      if state.ranks.count > Self.indexLimit,
        let oldest = state.ranks.min(by: { $0.value.use < $1.value.use })
      {
        state.ranks[oldest.key] = nil
      }
    }
  }

  /// Cells with not too many rows each: a sample tells where they should end, all rows how many each has.
  private func sampledIndex(_ column: RankColumn, _ conditions: [String]) async throws(ColumnFailure)
    -> RankIndex
  {
    let value = RankColumn.name
    let levels = (1..<Self.sampledCount).map { String(Double($0) / Double(Self.sampledCount)) }
    let sampled = try await askRanks(
      column, [],
      "count(), min(\(value)), max(\(value)), quantiles(\(levels.joined(separator: ",")))(\(value))",
      conditions)
    let found: (all: RankCell, ends: [Int64])? = try Self.reading { () throws(ClickHouseError) in
      var reader = RowBinaryReader(sampled)
      guard try reader.rowCount() > 0 else { return nil }
      reader = RowBinaryReader(sampled, at: 8)
      let (least, greatest) = (try column.key(&reader), try column.key(&reader))
      let count = try reader.length()
      guard least <= greatest, count < Self.sampledCount else {
        throw reader.broken("a sample of \(count) values")
      }
      var ends: Set<Int64> = []
      for _ in 0..<count {
        let end = column.key(near: try reader.double())
        if end >= least, end < greatest { ends.insert(end) }
      }
      return (RankCell(least: least, greatest: greatest, count: 0), ends.sorted())
    }
    guard let found else { return RankIndex([]) }
    if !column.isReal, UInt64(bitPattern: found.all.greatest &- found.all.least) < Self.listedWidth {
      let counted = try await askRanks(column, [], "\(value), count()", conditions, groups: value)
      return RankIndex(
        try Self.reading { () throws(ClickHouseError) in
          try RankCell.cells(counted, column, areOneValue: true)
        })
    }
    let origin = found.all.least
    if let grid = RankGrid.best(
      for: found.ends.map { column.measure($0, from: origin) }, cellCount: Self.gridCount)
    {
      let definitions = column.distance(from: origin) + ["\(grid.cell(of: column.measure)) AS wg_cell"]
      let counted = try await askRanks(
        column, definitions, "min(\(value)), max(\(value)), count()", conditions, groups: "wg_cell")
      return RankIndex(
        try Self.reading { () throws(ClickHouseError) in
          try RankCell.cells(counted, column, areOneValue: false)
        })
    }
    var cells: [RankCell] = []
    for lookup in RankLookup.parts(column, ends: found.ends) {
      let counted = try await askRanks(
        column, lookup.definitions, "min(\(value)), max(\(value)), count()", range: lookup.conditions,
        conditions,
        groups: RankLookup.name)
      cells += try Self.reading { () throws(ClickHouseError) in
        try RankCell.cells(counted, column, areOneValue: false)
      }
    }
    return RankIndex(cells)
  }

  /// Asks about cells until some places are settled, and keeps what is found out.
  ///
  /// - Parameters:
  ///   - index: Becomes finer.
  ///   - column: Of which it is.
  ///   - filters: Which rows are kept.
  ///   - open: The cells that are not fine enough, ascending.
  /// - Returns: Whether all are settled: they are, unless values are spread over so many magnitudes that
  ///   nobody can tell them apart.
  /// - Throws: `ColumnFailure`.
  func settle(
    _ index: inout RankIndex, _ column: RankColumn, _ filters: [ColumnFilter], open: (RankIndex) -> [Int]
  ) async throws(ColumnFailure) -> Bool {
    var cells = open(index)
    guard !cells.isEmpty else { return true }
    let conditions = try await conditions(filters)
    for _ in 0..<Self.splitLimit where !cells.isEmpty {
      let rows = cells.map { index.cells[$0].count }.saturatingSum()
      var parts: [RankCell] = []
      for start in stride(from: 0, to: cells.count, by: RankSplit.cellLimit) {
        let some = Array(cells[start..<min(cells.count, start + RankSplit.cellLimit)])
        let split = RankSplit(column, index, some, isListed: rows <= RankSplit.listLimit)
        for lookup in split.lookups {
          let answer = try await askRanks(
            column, lookup.definitions + split.definitions, split.terms,
            range: split.conditions + lookup.conditions, conditions, groups: split.groups)
          parts += try Self.reading { () throws(ClickHouseError) in
            try RankCell.cells(answer, column, areOneValue: split.isListed)
          }
        }
      }
      index.replace(cells, by: parts)
      cells = open(index)
    }
    keep(index, RankIndex.Name(column: column.number, filters: filters))
    return cells.isEmpty
  }

  /// Asks for something of the rows that have a value in a column.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - definitions: What stands behind WITH.
  ///   - terms: What is asked.
  ///   - range: Conditions on the column's values.
  ///   - conditions: Other ones.
  ///   - groups: What stands behind GROUP BY.
  ///   - rest: What stands behind that.
  /// - Returns: What is answered, as RowBinary.
  /// - Throws: `ColumnFailure`.
  func askRanks(
    _ column: RankColumn, _ definitions: [String], _ terms: String, range: [String] = [],
    _ conditions: [String],
    groups: String? = nil, rest: String = ""
  ) async throws(ColumnFailure) -> [UInt8] {
    let with = (["\(column.sql) AS \(RankColumn.name)"] + definitions).joined(separator: ", ")
    func clause(_ name: String, _ terms: [String]) -> String {
      terms.isEmpty ? "" : " \(name) " + terms.map { "(\($0))" }.joined(separator: " AND ")
    }
    let there = [column.valid].compactMap { $0 } + range
    // Other columns of rows that are not meant are not even read.
    let sides =
      hasPrewhere && !range.isEmpty
      ? clause("PREWHERE", there) + clause("WHERE", conditions) : clause("WHERE", there + conditions)
    let group = groups.map { " GROUP BY \($0)" } ?? ""
    return try await ask(
      "WITH \(with) SELECT \(terms) FROM \(schema.table)\(sides)\(group)\(rest) FORMAT RowBinary")
  }

  /// Whether the rows lie in tables that look at conditions of some columns first.
  private var hasPrewhere: Bool {
    !schema.sortingKey.isEmpty && (schema.engine.hasSuffix("MergeTree") || schema.engine == "Distributed")
  }
}
