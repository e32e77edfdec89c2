import WaveDisplay
import WavePropagation
import WaveUnits

/// What the map's colours show.
enum CoverageDisplay: Int, CaseIterable, Sendable {
  case loss = 0
  case level = 1
  /// The strongest level of all transmitters.
  case strongest = 2
  /// Whose level is the strongest, where it is enough.
  case server = 3
  /// How many levels are enough.
  case overlap = 4
  /// How likely the level is enough, for models that say how far off they may be.
  case sureness = 5

  /// Whether the colours are of all transmitters.
  var isOfAll: Bool {
    switch self {
    case .loss, .level, .sureness: false
    case .strongest, .server, .overlap: true
    }
  }
}

/// What the user has chosen to see of the maps.
struct MapDisplay: Equatable, Sendable {
  /// A choice of the user's.
  enum Input: Equatable, Sendable {
    /// What the colours show.
    case show(CoverageDisplay)
    /// What they show, by the number of the choice in the drawer.
    case choose(Int, siteCount: Int, offersSureness: Bool)
    /// There are two transmitters now: they are looked at together first.
    case pair
    /// Whether the colours are those for every eye.
    case safe(Bool)
    /// Whether streets are shown.
    case streets(Bool)
  }

  /// What the colours are to show, where that is possible.
  private(set) var chosen = CoverageDisplay.loss
  /// Whether the colours are those for every eye.
  private(set) var isSafe = false
  /// Whether streets are to be shown, where pictures of them exist.
  private(set) var showsStreets = false

  mutating func handle(_ input: Input) {
    switch input {
    case .show(let display): chosen = display
    case .choose(let number, let siteCount, let offersSureness):
      // Of one transmitter it is the third choice, of several the sixth.
      let isThird = siteCount <= 1 && number == 2 && offersSureness
      chosen = isThird ? .sureness : CoverageDisplay(rawValue: number) ?? .loss
    case .pair: if chosen == .loss || chosen == .level { chosen = .strongest }
    case .safe(let isSafe): self.isSafe = isSafe
    case .streets(let isShown): showsStreets = isShown
    }
  }

  /// What the colours show: with one transmitter there is nothing to show together.
  func shown(of sites: Sites) -> CoverageDisplay {
    if chosen == .sureness { return sites.offersSureness ? .sureness : .level }
    return sites.list.count > 1 || chosen == .loss ? chosen : .level
  }

  /// The colours of losses: of levels they are the same, turned round and moved.
  func colors(of display: CoverageDisplay, for budget: LinkBudget) -> CoverageColors {
    switch display {
    case .loss: return CoverageColors(map: isSafe ? .lossSafe : .loss, low: 5000, high: 19_000)
    default:
      return levelColors(edge: budget.radiatedDecibelMilliwatts - budget.sensitivityDecibelMilliwatts)
    }
  }

  /// The colours of levels of several transmitters, as losses would be at 0 dBm.
  func unionColors(for budget: LinkBudget) -> CoverageColors {
    levelColors(edge: -budget.sensitivityDecibelMilliwatts)
  }

  /// From 60 dB over what is needed down to 20 dB below it, where losses of `edge` dB are just enough.
  private func levelColors(edge: Double) -> CoverageColors {
    func held(_ value: Double) -> Int16 { Int16(saturating: Swift.max(-32_000, Swift.min(32_000, value))) }
    return CoverageColors(
      map: isSafe ? .levelSafe : .level, low: held(edge * 100 - 6000), high: held(edge * 100 + 2000))
  }
}

/// How losses are coloured: a map, and the losses of its ends, 0.01 dB.
struct CoverageColors: Equatable, Sendable {
  let map: ColorMap
  let low: Int16
  let high: Int16

  /// The same as the player has it.
  var field: FieldColors { FieldColors(number: map.rawValue, low: low, high: high) }
}
