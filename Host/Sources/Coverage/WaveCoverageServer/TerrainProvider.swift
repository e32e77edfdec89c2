public import WaveCoverageWire
import WaveWire

/// Where the heights of tiles come from.
///
/// It is asked from any thread, and may take the time of reading a file.
public protocol TerrainProvider: Sendable {
  /// What its tiles are, in the order of their numbers; more can come behind them, and one can be replaced by
  /// another.
  var tiles: [TerrainDescription] { get }

  /// Which content each tile has, for who keeps parts of it; 0, or none, where it is not to be kept.
  ///
  /// Another content has another number, a file that was replaced among them.
  var versions: [UInt64] { get }

  /// Counts changes of tiles, their contents and models of the surface that `heights` and `surfaceHeights`
  /// have found.
  var revision: Int { get }

  /// What gets it tiles that it does not have; nil where nothing does.
  var supply: (any TerrainSupply)? { get }

  /// The models of the surface that lie over its tiles, those that cannot be used among them, with words that
  /// say why; there are always as many.
  var surfaces: [SurfacePart] { get }

  /// Gives heights of its models of the surface, bilinear between their posts.
  ///
  /// - Parameter posts: Where.
  /// - Returns: Metres above mean sea level, row by row; `TerrainBlock.void` where no model knows.
  /// - Throws: Why they cannot be had, in words.
  func surfaceHeights(at posts: SurfacePosts) throws(TerrainFault) -> [Int16]

  /// Gives heights of a tile.
  ///
  /// - Parameters:
  ///   - tile: Its place in `tiles`.
  ///   - rows: Rows of posts from the north, ascending.
  ///   - columns: Columns of posts from the west, ascending.
  /// - Returns: Metres above mean sea level, row by row; `TerrainBlock.void` where unknown.
  /// - Throws: Why they cannot be had, in words.
  func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(TerrainFault) -> [Int16]
}

extension TerrainProvider {
  /// Nothing is to be kept.
  public var versions: [UInt64] { [] }

  /// Most have what they had.
  public var revision: Int { 0 }

  /// Most have what they have.
  public var supply: (any TerrainSupply)? { nil }

  /// Most have the ground alone.
  public var surfaces: [SurfacePart] { [] }

  /// Nothing is known.
  public func surfaceHeights(at posts: SurfacePosts) throws(TerrainFault) -> [Int16] {
    [Int16](repeating: TerrainBlock.void, count: posts.rowCount * posts.columnCount)
  }
}

/// The posts of a tile's block, at which heights of a model of the surface are wanted.
public struct SurfacePosts: Equatable, Sendable {
  /// Latitude of the post in the north-west, degrees.
  public let northDegrees: Double
  /// Longitude of that post, degrees.
  public let westDegrees: Double
  /// From row to row, degrees of latitude.
  public let latitudeStepDegrees: Double
  /// From column to column, degrees of longitude.
  public let longitudeStepDegrees: Double
  /// Rows, from north to south.
  public let rowCount: Int
  /// Columns, from west to east.
  public let columnCount: Int

  /// Finds the posts of a block; nil where the tile has no such block.
  public init?(of key: TerrainBlockKey, in tile: TerrainDescription) {
    guard let counts = tile.postCounts(of: key) else { return nil }
    let scale = Double(1 << Int(key.level))
    let span = Double(WireLimits.terrainBlock) * scale
    northDegrees = tile.northDegrees - Double(key.row) * span * tile.latitudeStepDegrees
    westDegrees = tile.westDegrees + Double(key.column) * span * tile.longitudeStepDegrees
    latitudeStepDegrees = tile.latitudeStepDegrees * scale
    longitudeStepDegrees = tile.longitudeStepDegrees * scale
    (rowCount, columnCount) = counts
  }
}

/// Gets tiles from elsewhere.
public protocol TerrainSupply: Sendable {
  /// From where, to be said on the screen.
  var whence: String { get }

  /// Gets a tile, and puts it behind the provider's others; what is under way ends with the task.
  ///
  /// - Parameters:
  ///   - cell: Which; nothing is done where it is there.
  ///   - progress: Called with the bytes that have come, and those in all where that is known.
  /// - Throws: Why it cannot be had, in words.
  func fetch(
    _ cell: TerrainCell, progress: @escaping @Sendable (_ done: Int, _ total: Int?) -> Void
  ) async throws(TerrainFault)
}

/// Why heights cannot be had.
public struct TerrainFault: Error, Equatable, Sendable {
  /// What happened and what to do.
  public var text: String

  /// Says why.
  public init(_ text: String) { self.text = text }
}
