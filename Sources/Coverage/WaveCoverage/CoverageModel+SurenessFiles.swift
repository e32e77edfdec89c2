import WavePropagation
import WaveTerrainFormats

/// How sure a map is, as a picture to be kept.
extension CoverageModel {
  /// Whole percent at all posts of a map.
  func surenessGrid(of shown: ShownMap) -> MapGrid {
    let shares = ReachShares(
      shown.map, calibrated: shown.calibrated, of: shown.plan, headroom: headroom, postLimit: .max)
    return MapGrid(
      northWest: shares.northWest, latitudeStepDegrees: shares.latitudeStepDegrees,
      longitudeStepDegrees: shares.longitudeStepDegrees, rowCount: shares.rowCount,
      columnCount: shares.columnCount, values: shares.percents)
  }

  /// The picture in the colours of the screen: an entry for each percent.
  func surenessPicture(of grid: MapGrid) -> [UInt8] {
    let entries = CoveragePalette.surenessEntries
    return grid.png(palette: entries, low: 0, high: Int16(entries.count))
  }
}
