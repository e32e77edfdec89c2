import WaveCoverageFeed
import WaveCoverageWire
import WavePropagation
import WaveUnits
import WaveWire

/// A block of posts with its position.
struct StoredBlock: Latticed, Sendable {
  let key: TerrainBlockKey
  let lattice: PostLattice
  let heights: [Int16]
  /// The value of the use counter when the block was last needed.
  fileprivate(set) var used: UInt32 = 0

  /// Returns the number of rows and columns that the block itself draws, excluding those shared with its
  /// southern and eastern neighbours.
  func ownCounts(of tile: TerrainDescription) -> (rows: Int, columns: Int) {
    let blocks = tile.blockCounts(level: key.level)
    return (
      Int(key.row) == blocks.rows - 1 ? rowCount : rowCount - 1,
      Int(key.column) == blocks.columns - 1 ? columnCount : columnCount - 1
    )
  }

  /// The latitude of the southernmost posts.
  var southDegrees: Double { southEast.latitudeDegrees }

  /// Whether the heights of all posts are unknown.
  var isVoid: Bool { heights.allSatisfy { $0 == TerrainBlock.void } }

  func tile(every step: Int = 1) -> TerrainTile? {
    let rows = (rowCount - 1) / step + 1
    let columns = (columnCount - 1) / step + 1
    guard rows >= 2, columns >= 2 else { return nil }
    var posts = heights
    if step > 1 {
      posts.removeAll(keepingCapacity: true)
      for row in 0..<rows {
        for column in 0..<columns { posts.append(heights[row * step * columnCount + column * step]) }
      }
    }
    let thinned = PostLattice(
      northWest: northWest, latitudeStepDegrees: latitudeStepDegrees * Double(step),
      longitudeStepDegrees: longitudeStepDegrees * Double(step), rowCount: rows, columnCount: columns)
    return try? TerrainTile(thinned, heights: posts)
  }
}

extension StoredBlock {
  /// Creates a block with its position; nil if the tile does not contain such a block.
  init?(_ block: TerrainBlock, of tile: TerrainDescription) {
    guard let lattice = PostLattice(of: block, in: tile) else { return nil }
    self.init(key: block.key, lattice: lattice, heights: block.heights)
  }
}

extension TerrainBlockKey {
  /// Returns whether a key precedes another key of the same level.
  ///
  /// Keys of the ground come before keys of surface models; each kind is sorted by tile, row and column.
  func isBefore(_ other: TerrainBlockKey) -> Bool {
    if isSurface != other.isSurface { return other.isSurface }
    if tile != other.tile { return tile < other.tile }
    return row != other.row ? row < other.row : column < other.column
  }
}

/// The known tiles, the picked tile, and a cache of blocks.
///
/// Each block has 129 × 129 posts and takes 33 kB.
struct TerrainStore: Sendable {
  /// The number of blocks above which unneeded ones are removed; the server or the device can supply them
  /// again.
  static let idleLimit = 256
  /// The maximum number of blocks.
  static let limit = 384
  /// The maximum number of blocks if there are surface models, which have blocks of their own.
  static let surfaceLimit = 640

  /// The effect of a received list on the known tiles.
  enum Change: Equatable, Sendable {
    /// Nothing has changed.
    case known
    /// Tiles have been added.
    case more
    /// The tiles with these numbers keep their names but have different posts, so their blocks are discarded;
    /// tiles may also have been added.
    case replaced([Int])
    /// The server has listed different tiles, so all known tiles and blocks are discarded.
    case other
  }

  private(set) var tiles: [TerrainDescription] = []
  /// Whether all tiles have been listed.
  private(set) var isComplete = false
  /// The index of the picked tile; nil if there is none.
  private(set) var picked: Int?
  /// The version of each tile's contents; 0, or a missing element, if the tile must not be cached.
  private(set) var versions: [UInt64] = []
  private(set) var blocks: [TerrainBlockKey: StoredBlock] = [:]
  private var count: UInt32 = 0
  /// The value of the use counter when the needed blocks were last marked.
  private var lastUse: UInt32 = 0
  /// Whether there are usable surface models.
  private var hasSurfaces = false

  // MARK: - Tiles

  /// Receives a list of tiles, or a part of one.
  mutating func receive(_ list: TerrainList) -> Change {
    let change = merge(list)
    if change != .known, tiles.count == Int(list.total) { isComplete = true }
    return change
  }

  private mutating func merge(_ list: TerrainList) -> Change {
    let first = Int(list.first)
    guard first <= tiles.count else { return .known }
    let overlap = tiles[first...].prefix(list.tiles.count)
    // A tile keeps its name when its file is replaced.
    let areSame = Int(list.total) >= tiles.count && zip(overlap, list.tiles).allSatisfy { $0.name == $1.name }
    if areSame {
      let replaced = overlap.indices.filter { tiles[$0] != list.tiles[$0 - first] }
      for number in replaced { tiles[number] = list.tiles[number - first] }
      forget(replaced)
      let more = list.tiles.dropFirst(overlap.count)
      tiles.append(contentsOf: more)
      return !replaced.isEmpty ? .replaced(replaced) : more.isEmpty ? .known : .more
    }
    guard first == 0 else { return .known }
    let hasSurfaces = hasSurfaces
    self = TerrainStore()
    self.hasSurfaces = hasSurfaces
    tiles = list.tiles
    return .other
  }

  /// Receives the versions of the tiles' contents.
  ///
  /// - Returns: The tiles whose contents have changed; their blocks are discarded.
  mutating func receive(_ list: TerrainVersions) -> [Int] {
    let first = Int(list.first)
    guard first <= versions.count, first + list.versions.count <= tiles.count else { return [] }
    var replaced: [Int] = []
    for (offset, version) in list.versions.enumerated() {
      let number = first + offset
      if number == versions.count {
        versions.append(version)
      } else if versions[number] != version {
        versions[number] = version
        replaced.append(number)
      }
    }
    forget(replaced)
    return replaced
  }

  /// Picks a tile by its index; nil or an index out of range clears the choice.
  mutating func pick(_ number: Int?) { picked = number.flatMap { tiles.indices.contains($0) ? $0 : nil } }

  /// Picks the tile that contains a position, if there is one.
  ///
  /// - Returns: Whether there is such a tile.
  mutating func pick(at place: Coordinate) -> Bool {
    guard let number = number(at: place) else { return false }
    picked = number
    return true
  }

  /// The picked tile; nil if there is none.
  var tile: TerrainDescription? { picked.map { tiles[$0] } }

  /// Returns the index of the first tile that contains a position; nil if there is none.
  func number(at place: Coordinate) -> Int? { tiles.firstIndex { $0.contains(place) } }

  /// Returns whether any tile contains a position.
  func contains(_ place: Coordinate) -> Bool { number(at: place) != nil }

  // MARK: - Blocks

  /// Stores a block, and removes the least recently needed blocks if there are too many.
  ///
  /// - Returns: The block with its position; nil if it does not belong to any tile.
  mutating func keep(_ block: TerrainBlock) -> StoredBlock? {
    let key = block.key
    guard Int(key.tile) < tiles.count, var placed = StoredBlock(block, of: tiles[Int(key.tile)]) else {
      return nil
    }
    let limit = hasSurfaces ? Self.surfaceLimit : Self.limit
    while blocks.count >= Self.idleLimit, let oldest = blocks.min(by: { $0.value.used < $1.value.used }),
      oldest.value.used < lastUse || blocks.count >= limit
    {
      blocks[oldest.key] = nil
    }
    count += 1
    placed.used = count
    blocks[key] = placed
    return placed
  }

  /// Marks blocks as needed, so that they are retained.
  mutating func use(_ keys: [TerrainBlockKey]) {
    count += 1
    lastUse = count
    for key in keys { blocks[key]?.used = count }
  }

  /// Discards the blocks of surface models after the models have changed.
  mutating func surfacesReplaced(isAvailable: Bool) {
    hasSurfaces = isAvailable
    blocks = blocks.filter { !$0.key.isSurface }
  }

  private mutating func forget(_ tiles: [Int]) {
    if !tiles.isEmpty { blocks = blocks.filter { !tiles.contains(Int($0.key.tile)) } }
  }
}
