/// A quantity of a link that is outside the range for which a model was designed; the loss is still computed,
/// but can be wrong.
public struct ModelLimit: Equatable, Sendable {
  /// The model whose range is exceeded.
  public let model: CoveragePlan.Model
  /// The quantity that is out of range.
  public let quantity: LinkQuantity
  /// The range of the model in the quantity's unit, which is Hz, m above ground, km, N-units or %.
  public let range: ClosedRange<Double>

  /// Returns the ranges for which a model was designed.
  ///
  /// For delta-Bullington diffraction, the ranges are taken from Recommendation ITU-R P.2001, which uses this
  /// method over the widest range.
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

  /// Returns the exceeded limits of a model, in the order of its ranges; quantities without a range are
  /// ignored.
  static func left(
    _ model: CoveragePlan.Model, by values: [(quantity: LinkQuantity, value: Double)]
  ) -> [ModelLimit] {
    var limits: [ModelLimit] = []
    for (quantity, range) in ranges(of: model) {
      for one in values where one.quantity == quantity {
        // A value that was converted from another unit can differ in its last bit.
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
  /// Returns the limits of the plan's model that the plan exceeds.
  ///
  /// - Parameters:
  ///   - kilometers: The length of the path. For a map, omit it to check the radius instead, since a map's
  ///     shortest paths are always below the lower limit.
  ///   - refractivity: Refractivity at sea level in N-units; nil to skip its limit.
  /// - Returns: Each limit once; empty if the plan is within all limits.
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
