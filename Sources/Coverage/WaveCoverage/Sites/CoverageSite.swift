import WavePropagation
import WaveUnits

/// A transmitter that stands on the map: its plan, its power, and its map.
///
/// All but the receivers is its own, so that a network of unlike transmitters can be compared.
struct CoverageSite: Sendable {
  /// Transmitters at most: as many as colours that every eye tells apart.
  static let limit = 8

  var plan: CoveragePlan
  /// Its power; what receivers need is that of the selected one.
  var budget: LinkBudget
  /// Its map, and what that was computed for.
  var shown: ShownMap?
  /// Whether its whole map is still to be computed.
  var isStale = true
  /// Whether measured points are to calibrate its map; of one transmitter at most.
  var isCalibrated = false
  /// What they make of it.
  var calibration: SiteCalibration?
  /// The circle of its radius, in worlds.
  var ring: [(x: Double, y: Double)] = []
  var ringPlan: CoveragePlan?

  init(plan: CoveragePlan, budget: LinkBudget) {
    self.plan = plan
    self.budget = budget
  }

  /// What a transmitter is called, by its place in the list.
  static func letter(_ index: Int) -> UInt8 { UInt8(ascii: "A") &+ UInt8(truncatingIfNeeded: index) }

  /// Makes the circle anew where the plan is another.
  mutating func updateRing() {
    guard ringPlan?.transmitter != plan.transmitter || ringPlan?.radiusMeters != plan.radiusMeters else {
      return
    }
    ringPlan = plan
    ring = (0...180).map { step in
      let place = Geodesic.place(
        from: plan.transmitter, bearingDegrees: Double(step) * 2, meters: plan.radiusMeters)
      return (
        MercatorView.worldX(ofLongitude: place.longitudeDegrees),
        MercatorView.worldY(ofLatitude: place.latitudeDegrees)
      )
    }
  }
}
