import WaveInteraction
import WavePropagation

/// What models were not made for, as facts of the drawer.
extension CoverageModel {
  private static let firstLimitFact: UInt8 = 180
  /// As many facts as have numbers.
  private static let limitFactCount = 10
  private static let firstDefaultFact: UInt8 = 190
  private static let cautionFact: UInt8 = 195

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

  /// Says why the learned model is not used where it would be the default, and how far the model that is used was off.
  func appendDefault(of plan: CoveragePlan, to list: inout ControlList) {
    if plan.model == .p1812, defaultModel.isFollowed {
      for (index, limit) in plan.learnedLimitsLeft().enumerated() {
        list.fact(Self.firstDefaultFact + UInt8(index), label: "Since", text: limit.text)
      }
    }
    let caution = plan.caution
    if !caution.isEmpty { list.fact(Self.cautionFact, label: "In drive tests", text: caution) }
  }
}
