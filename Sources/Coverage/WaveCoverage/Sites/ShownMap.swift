import WavePropagation

/// A map as it is shown, and what it was computed for.
struct ShownMap: Sendable {
  let map: CoverageMap
  let plan: CoveragePlan
  /// Whether posts were left out, for a finger that moves.
  let isCoarse: Bool
  /// Counts maps, so that the player is sent a new one.
  let revision: UInt32
  /// How much of the circle models of the surface know, 0 to 1; nil where none is used.
  let surfaceShare: Double?
  /// How much of the circle lies where no tile is, 0 to 1; nil while a finger moves.
  let untiledShare: Double?
  /// What measured points make of it; nil where they are not asked to.
  private(set) var calibrated: CoverageMap?
  /// Counts that as a map of its own.
  private var calibratedRevision: UInt32 = 0

  init(
    map: CoverageMap, plan: CoveragePlan, isCoarse: Bool, revision: UInt32, surfaceShare: Double? = nil,
    untiledShare: Double? = nil
  ) {
    (self.map, self.plan, self.isCoarse, self.revision) = (map, plan, isCoarse, revision)
    (self.surfaceShare, self.untiledShare) = (surfaceShare, untiledShare)
  }

  /// The map that is looked at, read and kept.
  var pictured: CoverageMap { calibrated ?? map }
  /// Counts it.
  var picturedRevision: UInt32 { calibrated == nil ? revision : calibratedRevision }

  /// Shows what measured points make of it; nil shows it as it was computed.
  mutating func calibrate(_ map: CoverageMap?, revision: UInt32 = 0) {
    (calibrated, calibratedRevision) = (map, revision)
  }
}
