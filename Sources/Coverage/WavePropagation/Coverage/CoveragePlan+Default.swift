extension CoveragePlan {
  /// The model that is used unless another one is chosen: the learned one inside all its limits, else P.1812.
  ///
  /// The learned model knows medians only and takes no clutter, so shares of time, places or situations other
  /// than 50 %, and clutter, mean P.1812.
  /// - Parameter kilometers: Length of the path; of a map its radius, unless given.
  /// - Returns: `learned` or `p1812`, whatever the plan's own model is.
  public func defaultModel(overKilometers kilometers: Double? = nil) -> Model {
    let isMedian = timePercent == 50 && locationPercent == 50 && situationPercent == 50
    return isMedian && clutter == .open && learnedLimitsLeft(overKilometers: kilometers).isEmpty
      ? .learned : .p1812
  }

  /// Gives the limits that keep the learned model from being the default.
  ///
  /// - Parameter kilometers: Length of the path; of a map its radius, unless given.
  /// - Returns: Each limit once; none where the model may be used.
  public func learnedLimitsLeft(overKilometers kilometers: Double? = nil) -> [ModelLimit] {
    var plan = self
    plan.model = .learned
    return plan.limitsLeft(overKilometers: kilometers)
  }
}
