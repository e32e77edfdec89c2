public import WaveCoverageWire
import WaveWire

/// A source of the heights of tiles.
///
/// Its methods are called from any thread, and may read files.
public protocol TerrainProvider: Sendable {
  /// The tiles, in the order of their numbers.
  ///
  /// New tiles are appended; a tile can be replaced by another.
  var tiles: [TerrainDescription] { get }

  /// The version of each tile's content, for clients that cache blocks; 0, or no element, if blocks must not
  /// be cached.
  ///
  /// Another content has another number, also after a file was replaced.
  var versions: [UInt64] { get }

  /// Counts the changes of tiles, their contents and surface models that `heights` and `surfaceHeights` have
  /// found.
  var revision: Int { get }

  /// The source of tiles that are missing; nil if there is none.
  var supply: (any TerrainSupply)? { get }

  /// The surface models over the tiles, with the reason for each one that cannot be used.
  ///
  /// Their number is constant.
  var surfaces: [SurfacePart] { get }

  /// Returns heights of the surface models, bilinear between their posts.
  ///
  /// - Parameter posts: The places.
  /// - Returns: Metres above mean sea level, row by row; `TerrainBlock.void` where no model has a height.
  /// - Throws: The reason why they are not available, as a text for the user.
  func surfaceHeights(at posts: SurfacePosts) throws(TerrainFault) -> [Int16]

  /// Returns heights of a tile.
  ///
  /// - Parameters:
  ///   - tile: The tile's index in `tiles`.
  ///   - rows: Rows of posts from the north, ascending.
  ///   - columns: Columns of posts from the west, ascending.
  /// - Returns: Metres above mean sea level, row by row; `TerrainBlock.void` where unknown.
  /// - Throws: The reason why they are not available, as a text for the user.
  func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(TerrainFault) -> [Int16]
}

extension TerrainProvider {
  /// Empty: blocks must not be cached.
  public var versions: [UInt64] { [] }

  /// Zero: tiles do not change.
  public var revision: Int { 0 }

  /// Nil: no further tiles are available.
  public var supply: (any TerrainSupply)? { nil }

  /// Empty: there are no surface models.
  public var surfaces: [SurfacePart] { [] }

  /// Returns `TerrainBlock.void` for all posts.
  public func surfaceHeights(at posts: SurfacePosts) throws(TerrainFault) -> [Int16] {
    [Int16](repeating: TerrainBlock.void, count: posts.rowCount * posts.columnCount)
  }
}

/// The posts of a tile's block, at which heights of a surface model are wanted.
public struct SurfacePosts: Equatable, Sendable {
  /// Latitude of the post in the north-west, degrees.
  public let northDegrees: Double
  /// Longitude of that post, degrees.
  public let westDegrees: Double
  /// Distance between rows, degrees of latitude.
  public let latitudeStepDegrees: Double
  /// Distance between columns, degrees of longitude.
  public let longitudeStepDegrees: Double
  /// Number of rows, from north to south.
  public let rowCount: Int
  /// Number of columns, from west to east.
  public let columnCount: Int

  /// Finds the posts of a block; nil if the tile does not have the block.
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

/// A source that downloads missing tiles.
public protocol TerrainSupply: Sendable {
  /// The source's name, shown on the screen.
  var sourceName: String { get }

  /// Downloads a tile and appends it to the provider's tiles; cancelling the task ends the download.
  ///
  /// - Parameters:
  ///   - cell: The tile's place; nothing is done if the tile exists.
  ///   - progress: Called with the number of bytes received, and the total if it is known.
  /// - Throws: The reason for a failure, as a text for the user.
  func fetch(
    _ cell: TerrainCell, progress: @escaping @Sendable (_ done: Int, _ total: Int?) -> Void
  ) async throws(TerrainFault)
}

/// The reason why heights are not available.
public struct TerrainFault: Error, Equatable, Sendable {
  /// What happened, and what to do.
  public var text: String

  /// Makes a fault with a text for the user.
  public init(_ text: String) { self.text = text }
}
