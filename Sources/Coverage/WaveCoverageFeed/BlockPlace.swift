public import WaveCoverageWire
import WaveWire

/// The geographic position of a block's posts.
public struct BlockPlace: Equatable, Sendable {
  /// The latitude of the north-western post, in degrees.
  public let northDegrees: Double
  /// The longitude of the north-western post, in degrees.
  public let westDegrees: Double
  /// The spacing of rows, in degrees of latitude.
  public let latitudeStep: Double
  /// The spacing of columns, in degrees of longitude.
  public let longitudeStep: Double
  /// The number of rows, from north to south.
  public let rowCount: Int
  /// The number of columns, from west to east.
  public let columnCount: Int

  /// Creates the position of a block; nil if the tile does not contain the block.
  public init?(of block: TerrainBlock, in tile: TerrainDescription) {
    let key = block.key
    guard let counts = tile.postCounts(of: key), counts.rows == Int(block.rowCount),
      counts.columns == Int(block.columnCount), counts.rows * counts.columns == block.heights.count
    else { return nil }
    let scale = Double(1 << Int(key.level))
    let first = Double(WireLimits.terrainBlock) * scale
    northDegrees = tile.northDegrees - Double(key.row) * first * tile.latitudeStepDegrees
    westDegrees = tile.westDegrees + Double(key.column) * first * tile.longitudeStepDegrees
    latitudeStep = tile.latitudeStepDegrees * scale
    longitudeStep = tile.longitudeStepDegrees * scale
    (rowCount, columnCount) = counts
  }
}
