import Testing
import WaveUnits

@testable import WavePropagation

struct CoverageSweepTests {
  /// Posts one second of arc apart around a place, with heights by a function of the distance to it in posts.
  static func surface(
    around center: Coordinate, posts: Int, seconds: Double = 1, height: (Double, Double) -> Double
  ) throws -> TerrainSurface {
    var heights: [Int16] = []
    for row in -posts...posts {
      for column in -posts...posts { heights.append(Int16(height(Double(column), Double(row)))) }
    }
    let step = seconds / 3600
    var surface = TerrainSurface()
    surface.add(
      try TerrainTile(
        northWest: Coordinate(
          latitudeDegrees: center.latitudeDegrees + Double(posts) * step,
          longitudeDegrees: center.longitudeDegrees - Double(posts) * step),
        latitudeStepDegrees: step, longitudeStepDegrees: step, rowCount: 2 * posts + 1,
        columnCount: 2 * posts + 1, heights: heights))
    return surface
  }

  static func map(_ plan: CoveragePlan, _ surface: TerrainSurface) throws -> CoverageMap {
    let patch = try surface.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters)
    var sweep = try CoverageSweep(plan, over: patch)
    sweep.advance(rays: .max)
    #expect(sweep.isComplete)
    return sweep.map()
  }

  static func hills(_ x: Double, _ y: Double) -> Double {
    let (a, b) = Trigonometry.sineCosine(turns: x / 61 + y / 171)
    let (c, d) = Trigonometry.sineCosine(turns: y / 43 - x / 97)
    return 600 + 140 * a * d + 90 * b + 60 * c
  }

  @Test func flatGroundGivesCircles() throws {
    let center = Coordinate(latitudeDegrees: 52, longitudeDegrees: 10)
    let surface = try Self.surface(around: center, posts: 200) { _, _ in 40 }
    let plan = CoveragePlan(transmitter: center, frequencyHertz: 915e6, radiusMeters: 3000)
    let map = try Self.map(plan, surface)
    var rings: [Int: (low: Double, high: Double)] = [:]
    var count = 0
    for row in 0..<map.rowCount {
      for column in 0..<map.columnCount {
        let loss = map.losses[row * map.columnCount + column]
        let place = map.place(row: row, column: column)
        let way = Geodesic(from: center, to: place)
        #expect(
          (loss == CoverageMap.nothing) == (way.lengthMeters > 3000)
            || (way.lengthMeters - 3000).magnitude < 1)
        guard loss != CoverageMap.nothing, way.lengthMeters > 100 else { continue }
        count += 1
        // Freed of the distance itself, what is left depends on it slowly.
        let rest = Double(loss) / 100 - 20 * Logarithm.decimal(way.lengthMeters)
        let ring = Int(way.lengthMeters / 20)
        let before = rings[ring] ?? (rest, rest)
        rings[ring] = (min(before.low, rest), max(before.high, rest))
      }
    }
    #expect(count > 40_000)
    for (ring, range) in rings { #expect(range.high - range.low < 0.2, "ring \(ring)") }
  }

  /// A transmitter on a tile's outermost post has a map where there is ground.
  @Test(arguments: [(-100, 0, 0.5), (0, 100, 0.5), (-100, 100, 0.25), (100, -100, 0.25), (-100, -100, 0.25)])
  func atTheEdgeOfATileThereIsAMap(north: Int, east: Int, share: Double) throws {
    let center = Coordinate(latitudeDegrees: 52, longitudeDegrees: 10)
    let surface = try Self.surface(around: center, posts: 100) { _, _ in 40 }
    let place = Coordinate(
      latitudeDegrees: 52 + Double(north) / 3600, longitudeDegrees: 10 + Double(east) / 3600)
    func count(at place: Coordinate) throws -> Double {
      let plan = CoveragePlan(transmitter: place, frequencyHertz: 915e6, radiusMeters: 1000)
      return Double(try Self.map(plan, surface).losses.count { $0 != CoverageMap.nothing })
    }
    // The outermost posts themselves lie between rays that leave the tile.
    let part = try count(at: place) / count(at: center)
    #expect(part > 0.9 * share && part < 1.1 * share, "\(part)")
  }

  /// Steep hills, and their shadows: between samples a map is off by the more the sharper shadows are.
  @Test(arguments: [(100e6, 0.32, 4), (915e6, 0.45, 9), (5.8e9, 0.8, 17)])
  func hillsAreAsComputedOneByOne(frequency: Double, rmsDecibels: Double, mostDecibels: Double) throws {
    let center = Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1)
    let surface = try Self.surface(around: center, posts: 220, height: Self.hills)
    let plan = CoveragePlan(transmitter: center, frequencyHertz: frequency, radiusMeters: 4000)
    let map = try Self.map(plan, surface)
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
    let surface = try Self.surface(around: center, posts: 220, height: Self.hills)
    let plan = CoveragePlan(transmitter: center, frequencyHertz: 915e6, radiusMeters: 4000)
    let map = try Self.map(plan, surface)
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
    let surface = try Self.surface(around: center, posts: 220, height: Self.hills)
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
    let surface = try Self.surface(around: center, posts: 220, seconds: 4, height: Self.hills)
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
    let surface = try Self.surface(around: center, posts: 340, seconds: 6, height: Self.hills)
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
    let surface = try Self.surface(around: center, posts: 420, seconds: 9, height: Self.hills)
    let plan = CoveragePlan(transmitter: center, frequencyHertz: 915e6, radiusMeters: 100_000)
    let (rms, most) = try Self.difference(of: plan, surface, raysApart: 8, samplesApart: 9)
    #expect(rms < 0.01)
    #expect(most < 0.15)
  }

  /// Woods and houses stand in the way, antennas on the ground.
  @Test(arguments: [CoveragePlan.Model.diffraction, .p1812])
  func whatStandsOnTheGroundIsMet(model: CoveragePlan.Model) throws {
    let center = Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1)
    let surface = try Self.surface(around: center, posts: 220, height: Self.hills)
    let covered = try Self.surface(around: center, posts: 220) { x, y in
      // Woods of 20 m in squares of ten posts; elsewhere a model that is a little too low.
      Self.hills(x, y) + (Int(x + 1000) / 10 % 2 == Int(y + 1000) / 10 % 2 ? 20 : -2)
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
    func lakes(_ x: Double, _ y: Double) -> Double { Swift.max(0, Self.hills(x, y) - 560) }
    let surface = try Self.surface(around: center, posts: 220, height: lakes)
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
    let west = try Self.surface(
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

  @Test func aMapGrowsFinerAndEndsTheSame() throws {
    let center = Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1)
    let surface = try Self.surface(around: center, posts: 120, height: Self.hills)
    let plan = CoveragePlan(transmitter: center, frequencyHertz: 915e6, radiusMeters: 2000)
    let patch = try surface.patch(around: center, radiusMeters: plan.radiusMeters)
    let whole = try Self.map(plan, surface)
    var sweep = try CoverageSweep(plan, over: patch)
    #expect(!sweep.hasMap && sweep.map().losses.allSatisfy { $0 == CoverageMap.nothing })
    sweep.advance(rays: sweep.rayCount / 16)
    #expect(sweep.hasMap)
    func difference() -> Double {
      let map = sweep.map()
      var sum = 0.0
      for (a, b) in zip(map.losses, whole.losses) {
        #expect((a == CoverageMap.nothing) == (b == CoverageMap.nothing))
        if a != CoverageMap.nothing { sum += abs(Double(a) - Double(b)) }
      }
      return sum
    }
    let coarse = difference()
    sweep.advance(rays: sweep.rayCount / 4)
    let finer = difference()
    while !sweep.isComplete { sweep.advance(rays: 7) }
    #expect(coarse > finer && finer > 0)
    #expect(sweep.map() == whole)
  }

  @Test(arguments: [CoveragePlan.Model.diffraction, .p1812])
  func raysOneBesideTheOtherGiveTheSameMap(_ model: CoveragePlan.Model) throws {
    let center = Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1)
    let surface = try Self.surface(around: center, posts: 120, height: Self.hills)
    let plan = CoveragePlan(
      transmitter: center, frequencyHertz: 915e6, radiusMeters: 2000, model: model)
    let patch = try surface.patch(around: center, radiusMeters: plan.radiusMeters)
    var sweep = try CoverageSweep(plan, over: patch, order: .around)
    while !sweep.isComplete {
      #expect(!sweep.hasMap && sweep.raysApart == sweep.rayCount)
      sweep.advance(rays: 7)
    }
    #expect(sweep.hasMap && sweep.raysApart == 1)
    #expect(try sweep.map() == Self.map(plan, surface))
  }

  @Test func groundThatIsNotThereHasNoLoss() throws {
    // Tiles end 3 km from the transmitter, and the map would go on to 4.
    let center = Coordinate(latitudeDegrees: 10, longitudeDegrees: 10)
    let surface = try Self.surface(around: center, posts: 97) { _, _ in 5 }
    let map = try Self.map(
      CoveragePlan(transmitter: center, frequencyHertz: 915e6, radiusMeters: 4000), surface)
    for row in 0..<map.rowCount {
      for column in 0..<map.columnCount {
        let place = map.place(row: row, column: column)
        let isOnTile =
          (place.latitudeDegrees - 10).magnitude < 95.0 / 3600
          && (place.longitudeDegrees - 10).magnitude < 95.0 / 3600
        let isBeyond =
          (place.latitudeDegrees - 10).magnitude > 98.0 / 3600
          || (place.longitudeDegrees - 10).magnitude > 98.0 / 3600
        let loss = map.losses[row * map.columnCount + column]
        if isBeyond { #expect(loss == CoverageMap.nothing) }
        if isOnTile, Geodesic(from: center, to: place).lengthMeters < 3990 {
          #expect(loss != CoverageMap.nothing)
        }
      }
    }
  }

  @Test(arguments: CoveragePlan.Model.allCases)
  func everyModelHasAMap(model: CoveragePlan.Model) throws {
    let center = Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1)
    let surface = try Self.surface(around: center, posts: 50, height: Self.hills)
    let plan = CoveragePlan(
      transmitter: center, frequencyHertz: 915e6, radiusMeters: 900, model: model)
    let map = try Self.map(plan, surface)
    let known = map.losses.filter { $0 != CoverageMap.nothing }
    #expect(known.count > 3000)
    #expect(known.allSatisfy { $0 > 2000 && $0 < 20_000 })
  }

  @Test func plansThatCannotBeAreRefused() throws {
    let center = Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1)
    let surface = try Self.surface(around: center, posts: 20) { _, _ in 5 }
    let patch = try surface.patch(around: center, radiusMeters: 200)
    let plan = CoveragePlan(transmitter: center, frequencyHertz: 915e6, radiusMeters: 200)
    func refuses(_ quantity: LinkQuantity, _ change: (inout CoveragePlan) -> Void) {
      var other = plan
      change(&other)
      #expect(throws: PropagationError.impossible(quantity)) { try CoverageSweep(other, over: patch) }
    }
    for hertz in [0, -915e6, .nan, 1, 1e12] { refuses(.frequency) { $0.frequencyHertz = hertz } }
    for meters in [0, -1, .nan, 1e7] { refuses(.radius) { $0.radiusMeters = meters } }
    refuses(.transmitterHeight) { $0.transmitterHeightMeters = 0 }
    refuses(.receiverHeight) { $0.receiverHeightMeters = .infinity }
    refuses(.latitude) { $0.transmitter.latitudeDegrees = 89.9 }
    var wide = plan
    wide.radiusMeters = 1e6
    #expect(throws: PropagationError.self) { try CoverageSweep(wide, over: patch) }
  }
}

extension CoverageSweep {
  fileprivate func whole() -> CoverageMap {
    var sweep = self
    sweep.advance(rays: .max)
    return sweep.map()
  }
}
