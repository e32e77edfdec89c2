import WaveDataFeed

/// A key for a set of tiles: the order of the rows and the filters that the rows have passed.
struct TileScene: Hashable, Sendable {
  var order: ColumnOrder
  var filters: [ColumnFilter]
}

/// A column of the table at one zoom level, which is given as the number of ticks per pixel column.
struct TileLane: Hashable, Sendable {
  var column: Int
  var ticks: Int64
}

/// A cache of tiles in memory.
///
/// The least recently used tiles are removed first.
struct TileMemory: Sendable {
  private struct Entry {
    var tile: ColumnTile
    /// The value of the cache's use counter when the tile was last used.
    ///
    /// The counter increases with each use of the cache.
    var used: UInt64
  }

  private var scenes: [TileScene: [TileLane: [Int64: Entry]]] = [:]
  private var clock: UInt64 = 0
  private let limit: Int
  /// The approximate size of the tiles, in bytes.
  private(set) var byteCount = 0

  /// Creates an empty cache for tiles of at most `limit` bytes in total.
  init(limit: Int) { self.limit = limit }

  /// Returns a range of tiles, with nil for each tile that is not in memory.
  mutating func tiles(_ tiles: Range<Int64>, of lane: TileLane, in scene: TileScene) -> [ColumnTile?] {
    guard scenes[scene]?[lane] != nil else { return tiles.map { _ in nil } }
    clock += 1
    return tiles.map { tile in
      scenes[scene]?[lane]?[tile]?.used = clock
      return scenes[scene]?[lane]?[tile]?.tile
    }
  }

  /// Returns whether a tile is in memory.
  func holds(_ tile: Int64, of lane: TileLane, in scene: TileScene) -> Bool {
    scenes[scene]?[lane]?[tile] != nil
  }

  /// Returns the zoom levels, in ticks per pixel column, for which a column has tiles.
  func ticks(ofColumn column: Int, in scene: TileScene) -> [Int64] {
    scenes[scene]?.keys.filter { $0.column == column }.map(\.ticks) ?? []
  }

  /// Stores a tile, and removes the least recently used tiles if necessary.
  mutating func store(_ record: TileRecord) {
    clock += 1
    let name = record.name
    let old = scenes[name.scene, default: [:]][name.lane, default: [:]].updateValue(
      Entry(tile: record.tile, used: clock), forKey: name.index)
    guard old == nil else { return }
    byteCount += ColumnTile.byteCount
    if byteCount > limit { shrink() }
  }

  /// Removes all tiles.
  mutating func removeAll() {
    scenes = [:]
    byteCount = 0
  }

  /// Removes the least recently used tiles, leaving some space free so that this is rarely necessary.
  private mutating func shrink() {
    var all: [(used: UInt64, scene: TileScene, lane: TileLane, index: Int64)] = []
    for (scene, lanes) in scenes {
      for (lane, tiles) in lanes {
        for (index, entry) in tiles { all.append((entry.used, scene, lane, index)) }
      }
    }
    all.sort { $0.used < $1.used }
    for entry in all {
      guard byteCount > limit - limit / 4 else { return }
      scenes[entry.scene]?[entry.lane]?[entry.index] = nil
      if scenes[entry.scene]?[entry.lane]?.isEmpty == true { scenes[entry.scene]?[entry.lane] = nil }
      if scenes[entry.scene]?.isEmpty == true { scenes[entry.scene] = nil }
      byteCount -= ColumnTile.byteCount
    }
  }
}
