/// What is asked of who holds the rows, as it is.
extension TiledColumns {
  /// What the values of columns are like.
  public func extents(of columns: [Int], isCoarse: Bool) async throws(ColumnFailure) -> [ColumnExtent] {
    try await awaiting { () async throws(ColumnFailure) in
      try await source.extents(of: columns, isCoarse: isCoarse)
    }
  }

  /// The row at x.
  public func row(
    nearest tick: Int64, pointOf column: Int?, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRow? {
    try await awaiting { () async throws(ColumnFailure) in
      try await source.row(nearest: tick, pointOf: column, in: window, keeping: filters)
    }
  }

  /// Rows that follow one another.
  public func rows(
    _ place: ColumnPlace, count: Int, order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRows {
    try await awaiting { () async throws(ColumnFailure) in
      try await source.rows(place, count: count, order: order, keeping: filters)
    }
  }

  /// What the values of a range of rows are like.
  public func statistics(
    of columns: [Int], in window: ColumnWindow, histogramOf counted: Int?, bins: Int,
    keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnStatistics {
    try await awaiting { () async throws(ColumnFailure) in
      try await source.statistics(
        of: columns, in: window, histogramOf: counted, bins: bins, keeping: filters)
    }
  }

  /// How columns go together with one.
  public func correlations(
    of columns: [Int], with reference: Int
  ) async throws(ColumnFailure) -> [Double] {
    try await awaiting { () async throws(ColumnFailure) in
      try await source.correlations(of: columns, with: reference)
    }
  }

  /// The rows of a window by two columns, counted in the cells of a grid.
  public func density(
    _ grid: ColumnGrid, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnDensity {
    try await awaiting { () async throws(ColumnFailure) in
      try await source.density(grid, in: window, keeping: filters)
    }
  }

  /// What stands in a column of texts.
  public func texts(of column: Int) async throws(ColumnFailure) -> ColumnTexts {
    try await awaiting { () async throws(ColumnFailure) in try await source.texts(of: column) }
  }

  /// Which texts stand in each part of a window.
  public func textCounts(
    of column: Int, top: [[UInt8]], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [[UInt64]] {
    try await awaiting { () async throws(ColumnFailure) in
      try await source.textCounts(of: column, top: top, in: window, keeping: filters)
    }
  }

  /// Rows of a window from its beginning on, as many as are worth one question.
  public func part(
    of window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> (rows: [ColumnRow], next: Int64) {
    try await awaiting { () async throws(ColumnFailure) in
      try await source.part(of: window, keeping: filters)
    }
  }
}
