extension CoveragePlan {
  /// Returns the model to use unless the user chooses one: the learned model within all its limits, otherwise
  /// P.1812.
  ///
  /// The learned model predicts only medians and ignores clutter. Percentages of time, locations or
  /// situations other than 50 %, and clutter, therefore select P.1812.
  ///
  /// - Parameter kilometers: The length of the path; nil for the radius of the map.
  /// - Returns: `learned` or `p1812`, independently of the plan's own model.
  public func defaultModel(overKilometers kilometers: Double? = nil) -> Model {
    let isMedian = timePercent == 50 && locationPercent == 50 && situationPercent == 50
    return isMedian && clutter == .open && learnedLimitsLeft(overKilometers: kilometers).isEmpty
      ? .learned : .p1812
  }

  /// Returns the limits that prevent the learned model from being the default.
  ///
  /// - Parameter kilometers: The length of the path; nil for the radius of the map.
  /// - Returns: Each limit once; empty if the model can be used.
  public func learnedLimitsLeft(overKilometers kilometers: Double? = nil) -> [ModelLimit] {
    var plan = self
    plan.model = .learned
    return plan.limitsLeft(overKilometers: kilometers)
  }
}
