import WavePropagation

/// A change of what a map is computed for.
enum PlanEdit: Equatable, Sendable {
  /// How far the map goes, m.
  case radius(Double)
  /// The frequency, Hz.
  case frequency(Double)
  /// The transmitting antenna above ground, m.
  case transmitterHeight(Double)
  /// Receiving antennas above ground, m.
  case receiverHeight(Double)
  /// How path loss is computed.
  case model(CoveragePlan.Model)
  /// What receivers are amid.
  case area(HataArea)
  /// What covers the ground along the paths.
  case clutter(Clutter)
  /// The percentage of time with no greater loss.
  case timePercent(Double)
  /// The percentage of places with no greater loss.
  case locationPercent(Double)
  /// Nothing but the default model, which may be another now.
  case defaults
}

extension CoveragePlan {
  /// The plan with a change.
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
      // What a model does not know is at its median.
      if !plan.isValid { (plan.timePercent, plan.locationPercent, plan.situationPercent) = (50, 50, 50) }
    case .area(let area): plan.area = area
    case .clutter(let clutter): plan.clutter = clutter
    case .timePercent(let percent): plan.timePercent = percent
    case .locationPercent(let percent): plan.locationPercent = percent
    case .defaults: break
    }
    return plan
  }

  /// Whether the model can have these numbers.
  var isValid: Bool {
    do throws(PropagationError) {
      try check()
      return true
    } catch {
      return false
    }
  }

  /// What another transmitter has in common with this one: receivers, and how losses are computed, since else
  /// their maps could not be compared.
  func shared(with own: CoveragePlan) -> CoveragePlan {
    var next = self
    next.transmitter = own.transmitter
    next.frequencyHertz = own.frequencyHertz
    next.radiusMeters = own.radiusMeters
    next.transmitterHeightMeters = own.transmitterHeightMeters
    return next
  }
}
