import Synchronization
import WaveSeries
import WaveUnits

/// What can be shown at once since it was seen at another width.
extension TiledColumns {
  /// How much narrower or wider columns of pixels may be than those that are asked for.
  private static let ratio = 16.0

  /// What can be drawn at once: out of tiles of another width, else of a part of the rows.
  public func coarsePicture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture? {
    let scene = TileScene(order: window.order, filters: filters)
    let axis = try await axis(of: window.order, keeping: filters)
    if let lattice = TileLattice(window, on: axis), isHeld(columns, lattice, scene) { return nil }
    if let picture = await joinedPicture(of: columns, in: window, scene, axis) { return picture }
    if Task.isCancelled { throw .cancelled }
    return try await awaiting { () async throws(ColumnFailure) in
      try await source.coarsePicture(of: columns, in: window, keeping: filters)
    }
  }

  /// Whether all of a window is there.
  private func isHeld(_ columns: [Int], _ lattice: TileLattice, _ scene: TileScene) -> Bool {
    columns.allSatisfy { column in
      let lane = TileLane(column: column, ticks: lattice.ticks)
      return lattice.tiles.allSatisfy { holds($0, lane, scene) }
    }
  }

  /// A picture made of tiles of other widths; nil where these do not hold all of the window.
  private func joinedPicture(
    of columns: [Int], in window: ColumnWindow, _ scene: TileScene, _ axis: ColumnAxis
  ) async -> ColumnPicture? {
    guard !columns.isEmpty, window.until > window.from, window.pixels > 0 else { return nil }
    var lanes: [ColumnPicture.Lane] = []
    var rowCounts: [Double] = []
    for column in columns {
      guard let lattice = nearest(column, window, scene, axis) else { return nil }
      let held = await held([column], lattice.tiles, ticks: lattice.ticks, scene)
      let tiles = held[column]?.compactMap { $0 } ?? []
      guard tiles.count == lattice.tiles.count, !Task.isCancelled else { return nil }
      let made = Self.lane(
        TileRun(first: lattice.tiles.lowerBound, tiles: tiles), lattice.ticks, window)
      lanes.append(made.lane)
      rowCounts.append(made.rowCount)
    }
    let rows = UInt64(saturating: min(rowCounts.first ?? 0, 1e18))
    return ColumnPicture(lanes: lanes, rowCount: rows, seenCount: rows, isExact: false)
  }

  /// Tiles of the width that is nearest to a window's own, of those that hold all of it.
  private func nearest(
    _ column: Int, _ window: ColumnWindow, _ scene: TileScene, _ axis: ColumnAxis
  ) -> TileLattice? {
    let own = Double(window.until.saturatingSubtracting(window.from)) / Double(window.pixels)
    let inMemory = state.withLock { $0.memory.ticks(ofColumn: column, in: scene) }
    let onDisk = file?.ticks(ofColumn: column, in: scene) ?? []
    func distance(_ ticks: Int64) -> Double { max(Double(ticks) / own, own / Double(ticks)) }
    let near = Set(inMemory + onDisk).filter { distance($0) <= Self.ratio }
    for ticks in near.sorted(by: { (distance($0), $0) < (distance($1), $1) }) {
      let lattice = TileLattice(ticks: ticks, from: window.from, until: window.until, on: axis)
      if let lattice, isHeld([column], lattice, scene) { return lattice }
    }
    return nil
  }

  /// A window's columns of pixels out of others: several become one, or one is drawn several times.
  ///
  /// - Returns: Them, and about how many rows they have.
  private static func lane(
    _ run: TileRun, _ ticks: Int64, _ window: ColumnWindow
  ) -> (lane: ColumnPicture.Lane, rowCount: Double) {
    let map = window.map
    var buckets: [ColumnBucket] = []
    buckets.reserveCapacity(window.pixels)
    // The first column of pixels that begins at a tick or behind it.
    func first(at tick: Int64) -> Int64 { TileLattice.floor(tick - 1, by: ticks) + 1 }
    var start = map.start(ofColumn: 0)
    var rowCount = 0.0
    for pixel in 0..<window.pixels {
      let end = map.start(ofColumn: pixel + 1)
      let joined = first(at: start)..<max(first(at: start), first(at: end))
      var bucket = ColumnBucket.empty
      if joined.isEmpty {
        bucket = run[TileLattice.floor(start, by: ticks)]
      } else {
        for column in joined { bucket.join(run[column]) }
      }
      // A wider one is drawn several times, and has its rows once.
      rowCount += Double(bucket.rowCount) * min(1, Double(end - start) / Double(ticks))
      buckets.append(bucket)
      start = end
    }
    return (
      ColumnPicture.Lane(
        buckets: buckets, before: run.before(TileLattice.floor(window.from, by: ticks)),
        after: run.after(first(at: window.until))), rowCount
    )
  }
}
