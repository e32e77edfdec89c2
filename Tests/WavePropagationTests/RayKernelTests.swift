import TestSupport
import Testing
import WaveUnits

@testable import WavePropagation

/// What rays and maps do for eight numbers at a time, beside the same for one.
struct RayKernelTests {
  static let center = Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1)

  /// Between geodesics courses are those of geodesics of their own.
  @Test(arguments: [(400.0, 1.0), (2000, 1), (4000, 1), (20_000, 3), (300_000, 30)])
  func coursesBetweenGeodesicsAreGeodesics(radius: Double, seconds: Double) throws {
    let surface = try CoverageSweepTests.surface(around: Self.center, posts: 300, seconds: seconds) { _, _ in
      5
    }
    let plan = CoveragePlan(transmitter: Self.center, frequencyHertz: 915e6, radiusMeters: radius)
    let patch = try surface.patch(around: Self.center, radiusMeters: radius)
    let sweep = try CoverageSweep(plan, over: patch)
    let (rays, samples, step) = (sweep.rayCount, sweep.sampleCount, sweep.stepMeters)
    let courses = RayCourses(
      patch, from: Self.center, rayCount: rays, sampleCount: samples, stepMeters: step)
    var most: Float = 0
    for ray in 0..<rays {
      let course = courses[ray]
      let own = RayCourse(
        patch, from: Self.center, bearingDegrees: 360 * Double(ray) / Double(rays),
        meters: step * Double(samples), samples: samples)
      for sample in [samples / 2, samples] {
        most = max(most, abs(course.row.at(sample) - own.row.at(sample)))
        most = max(most, abs(course.column.at(sample) - own.column.at(sample)))
      }
    }
    #expect(most < 0.002, "posts")
  }

  /// Heights between posts are those of the four around, one by one; beyond them there are none.
  @Test func eightHeightsAreThoseOfEachPlace() throws {
    let (rows, columns) = (23, 31)
    var generator = SeededGenerator(seed: 5)
    let heights = (0..<(rows * columns)).map { _ in Float.random(in: 0..<900, using: &generator) }
    heights.withUnsafeBufferPointer { buffer in
      guard let first = buffer.baseAddress else { return }
      let posts = UnsafePosts(heights: first, rowCount: rows, columnCount: columns)
      for round in 0..<500 {
        var (y, x) = (SIMD8<Float>(), SIMD8<Float>())
        for lane in 0..<8 {
          // Posts themselves, too.
          y[lane] = Float.random(in: 0..<(Float(rows) - 1.01), using: &generator)
          x[lane] = Float.random(in: 0..<(Float(columns) - 1.01), using: &generator)
          if round % 3 == 0 { (y[lane], x[lane]) = (y[lane].rounded(.down), x[lane].rounded(.down)) }
        }
        guard let eight = posts.eight(y, x) else {
          Issue.record("all are among the posts")
          return
        }
        for lane in 0..<8 {
          let (top, left) = (Int(y[lane]), Int(x[lane]))
          let (down, right) = (Double(y[lane]) - Double(top), Double(x[lane]) - Double(left))
          func post(_ row: Int, _ column: Int) -> Double { Double(heights[row * columns + column]) }
          let upper = post(top, left) * (1 - right) + post(top, left + 1) * right
          let lower = post(top + 1, left) * (1 - right) + post(top + 1, left + 1) * right
          #expect(abs(Double(eight[lane]) - (upper * (1 - down) + lower * down)) < 1e-3)
        }
        for outside in [-0.01, Float(rows - 1)] {
          var beyond = y
          beyond[round % 8] = outside
          #expect(posts.eight(beyond, x) == nil)
        }
        var beyond = x
        beyond[round % 8] = Float(columns - 1)
        #expect(posts.eight(y, beyond) == nil)
      }
    }
  }

  /// Between rays that are computed, and nearer to the transmitter between every second or fourth of them.
  @Test(arguments: [1, 4, 16])
  func eightLossesAreBetweenThoseOfTheirRays(raysApart: Int) throws {
    let (rays, samples) = (64, 50)
    var generator = SeededGenerator(seed: 6)
    let excess = (0..<(rays * samples)).map { place -> Int16 in
      let (ray, sample) = (place / samples, place % samples + 1)
      let first = ray % 16 == 0 ? 1 : max(1, samples >> (1 + ray.trailingZeroBitCount))
      guard ray % raysApart == 0, sample >= first, place != 16 * samples + 40 else {
        return CoverageMap.nothing
      }
      return Int16.random(in: -4000..<16_000, using: &generator)
    }
    func naive(_ ray: Double, _ sample: Double) -> Double? {
      let low = min(Int(sample), samples - 2)
      var apart = raysApart
      while apart < 16, low + 1 < samples / (2 * apart) { apart *= 2 }
      let left = Int(ray) / apart * apart
      let (far, right) = (sample - Double(low), (ray - Double(left)) / Double(apart))
      var sum = 0.0
      for (turned, part) in [(left, 1 - right), (left + apart, right)] {
        for (place, share) in [(low, 1 - far), (low + 1, far)] {
          let value = excess[turned % rays * samples + place]
          if value == CoverageMap.nothing { return nil }
          sum += Double(value) * part * share
        }
      }
      return sum
    }
    var missing = 0
    (excess + [0]).withUnsafeBufferPointer { buffer in
      guard let first = buffer.baseAddress else { return }
      let blend = UnsafeRayBlend(excess: first, rayCount: rays, sampleCount: samples, raysApart: raysApart)
      for _ in 0..<2000 {
        var (ray, sample) = (SIMD8<Float>(), SIMD8<Float>())
        for lane in 0..<8 {
          ray[lane] = Float.random(in: 0..<Float(rays), using: &generator)
          sample[lane] = Float.random(in: 0..<Float(samples - 1), using: &generator)
        }
        let (loss, isMissing) = blend.loss(ray: ray, sample: sample)
        for lane in 0..<8 {
          let expected = naive(Double(ray[lane]), Double(sample[lane]))
          #expect(isMissing[lane] == (expected == nil))
          if let expected { #expect(abs(Double(loss[lane]) - expected) < 0.1) } else { missing += 1 }
        }
      }
      // A whole turn is none.
      let turn = blend.loss(ray: SIMD8(repeating: Float(rays)), sample: SIMD8(repeating: 3)).loss[0]
      #expect(turn == blend.loss(ray: SIMD8(repeating: 0), sample: SIMD8(repeating: 3)).loss[0])
    }
    #expect(missing > 10 && missing < 1000)
  }

  /// On level ground each sample is on the hull, and far away none is seen.
  @Test(arguments: [CoveragePlan.Model.diffraction, .p1812], [0.0, 40])
  func levelGroundIsAsComputedOneByOne(model: CoveragePlan.Model, ridge: Double) throws {
    let surface = try CoverageSweepTests.surface(around: Self.center, posts: 340, seconds: 6) { x, y in
      // A plain, a ridge across it, and a lower plain behind.
      y > -100 ? 300 : y > -110 ? 300 + ridge : 280
    }
    let plan = CoveragePlan(
      transmitter: Self.center, frequencyHertz: 915e6, radiusMeters: 40_000, model: model)
    let (rms, most) = try CoverageSweepTests.difference(of: plan, surface, raysApart: 6, samplesApart: 5)
    #expect(rms < 0.025)
    #expect(most < 0.3)
  }

  @Test func rootsAndMasksAreThoseOfEachNumber() {
    for lane in 0..<8 {
      var numbers = SIMD8<Float>(repeating: 2)
      numbers[lane] = 9
      #expect(FastMath.root(numbers)[lane] == 3 && FastMath.root(-numbers)[lane] == 3)
      #expect(FastMath.any(numbers .> 8) && !FastMath.any(numbers .> 9))
    }
    let wholes = SIMD8<Int32>(0, 1, -1, 126, -126, 32_767, -32_768, 4_000_000)
    #expect(FastMath.whole(wholes) == SIMD8<Float>(0, 1, -1, 126, -126, 32_767, -32_768, 4_000_000))
    let (whole, rest) = FastMath.parts(SIMD8<Float>(0, 0.25, 1, 1.75, 2, 3, 4095.5, 1e6))
    #expect(FastMath.whole(whole) + rest == SIMD8<Float>(0, 0.25, 1, 1.75, 2, 3, 4095.5, 1e6))
    for lane in 0..<8 { #expect(whole[lane] >= 0 && rest[lane] >= 0 && rest[lane] <= 1) }
  }
}
