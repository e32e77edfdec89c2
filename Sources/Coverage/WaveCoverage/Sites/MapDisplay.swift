import WaveDisplay
import WavePropagation
import WaveUnits

/// The quantity that the map's colours show.
enum CoverageDisplay: Int, CaseIterable, Sendable {
  case loss = 0
  case level = 1
  /// The strongest level of all transmitters.
  case strongest = 2
  /// The transmitter with the strongest level, where that level is sufficient.
  case server = 3
  /// The number of transmitters whose level is sufficient.
  case overlap = 4
  /// The reception probability, for models that estimate their error.
  case sureness = 5

  /// Whether the colours show a combination of all transmitters.
  var isOfAll: Bool {
    switch self {
    case .loss, .level, .sureness: false
    case .strongest, .server, .overlap: true
    }
  }
}

/// The user's display settings for the maps.
struct MapDisplay: Equatable, Sendable {
  /// A change to the settings.
  enum Input: Equatable, Sendable {
    /// Sets the quantity that the colours show.
    case show(CoverageDisplay)
    /// Sets the quantity by its index in the drawer.
    case choose(Int, siteCount: Int, offersSureness: Bool)
    /// Switches to a combined display after the second transmitter has been added.
    case pair
    /// Sets whether the colours are safe for colour-blind users.
    case safe(Bool)
    /// Sets whether the street map is shown.
    case streets(Bool)
  }

  /// The chosen quantity, which is shown if possible.
  private(set) var chosen = CoverageDisplay.loss
  /// Whether the colours are safe for colour-blind users.
  private(set) var isSafe = false
  /// Whether to show the street map if it is available.
  private(set) var showsStreets = false

  mutating func handle(_ input: Input) {
    switch input {
    case .show(let display): chosen = display
    case .choose(let number, let siteCount, let offersSureness):
      // Reception probability is the third choice for one transmitter, and the sixth for several.
      let isThird = siteCount <= 1 && number == 2 && offersSureness
      chosen = isThird ? .sureness : CoverageDisplay(rawValue: number) ?? .loss
    case .pair: if chosen == .loss || chosen == .level { chosen = .strongest }
    case .safe(let isSafe): self.isSafe = isSafe
    case .streets(let isShown): showsStreets = isShown
    }
  }

  /// Returns the chosen quantity, or a substitute if it cannot be shown; combinations require several
  /// transmitters.
  func shown(of sites: Sites) -> CoverageDisplay {
    if chosen == .sureness { return sites.offersSureness ? .sureness : .level }
    return sites.list.count > 1 || chosen == .loss ? chosen : .level
  }

  /// Returns the colour scale for a displayed quantity, whose ends are losses even if levels are displayed.
  func colors(of display: CoverageDisplay, for budget: LinkBudget) -> CoverageColors {
    switch display {
    case .loss: return CoverageColors(map: isSafe ? .lossSafe : .loss, low: 5000, high: 19_000)
    default:
      return levelColors(edge: budget.radiatedDecibelMilliwatts - budget.sensitivityDecibelMilliwatts)
    }
  }

  /// Returns the colours for levels of several transmitters, expressed as losses at a power of 0 dBm.
  func unionColors(for budget: LinkBudget) -> CoverageColors {
    levelColors(edge: -budget.sensitivityDecibelMilliwatts)
  }

  /// Returns the colours from 60 dB above the required level to 20 dB below it, given the loss `edge` in dB
  /// at which the level is just sufficient.
  private func levelColors(edge: Double) -> CoverageColors {
    func held(_ value: Double) -> Int16 { Int16(saturating: Swift.max(-32_000, Swift.min(32_000, value))) }
    return CoverageColors(
      map: isSafe ? .levelSafe : .level, low: held(edge * 100 - 6000), high: held(edge * 100 + 2000))
  }
}

/// The colouring of losses: a colour map, and the losses at its ends in units of 0.01 dB.
struct CoverageColors: Equatable, Sendable {
  let map: ColorMap
  let low: Int16
  let high: Int16

  /// The colouring in the form that the player uses.
  var field: FieldColors { FieldColors(number: map.rawValue, low: low, high: high) }
}
