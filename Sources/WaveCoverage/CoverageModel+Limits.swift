import WaveInteraction
import WavePropagation

/// What models were not made for, as facts of the drawer.
extension CoverageModel {
  private static let firstLimitFact: UInt8 = 180
  /// As many facts as have numbers.
  private static let limitFactCount = 10

  /// Says which limits the map's model leaves, and those of the models that tell of the path that is looked at.
  func appendLimits(of plan: CoveragePlan, to list: inout ControlList) {
    var limits = plan.limitsLeft()
    if let reading {
      var other = plan
      for model in [CoveragePlan.Model.p1812, .irregularTerrain] where model != plan.model {
        other.model = model
        limits += other.limitsLeft(overKilometers: reading.lengthMeters / 1000)
      }
    }
    for (index, limit) in limits.prefix(Self.limitFactCount).enumerated() {
      list.fact(Self.firstLimitFact + UInt8(index), label: "Outside", text: limit.text)
    }
  }
}
