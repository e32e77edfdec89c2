import WavePropagation

/// Whether the propagation model is the default for the map's parameters or was chosen by the user.
struct DefaultModel: Equatable, Sendable {
  /// Whether the default model is used.
  private(set) var isFollowed = true

  /// Returns the default model for transmitters that share a model: the learned model if all are within its
  /// limits, otherwise P.1812.
  static func model(for plans: [CoveragePlan]) -> CoveragePlan.Model {
    plans.allSatisfy { $0.defaultModel() == .learned } ? .learned : .p1812
  }

  /// Records the user's choice.
  ///
  /// If the chosen model is the default for these plans, the model follows the default again.
  mutating func choose(_ model: CoveragePlan.Model, for plans: [CoveragePlan]) {
    isFollowed = model == (plans.allSatisfy { $0.learnedLimitsLeft().isEmpty } ? .learned : .p1812)
  }

  /// Sets a plan's model to the default for all given plans, unless the user has chosen a model.
  ///
  /// - Parameters:
  ///   - plan: The selected transmitter's plan.
  ///   - others: The plans of the other transmitters, which share its model.
  func apply(to plan: inout CoveragePlan, beside others: [CoveragePlan]) {
    guard isFollowed else { return }
    plan.model = Self.model(for: [plan] + others)
  }
}
