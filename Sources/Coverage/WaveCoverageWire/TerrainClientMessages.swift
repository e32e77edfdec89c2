public import WaveWire

/// The first message of a client that shows terrain (tag 48).
public struct TerrainHello: Equatable, Sendable {
  /// The protocol version that the client speaks, `WireVersion.current`.
  public var version: UInt16 = 0

  /// Says hello in a protocol version.
  public init(version: UInt16 = WireVersion.current) { self.version = version }
}

/// Which part of a tile: a block of its posts, all of them or every 2nd, 4th, 8th ….
///
/// At level n a block's first post is the tile's post 128 · 2ⁿ · `row`, 128 · 2ⁿ · `column`; it has 128 more
/// to the south and to the east, 2ⁿ posts of the tile apart, so that it shares its edges with its neighbours.
/// Where the tile ends before that the block does, with one post at its edge or beyond it.
public struct TerrainBlockKey: Equatable, Hashable, Sendable {
  /// The tile's number.
  public var tile: UInt16 = 0
  /// How many times the posts were halved, 0 to `WireLimits.terrainLevel`.
  public var level: UInt8 = 0
  /// The block's row, from the north.
  public var row: UInt16 = 0
  /// The block's column, from the west.
  public var column: UInt16 = 0
  /// Whether heights are those of a model of the surface, at the same posts, and not the ground's.
  public var isSurface: Bool = false

  /// Names a block, the ground's unless told.
  public init(tile: UInt16, level: UInt8, row: UInt16, column: UInt16, isSurface: Bool = false) {
    self.tile = tile
    self.level = level
    self.row = row
    self.column = column
    self.isSurface = isSurface
  }
}

/// A question for a block (tag 49).
public struct TerrainAsk: Equatable, Sendable {
  /// Which block.
  public var key = TerrainBlockKey(blank: ())

  /// Asks for a block.
  public init(_ key: TerrainBlockKey) { self.key = key }
}

/// A block that is no longer wanted: it is not answered unless it is under way (tag 50).
public struct TerrainTakeBack: Equatable, Sendable {
  /// Which block.
  public var key = TerrainBlockKey(blank: ())

  /// Takes a question back.
  public init(_ key: TerrainBlockKey) { self.key = key }
}
