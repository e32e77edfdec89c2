import Testing
import WaveDisplay
import WavePropagation

@testable import WaveCoverage

@Suite struct MapDisplayTests {
  @Test func choicesAreNumberedAsTheDrawerShowsThem() {
    var display = MapDisplay()
    func choose(_ number: Int, _ count: Int, _ offersSureness: Bool = true) -> CoverageDisplay {
      display.handle(.choose(number, siteCount: count, offersSureness: offersSureness))
      return display.chosen
    }
    #expect(choose(1, 1) == .level && choose(0, 1) == .loss && choose(2, 1) == .sureness)
    #expect(choose(2, 0) == .sureness && choose(2, 2) == .strongest && choose(2, 1, false) == .strongest)
    #expect(choose(5, 2) == .sureness && choose(3, 2) == .server && choose(4, 2) == .overlap)
    #expect(choose(6, 2) == .loss && choose(-1, 1) == .loss)
  }

  @Test func aSecondTransmitterShowsBoth() {
    for display in CoverageDisplay.allCases {
      var own = MapDisplay()
      own.handle(.show(display))
      own.handle(.pair)
      #expect(own.chosen == (display == .loss || display == .level ? .strongest : display))
    }
  }

  @Test func whatIsNotPossibleIsShownAsLevels() {
    let (one, two) = (Samples.sites(), Samples.sites([[1, 1, 1, 1], [2, 2, 2, 2]]))
    var learned = Samples.sites()
    _ = learned.handle(.change(.model(.learned)))
    func shown(_ chosen: CoverageDisplay, _ sites: Sites) -> CoverageDisplay {
      var display = MapDisplay()
      display.handle(.show(chosen))
      return display.shown(of: sites)
    }
    #expect(shown(.loss, one) == .loss && shown(.level, one) == .level && shown(.overlap, one) == .level)
    #expect(shown(.strongest, Sites()) == .level && shown(.overlap, two) == .overlap)
    #expect(shown(.sureness, one) == .level && shown(.sureness, learned) == .sureness)
  }

  @Test func switchesAreIndependent() {
    var display = MapDisplay()
    #expect(!display.isSafe && !display.showsStreets && display.chosen == .loss)
    display.handle(.safe(true))
    #expect(display.isSafe && !display.showsStreets)
    display.handle(.streets(true))
    display.handle(.safe(false))
    #expect(!display.isSafe && display.showsStreets)
  }

  @Test func levelsHaveTheirScaleAroundWhatIsNeeded() {
    var display = MapDisplay()
    let budget = LinkBudget(radiatedDecibelMilliwatts: 30, sensitivityDecibelMilliwatts: -100)
    let loss = display.colors(of: .loss, for: budget)
    #expect(loss == CoverageColors(map: .loss, low: 5000, high: 19_000))
    let level = CoverageColors(map: .level, low: 13_000 - 6000, high: 13_000 + 2000)
    #expect(
      display.colors(of: .level, for: budget) == level && display.colors(of: .sureness, for: budget) == level)
    #expect(display.unionColors(for: budget) == CoverageColors(map: .level, low: 4000, high: 12_000))
    display.handle(.safe(true))
    #expect(display.colors(of: .loss, for: budget).map == .lossSafe)
    #expect(display.unionColors(for: budget).map == .levelSafe)
    let extreme = LinkBudget(radiatedDecibelMilliwatts: 1000, sensitivityDecibelMilliwatts: -1000)
    #expect(display.colors(of: .level, for: extreme).high == 32_000)
    let other = LinkBudget(radiatedDecibelMilliwatts: -1000, sensitivityDecibelMilliwatts: 1000)
    #expect(display.colors(of: .level, for: other).low == -32_000)
  }

  @Test func budgetsChangeOneNumberAtATime() {
    let budget = LinkBudget()
    #expect(budget.radiatedDecibelMilliwatts == 34 && budget.sensitivityDecibelMilliwatts == -120)
    #expect(budget.radiating(5) == LinkBudget(radiatedDecibelMilliwatts: 5))
    #expect(budget.needing(-5) == LinkBudget(sensitivityDecibelMilliwatts: -5))
    #expect(LinkBudget.hundredths(1.006) == 101 && LinkBudget.hundredths(-1.006) == -101)
    #expect(LinkBudget.hundredths(2000) == 100_000 && LinkBudget.hundredths(-2000) == -100_000)
  }
}
