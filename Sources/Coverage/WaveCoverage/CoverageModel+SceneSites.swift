import WaveCoverageFeed
import WaveInteraction
import WavePropagation
import WaveUnits

/// A transmitter of a link beside the selected one.
struct OpenedSite {
  /// Its number among the others of the link.
  var number: Int
  var plan: CoveragePlan
  var budget: LinkBudget
}

/// Transmitters of a scene.
extension CoverageModel {
  /// What a scene shows.
  static func display(of scene: CoverageScene) -> CoverageDisplay {
    if scene.showsSureness { return .sureness }
    switch scene.together {
    case .strongest: return .strongest
    case .server: return .server
    case .overlap: return .overlap
    case nil: return scene.showsLevel ? .level : .loss
    }
  }

  /// The others of a link that stand on tiles that are here.
  func openedSites(
    of scene: CoverageScene, from plan: CoveragePlan
  ) throws(PropagationError) -> [OpenedSite] {
    var opened: [OpenedSite] = []
    for (number, other) in scene.others.enumerated() {
      let next = try CoverageScene.plan(of: other, from: plan)
      guard store.tiles.contains(where: { $0.contains(other.place) }) else { continue }
      let budget = LinkBudget(
        radiatedDecibelMilliwatts: other.radiatedDecibelMilliwatts,
        sensitivityDecibelMilliwatts: scene.sensitivityDecibelMilliwatts)
      opened.append(OpenedSite(number: number, plan: next, budget: budget))
    }
    return opened
  }

  /// Puts the others around the one that stands; those that are missing are told.
  mutating func putBeside(_ opened: [OpenedSite], of scene: CoverageScene) {
    guard sites.count == 1 else { return }
    for other in opened {
      let site = CoverageSite(plan: other.plan, budget: other.budget)
      guard other.number < scene.selectedIndex else {
        sites.append(site)
        continue
      }
      sites.insert(site, at: selectedSite)
      selectedSite += 1
    }
    (busySite, surfaceSite, isWantStale) = (selectedSite, nil, true)
    let missing = scene.others.count - opened.count
    guard missing > 0 else { return }
    var text = TextWriter()
    text.append(integer: missing)
    text.append(
      missing == 1
        ? " transmitter of this link is where no tile is. It was left out."
        : " transmitters of this link are where no tile is. They were left out.")
    alertText = text.bytes
  }

  /// Tells all transmitters, and what is shown of them.
  func tellSites(in scene: inout CoverageScene) {
    guard sites.count > 1 else { return }
    scene.selectedIndex = selectedSite
    for (index, site) in sites.enumerated() where index != selectedSite {
      scene.others.append(
        CoverageScene.Other(
          place: site.plan.transmitter, frequencyHertz: site.plan.frequencyHertz,
          radiusMeters: site.plan.radiusMeters, heightMeters: site.plan.transmitterHeightMeters,
          radiatedDecibelMilliwatts: radiated(of: index)))
    }
    switch effectiveDisplay {
    case .strongest: scene.together = .strongest
    case .server: scene.together = .server
    case .overlap: scene.together = .overlap
    case .loss, .level, .sureness: break
    }
  }
}
