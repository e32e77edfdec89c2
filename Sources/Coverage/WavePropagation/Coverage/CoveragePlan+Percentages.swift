extension CoveragePlan {
  /// Checks that the model supports the plan's percentages, ignoring those that it does not use.
  func checkPercentages() throws(PropagationError) {
    func isBetween(_ percent: Double) -> Bool { percent > 0 && percent < 100 }
    switch model {
    case .p1812:
      guard timePercent >= 1, timePercent <= 50 else { throw .impossible(.timePercent) }
      guard locationPercent >= 1, locationPercent <= 99 else { throw .impossible(.locationPercent) }
    case .irregularTerrain:
      guard isBetween(timePercent) else { throw .impossible(.timePercent) }
      guard isBetween(locationPercent) else { throw .impossible(.locationPercent) }
      guard isBetween(situationPercent) else { throw .impossible(.situationPercent) }
    case .extendedHata:
      guard isBetween(locationPercent) else { throw .impossible(.locationPercent) }
    case .diffraction, .freeSpace, .hata, .learned, .learnedPlain: break
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
