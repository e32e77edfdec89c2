extension CoveragePlan {
  /// The model to use unless another one is chosen: the learned one within all its limits, otherwise P.1812.
  ///
  /// The learned model predicts only medians and ignores clutter. Percentages of time, places or situations
  /// other than 50 %, and clutter, therefore select P.1812.
  /// - Parameter kilometers: The length of the path; for a map its radius, unless given.
  /// - Returns: `learned` or `p1812`, whatever the plan's own model is.
  public func defaultModel(overKilometers kilometers: Double? = nil) -> Model {
    let isMedian = timePercent == 50 && locationPercent == 50 && situationPercent == 50
    return isMedian && clutter == .open && learnedLimitsLeft(overKilometers: kilometers).isEmpty
      ? .learned : .p1812
  }

  /// Returns the limits that prevent the learned model from being the default.
  ///
  /// - Parameter kilometers: The length of the path; for a map its radius, unless given.
  /// - Returns: Each limit once; empty if the model may be used.
  public func learnedLimitsLeft(overKilometers kilometers: Double? = nil) -> [ModelLimit] {
    var plan = self
    plan.model = .learned
    return plan.limitsLeft(overKilometers: kilometers)
  }
}
