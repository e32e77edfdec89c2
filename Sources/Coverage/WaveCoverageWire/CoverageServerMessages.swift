import WaveWire

/// The description of a tile, including the positions of its posts.
public struct TerrainDescription: Equatable, Sendable {
  /// The boolean properties of a tile.
  public struct Flags: OptionSet, Equatable, Sendable {
    /// The bits in their encoded form.
    public let rawValue: UInt8
    /// Creates flags from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The heights are simulated, which clients indicate to the user.
    public static let simulated = Flags(rawValue: 1)
  }

  /// The tile's boolean properties.
  public var flags: Flags = []
  /// The latitude of the north-western post, in degrees.
  public var northDegrees: Double = 0
  /// The longitude of the north-western post, in degrees.
  public var westDegrees: Double = 0
  /// The spacing of rows of posts, in degrees of latitude.
  public var latitudeStepDegrees: Double = 0
  /// The spacing of columns of posts, in degrees of longitude.
  public var longitudeStepDegrees: Double = 0
  /// The number of rows, 2 to `WireLimits.terrainPosts`.
  public var rowCount: UInt32 = 0
  /// The number of columns, 2 to `WireLimits.terrainPosts`.
  public var columnCount: UInt32 = 0
  /// The tile's name in UTF-8, at most `WireLimits.terrainName` bytes.
  public var name: [UInt8] = []

  /// Creates the description of a tile.
  public init(
    flags: Flags = [], northDegrees: Double, westDegrees: Double, latitudeStepDegrees: Double,
    longitudeStepDegrees: Double, rowCount: UInt32, columnCount: UInt32, name: [UInt8]
  ) {
    self.flags = flags
    self.northDegrees = northDegrees
    self.westDegrees = westDegrees
    self.latitudeStepDegrees = latitudeStepDegrees
    self.longitudeStepDegrees = longitudeStepDegrees
    self.rowCount = rowCount
    self.columnCount = columnCount
    self.name = name
  }

  /// Returns the number of block rows and block columns at a level.
  public func blockCounts(level: UInt8) -> (rows: Int, columns: Int) {
    func count(_ posts: UInt32) -> Int {
      let span = Int(WireLimits.terrainBlock) << Int(Swift.min(level, WireLimits.terrainLevel))
      return Swift.max(1, (Int(posts) - 1 + span - 1) / span)
    }
    return (count(rowCount), count(columnCount))
  }

  /// Returns the number of rows and columns of posts in a block, including shared edges, or nil if the tile
  /// has no such block.
  public func postCounts(of key: TerrainBlockKey) -> (rows: Int, columns: Int)? {
    let blocks = blockCounts(level: key.level)
    guard key.level <= WireLimits.terrainLevel, Int(key.row) < blocks.rows, Int(key.column) < blocks.columns
    else { return nil }
    func count(_ posts: UInt32, _ block: UInt16) -> Int {
      let steps = (Int(posts) - 1 + (1 << Int(key.level)) - 1) >> Int(key.level)
      return Swift.min(WireLimits.terrainBlock, steps - Int(block) * WireLimits.terrainBlock) + 1
    }
    return (count(rowCount, key.row), count(columnCount, key.column))
  }

  /// Returns the tile's rows and columns that contain a block's posts, or nil if the tile has no such block.
  ///
  /// At coarser levels, posts beyond the tile's edge are replaced by the tile's last post.
  public func posts(of key: TerrainBlockKey) -> (rows: [Int], columns: [Int])? {
    guard let counts = postCounts(of: key) else { return nil }
    func posts(_ block: UInt16, _ count: Int, of all: UInt32) -> [Int] {
      (0..<count).map { post in
        Swift.min((Int(block) * WireLimits.terrainBlock + post) << Int(key.level), Int(all) - 1)
      }
    }
    return (posts(key.row, counts.rows, of: rowCount), posts(key.column, counts.columns, of: columnCount))
  }
}

/// The available tiles (tag 160).
public struct TerrainList: Equatable, Sendable {
  /// The number of the first tile in this message.
  public var first: UInt16 = 0
  /// The total number of tiles.
  public var total: UInt16 = 0
  /// The tiles, at most `WireLimits.tilesPerMessage`.
  public var tiles: [TerrainDescription] = []

  /// Creates a list of tiles.
  public init(first: UInt16, total: UInt16, tiles: [TerrainDescription]) {
    self.first = first
    self.total = total
    self.tiles = tiles
  }
}

/// The heights of a block (tag 161).
public struct TerrainBlock: Equatable, Sendable {
  /// The value that marks a post with an unknown height.
  public static let void = Int16.min

  /// The block to which the heights belong.
  public var key = TerrainBlockKey(blank: ())
  /// The number of rows, 2 to `WireLimits.terrainBlock` + 1.
  public var rowCount: UInt8 = 0
  /// The number of columns, 2 to `WireLimits.terrainBlock` + 1.
  public var columnCount: UInt8 = 0
  /// The heights in metres above mean sea level, row by row from the north, and from the west in each row;
  /// `void` if unknown.
  public var heights: [Int16] = []

  /// Creates a block; `heights` must have `rowCount * columnCount` elements.
  public init(key: TerrainBlockKey, rowCount: UInt8, columnCount: UInt8, heights: [Int16]) {
    self.key = key
    self.rowCount = rowCount
    self.columnCount = columnCount
    self.heights = heights
  }
}

/// An answer that refuses a block (tag 162).
public struct TerrainRefusal: Equatable, Sendable {
  /// The refused block.
  public var key = TerrainBlockKey(blank: ())
  /// The reason, in UTF-8, at most `WireLimits.text` bytes.
  public var text: [UInt8] = []

  /// Creates an answer that refuses a block, with the reason.
  public init(key: TerrainBlockKey, text: [UInt8]) {
    self.key = key
    self.text = text
  }
}
