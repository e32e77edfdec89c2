import WaveCoverageFeed
import WaveCoverageWire
import WavePropagation
import WaveUnits
import WaveWire

/// A block of posts as it came, and where it lies.
struct StoredBlock: Sendable {
  let key: TerrainBlockKey
  let northDegrees: Double
  let westDegrees: Double
  let latitudeStep: Double
  let longitudeStep: Double
  let rowCount: Int
  let columnCount: Int
  let heights: [Int16]
  /// When it was last needed, by a count.
  fileprivate(set) var used: UInt32 = 0

  /// Rows and columns of posts that are its own to draw: what it shares with its southern and eastern
  /// neighbours is theirs.
  func ownCounts(of tile: TerrainDescription) -> (rows: Int, columns: Int) {
    let blocks = tile.blockCounts(level: key.level)
    return (
      Int(key.row) == blocks.rows - 1 ? rowCount : rowCount - 1,
      Int(key.column) == blocks.columns - 1 ? columnCount : columnCount - 1
    )
  }

  /// The latitude of its southernmost posts.
  var southDegrees: Double { northDegrees - Double(rowCount - 1) * latitudeStep }

  /// Whether nothing is known of any post.
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
    do throws(TerrainError) {
      return try TerrainTile(
        northWest: Coordinate(latitudeDegrees: northDegrees, longitudeDegrees: westDegrees),
        latitudeStepDegrees: latitudeStep * Double(step), longitudeStepDegrees: longitudeStep * Double(step),
        rowCount: rows, columnCount: columns, heights: posts)
    } catch {
      return nil
    }
  }
}

extension StoredBlock {
  /// Places a block; nil where the tile has none such.
  init?(_ block: TerrainBlock, of tile: TerrainDescription) {
    guard let place = BlockPlace(of: block, in: tile) else { return nil }
    self.init(
      key: block.key, northDegrees: place.northDegrees, westDegrees: place.westDegrees,
      latitudeStep: place.latitudeStep, longitudeStep: place.longitudeStep, rowCount: place.rowCount,
      columnCount: place.columnCount, heights: block.heights)
  }
}

extension TerrainBlockKey {
  /// Whether it comes before another of the same level: the ground before what stands on it, then by tile,
  /// row and column.
  func isBefore(_ other: TerrainBlockKey) -> Bool {
    if isSurface != other.isSurface { return other.isSurface }
    if tile != other.tile { return tile < other.tile }
    return row != other.row ? row < other.row : column < other.column
  }
}

/// The tiles that exist, one of which is picked, and blocks of them, as many as are worth keeping: 129 × 129
/// posts are 33 kB.
struct TerrainStore: Sendable {
  /// Blocks that are kept beside each other while some of them are not needed: a server, or the device, has
  /// these again.
  static let idleLimit = 256
  /// Blocks that are kept.
  static let limit = 384
  /// Blocks that are kept where there are models of the surface, whose blocks lie over the ground's.
  static let surfaceLimit = 640

  /// What a list does to what is known.
  enum Change: Equatable, Sendable {
    /// It is known.
    case known
    /// There are more tiles than were known.
    case more
    /// Some, with these numbers, are of the same names and have other posts: their blocks are forgotten.
    /// There may be more as well.
    case replaced([Int])
    /// The tiles are others: what was known is forgotten.
    case other
  }

  private(set) var tiles: [TerrainDescription] = []
  /// Whether all tiles have been listed.
  private(set) var isComplete = false
  /// The number of the tile that is picked; nil for none.
  private(set) var picked: Int?
  /// Which contents the first of them have; 0 for one that is not to be kept.
  private(set) var versions: [UInt64] = []
  private(set) var blocks: [TerrainBlockKey: StoredBlock] = [:]
  private var count: UInt32 = 0
  /// The count when it was last said what is needed.
  private var lastUse: UInt32 = 0
  /// Whether there are models of the surface.
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
    // A file that was replaced keeps its name.
    let areSame =
      Int(list.total) >= tiles.count && zip(overlap, list.tiles).allSatisfy { $0.name == $1.name }
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

  /// Receives the tiles' contents.
  ///
  /// - Returns: The tiles whose content is another than was known; their blocks are forgotten.
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

  /// Picks a tile by its number; nil, and a number that no tile has, pick none.
  mutating func pick(_ number: Int?) { picked = number.flatMap { tiles.indices.contains($0) ? $0 : nil } }

  /// Picks the tile that holds a place, if there is one.
  ///
  /// - Returns: Whether there is.
  mutating func pick(at place: Coordinate) -> Bool {
    guard let number = number(at: place) else { return false }
    picked = number
    return true
  }

  /// The tile that is picked.
  var tile: TerrainDescription? { picked.map { tiles[$0] } }

  /// The number of the first tile that holds a place; nil where none does.
  func number(at place: Coordinate) -> Int? { tiles.firstIndex { $0.contains(place) } }

  /// Whether any tile holds a place.
  func contains(_ place: Coordinate) -> Bool { number(at: place) != nil }

  // MARK: - Blocks

  /// Keeps a block, and forgets those that were not needed for the longest time.
  ///
  /// - Returns: The block where it lies; nil where it is none of the tiles'.
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

  /// Notes that blocks are needed, so that they are kept.
  mutating func use(_ keys: [TerrainBlockKey]) {
    count += 1
    lastUse = count
    for key in keys { blocks[key]?.used = count }
  }

  /// Models of the surface are others, or none: their blocks are forgotten.
  mutating func surfacesReplaced(isAvailable: Bool) {
    hasSurfaces = isAvailable
    blocks = blocks.filter { !$0.key.isSurface }
  }

  private mutating func forget(_ tiles: [Int]) {
    if !tiles.isEmpty { blocks = blocks.filter { !tiles.contains(Int($0.key.tile)) } }
  }
}
