public import WaveCoverageWire
public import WavePropagation
import WaveUnits
import WaveWire

extension PostLattice {
  /// Creates the lattice of a block's posts; nil if the tile does not contain the block.
  public init?(of block: TerrainBlock, in tile: TerrainDescription) {
    let key = block.key
    guard let counts = tile.postCounts(of: key), counts.rows == Int(block.rowCount),
      counts.columns == Int(block.columnCount), counts.rows * counts.columns == block.heights.count
    else { return nil }
    let scale = Double(1 << Int(key.level))
    let first = Double(WireLimits.terrainBlock) * scale
    self.init(
      northWest: Coordinate(
        latitudeDegrees: tile.northDegrees - Double(key.row) * first * tile.latitudeStepDegrees,
        longitudeDegrees: tile.westDegrees + Double(key.column) * first * tile.longitudeStepDegrees),
      latitudeStepDegrees: tile.latitudeStepDegrees * scale,
      longitudeStepDegrees: tile.longitudeStepDegrees * scale, rowCount: counts.rows,
      columnCount: counts.columns)
  }
}
