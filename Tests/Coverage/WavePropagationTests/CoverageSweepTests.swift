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
        PostLattice(
          northWest: Coordinate(
            latitudeDegrees: center.latitudeDegrees + Double(posts) * step,
            longitudeDegrees: center.longitudeDegrees - Double(posts) * step), latitudeStepDegrees: step,
          longitudeStepDegrees: step, rowCount: 2 * posts + 1, columnCount: 2 * posts + 1), heights: heights))
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
