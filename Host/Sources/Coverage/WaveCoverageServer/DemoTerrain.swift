public import WaveCoverageWire
import WaveSimulation

/// The simulated hills: four tiles side by side, whose heights are computed on request.
public struct DemoTerrain: TerrainProvider {
  private let hills = Hills()

  /// Makes the tiles of `demo:hills`.
  public init() {}

  /// The four tiles.
  public var tiles: [TerrainDescription] { Hills.descriptions }

  /// The version 1 for each tile, since heights are a function of the place.
  ///
  /// Raise it when that function changes.
  public var versions: [UInt64] { Hills.tiles.map { _ in 1 } }

  /// Computes heights of a tile.
  public func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(TerrainFault) -> [Int16] {
    guard Hills.tiles.indices.contains(tile) else { throw TerrainFault("There is no tile \(tile).") }
    return hills.heights(ofTile: tile, rows: rows, columns: columns)
  }
}
