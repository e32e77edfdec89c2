import Synchronization
import WaveDataFeed
import WaveTables
import WaveUnits

/// Indexes of row ranks in the order of a column, and the queries that refine them.
extension ClickHouseColumns {
  /// The maximum number of cached indexes.
  private static let indexLimit = 4
  /// The number of quantile intervals that the first query requests, estimated from a sample of the rows.
  private static let sampledCount = 1024
  /// The number of cells used for the first count of rows.
  ///
  /// With more cells, the first count would cost the server more than later queries save.
  private static let gridCount = 1 << 14
  /// The width of a range of integers below which rows are counted for each integer separately.
  private static let listedWidth: UInt64 = 1 << 16
  /// The maximum number of times that cells are split, each time into 2 to 4,096 parts.
  ///
  /// A few times are enough unless values span many orders of magnitude.
  private static let splitLimit = 16

  /// Returns a column and an index of the filtered rows' ranks in the order of its values.
  ///
  /// Each index is queried only once.
  func rankIndex(
    _ number: Int, _ filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> (column: RankColumn, index: RankIndex) {
    guard let column = column(number).flatMap({ RankColumn($0, number: number) }) else {
      throw .absent("This column has no values to order rows by.")
    }
    let name = RankIndex.Name(column: number, filters: filters)
    if let known = owner(.ranks(number), filters).state.withLock({ $0.ranks[name] }) {
      return (column, known)
    }
    let made = try await sampledIndex(column, try await conditions(filters))
    keep(made, name)
    return (column, made)
  }

  private func keep(_ index: RankIndex, _ name: RankIndex.Name) {
    // Counts made while some rows were unavailable are wrong once those rows are available again.
    guard loss == nil else { return }
    owner(.ranks(name.column), name.filters).state.withLock { state in
      var index = index
      index.use = (state.ranks.values.map(\.use).max() ?? 0) + 1
      // If an index has become large, its finer cells are queried again when needed instead of being cached;
      // its first cells stay cached.
      if index.cells.count > RankIndex.cellLimit, state.ranks[name] != nil { return }
      state.ranks[name] = index
      if state.ranks.count > Self.indexLimit,
        let oldest = state.ranks.min(by: { $0.value.use < $1.value.use })
      {
        state.ranks[oldest.key] = nil
      }
    }
  }

  /// Returns an index with cells of moderate size, whose bounds come from a sample and whose counts cover all
  /// rows.
  private func sampledIndex(
    _ column: RankColumn, _ conditions: [String]
  ) async throws(ColumnFailure) -> RankIndex {
    let value = RankColumn.name
    let levels = (1..<Self.sampledCount).map { String(Double($0) / Double(Self.sampledCount)) }
    let found: (all: RankCell, ends: [Int64])? = try await askRanks(
      column, [],
      "count(), min(\(value)), max(\(value)), quantiles(\(levels.joined(separator: ",")))(\(value))",
      conditions
    ) { reader throws(ClickHouseError) in
      guard try reader.rowCount() > 0 else { return nil }
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
      return RankIndex(try await cells(column, [], conditions, groups: value, areOneValue: true))
    }
    let origin = found.all.least
    if let grid = RankGrid.best(
      for: found.ends.map { column.measure($0, from: origin) }, cellCount: Self.gridCount)
    {
      let definitions = column.distance(from: origin) + ["\(grid.cell(of: column.measure)) AS wg_cell"]
      return RankIndex(try await cells(column, definitions, conditions, groups: "wg_cell"))
    }
    var made: [RankCell] = []
    for lookup in RankLookup.parts(column, ends: found.ends) {
      made += try await cells(
        column, lookup.definitions, range: lookup.conditions, conditions, groups: RankLookup.name)
    }
    return RankIndex(made)
  }

  /// Counts the rows in groups of values.
  private func cells(
    _ column: RankColumn, _ definitions: [String], range: [String] = [], _ conditions: [String],
    groups: String, areOneValue: Bool = false
  ) async throws(ColumnFailure) -> [RankCell] {
    let value = RankColumn.name
    return try await askRanks(
      column, definitions, areOneValue ? "\(value), count()" : "min(\(value)), max(\(value)), count()",
      range: range, conditions, groups: groups
    ) { reader throws(ClickHouseError) in
      try RankCell.cells(&reader, column, areOneValue: areOneValue)
    }
  }

  /// Splits cells until the ranks of the required rows are exact, then caches the result.
  ///
  /// - Parameters:
  ///   - index: The index to refine.
  ///   - column: The column of the index.
  ///   - filters: The filters that rows pass.
  ///   - open: Returns the cells that are too coarse, in ascending order.
  /// - Returns: Whether all required ranks are exact; false only if values span too many orders of magnitude
  ///   to be separated.
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
      for some in cells.parts(of: RankSplit.cellLimit) {
        let split = RankSplit(column, index, Array(some), isListed: rows <= RankSplit.listLimit)
        for lookup in split.lookups {
          parts += try await self.cells(
            column, lookup.definitions + split.definitions, range: split.conditions + lookup.conditions,
            conditions, groups: split.groups, areOneValue: split.isListed)
        }
      }
      index.replace(cells, by: parts)
      cells = open(index)
    }
    keep(index, RankIndex.Name(column: column.number, filters: filters))
    return cells.isEmpty
  }

  /// Sends a query about the rows that have a value in a column.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - definitions: The terms after WITH.
  ///   - terms: The terms after SELECT.
  ///   - range: Conditions on the column's values.
  ///   - conditions: Other conditions.
  ///   - groups: The terms after GROUP BY.
  ///   - rest: The text after the GROUP BY clause.
  ///   - read: Decodes the response.
  /// - Returns: The result of `read`.
  /// - Throws: `ColumnFailure`.
  func askRanks<Made>(
    _ column: RankColumn, _ definitions: [String], _ terms: String, range: [String] = [],
    _ conditions: [String], groups: String? = nil, rest: String = "",
    _ read: (inout RowBinaryReader) throws(ClickHouseError) -> Made
  ) async throws(ColumnFailure) -> Made {
    let with = (["\(column.sql) AS \(RankColumn.name)"] + definitions).joined(separator: ", ")
    let there = [column.valid].compactMap { $0 } + range
    // With PREWHERE, the remaining columns of excluded rows are not read.
    let sides =
      hasPrewhere && !range.isEmpty
      ? SQLText.clause(there, "PREWHERE") + SQLText.clause(conditions) : SQLText.clause(there + conditions)
    let group = groups.map { " GROUP BY \($0)" } ?? ""
    return try await ask(
      "WITH \(with) SELECT \(terms) FROM \(schema.table)\(sides)\(group)\(rest) FORMAT RowBinary", read)
  }

  /// Sends queries about the rows of consecutive stretches, whose numbers are `RankLookup.name`.
  func askRanks(
    _ column: RankColumn, of stretches: ArraySlice<RankWindow.Stretch>, _ index: RankIndex, _ terms: String,
    _ conditions: [String], groups: String, _ read: (inout RowBinaryReader) throws(ClickHouseError) -> Void
  ) async throws(ColumnFailure) {
    guard let keys = index.keys(of: stretches) else { return }
    let ends = stretches.dropLast().map { index.cells[$0.cells.upperBound - 1].greatest }
    for lookup in RankLookup.parts(column, ends: ends) {
      try await askRanks(
        column, lookup.definitions, terms, range: [column.isWithin(keys)] + lookup.conditions, conditions,
        groups: groups, read)
    }
  }

  /// Whether the table's engine supports PREWHERE.
  private var hasPrewhere: Bool {
    !schema.sortingKey.isEmpty && (schema.engine.hasSuffix("MergeTree") || schema.engine == "Distributed")
  }
}
