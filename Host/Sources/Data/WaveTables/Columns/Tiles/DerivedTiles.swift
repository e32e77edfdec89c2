import WaveDataFeed

/// A tiled table with derived columns.
///
/// Requests for the table's own columns are answered from the table's tiles. Derived columns have separate
/// tiles, which exist only in memory and are released with this object, since a slot can be given a different
/// formula later.
final class DerivedTiles: PassingColumns {
  /// The maximum size of derived columns' tiles in memory, in bytes.
  static let memoryLimit = 8 << 20

  /// The tiled table without derived columns.
  private let own: TiledColumns
  /// The tiled table with all columns, used for pictures of derived columns.
  let all: TiledColumns
  private let ownCount: Int

  init(_ own: TiledColumns, with made: any ColumnSource) {
    self.own = own
    all = TiledColumns(made, memoryLimit: Self.memoryLimit, idle: own.idle)
    ownCount = own.info.columns.count
  }

  var info: TableInfo { all.info }
  var source: any ColumnSource { own }

  func revision() async throws(ColumnFailure) -> ColumnRevision? { try await own.revision() }

  // MARK: - Choosing a source

  /// Returns whether an order and filters use only the table's own columns.
  private func isOwn(_ order: ColumnOrder, _ filters: [ColumnFilter]) -> Bool {
    filters.columns(in: order).allSatisfy { $0 < ownCount }
  }

  /// Runs a user request with prefetching paused in both sources.
  func passing<Answer>(
    _ body: (any ColumnSource) async throws(ColumnFailure) -> Answer
  ) async throws(ColumnFailure) -> Answer {
    try await own.awaiting { () async throws(ColumnFailure) in try await body(all) }
  }

  // MARK: - Pictures

  func axis(
    of order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnAxis {
    isOwn(order, filters)
      ? try await own.axis(of: order, keeping: filters) : try await all.axis(of: order, keeping: filters)
  }

  func picture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture {
    let mine = isOwn(window.order, filters) ? columns.filter { $0 < ownCount } : []
    guard mine.count < columns.count else {
      return try await all.awaiting { () async throws(ColumnFailure) in
        try await own.picture(of: columns, in: window, keeping: filters)
      }
    }
    let rest = columns.filter { !mine.contains($0) }
    async let made = passing { source async throws(ColumnFailure) in
      try await source.picture(of: rest, in: window, keeping: filters)
    }
    guard !mine.isEmpty else {
      do { return try await made } catch { throw error as? ColumnFailure ?? .other("\(error)") }
    }
    async let seen = own.picture(of: mine, in: window, keeping: filters)
    let (left, right): (ColumnPicture, ColumnPicture)
    do { (left, right) = try await (seen, made) } catch {
      throw error as? ColumnFailure ?? .other("\(error)")
    }
    var joined = left
    joined.isExact = left.isExact && right.isExact
    joined.lanes = columns.compactMap { column in
      if let place = mine.firstIndex(of: column) { return left.lanes[place] }
      return rest.firstIndex(of: column).map { right.lanes[$0] }
    }
    return joined
  }

  /// Returns a coarse picture of all columns in one request, so that the table's own columns do not wait for
  /// the derived ones.
  func coarsePicture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture? {
    guard isOwn(window.order, filters), columns.allSatisfy({ $0 < ownCount }) else {
      return try await passing { source async throws(ColumnFailure) in
        try await source.coarsePicture(of: columns, in: window, keeping: filters)
      }
    }
    return try await own.coarsePicture(of: columns, in: window, keeping: filters)
  }

  func points(
    of columns: [Int], through lens: ColumnLens, in window: ColumnWindow, keeping filters: [ColumnFilter],
    knowing picture: ColumnPicture?
  ) async throws(ColumnFailure) -> [ColumnPoints] {
    try await passing { source async throws(ColumnFailure) in
      try await source.points(of: columns, through: lens, in: window, keeping: filters, knowing: picture)
    }
  }
}
