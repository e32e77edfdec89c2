import Testing
import WaveUnits

@testable import WavePropagation

/// A sweep's losses beside those of paths that are computed one by one.
@Suite struct CoverageSweepAccuracyTests {
  /// Steep hills, and their shadows: between samples a map is off by the more the sharper shadows are.
  @Test(arguments: [(100e6, 0.32, 4), (915e6, 0.45, 9), (5.8e9, 0.8, 17)])
  func hillsAreAsComputedOneByOne(frequency: Double, rmsDecibels: Double, mostDecibels: Double) throws {
    let center = Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1)
    let surface = try CoverageSweepTests.surface(around: center, posts: 220, height: CoverageSweepTests.hills)
    let plan = CoveragePlan(transmitter: center, frequencyHertz: frequency, radiusMeters: 4000)
    let map = try CoverageSweepTests.map(plan, surface)
    var (square, most, count) = (0.0, 0.0, 0)
    for post in stride(from: 0, to: map.losses.count, by: 13) where map.losses[post] != CoverageMap.nothing {
      let place = map.place(row: post / map.columnCount, column: post % map.columnCount)
      guard Geodesic(from: center, to: place).lengthMeters > 100 else { continue }
      let profile = try surface.profile(from: center, to: place, stepMeters: 21.2)
      let exact = try plan.loss(over: profile)
      let off = Double(map.losses[post]) / 100 - exact
      square += off * off
      most = max(most, off.magnitude)
      count += 1
    }
    let rms = (square / Double(count)).squareRoot()
    #expect(count > 5000)
    #expect(rms < rmsDecibels)
    #expect(most < mostDecibels)
  }

  /// Where one post differs from the one beside it, so do exact losses around both: where rays are furthest
  /// apart, and where every other one ends.
  @Test(arguments: [(108, 74), (93, 10), (-14, -65)])
  func hillsHaveNoJumpsOfTheRaysOwn(east: Int, north: Int) throws {
    let center = Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1)
    let surface = try CoverageSweepTests.surface(around: center, posts: 220, height: CoverageSweepTests.hills)
    let plan = CoveragePlan(transmitter: center, frequencyHertz: 915e6, radiusMeters: 4000)
    let map = try CoverageSweepTests.map(plan, surface)
    let side = 37
    let (top, left) = (map.rowCount / 2 - north - side / 2, map.columnCount / 2 + east - side / 2)
    let exact = try (0..<(side * side)).map { index in
      let place = map.place(row: top + index / side, column: left + index % side)
      return try plan.loss(over: surface.profile(from: center, to: place, stepMeters: 21.2))
    }
    func loss(_ row: Int, _ column: Int) -> Double {
      Double(map.losses[(top + row) * map.columnCount + left + column]) / 100
    }
    func range(_ rows: ClosedRange<Int>, _ columns: ClosedRange<Int>) -> Double {
      let around = rows.flatMap { row in columns.map { exact[row * side + $0] } }
      return (around.max() ?? 0) - (around.min() ?? 0)
    }
    var steepest = 0.0
    var own = -Double.infinity
    for row in 1..<(side - 2) {
      for column in 1..<(side - 2) {
        let (across, down) = (
          abs(loss(row, column) - loss(row, column + 1)), abs(loss(row, column) - loss(row + 1, column))
        )
        steepest = max(steepest, across, down)
        own = max(own, across - range(row - 1...row + 1, column - 1...column + 2))
        own = max(own, down - range(row - 1...row + 2, column - 1...column + 1))
      }
    }
    #expect(steepest > 3, "there are shadows")
    #expect(own < 0.1)
  }

  /// On the rays themselves there is nothing between samples.
  @Test(arguments: [100e6, 915e6, 5.8e9], [CoveragePlan.Model.diffraction, .p1812])
  func samplesAreAsComputedOneByOne(frequency: Double, model: CoveragePlan.Model) throws {
    let center = Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1)
    let surface = try CoverageSweepTests.surface(around: center, posts: 220, height: CoverageSweepTests.hills)
    let plan = CoveragePlan(
      transmitter: center, frequencyHertz: frequency, radiusMeters: 4000, model: model)
    let (rms, most) = try Self.difference(of: plan, surface, raysApart: 2, samplesApart: 3)
    #expect(rms < 0.02)
    #expect(most < 0.3)
  }

  /// For less than half of the time rays are bent more; at most places there is more loss.
  @Test(arguments: [(1.0, 50.0), (10, 90), (50, 99)])
  func sharesOfTimeAndPlacesAreKept(time: Double, places: Double) throws {
    let center = Coordinate(latitudeDegrees: 20, longitudeDegrees: 10.1)
    let surface = try CoverageSweepTests.surface(
      around: center, posts: 220, seconds: 4, height: CoverageSweepTests.hills)
    var plan = CoveragePlan(
      transmitter: center, frequencyHertz: 2.1e9, radiusMeters: 24_000, model: .p1812)
    (plan.timePercent, plan.locationPercent) = (time, places)
    let (rms, most) = try Self.difference(of: plan, surface, raysApart: 4, samplesApart: 5)
    #expect(rms < 0.02)
    #expect(most < 0.3)
  }

  /// Beyond the horizon layers and the troposphere decide, near the equator most.
  @Test(arguments: [2.0, 46.8, 71], [915e6, 5.8e9])
  func longRaysHaveAllOfP1812(latitude: Double, frequency: Double) throws {
    let center = Coordinate(latitudeDegrees: latitude, longitudeDegrees: 10.1)
    let surface = try CoverageSweepTests.surface(
      around: center, posts: 340, seconds: 6, height: CoverageSweepTests.hills)
    let plan = CoveragePlan(
      transmitter: center, frequencyHertz: frequency,
      radiusMeters: latitude > 70 ? 18_000 : latitude > 40 ? 40_000 : 60_000,
      receiverHeightMeters: 10, model: .p1812)
    let (rms, most) = try Self.difference(
      of: plan, surface, raysApart: latitude > 70 ? 2 : 6, samplesApart: 7)
    #expect(rms < 0.02)
    #expect(most < 0.3)
  }

  /// Far away the earth's own curve hides which hill is highest above the straight line between the antennas.
  @Test func hillsAHundredKilometersAwayAreAsComputedOneByOne() throws {
    let center = Coordinate(latitudeDegrees: 27.089_17, longitudeDegrees: 88.5025)
    let surface = try CoverageSweepTests.surface(
      around: center, posts: 420, seconds: 9, height: CoverageSweepTests.hills)
    let plan = CoveragePlan(transmitter: center, frequencyHertz: 915e6, radiusMeters: 100_000)
    let (rms, most) = try Self.difference(of: plan, surface, raysApart: 8, samplesApart: 9)
    #expect(rms < 0.01)
    #expect(most < 0.15)
  }

  /// Woods and houses stand in the way, antennas on the ground.
  @Test(arguments: [CoveragePlan.Model.diffraction, .p1812])
  func whatStandsOnTheGroundIsMet(model: CoveragePlan.Model) throws {
    let center = Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1)
    let surface = try CoverageSweepTests.surface(around: center, posts: 220, height: CoverageSweepTests.hills)
    let covered = try CoverageSweepTests.surface(around: center, posts: 220) { x, y in
      // Woods of 20 m in squares of ten posts; outside them a model that is a little too low.
      CoverageSweepTests.hills(x, y) + (Int(x + 1000) / 10 % 2 == Int(y + 1000) / 10 % 2 ? 20 : -2)
    }
    let plan = CoveragePlan(
      transmitter: center, frequencyHertz: 915e6, radiusMeters: 4000, model: model)
    let (rms, most) = try Self.difference(of: plan, surface, covered: covered, raysApart: 2, samplesApart: 3)
    #expect(rms < 0.02)
    #expect(most < 0.3)
    let patch = try surface.patch(around: center, radiusMeters: 4000)
    var high = patch
    high.cover(by: covered)
    #expect(patch.surfacedCount == 0 && high.surfacedCount == high.posts.count { $0 != .absent })
    let (open, wooded) = try (
      CoverageSweep(plan, over: patch).whole(), CoverageSweep(plan, over: high).whole()
    )
    let more = zip(open.losses, wooded.losses).filter { $0 != CoverageMap.nothing && $1 > $0 + 300 }
    #expect(more.count > 20_000, "woods cost something")
    var bare = patch
    bare.cover(by: TerrainSurface())
    #expect(bare == patch)
  }

  /// Clutter stands along the ray, not at its ends, and not on water; a model of the surface that knows a
  /// post is right there.
  @Test func clutterIsMetAlongTheWay() throws {
    let center = Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1)
    func lakes(_ x: Double, _ y: Double) -> Double { Swift.max(0, CoverageSweepTests.hills(x, y) - 560) }
    let surface = try CoverageSweepTests.surface(around: center, posts: 220, height: lakes)
    var plan = CoveragePlan(transmitter: center, frequencyHertz: 915e6, radiusMeters: 4000, model: .p1812)
    let patch = try surface.patch(around: center, radiusMeters: 4000)
    let open = try CoverageSweep(plan, over: patch).whole()
    plan.clutter = .urban
    let (rms, most) = try Self.difference(of: plan, surface, raysApart: 2, samplesApart: 3)
    #expect(rms < 0.02)
    #expect(most < 0.3)
    let urban = try CoverageSweep(plan, over: patch).whole()
    let more = zip(open.losses, urban.losses).filter { $0 != CoverageMap.nothing && $1 > $0 + 300 }
    #expect(more.count > 20_000, "clutter costs something")
    // Known ground without anything on it is open; what the model does not know is not.
    var known = patch
    known.cover(by: surface, clutterMeters: plan.clutterMeters)
    #expect(try CoverageSweep(plan, over: known).whole() == open)
    let west = try CoverageSweepTests.surface(
      around: Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.05), posts: 180, height: { _, _ in -100 }
    )
    var half = patch
    half.cover(by: west, clutterMeters: plan.clutterMeters)
    #expect(half.surfacedCount > 0 && half.surfacedCount < half.posts.count { $0 != .absent })
    for row in stride(from: 0, to: half.rowCount, by: 7) {
      for column in stride(from: 0, to: half.columnCount, by: 5) {
        let post = row * half.columnCount + column
        let ground = half.heights[post]
        let place = half.place(row: row, column: column)
        let isEast = place.longitudeDegrees > 10.1001
        if isEast { #expect(half.surfaceHeights[post] == (ground == 0 ? 0 : ground + 15)) }
      }
    }
    // Other models take none.
    for model in CoveragePlan.Model.allCases where model != .p1812 {
      plan.model = model
      #expect(plan.clutterMeters == 0)
    }
  }

  /// How far samples are from paths computed one by one, dB.
  static func difference(
    of plan: CoveragePlan, _ surface: TerrainSurface, covered: TerrainSurface? = nil, raysApart: Int,
    samplesApart: Int
  ) throws -> (rms: Double, most: Double) {
    let center = plan.transmitter
    var patch = try surface.patch(around: center, radiusMeters: plan.radiusMeters)
    if let covered { patch.cover(by: covered) }
    var sweep = try CoverageSweep(plan, over: patch)
    // Every sixteenth ray comes first.
    sweep.advance(rays: sweep.rayCount / 16)
    var free = plan
    free.model = .freeSpace
    var (square, most, count) = (0.0, 0.0, 0)
    for ray in stride(from: 0, to: sweep.rayCount, by: 16 * raysApart) {
      let bearing = 360 * Double(ray) / Double(sweep.rayCount)
      let end = Geodesic.place(
        from: center, bearingDegrees: bearing, meters: sweep.stepMeters * Double(sweep.sampleCount))
      var whole = try surface.profile(from: center, to: end, stepMeters: sweep.stepMeters * 1.000_01)
      let known = covered?.cover(&whole, from: center, to: end)
      #expect(known == nil || known == whole.heightsMeters.count)
      for sample in stride(from: 4, to: sweep.sampleCount, by: samplesApart) {
        let profile = PathProfile(
          distancesKilometers: Array(whole.distancesKilometers[...sample]),
          heightsMeters: Array(whole.heightsMeters[...sample]),
          clutterMeters: Array(whole.clutterMeters.prefix(sample + 1)))
        let exact = try plan.loss(over: profile) - free.loss(over: profile)
        let off = Double(sweep.excess[ray * sweep.sampleCount + sample - 1]) / 100 - exact
        square += off * off
        most = max(most, off.magnitude)
        count += 1
      }
    }
    #expect(count > 400)
    return ((square / Double(count)).squareRoot(), most)
  }
}

extension CoverageSweep {
  fileprivate func whole() -> CoverageMap {
    var sweep = self
    sweep.advance(rays: .max)
    return sweep.map()
  }
}
