public import WaveWire

/// Where the heights of tiles come from.
///
/// It is asked from any thread, and may take the time of reading a file.
public protocol TerrainProvider: Sendable {
  /// What its tiles are, in the order of their numbers.
  var tiles: [TerrainDescription] { get }

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

/// Why heights cannot be had.
public struct TerrainFault: Error, Equatable, Sendable {
  /// What happened and what to do.
  public var text: String

  /// Says why.
  public init(_ text: String) { self.text = text }
}
