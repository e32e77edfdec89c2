public import WaveCoverageWire
import WaveSimulation

/// A provider of simulated hills: four adjacent tiles whose heights are computed on request.
public struct DemoTerrain: TerrainProvider {
  private let hills = Hills()

  /// Creates the tiles of `demo:hills`.
  public init() {}

  /// The descriptions of the four tiles.
  public var tiles: [TerrainDescription] { Hills.descriptions }

  /// The version of each tile, always 1 because heights depend only on the position.
  ///
  /// Increase it when the height function changes.
  public var versions: [UInt64] { Hills.tiles.map { _ in 1 } }

  /// Computes the heights of a tile at the given rows and columns.
  public func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(TerrainFault) -> [Int16] {
    guard Hills.tiles.indices.contains(tile) else { throw TerrainFault("There is no tile \(tile).") }
    return hills.heights(ofTile: tile, rows: rows, columns: columns)
  }
}
