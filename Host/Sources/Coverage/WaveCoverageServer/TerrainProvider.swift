public import WaveCoverageWire
import WaveWire

/// A source of terrain tiles and their heights.
///
/// Its methods can be called from any thread, and are allowed to read files.
public protocol TerrainProvider: Sendable {
  /// The tiles, indexed by tile number.
  ///
  /// New tiles are appended, and a tile can be replaced in place.
  var tiles: [TerrainDescription] { get }

  /// The version of each tile's contents, by which clients recognise outdated cached blocks.
  ///
  /// A version of 0, or a missing element, means that the tile's blocks must not be cached.
  ///
  /// Different contents have different versions, even if one file replaces another.
  var versions: [UInt64] { get }

  /// A counter that increases when `heights` or `surfaceHeights` detects that tiles, contents or surface
  /// models have changed.
  var revision: Int { get }

  /// The source from which missing tiles can be downloaded; nil if there is none.
  var supply: (any TerrainSupply)? { get }

  /// The surface models above the tiles; an unusable model includes the reason.
  ///
  /// The number of models is constant.
  var surfaces: [SurfacePart] { get }

  /// Returns heights of the surface models, interpolated bilinearly between their posts.
  ///
  /// - Parameter posts: The posts at which heights are needed.
  /// - Returns: Heights in metres above mean sea level, row by row; `TerrainBlock.void` where no model has a
  ///   height.
  /// - Throws: A message for the user if the heights are not available.
  func surfaceHeights(at posts: SurfacePosts) throws(TerrainFault) -> [Int16]

  /// Returns heights of a tile.
  ///
  /// - Parameters:
  ///   - tile: The tile's index in `tiles`.
  ///   - rows: Row indices of the posts, counted from the north, ascending.
  ///   - columns: Column indices of the posts, counted from the west, ascending.
  /// - Returns: Heights in metres above mean sea level, row by row; `TerrainBlock.void` where unknown.
  /// - Throws: A message for the user if the heights are not available.
  func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(TerrainFault) -> [Int16]
}

extension TerrainProvider {
  /// Empty by default, so that blocks are not cached.
  public var versions: [UInt64] { [] }

  /// Zero by default, because tiles do not change.
  public var revision: Int { 0 }

  /// Nil by default, because no further tiles are available.
  public var supply: (any TerrainSupply)? { nil }

  /// Empty by default, because there are no surface models.
  public var surfaces: [SurfacePart] { [] }

  /// Returns `TerrainBlock.void` for all posts.
  public func surfaceHeights(at posts: SurfacePosts) throws(TerrainFault) -> [Int16] {
    [Int16](repeating: TerrainBlock.void, count: posts.rowCount * posts.columnCount)
  }
}

/// The posts of a block at which heights of surface models are requested.
public struct SurfacePosts: Equatable, Sendable {
  /// The latitude of the north-western post, in degrees.
  public let northDegrees: Double
  /// The longitude of the north-western post, in degrees.
  public let westDegrees: Double
  /// The distance between rows, in degrees of latitude.
  public let latitudeStepDegrees: Double
  /// The distance between columns, in degrees of longitude.
  public let longitudeStepDegrees: Double
  /// The number of rows, from north to south.
  public let rowCount: Int
  /// The number of columns, from west to east.
  public let columnCount: Int

  /// Creates the posts of a block; nil if the tile does not contain the block.
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
  /// The source's name, shown to users.
  var sourceName: String { get }

  /// Downloads a tile and appends it to the provider's tiles; cancelling the task cancels the download.
  ///
  /// - Parameters:
  ///   - cell: The tile's degree cell; nothing is downloaded if the tile exists.
  ///   - progress: Called with the number of bytes received so far, and the total if known.
  /// - Throws: A message for the user if the download fails.
  func fetch(
    _ cell: TerrainCell, progress: @escaping @Sendable (_ done: Int, _ total: Int?) -> Void
  ) async throws(TerrainFault)
}

/// An error with a message for the user that explains why heights are not available.
public struct TerrainFault: Error, Equatable, Sendable {
  /// A message that states the problem and how to fix it.
  public var text: String

  /// Creates an error with a message for the user.
  public init(_ text: String) { self.text = text }
}
