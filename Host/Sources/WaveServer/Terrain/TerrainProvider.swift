public import WaveWire

/// Where the heights of tiles come from.
///
/// It is asked from any thread, and may take the time of reading a file.
public protocol TerrainProvider: Sendable {
  /// What its tiles are, in the order of their numbers; more can come behind them.
  var tiles: [TerrainDescription] { get }

  /// Which content each tile has, for who keeps parts of it; 0, or none, where it is not to be kept.
  ///
  /// Another content has another number, a file that was replaced among them.
  var versions: [UInt64] { get }

  /// Counts changes of contents that `heights` has found.
  var revision: Int { get }

  /// What gets it tiles that it does not have; nil where nothing does.
  var supply: (any TerrainSupply)? { get }

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
