import WaveDataFeed

/// A tiled table with derived columns.
///
/// Requests for the table's own columns are answered from the table's tiles. Derived columns have separate
/// tiles, which exist only in memory and are released with this object, since a slot can be given a different
/// formula later.
final class DerivedTiles: ColumnSource {
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
  var abilities: ColumnAbilities { own.abilities }
  var loss: MissingShards? { own.loss }
  var showsRest: Bool {
    get { own.showsRest }
    set { own.showsRest = newValue }
  }

  func revision() async throws(ColumnFailure) -> ColumnRevision? { try await own.revision() }

  // MARK: - Choosing a source

  /// Returns whether an order and filters use only the table's own columns.
  private func isOwn(_ order: ColumnOrder, _ filters: [ColumnFilter]) -> Bool {
    filters.columns(in: order).allSatisfy { $0 < ownCount }
  }

  /// Runs a user request with prefetching paused in both sources.
  private func awaiting<Answer>(
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
    async let made = awaiting { source async throws(ColumnFailure) in
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
      return try await awaiting { source async throws(ColumnFailure) in
        try await source.coarsePicture(of: columns, in: window, keeping: filters)
      }
    }
    return try await own.coarsePicture(of: columns, in: window, keeping: filters)
  }

  func points(
    of columns: [Int], through lens: ColumnLens, in window: ColumnWindow, keeping filters: [ColumnFilter],
    knowing picture: ColumnPicture?
  ) async throws(ColumnFailure) -> [ColumnPoints] {
    try await awaiting { source async throws(ColumnFailure) in
      try await source.points(of: columns, through: lens, in: window, keeping: filters, knowing: picture)
    }
  }

  // MARK: - Forwarded requests

  func extents(of columns: [Int], isCoarse: Bool) async throws(ColumnFailure) -> [ColumnExtent] {
    try await awaiting { source async throws(ColumnFailure) in
      try await source.extents(of: columns, isCoarse: isCoarse)
    }
  }

  func row(
    nearest tick: Int64, pointOf column: Int?, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRow? {
    try await awaiting { source async throws(ColumnFailure) in
      try await source.row(nearest: tick, pointOf: column, in: window, keeping: filters)
    }
  }

  func rows(
    _ place: ColumnPlace, count: Int, order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnRows {
    try await awaiting { source async throws(ColumnFailure) in
      try await source.rows(place, count: count, order: order, keeping: filters)
    }
  }

  func statistics(
    of columns: [Int], in window: ColumnWindow, histogramOf counted: Int?, bins: Int,
    keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnStatistics {
    try await awaiting { source async throws(ColumnFailure) in
      try await source.statistics(
        of: columns, in: window, histogramOf: counted, bins: bins, keeping: filters)
    }
  }

  func correlations(of columns: [Int], with reference: Int) async throws(ColumnFailure) -> [Double] {
    try await awaiting { source async throws(ColumnFailure) in
      try await source.correlations(of: columns, with: reference)
    }
  }

  func density(
    _ grid: ColumnGrid, in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnDensity {
    try await awaiting { source async throws(ColumnFailure) in
      try await source.density(grid, in: window, keeping: filters)
    }
  }

  func texts(of column: Int) async throws(ColumnFailure) -> ColumnTexts {
    try await awaiting { source async throws(ColumnFailure) in try await source.texts(of: column) }
  }

  func textCounts(
    of column: Int, top: [[UInt8]], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> [[UInt64]] {
    try await awaiting { source async throws(ColumnFailure) in
      try await source.textCounts(of: column, top: top, in: window, keeping: filters)
    }
  }

  func part(
    of window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> (rows: [ColumnRow], next: Int64) {
    try await awaiting { source async throws(ColumnFailure) in
      try await source.part(of: window, keeping: filters)
    }
  }
}
