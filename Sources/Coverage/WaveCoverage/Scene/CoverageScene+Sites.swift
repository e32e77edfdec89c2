import WavePropagation
import WaveUnits

// A scene of what is on the map, and back.
extension CoverageScene {
  private static let logarithmOfTwo = 0.693_147_180_559_945_3

  /// Describes what is looked at.
  ///
  /// - Parameters:
  ///   - tile: The name of the tile that is picked.
  ///   - sites: The transmitters.
  ///   - display: What is seen of their maps.
  ///   - isBare: Whether rays meet the ground alone.
  ///   - view: The part of the earth that is shown; nil where the whole is.
  ///   - scale: Device pixels in a point.
  init(
    tile: [UInt8], sites: Sites, display: MapDisplay, isBare: Bool, view: MercatorView?, scale: Float
  ) {
    let plan = sites.plan
    let others = sites.list.count > 1 ? sites.list.indices.filter { $0 != sites.selected } : []
    self.init(
      tile: tile, place: plan?.transmitter,
      transmitter: plan.map { Transmitter($0, radiating: sites.budget.radiatedDecibelMilliwatts) }
        ?? Transmitter(),
      receiver: plan.map {
        Receiver(
          heightMeters: $0.receiverHeightMeters,
          sensitivityDecibelMilliwatts: sites.budget.sensitivityDecibelMilliwatts)
      } ?? Receiver(),
      propagation: plan.map {
        Propagation(
          model: $0.model, area: $0.area, clutter: $0.clutter, timePercent: $0.timePercent,
          locationPercent: $0.locationPercent)
      } ?? Propagation(),
      display: plan == nil ? .loss : display.shown(of: sites),
      others: others.map { index in
        let plan = sites.list[index].plan
        return Other(
          place: plan.transmitter, transmitter: Transmitter(plan, radiating: sites.radiated(of: index)))
      },
      selectedIndex: others.isEmpty ? 0 : sites.selected, isSafe: plan != nil && display.isSafe,
      isBare: isBare, showsStreets: display.showsStreets,
      center: view.map { $0.place(atX: $0.width / 2, y: $0.height / 2) },
      doublings: view.map { Logarithm.natural($0.pixelsPerWorld / Double(scale)) / Self.logarithmOfTwo } ?? 0)
  }

  /// Device pixels across the world, where a point has `scale` of them.
  func pixelsPerWorld(scale: Float) -> Double {
    Exponential.exp(doublings * Self.logarithmOfTwo) * Double(scale)
  }

  /// What the selected one radiates, and what receivers need.
  var budget: LinkBudget {
    LinkBudget(
      radiatedDecibelMilliwatts: transmitter.radiatedDecibelMilliwatts,
      sensitivityDecibelMilliwatts: receiver.sensitivityDecibelMilliwatts)
  }

  /// What is to be computed of the selected transmitter.
  ///
  /// - Parameters:
  ///   - place: Where it is.
  ///   - plan: Has what a scene does not say.
  /// - Returns: The plan.
  /// - Throws: `PropagationError` where the model cannot have its numbers, such as a share of time.
  func plan(at place: Coordinate, from plan: CoveragePlan) throws(PropagationError) -> CoveragePlan {
    var next = plan
    next.receiverHeightMeters = receiver.heightMeters
    (next.model, next.area) = (propagation.model, propagation.area)
    // Another model has none, and the path that P.1812 says something of beside it is without.
    next.clutter = propagation.model == .p1812 ? propagation.clutter : .open
    (next.timePercent, next.locationPercent) = (propagation.timePercent, propagation.locationPercent)
    next.situationPercent = 50
    return try transmitter.plan(at: place, from: next)
  }

  /// The others that are on tiles, beside the selected one's plan.
  ///
  /// - Throws: `PropagationError` where the model cannot have the numbers of any of them.
  func others(
    from plan: CoveragePlan, on store: TerrainStore
  ) throws(PropagationError) -> [Sites.Neighbour] {
    var found: [Sites.Neighbour] = []
    for (number, other) in others.enumerated() {
      let next = try other.transmitter.plan(at: other.place, from: plan)
      guard store.contains(other.place) else { continue }
      found.append(
        Sites.Neighbour(
          number: number, plan: next,
          radiatedDecibelMilliwatts: other.transmitter.radiatedDecibelMilliwatts))
    }
    return found
  }
}

extension CoverageScene.Transmitter {
  fileprivate init(_ plan: CoveragePlan, radiating power: Double) {
    self.init(
      frequencyHertz: plan.frequencyHertz, radiusMeters: plan.radiusMeters,
      heightMeters: plan.transmitterHeightMeters, radiatedDecibelMilliwatts: power)
  }

  /// What is to be computed of it: its own numbers, and those that all transmitters share.
  fileprivate func plan(
    at place: Coordinate, from shared: CoveragePlan
  ) throws(PropagationError) -> CoveragePlan {
    var next = shared
    next.transmitter = place
    next.frequencyHertz = frequencyHertz
    next.radiusMeters = radiusMeters
    next.transmitterHeightMeters = heightMeters
    try next.check()
    return next
  }
}
