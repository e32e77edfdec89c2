import WavePropagation

/// Whether the map's model is the default, which follows the numbers, or was chosen.
struct DefaultModel: Equatable, Sendable {
  /// Whether the model follows the numbers.
  private(set) var isFollowed = true

  /// The default for transmitters that share a model: the learned one where all are inside its limits.
  static func model(for plans: [CoveragePlan]) -> CoveragePlan.Model {
    plans.allSatisfy { $0.defaultModel() == .learned } ? .learned : .p1812
  }

  /// Records the model that was chosen; the one that limits alone would give is followed from then on.
  mutating func choose(_ model: CoveragePlan.Model, for plans: [CoveragePlan]) {
    isFollowed = model == (plans.allSatisfy { $0.learnedLimitsLeft().isEmpty } ? .learned : .p1812)
  }

  /// Gives a plan the default for all plans, if that is followed.
  ///
  /// - Parameters:
  ///   - plan: The selected transmitter's.
  ///   - others: Those of the others, which share its model.
  func apply(to plan: inout CoveragePlan, beside others: [CoveragePlan]) {
    guard isFollowed else { return }
    plan.model = Self.model(for: [plan] + others)
  }
}

extension CoverageModel {
  /// Plans of the transmitters that are not selected, with what all share.
  func plansBeside(_ selected: CoveragePlan) -> [CoveragePlan] {
    sites.indices.filter { $0 != selectedSite }.map { shared(selected, with: sites[$0].plan) }
  }

  /// What the legend says of the model below its name: which limits were left, its clutter, then what was
  /// measured of it.
  var modelNotes: [[UInt8]] {
    let plan = shown?.plan ?? self.plan ?? settings
    var notes: [[UInt8]] = []
    if let limit = plan.limitsLeft().first {
      notes.append(limit.text)
    } else if plan.model == .p1812, defaultModel.isFollowed,
      let limit = learnedLimitsLeft(beside: plan).first
    {
      notes.append(Texts.bytes("since ") + limit.text)
    }
    if plan.clutterMeters > 0 { notes.append(Texts.bytes("with clutter: ") + Texts.bytes(plan.clutter.name)) }
    let isCovered = shown?.standingShare.map { $0 >= 0.995 } ?? false
    let isLearned = plan.model == .learned || plan.model == .learnedPlain
    if shown?.calibrated == nil, isLearned || !isCovered, !plan.caution.isEmpty { notes.append(plan.caution) }
    return notes
  }

  /// The learned model's limits that any transmitter leaves.
  private func learnedLimitsLeft(beside plan: CoveragePlan) -> [ModelLimit] {
    ([plan] + plansBeside(plan)).flatMap { $0.learnedLimitsLeft() }
  }
}
