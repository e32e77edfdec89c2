import Synchronization
public import WaveDataFeed
import WaveSeries
import WaveUnits

/// Pictures composed of tiles.
extension TiledColumns {
  /// The tiles of several columns, by column index, with nil for each missing tile.
  typealias Held = [Int: [ColumnTile?]]

  /// Returns a picture of several columns, using existing tiles and requesting missing ones from the source.
  public func picture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture {
    let scene = TileScene(order: window.order, filters: filters)
    let axis = try await axis(of: window.order, keeping: filters)
    guard !columns.isEmpty, let lattice = TileLattice(window, on: axis),
      let found = try await tiles(of: columns, lattice.tiles, lattice, scene)
    else { return try await wholePicture(of: columns, in: window, keeping: filters) }
    if found.isKept { planAhead(columns, lattice, scene) }
    var lanes: [ColumnPicture.Lane] = []
    for column in columns {
      guard let tiles = found.tiles[column] else { continue }
      let run = TileRun(first: lattice.tiles.lowerBound, tiles: tiles)
      lanes.append(
        ColumnPicture.Lane(
          buckets: lattice.columns.map { run[$0] }, before: run.before(lattice.columns.lowerBound),
          after: run.after(lattice.columns.upperBound)))
    }
    return ColumnPicture(lanes, isExact: found.isExact)
  }

  /// Returns tiles of columns, requesting missing ones from the source.
  ///
  /// - Returns: The tiles, or nil if a response cannot be divided into tiles.
  private func tiles(
    of columns: [Int], _ tiles: Range<Int64>, _ lattice: TileLattice, _ scene: TileScene
  ) async throws(ColumnFailure) -> (tiles: [Int: [ColumnTile]], isExact: Bool, isKept: Bool)? {
    var held = await held(columns, tiles, ticks: lattice.ticks, scene)
    if Task.isCancelled { throw .cancelled }
    let first = tiles.lowerBound
    let stretches = TileStretch.missing(tiles, of: Array(held.keys).sorted()) { column, tile in
      held[column]?[Int(tile - first)] != nil
    }
    var (isExact, isKept) = (true, true)
    for stretch in stretches {
      let began = ContinuousClock.now
      let made = try await awaiting { () async throws(ColumnFailure) in
        try await ask(stretch, lattice, scene)
      }
      state.withLock { $0.isSlow = .now - began > Self.slow }
      guard let made else { return nil }
      (isExact, isKept) = (isExact && made.isExact, isKept && made.isKept)
      for (column, run) in zip(stretch.columns, made.tiles) {
        for (place, tile) in zip(stretch.tiles, run) { held[column]?[Int(place - first)] = tile }
      }
    }
    let whole = held.mapValues { $0.compactMap { $0 } }
    guard whole.values.allSatisfy({ $0.count == tiles.count }) else { return nil }
    return (whole, isExact, isKept)
  }

  /// Returns the tiles that exist in memory or in the file.
  func held(_ columns: [Int], _ tiles: Range<Int64>, ticks: Int64, _ scene: TileScene) async -> Held {
    var (held, generation) = state.withLock { state in
      var held: Held = [:]
      for column in columns where held[column] == nil {
        held[column] = state.memory.tiles(tiles, of: TileLane(column: column, ticks: ticks), in: scene)
      }
      return (held, state.generation)
    }
    guard let file else { return held }
    var names: [TileRecord.Name] = []
    for (column, found) in held {
      for (tile, there) in zip(tiles, found) where there == nil {
        names.append(TileRecord.Name(TileLane(column: column, ticks: ticks), in: scene, at: tile))
      }
    }
    guard !names.isEmpty else { return held }
    let records = await file.tiles(names)
    state.withLock { state in
      guard state.generation == generation else { return }
      for record in records {
        held[record.name.column]?[Int(record.name.index - tiles.lowerBound)] = record.tile
        state.memory.store(record)
      }
    }
    return held
  }

  /// Returns whether a tile exists according to the index, without reading it.
  func holds(_ tile: Int64, _ lane: TileLane, _ scene: TileScene) -> Bool {
    if state.withLock({ $0.memory.holds(tile, of: lane, in: scene) }) { return true }
    return file?.holds(TileRecord.Name(lane, in: scene, at: tile)) ?? false
  }

  /// Requests tiles in one pass and stores them if no rows are missing.
  ///
  /// - Returns: The tiles, or nil if the response cannot be divided into tiles.
  func ask(
    _ stretch: TileStretch, _ lattice: TileLattice, _ scene: TileScene
  ) async throws(ColumnFailure) -> (tiles: [[ColumnTile]], isExact: Bool, isKept: Bool)? {
    let (window, first) = lattice.window(of: stretch.tiles, order: scene.order)
    let generation = state.withLock { $0.generation }
    let (picture, isWhole) = try await watching { () async throws(ColumnFailure) in
      try await source.picture(of: stretch.columns, in: window, keeping: scene.filters)
    }
    guard picture.lanes.count == stretch.columns.count else { return nil }
    var made: [[ColumnTile]] = []
    for lane in picture.lanes {
      guard !lane.isDrawn, lane.buckets.count == window.pixels,
        let cut = ColumnTile.cut(lane, first: first, tiles: stretch.tiles)
      else { return nil }
      made.append(cut)
    }
    let isKept = isWhole && picture.isExact
    if isKept { keep(made, stretch, lattice.ticks, scene, generation) }
    return (made, picture.isExact, isKept)
  }

  private func keep(
    _ made: [[ColumnTile]], _ stretch: TileStretch, _ ticks: Int64, _ scene: TileScene, _ generation: Int
  ) {
    var records: [TileRecord] = []
    state.withLock { state in
      guard state.generation == generation else { return }
      for (column, tiles) in zip(stretch.columns, made) {
        for (index, tile) in zip(stretch.tiles, tiles) {
          let name = TileRecord.Name(TileLane(column: column, ticks: ticks), in: scene, at: index)
          let record = TileRecord(name: name, tile: tile)
          state.memory.store(record)
          records.append(record)
        }
      }
      // The tiles are passed on under the same lock, so that the table cannot change after the generation has
      // been checked.
      file?.append(records)
    }
  }

  /// Returns the picture of a window that is not aligned to a grid.
  private func wholePicture(
    of columns: [Int], in window: ColumnWindow, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnPicture {
    let request = WindowRequest(columns: columns, window: window, filters: filters)
    return try await cached {
      $0.pictures.answer(request)
    } store: { state, picture in
      if picture.isExact { state.pictures.store(picture, request) }
    } ask: { () async throws(ColumnFailure) in
      try await source.picture(of: columns, in: window, keeping: filters)
    }
  }
}
