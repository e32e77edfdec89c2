public import WaveWire

extension WireLimits {
  /// Tiles of terrain.
  public static let tiles = 4096
  /// Tiles that one message tells of.
  public static let toldTiles = 200
  /// Bytes in a tile's name.
  public static let terrainName = 80
  /// Posts along a side of a tile.
  public static let terrainPosts: UInt32 = 65_536
  /// From post to post at least, degrees: a centimetre.
  public static let terrainStep = 1e-7
  /// Steps from post to post along a side of a block: it has one post more.
  public static let terrainBlock = 128
  /// How often the posts of a tile are halved at most.
  public static let terrainLevel: UInt8 = 9
  /// What is added to the level of a block whose heights are those of a model of the surface.
  public static let surfaceBlock: UInt8 = 128
  /// Models of the surface.
  public static let surfaceParts = 1024
  /// Models of the surface that one message tells of.
  public static let toldSurfaceParts = 100
  /// Bytes of why a model of the surface is not used.
  public static let surfaceFault = 240
  /// The finest zoom of pictures of streets.
  public static let streetZoom: UInt8 = 24
  /// Blocks that a client asks for before it has been answered.
  public static let terrainAsks = 16
  /// The greatest number of a kind of clutter.
  public static let clutter: UInt8 = 4
  /// Farthest that a coverage map goes, m.
  public static let coverageRadius = 1e6
  /// The highest antenna above ground, m.
  public static let antennaHeight = 1e4
  /// Posts of a coverage map.
  public static let coveragePosts = 24_000_000
  /// Losses that one message tells: as many as fit with the longest differences.
  public static let coverageLosses = 16_384
  /// The greatest path loss, 0.01 dB.
  public static let coverageLoss: Int16 = 32_000
}
