import Testing
import WavePropagation

@testable import WaveCoverage

@Suite struct PathClearanceTests {
  private static func clearance(
    _ heights: [Double], clutter: [Double] = [], kilometers: [Double] = [0, 1, 2]
  ) -> PathClearance? {
    var plan = Samples.plan()
    plan.receiverHeightMeters = 30
    return PathClearance(
      PathProfile(distancesKilometers: kilometers, heightsMeters: heights, clutterMeters: clutter), plan: plan
    )
  }

  @Test func aHillIsMeasuredOverTheBulgeOfTheEarth() throws {
    let path = try #require(Self.clearance([100, 140, 100]))
    let bulge = 1000.0 / (2 * PathClearance.earthKilometers)
    #expect(path.worst == 1 && abs(path.spare - (130 - 140 - bulge)) < 1e-9)
    #expect(abs(path.zone - (1000 * 299.792458 / 915 / 2).squareRoot()) < 1e-9)
    #expect(path.transmitter == 130 && path.receiver == 130 && path.sight(at: 0.5) == 130)
    #expect(path.range.low == 100 && abs(path.range.high - 140 - bulge) < 1e-9)
    #expect(path.zoneRadius(at: 0) == 0 && path.zoneRadius(at: 2) == 0 && path.zoneRadius(at: 3) == 0)
    #expect(!path.isWorstCovered && path.tops.isEmpty)
    let clear = try #require(Self.clearance([100, 90, 100]))
    #expect(clear.spare > 39 && clear.spare < 40 && clear.range.high == 130)
    let sloped = try #require(Self.clearance([100, 90, 200]))
    #expect(sloped.sight(at: 0.5) == 155)
  }

  @Test func whatIsOnTheGroundIsMetBeforeIt() throws {
    let path = try #require(Self.clearance([100, 100, 100], clutter: [0, 20, 0]))
    #expect(path.top(1) - path.heights[1] == 20 && path.isWorstCovered && path.spare < 10)
    let low = try #require(Self.clearance([100, 100, 100], clutter: [0, 0.4, 0]))
    let high = try #require(Self.clearance([100, 100, 100], clutter: [0, 0.6, 0]))
    #expect(!low.isWorstCovered && high.isWorstCovered)
  }

  @Test func theNarrowestPlaceIsAShareOfItsZone() throws {
    let kilometers = [0, 0.5, 5, 9, 10]
    // The zone is thin near an end: as far below the line there is more room, as far above it less.
    let clear = try #require(Self.clearance([100, 110, 110, 100, 100], kilometers: kilometers))
    let blocked = try #require(Self.clearance([100, 140, 140, 100, 100], kilometers: kilometers))
    #expect(clear.worst == 2 && blocked.worst == 1)
  }

  @Test func whatIsNoPathHasNone() throws {
    #expect(Self.clearance([], kilometers: []) == nil && Self.clearance([1], kilometers: [0]) == nil)
    #expect(Self.clearance([1, 2]) == nil && Self.clearance([1, 2], kilometers: [0, 0]) == nil)
    let ends = try #require(Self.clearance([100, 100], kilometers: [0, 2]))
    #expect(ends.worst == nil && ends.spare == 0 && ends.zone == 0)
  }
}
