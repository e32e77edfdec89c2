public import WaveWire

extension WireLimits {
  /// Tiles of terrain.
  public static let tiles = 4096
  /// Tiles in one message.
  public static let tilesPerMessage = 200
  /// Bytes in a tile's name.
  public static let terrainName = 80
  /// Posts along a side of a tile.
  public static let terrainPosts: UInt32 = 65_536
  /// Smallest spacing of posts, degrees: a centimetre.
  public static let terrainStep = 1e-7
  /// Steps between posts along a side of a block, which has one post more.
  public static let terrainBlock = 128
  /// The number of times that a tile's posts can be halved.
  public static let terrainLevel: UInt8 = 9
  /// The number that is added to the level of a block whose heights are those of a surface model.
  public static let surfaceBlock: UInt8 = 128
  /// Surface models.
  public static let surfaceParts = 1024
  /// Surface models in one message.
  public static let surfacePartsPerMessage = 100
  /// Bytes of the reason why a surface model is not used.
  public static let surfaceFault = 240
  /// The finest zoom of map pictures of streets.
  public static let streetZoom: UInt8 = 24
  /// Blocks that a client may request before the first of them is answered.
  public static let terrainAsks = 16
  /// The greatest number of a kind of clutter.
  public static let clutter: UInt8 = 4
  /// The largest radius of a coverage map, m.
  public static let coverageRadius = 1e6
  /// The highest antenna above ground, m.
  public static let antennaHeight = 1e4
  /// Posts of a coverage map.
  public static let coveragePosts = 24_000_000
  /// Losses in one message: as many as fit with the longest differences.
  public static let coverageLosses = 16_384
  /// The greatest path loss, 0.01 dB.
  public static let coverageLoss: Int16 = 32_000
}
