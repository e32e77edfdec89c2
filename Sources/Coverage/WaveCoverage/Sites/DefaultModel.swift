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
