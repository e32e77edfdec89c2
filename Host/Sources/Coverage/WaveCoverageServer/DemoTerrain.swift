public import WaveCoverageWire
import WaveSimulation

/// The simulated hills: four tiles side by side, computed where they are asked for.
public struct DemoTerrain: TerrainProvider {
  private let hills = Hills()

  /// Shows the hills of `demo:hills`.
  public init() {}

  /// The four tiles.
  public var tiles: [TerrainDescription] { Hills.descriptions }

  /// Heights are a function of the place: a change of it is a change here.
  public var versions: [UInt64] { Hills.tiles.map { _ in 1 } }

  /// Computes heights.
  public func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(TerrainFault) -> [Int16] {
    guard Hills.tiles.indices.contains(tile) else { throw TerrainFault("There is no tile \(tile).") }
    return hills.heights(ofTile: tile, rows: rows, columns: columns)
  }
}
