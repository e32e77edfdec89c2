import WavePropagation

/// A change to a map's parameters.
enum PlanEdit: Equatable, Sendable {
  /// The radius of the map, in metres.
  case radius(Double)
  /// The frequency, in Hz.
  case frequency(Double)
  /// The transmitting antenna's height above ground, in metres.
  case transmitterHeight(Double)
  /// The receiving antennas' height above ground, in metres.
  case receiverHeight(Double)
  /// The propagation model.
  case model(CoveragePlan.Model)
  /// The type of area around the receivers.
  case area(HataArea)
  /// The clutter along the paths.
  case clutter(Clutter)
  /// The percentage of time for which the loss is not exceeded.
  case timePercent(Double)
  /// The percentage of locations at which the loss is not exceeded.
  case locationPercent(Double)
  /// No change, except that the default model is chosen again.
  case defaults
}

extension CoveragePlan {
  /// Returns the plan with a change applied.
  func applying(_ edit: PlanEdit) -> CoveragePlan {
    var plan = self
    switch edit {
    case .radius(let meters): plan.radiusMeters = meters
    case .frequency(let hertz): plan.frequencyHertz = hertz
    case .transmitterHeight(let meters): plan.transmitterHeightMeters = meters
    case .receiverHeight(let meters): plan.receiverHeightMeters = meters
    case .model(let model):
      plan.model = model
      if model != .p1812 { plan.clutter = .open }
      // Percentages that a model does not support are set to the median.
      if !plan.isValid { (plan.timePercent, plan.locationPercent, plan.situationPercent) = (50, 50, 50) }
    case .area(let area): plan.area = area
    case .clutter(let clutter): plan.clutter = clutter
    case .timePercent(let percent): plan.timePercent = percent
    case .locationPercent(let percent): plan.locationPercent = percent
    case .defaults: break
    }
    return plan
  }

  /// Whether the model supports the plan's parameters.
  var isValid: Bool { (try? check()) != nil }

  /// Returns another transmitter's plan with the receiver and propagation settings of this plan, so that both
  /// maps are comparable.
  func shared(with own: CoveragePlan) -> CoveragePlan {
    var next = self
    next.transmitter = own.transmitter
    next.frequencyHertz = own.frequencyHertz
    next.radiusMeters = own.radiusMeters
    next.transmitterHeightMeters = own.transmitterHeightMeters
    return next
  }
}
