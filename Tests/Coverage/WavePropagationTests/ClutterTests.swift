import Testing
import WaveUnits

@testable import WavePropagation

@Suite struct ClutterTests {
  /// The Recommendation's table of representative heights.
  @Test(arguments: [
    (Clutter.open, 0.0), (.suburban, 10), (.urban, 15), (.denseUrban, 20), (.woodland, 15),
  ])
  func heightsAreTheTables(clutter: Clutter, meters: Double) {
    #expect(clutter.heightMeters == meters)
  }

  private static let profile = PathProfile(
    distancesKilometers: [0, 0.5, 1, 1.5, 2, 2.5, 3], heightsMeters: [20, 25, 0, 0.5, 30, 26, 24])

  private static func plan(_ clutter: Clutter) -> CoveragePlan {
    var plan = CoveragePlan(
      transmitter: Coordinate(latitudeDegrees: 51.5, longitudeDegrees: -0.1), frequencyHertz: 915e6,
      radiusMeters: 8000, model: .p1812)
    plan.clutter = clutter
    return plan
  }

  /// The loss is that of the same path with the heights written into it by hand, ends excluded.
  @Test func clutterIsAddedToThePointsBetweenTheEnds() throws {
    let plan = Self.plan(.suburban)
    var byHand = Self.profile
    // What stands at an end is not met, and nothing stands on water.
    byHand.clutterMeters = [99, 10, 0, 10, 10, 10, 99]
    let loss = try plan.loss(over: Self.profile)
    #expect(loss == (try plan.p1812.terms(of: byHand).loss))
    #expect(loss > (try Self.plan(.open).loss(over: Self.profile)) + 3)
    #expect(plan.cluttered(Self.profile).clutterMeters == [10, 10, 0, 10, 10, 10, 10])
    // What a profile has of its own counts.
    #expect(plan.cluttered(byHand) == byHand)
    var other = plan
    other.model = .learned
    #expect(other.cluttered(Self.profile) == Self.profile)
  }

  @Test func higherClutterCostsMore() throws {
    let losses = try [Clutter.open, .suburban, .urban, .denseUrban].map {
      try Self.plan($0).loss(over: Self.profile)
    }
    #expect(zip(losses, losses.dropFirst()).allSatisfy { $0 < $1 })
    #expect(try Self.plan(.woodland).loss(over: Self.profile) == losses[2])
  }

  /// The learned model takes no clutter, so who asks for some gets P.1812.
  @Test func clutterMakesP1812TheDefault() {
    #expect(Self.plan(.open).defaultModel() == .learned)
    for clutter in Clutter.allCases where clutter != .open {
      #expect(Self.plan(clutter).defaultModel() == .p1812)
    }
  }
}
