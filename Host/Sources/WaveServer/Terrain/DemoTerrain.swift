import WaveSimulation
import WaveUnits
public import WaveWire

/// The simulated hills: four tiles side by side, computed where they are asked for.
public struct DemoTerrain: TerrainProvider {
  private let hills = Hills()

  /// Shows the hills of `demo:hills`.
  public init() {}

  /// The four tiles.
  public var tiles: [TerrainDescription] {
    Hills.tiles.map { tile in
      TerrainDescription(
        flags: .simulated, northDegrees: tile.northWest.latitudeDegrees,
        westDegrees: tile.northWest.longitudeDegrees, latitudeStepDegrees: Hills.stepDegrees,
        longitudeStepDegrees: Hills.stepDegrees, rowCount: UInt32(Hills.postCount),
        columnCount: UInt32(Hills.postCount), name: tile.name.withUTF8Buffer { [UInt8]($0) })
    }
  }

  /// Heights are a function of the place: a change of it is a change here.
  public var versions: [UInt64] { Hills.tiles.map { _ in 1 } }

  /// Computes heights.
  public func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(TerrainFault) -> [Int16] {
    guard Hills.tiles.indices.contains(tile) else { throw TerrainFault("There is no tile \(tile).") }
    var heights: [Int16] = []
    heights.reserveCapacity(rows.count * columns.count)
    for row in rows {
      for column in columns { heights.append(hills.height(tile: tile, row: row, column: column)) }
    }
    return heights
  }
}
