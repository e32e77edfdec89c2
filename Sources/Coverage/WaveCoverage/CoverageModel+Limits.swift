import WaveInteraction
import WavePropagation

/// What models were not made for, as facts of the drawer.
extension CoverageModel {
  /// The most limits that the drawer lists.
  private static let limitFactCount = 10

  /// Lists the limits that the map exceeds for its model, and the path for other models.
  func appendLimits(of plan: CoveragePlan, to list: inout ControlListBuilder<CoverageAction>) {
    var limits = plan.limitsLeft()
    if let reading {
      var other = plan
      for model in [CoveragePlan.Model.p1812, .irregularTerrain] where model != plan.model {
        other.model = model
        limits += other.limitsLeft(overKilometers: reading.lengthMeters / 1000)
      }
    }
    for limit in limits.prefix(Self.limitFactCount) {
      list.fact(label: "Outside", text: limit.text)
    }
  }

  /// Explains why the learned model is not the default, and gives the error of the model that is used.
  func appendDefault(of plan: CoveragePlan, to list: inout ControlListBuilder<CoverageAction>) {
    if plan.model == .p1812, defaultModel.isFollowed {
      for limit in plan.learnedLimitsLeft() {
        list.fact(label: "Since", text: limit.text)
      }
    }
    let caution = plan.caution
    if !caution.isEmpty { list.fact(label: "In drive tests", text: caution) }
  }
}
