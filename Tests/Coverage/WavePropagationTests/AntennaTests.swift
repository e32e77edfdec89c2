import Testing
import WaveUnits

@testable import WavePropagation

@Suite struct AntennaTests {
  @Test func betweenAnglesThereAreStraightLines() throws {
    let closed = try #require(
      AntennaCut(degrees: [10, 100, 350], values: [0, 9, 30], scale: .decibels, isClosed: true))
    for (angle, wanted) in [
      (10.0, 0.0), (55, 4.5), (100, 9), (225, 19.5), (350, 30), (0, 15), (360, 15), (-10, 30), (370, 0),
      (-350, 0),
    ] {
      #expect(abs(closed.attenuation(atDegrees: angle) - wanted) < 1e-9, "\(angle)")
    }
    let open = try #require(
      AntennaCut(degrees: [-10, 0, 90], values: [0.1, 1, 0], scale: .field, isClosed: false))
    for (angle, wanted) in [(-90.0, 20.0), (-10, 20), (0, 0), (45, 6.0206), (90, 100), (120, 100)] {
      #expect(abs(open.attenuation(atDegrees: angle) - wanted) < 1e-4, "\(angle)")
    }
    #expect(AntennaCut.uniform.attenuation(atDegrees: 77) == 0)
  }

  /// Against a search from the first angle on.
  @Test func anyAngleIsFound() throws {
    var state: UInt64 = 4
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
    for _ in 0..<60 {
      let degrees = Set((0..<Int(1 + random() * 40)).map { _ in (random() * 359).rounded() }).sorted()
      let values = degrees.map { _ in random() * 40 }
      let cut = try #require(
        AntennaCut(degrees: degrees, values: values, scale: .decibels, isClosed: true))
      for _ in 0..<40 {
        let angle = random() * 360
        // The circle thrice over, so that every angle lies between two of the middle one.
        let turns = [-360.0, 0, 360].flatMap { turn in zip(degrees, values).map { ($0 + turn, $1) } }
        let next = try #require(turns.firstIndex { $0.0 > angle })
        let (a, b) = (turns[next - 1], turns[next])
        let wanted = a.1 + (b.1 - a.1) * (angle - a.0) / (b.0 - a.0)
        #expect(abs(cut.attenuation(atDegrees: angle) - wanted) < 1e-9)
        #expect(abs(cut.attenuation(atDegrees: angle - 720) - wanted) < 1e-9)
      }
    }
  }

  @Test func whatIsNoCutIsNone() {
    func cut(_ degrees: [Double], _ values: [Double]) -> AntennaCut? {
      AntennaCut(degrees: degrees, values: values, scale: .decibels, isClosed: true)
    }
    #expect(cut([0, 90], [0, 3]) != nil && cut([0], [3]) != nil)
    #expect(cut([], []) == nil && cut([0, 1], [0]) == nil && cut([0, 0], [0, 0]) == nil)
    #expect(cut([0, 360], [0, 0]) == nil && cut([90, 0], [0, 0]) == nil && cut([.nan], [0]) == nil)
    #expect(
      cut([0, .nan, 2], [0, 0, 0]) == nil && cut([0, 1], [0, .nan]) == nil && cut([0, 1], [0, -1]) == nil)
  }

  @Test func powerGainAndLossAreAdded() {
    let power = RadiatedPower(powerDecibelMilliwatts: 43, gainDecibels: 15.5, lossDecibels: 2)
    #expect(power.equivalentDecibelMilliwatts == 56.5)
    #expect(RadiatedPower(powerDecibelMilliwatts: 20).equivalentDecibelMilliwatts == 20)
  }

  /// Each post's attenuation by the direction from the antenna's own place, as `Geodesic` has it.
  @Test func aMapIsAttenuatedTowardsItsPosts() throws {
    let center = Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1)
    let surface = try CoverageSweepTests.surface(
      around: center, posts: 40, height: CoverageSweepTests.hills)
    let plan = CoveragePlan(
      transmitter: Coordinate(latitudeDegrees: 46.8001, longitudeDegrees: 10.1002), frequencyHertz: 915e6,
      radiusMeters: 700, model: .freeSpace)
    let patch = try surface.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters)
    var sweep = try CoverageSweep(plan, over: patch)
    sweep.advance(rays: .max)
    let map = sweep.map()
    let horizontal = try #require(
      AntennaCut(degrees: [0, 90, 180, 270], values: [0, 6, 20, 6], scale: .decibels, isClosed: true))
    let vertical = try #require(
      AntennaCut(degrees: [-90, 0, 90], values: [30, 0, 30], scale: .decibels, isClosed: false))
    let pattern = AntennaPattern(horizontal: horizontal, vertical: vertical)
    let antenna = MountedAntenna(pattern, bearingDegrees: 120)
    let seen = map.attenuated(by: antenna, plan, over: patch)
    let mast = try surface.height(at: plan.transmitter) + 30
    var count = 0
    for post in map.losses.indices {
      guard map.losses[post] != CoverageMap.nothing else {
        #expect(seen.losses[post] == CoverageMap.nothing)
        continue
      }
      let place = map.place(row: post / map.columnCount, column: post % map.columnCount)
      let way = Geodesic(from: plan.transmitter, to: place)
      let rise = try surface.height(at: place) + 1.5 - mast
      let degrees = Arctangent.of(rise / way.lengthMeters) * 180 / .pi
      let around = (way.bearingDegrees - 120).remainder(dividingBy: 360).magnitude
      let beside = around < 90 ? around / 15 : 6 + (around - 90) * 14 / 90
      // The earth's bulge is a few centimetres here.
      let wanted = beside + degrees.magnitude / 3
      let found = Double(seen.losses[post] - map.losses[post]) / 100
      #expect(abs(found - wanted) < 0.02, "\(place) \(found) \(wanted)")
      count += 1
    }
    #expect(count > 1000)
    #expect(map.attenuated(by: MountedAntenna(AntennaPattern()), plan, over: patch) == map)
  }
}
