import WavePropagation
import WaveUnits

// Conversions between scenes and the contents of the map.
extension CoverageScene {
  private static let logarithmOfTwo = 0.693_147_180_559_945_3

  /// Creates a scene from the visible contents.
  ///
  /// - Parameters:
  ///   - tile: The name of the picked tile.
  ///   - sites: The transmitters.
  ///   - display: The display settings of their maps.
  ///   - isBare: Whether trees and roofs are ignored.
  ///   - view: The visible part of the earth; nil if the view is fitted to its contents.
  ///   - scale: Device pixels per point.
  init(tile: [UInt8], sites: Sites, display: MapDisplay, isBare: Bool, view: MercatorView?, scale: Float) {
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

  /// Returns the world's width in device pixels, given the number of device pixels per point.
  func pixelsPerWorld(scale: Float) -> Double {
    Exponential.exp(doublings * Self.logarithmOfTwo) * Double(scale)
  }

  /// The selected transmitter's power, and the required receiver level.
  var budget: LinkBudget {
    LinkBudget(
      radiatedDecibelMilliwatts: transmitter.radiatedDecibelMilliwatts,
      sensitivityDecibelMilliwatts: receiver.sensitivityDecibelMilliwatts)
  }

  /// Returns the plan of the selected transmitter.
  ///
  /// - Parameters:
  ///   - place: The transmitter's position.
  ///   - plan: A plan that supplies the values that scenes do not contain.
  /// - Returns: The given plan with the values of the scene.
  /// - Throws: `PropagationError` if the model does not support the values, such as a percentage of time.
  func plan(at place: Coordinate, from plan: CoveragePlan) throws(PropagationError) -> CoveragePlan {
    var next = plan
    next.receiverHeightMeters = receiver.heightMeters
    (next.model, next.area) = (propagation.model, propagation.area)
    // Other models ignore clutter, and the P.1812 result shown for comparison must not include it.
    next.clutter = propagation.model == .p1812 ? propagation.clutter : .open
    (next.timePercent, next.locationPercent) = (propagation.timePercent, propagation.locationPercent)
    next.situationPercent = 50
    return try transmitter.plan(at: place, from: next)
  }

  /// Returns the unselected transmitters that are on tiles, with plans derived from the selected
  /// transmitter's plan.
  ///
  /// - Throws: `PropagationError` if the model does not support the values of one of them.
  func others(from plan: CoveragePlan, on store: TerrainStore) throws(PropagationError) -> [Sites.Neighbour] {
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

  /// Returns the transmitter's plan, combining its own values with those that all transmitters share.
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
