import Testing
import WaveUnits

@testable import WavePropagation

struct CoverageSweepTests {
  /// Posts one second of arc apart around a place, with heights by a function of the distance to it in posts.
  static func surface(
    around center: Coordinate, posts: Int, height: (Double, Double) -> Double
  ) throws -> TerrainSurface {
    var heights: [Int16] = []
    for row in -posts...posts {
      for column in -posts...posts { heights.append(Int16(height(Double(column), Double(row)))) }
    }
    let step = 1.0 / 3600
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

  @Test(arguments: [100e6, 915e6, 5.8e9])
  func hillsAreAsComputedOneByOne(frequency: Double) throws {
    let center = Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1)
    let surface = try Self.surface(around: center, posts: 220, height: Self.hills)
    let plan = CoveragePlan(transmitter: center, frequencyHertz: frequency, radiusMeters: 4000)
    let map = try Self.map(plan, surface)
    var (square, most, count) = (0.0, 0.0, 0)
    for post in stride(from: 0, to: map.losses.count, by: 53) where map.losses[post] != CoverageMap.nothing {
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
    print("frequency", frequency, "rms", rms, "max", most, "of", count)
    #expect(count > 1000)
    #expect(rms < 0.5)
    #expect(most < 6)
  }
}
