public import WaveWire

extension WireLimits {
  /// The maximum number of terrain tiles.
  public static let tiles = 4096
  /// The maximum number of tiles in a message.
  public static let tilesPerMessage = 200
  /// The maximum number of bytes in a tile's name.
  public static let terrainName = 80
  /// The maximum number of posts along a side of a tile.
  public static let terrainPosts: UInt32 = 65_536
  /// The smallest spacing of posts in degrees, about a centimetre.
  public static let terrainStep = 1e-7
  /// The number of intervals between posts along a side of a block, which has one more post.
  public static let terrainBlock = 128
  /// The maximum number of times that a tile's resolution can be halved.
  public static let terrainLevel: UInt8 = 9
  /// The value added to the level of a block that contains heights of surface models.
  public static let surfaceBlock: UInt8 = 128
  /// The maximum number of surface models.
  public static let surfaceParts = 1024
  /// The maximum number of surface models in a message.
  public static let surfacePartsPerMessage = 100
  /// The maximum number of bytes in the reason why a surface model is not used.
  public static let surfaceFault = 240
  /// The highest zoom level of street map images.
  public static let streetZoom: UInt8 = 24
  /// The maximum number of blocks that a client can request before the first of them is answered.
  public static let terrainAsks = 16
  /// The highest number of a clutter category.
  public static let clutter: UInt8 = 4
  /// The largest radius of a coverage map, in metres.
  public static let coverageRadius = 1e6
  /// The maximum height of an antenna above ground, in metres.
  public static let antennaHeight = 1e4
  /// The maximum number of posts in a coverage map.
  public static let coveragePosts = 24_000_000
  /// The maximum number of losses in a message; they fit even if every difference needs three bytes.
  public static let coverageLosses = 16_384
  /// The maximum path loss, in units of 0.01 dB.
  public static let coverageLoss: Int16 = 32_000
}
