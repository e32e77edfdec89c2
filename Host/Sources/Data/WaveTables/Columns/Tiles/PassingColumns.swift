import WaveDataFeed

/// A source in front of another one, to which it forwards the requests that it does not answer with tiles.
protocol PassingColumns: ColumnSource {
  /// The source of the table's own columns.
  var source: any ColumnSource { get }

  /// Makes a user request to the source of all columns, with prefetching paused.
  func passing<Answer>(
    _ body: (any ColumnSource) async throws(ColumnFailure) -> Answer
  ) async throws(ColumnFailure) -> Answer
}

extension PassingColumns {
  /// The kinds of requests that the source can answer.
  public var abilities: ColumnAbilities { source.abilities }
  /// The shards missing from the latest responses; nil if the responses are complete.
  public var loss: MissingShards? { source.loss }

  /// Whether to show the available rows if a shard of the engine does not respond.
  public var showsRest: Bool {
    get { source.showsRest }
    set { source.showsRest = newValue }
  }

  /// Returns the statistics of each column.
  public func extents(of columns: [Int], isCoarse: Bool) async throws(ColumnFailure) -> [ColumnExtent] {
    try await passing { source async throws(ColumnFailure) in
      try await source.extents(of: columns, isCoarse: isCoarse)
    }
  }

  /// Returns the row nearest to a tick or, if a column is given, the row whose drawn point in that column is
  /// nearest.
  public func row(
    nearest tick: Int64, pointOf column: Int?, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRow? {
    try await passing { source async throws(ColumnFailure) in
      try await source.row(nearest: tick, pointOf: column, in: window, keeping: filters)
    }
  }

  /// Returns consecutive rows.
  public func rows(
    _ place: ColumnPlace, count: Int, order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRows {
    try await passing { source async throws(ColumnFailure) in
      try await source.rows(place, count: count, order: order, keeping: filters)
    }
  }

  /// Returns the statistics of a range of rows.
  public func statistics(
    of columns: [Int], in window: ColumnWindow, histogramOf counted: Int?, bins: Int,
    keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnStatistics {
    try await passing { source async throws(ColumnFailure) in
      try await source.statistics(of: columns, in: window, histogramOf: counted, bins: bins, keeping: filters)
    }
  }

  /// Returns the correlation of each column with a reference column.
  public func correlations(of columns: [Int], with reference: Int) async throws(ColumnFailure) -> [Double] {
    try await passing { source async throws(ColumnFailure) in
      try await source.correlations(of: columns, with: reference)
    }
  }

  /// Counts a window's rows in the cells of a grid over two columns.
  public func density(
    _ grid: ColumnGrid, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnDensity {
    try await passing { source async throws(ColumnFailure) in
      try await source.density(grid, in: window, keeping: filters)
    }
  }

  /// Returns the most frequent values of a text column.
  public func texts(of column: Int) async throws(ColumnFailure) -> ColumnTexts {
    try await passing { source async throws(ColumnFailure) in try await source.texts(of: column) }
  }

  /// Counts the rows with each text value in each pixel column of a window.
  public func textCounts(
    of column: Int, top: [[UInt8]], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [[UInt64]] {
    try await passing { source async throws(ColumnFailure) in
      try await source.textCounts(of: column, top: top, in: window, keeping: filters)
    }
  }

  /// Returns the first rows of a window, up to the limit of one request.
  public func part(
    of window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> (rows: [ColumnRow], next: Int64) {
    try await passing { source async throws(ColumnFailure) in
      try await source.part(of: window, keeping: filters)
    }
  }
}
