/// A range that a model was made for and that a link leaves: the loss is computed, and may be wrong.
public struct ModelLimit: Equatable, Sendable {
  /// Which model.
  public let model: CoveragePlan.Model
  /// What lies outside.
  public let quantity: LinkQuantity
  /// The range that it was made for: Hz, m above ground, km, N-units or %.
  public let range: ClosedRange<Double>

  /// What a model was made for.
  ///
  /// Of delta-Bullington diffraction alone it is what Recommendation ITU-R P.2001, which uses it over the
  /// widest range, says of itself.
  static func ranges(of model: CoveragePlan.Model) -> [(quantity: LinkQuantity, range: ClosedRange<Double>)] {
    switch model {
    case .p1812:
      [
        (.frequency, 30e6...6e9), (.transmitterHeight, 1...3000), (.receiverHeight, 1...3000),
        (.distance, 0.25...3000), (.timePercent, 1...50), (.locationPercent, 1...99),
      ]
    case .irregularTerrain:
      [
        (.frequency, 20e6...20e9), (.transmitterHeight, 0.5...3000), (.receiverHeight, 0.5...3000),
        (.distance, 1...2000), (.refractivity, 250...400),
      ]
    case .hata:
      [
        (.frequency, 150e6...1.5e9), (.transmitterHeight, 30...200), (.receiverHeight, 1...10),
        (.distance, 1...20),
      ]
    case .extendedHata:
      [
        (.frequency, 1.5e9...3e9), (.transmitterHeight, 30...200), (.receiverHeight, 1...10),
        (.distance, 1...100),
      ]
    case .learned, .learnedPlain:
      [
        (.frequency, 400e6...2e9), (.transmitterHeight, 10...60), (.receiverHeight, 1...3),
        (.distance, 0.1...20),
      ]
    case .diffraction: [(.frequency, 30e6...50e9), (.distance, 0...1000)]
    case .freeSpace: []
    }
  }

  /// The limits that values leave, in the model's order; a value that the model does not limit is passed
  /// over.
  static func left(
    _ model: CoveragePlan.Model, by values: [(quantity: LinkQuantity, value: Double)]
  ) -> [ModelLimit] {
    var limits: [ModelLimit] = []
    for (quantity, range) in ranges(of: model) {
      for one in values where one.quantity == quantity {
        // A value that went through another unit is off by its last bit.
        let slack = 1e-12 * range.upperBound
        guard !(one.value >= range.lowerBound - slack && one.value <= range.upperBound + slack) else {
          continue
        }
        limits.append(ModelLimit(model: model, quantity: quantity, range: range))
      }
    }
    return limits
  }
}

extension CoveragePlan {
  /// The limits of its model that a plan leaves.
  ///
  /// - Parameters:
  ///   - kilometers: Length of the path; of a map, which is always nearer than any limit somewhere, its
  ///     radius by default.
  ///   - refractivity: Refractivity at sea level, N-units, where it is told.
  /// - Returns: Each limit once; none where all is well.
  public func limitsLeft(
    overKilometers kilometers: Double? = nil, refractivity: Double? = nil
  ) -> [ModelLimit] {
    var values: [(quantity: LinkQuantity, value: Double)] = [
      (.frequency, frequencyHertz), (.transmitterHeight, transmitterHeightMeters),
      (.receiverHeight, receiverHeightMeters), (.distance, kilometers ?? radiusMeters / 1000),
      (.timePercent, timePercent), (.locationPercent, locationPercent),
    ]
    if let refractivity { values.append((.refractivity, refractivity)) }
    return ModelLimit.left(model, by: values)
  }
}
