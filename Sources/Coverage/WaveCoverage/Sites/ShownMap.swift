import WavePropagation

/// A displayed map, with the parameters for which it was computed.
struct ShownMap: Sendable {
  let map: CoverageMap
  let plan: CoveragePlan
  /// Whether the map is a preview that the complete map will replace.
  let isCoarse: Bool
  /// The revision of the map, which changes when a new map must be sent to the player.
  let revision: UInt32
  /// The fraction of the circle that surface models cover, 0 to 1; nil if none are used.
  let surfaceShare: Double?
  /// The fraction of the circle that is outside all tiles, 0 to 1; nil for a coarse map.
  let untiledShare: Double?
  /// The map calibrated with measured points; nil if calibration is off.
  private(set) var calibrated: CoverageMap?
  /// The revision of the calibrated map.
  private(set) var calibratedRevision: UInt32 = 0

  /// The map that is displayed, exported and used for values at a point.
  var pictured: CoverageMap { calibrated ?? map }
  /// The revision of the displayed map.
  var picturedRevision: UInt32 { calibrated == nil ? revision : calibratedRevision }

  /// Shows a calibrated map; nil shows the map as computed.
  mutating func calibrate(_ map: CoverageMap?, revision: UInt32 = 0) {
    (calibrated, calibratedRevision) = (map, revision)
  }
}
