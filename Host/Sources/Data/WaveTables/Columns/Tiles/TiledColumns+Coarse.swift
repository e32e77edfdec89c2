import Synchronization
public import WaveDataFeed
import WaveSeries
import WaveUnits

/// Quick pictures composed of existing tiles at other zoom levels.
extension TiledColumns {
  /// The maximum ratio between the tick widths of existing and requested pixel columns.
  private static let ratio = 16.0

  /// Returns a quick picture from existing tiles at another zoom level or, if there are none, from some of
  /// the rows.
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

  /// Returns whether all tiles of a window exist.
  private func isHeld(_ columns: [Int], _ lattice: TileLattice, _ scene: TileScene) -> Bool {
    columns.allSatisfy { column in
      let lane = TileLane(column: column, ticks: lattice.ticks)
      return lattice.tiles.allSatisfy { holds($0, lane, scene) }
    }
  }

  /// Returns a picture composed of tiles at several zoom levels, or nil if they do not cover the window.
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
      let made = Self.lane(TileRun(first: lattice.tiles.lowerBound, tiles: tiles), lattice.ticks, window)
      lanes.append(made.lane)
      rowCounts.append(made.rowCount)
    }
    let rows = UInt64(saturating: min(rowCounts.first ?? 0, 1e18))
    return ColumnPicture(lanes: lanes, rowCount: rows, seenCount: rows, isExact: false)
  }

  /// Returns the tiles that cover the window at the zoom level closest to the window's own.
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

  /// Resamples existing pixel columns to those of a window, merging or repeating pixel columns.
  ///
  /// - Returns: The pixel columns, and the approximate number of rows in them.
  private static func lane(
    _ run: TileRun, _ ticks: Int64, _ window: ColumnWindow
  ) -> (lane: ColumnPicture.Lane, rowCount: Double) {
    let map = window.map
    var buckets: [ColumnBucket] = []
    buckets.reserveCapacity(window.pixels)
    // Returns the index of the first existing pixel column that begins at or after a tick.
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
      // A pixel column wider than the requested ones is repeated, but its rows are counted only once.
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
