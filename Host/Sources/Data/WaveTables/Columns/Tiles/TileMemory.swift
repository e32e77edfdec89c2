/// What pictures are of: what stands along x, and which rows are kept.
struct TileScene: Hashable, Sendable {
  var order: ColumnOrder
  var filters: [ColumnFilter]
}

/// Whose tiles: a column of the table, at so many ticks in a column of pixels.
struct TileLane: Hashable, Sendable {
  var column: Int
  var ticks: Int64
}

/// Tiles in memory: those that have not been looked at for longest go first.
struct TileMemory: Sendable {
  private struct Entry {
    var tile: ColumnTile
    /// When it was looked at last.
    var used: UInt64
  }

  private var scenes: [TileScene: [TileLane: [Int64: Entry]]] = [:]
  private var clock: UInt64 = 0
  private let limit: Int
  /// Bytes that the tiles take, about.
  private(set) var byteCount = 0

  /// - Parameter limit: Bytes at most.
  init(limit: Int) { self.limit = limit }

  /// Takes tiles out; nil for each that is not there.
  mutating func tiles(_ tiles: Range<Int64>, of lane: TileLane, in scene: TileScene) -> [ColumnTile?] {
    guard scenes[scene]?[lane] != nil else { return tiles.map { _ in nil } }
    clock += 1
    return tiles.map { tile in
      scenes[scene]?[lane]?[tile]?.used = clock
      return scenes[scene]?[lane]?[tile]?.tile
    }
  }

  /// Whether a tile is there.
  func holds(_ tile: Int64, of lane: TileLane, in scene: TileScene) -> Bool {
    scenes[scene]?[lane]?[tile] != nil
  }

  /// Ticks in a column of pixels that there are tiles of.
  func ticks(ofColumn column: Int, in scene: TileScene) -> [Int64] {
    scenes[scene]?.keys.filter { $0.column == column }.map(\.ticks) ?? []
  }

  /// Puts a tile in.
  mutating func put(_ tile: ColumnTile, at index: Int64, of lane: TileLane, in scene: TileScene) {
    clock += 1
    let old = scenes[scene, default: [:]][lane, default: [:]].updateValue(
      Entry(tile: tile, used: clock), forKey: index)
    guard old == nil else { return }
    byteCount += ColumnTile.byteCount
    if byteCount > limit { shrink() }
  }

  /// Forgets all.
  mutating func removeAll() {
    scenes = [:]
    byteCount = 0
  }

  /// Makes room for some time.
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

/// The last pictures of windows that are on no lattice.
struct PictureShelf: Sendable {
  struct Name: Hashable, Sendable {
    var columns: [Int]
    var window: ColumnWindow
    var filters: [ColumnFilter]
  }

  /// Pictures that are kept.
  static let limit = 16
  /// Columns of pixels of them all at most.
  static let bucketLimit = 1 << 18

  private var pictures: [(name: Name, picture: ColumnPicture)] = []

  /// The picture of a name.
  mutating func picture(_ name: Name) -> ColumnPicture? {
    guard let place = pictures.firstIndex(where: { $0.name == name }) else { return nil }
    let found = pictures.remove(at: place)
    pictures.append(found)
    return found.picture
  }

  /// Keeps a picture.
  mutating func put(_ picture: ColumnPicture, _ name: Name) {
    pictures.removeAll { $0.name == name }
    pictures.append((name, picture))
    while pictures.count > Self.limit || bucketCount > Self.bucketLimit { pictures.removeFirst() }
  }

  private var bucketCount: Int {
    pictures.reduce(0) { $0 + $1.picture.lanes.reduce(0) { $0 + $1.buckets.count } }
  }
}
