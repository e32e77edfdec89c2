extension CoveragePlan {
  /// Checks that the model supports the plan's percentages, ignoring those that it does not use.
  func checkPercentages() throws(PropagationError) {
    for quantity in model.percentages {
      let (percent, most) =
        switch quantity {
        case .timePercent: (timePercent, 50.0)
        case .locationPercent: (locationPercent, 99.0)
        default: (situationPercent, 99.0)
        }
      try quantity.check(percent, above: 0, below: 100)
      guard model != .p1812 || percent >= 1 && percent <= most else { throw .impossible(quantity) }
    }
  }
}

extension CoveragePlan.Model {
  /// The percentages that the model uses; the others are treated as 50.
  public var percentages: [LinkQuantity] {
    switch self {
    case .p1812: [.timePercent, .locationPercent]
    case .irregularTerrain: [.timePercent, .locationPercent, .situationPercent]
    case .extendedHata: [.locationPercent]
    case .diffraction, .freeSpace, .hata, .learned, .learnedPlain: []
    }
  }
}
