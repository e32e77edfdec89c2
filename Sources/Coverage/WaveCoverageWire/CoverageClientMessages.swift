public import WaveWire

/// The first message of a client that shows terrain (tag 48).
public struct CoverageHello: Equatable, Sendable {
  /// The protocol version that the client speaks, `WireVersion.current`.
  public var version: UInt16 = 0

  /// Creates the first message, for a version of the protocol.
  public init(version: UInt16 = WireVersion.current) { self.version = version }
}

/// Names a block of a tile: a part of its posts, or of every 2nd, 4th, 8th … post.
///
/// At level n a block's first post is the tile's post 128 · 2ⁿ · `row`, 128 · 2ⁿ · `column`. It has 128 more
/// posts to the south and to the east, 2ⁿ of the tile's posts apart, so that it shares its edges with its
/// neighbours. If the tile ends earlier, so does the block, with one post at the tile's edge or beyond it.
public struct TerrainBlockKey: Equatable, Hashable, Sendable {
  /// The tile's number.
  public var tile: UInt16 = 0
  /// The number of times that the posts are halved, 0 to `WireLimits.terrainLevel`.
  public var level: UInt8 = 0
  /// The block's row, from the north.
  public var row: UInt16 = 0
  /// The block's column, from the west.
  public var column: UInt16 = 0
  /// Whether the heights are those of a surface model at the same posts, instead of the ground's.
  public var isSurface: Bool = false

  /// Names a block, by default of the ground.
  public init(tile: UInt16, level: UInt8, row: UInt16, column: UInt16, isSurface: Bool = false) {
    self.tile = tile
    self.level = level
    self.row = row
    self.column = column
    self.isSurface = isSurface
  }
}

/// Requests a block (tag 49).
public struct BlockRequest: Equatable, Sendable {
  /// The block.
  public var key = TerrainBlockKey(blank: ())

  /// Describes a request.
  public init(_ key: TerrainBlockKey) { self.key = key }
}

/// Withdraws the request for a block, which is then sent only if its answer is under way (tag 50).
public struct BlockCancellation: Equatable, Sendable {
  /// The block.
  public var key = TerrainBlockKey(blank: ())

  /// Describes the request to withdraw.
  public init(_ key: TerrainBlockKey) { self.key = key }
}
