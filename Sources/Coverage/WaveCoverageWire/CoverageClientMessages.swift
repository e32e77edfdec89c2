public import WaveWire

/// The first message of a client of the coverage instrument (tag 48).
public struct CoverageHello: Equatable, Sendable {
  /// The client's protocol version, `WireVersion.current`.
  public var version: UInt16 = 0

  /// Creates the first message with a protocol version.
  public init(version: UInt16 = WireVersion.current) { self.version = version }
}

/// The identity of a block, which contains part of a tile's posts at full resolution or every 2nd, 4th, 8th …
/// post.
///
/// At level n, a block's first post is the tile's post 128 · 2ⁿ · `row`, 128 · 2ⁿ · `column`. A block has 128
/// more posts to the south and to the east, 2ⁿ tile posts apart, so it shares its edges with its neighbours.
/// If the tile ends earlier, the block ends with one post at or beyond the tile's edge.
public struct TerrainBlockKey: Equatable, Hashable, Sendable {
  /// The tile's number.
  public var tile: UInt16 = 0
  /// The number of times that the resolution is halved, 0 to `WireLimits.terrainLevel`.
  public var level: UInt8 = 0
  /// The block's row, counted from the north.
  public var row: UInt16 = 0
  /// The block's column, counted from the west.
  public var column: UInt16 = 0
  /// Whether the block contains heights of surface models, at the same posts, instead of heights of the
  /// ground.
  public var isSurface: Bool = false

  /// Creates the identity of a block, which is a block of the ground by default.
  public init(tile: UInt16, level: UInt8, row: UInt16, column: UInt16, isSurface: Bool = false) {
    self.tile = tile
    self.level = level
    self.row = row
    self.column = column
    self.isSurface = isSurface
  }
}

/// A request for a block (tag 49).
public struct BlockRequest: Equatable, Sendable {
  /// The requested block.
  public var key = TerrainBlockKey(blank: ())

  /// Creates a request for a block.
  public init(_ key: TerrainBlockKey) { self.key = key }
}

/// A message that cancels a block request (tag 50).
///
/// After it, the block is sent only if it is already in transit.
public struct BlockCancellation: Equatable, Sendable {
  /// The block that is no longer needed.
  public var key = TerrainBlockKey(blank: ())

  /// Creates a message that cancels a block request.
  public init(_ key: TerrainBlockKey) { self.key = key }
}
