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

  /// Heights between posts are those of the four around, one by one.
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
        let eight = posts.eight(y, x)
        for lane in 0..<8 {
          let (top, left) = (Int(y[lane]), Int(x[lane]))
          let (down, right) = (Double(y[lane]) - Double(top), Double(x[lane]) - Double(left))
          func post(_ row: Int, _ column: Int) -> Double { Double(heights[row * columns + column]) }
          let upper = post(top, left) * (1 - right) + post(top, left + 1) * right
          let lower = post(top + 1, left) * (1 - right) + post(top + 1, left + 1) * right
          #expect(abs(Double(eight[lane]) - (upper * (1 - down) + lower * down)) < 1e-3)
        }
      }
    }
  }

  /// Lines that end at the posts' edge, or go on beyond it: by eights where they surely stay, else one by
  /// one.
  @Test func samplesEndWhereALineLeavesThePosts() {
    let (rows, columns) = (23, 31)
    var generator = SeededGenerator(seed: 7)
    let heights = (0..<(rows * columns)).map { _ in Float.random(in: 0..<900, using: &generator) }
    let patch = TerrainPatch(
      lattice: PostLattice(
        northWest: Coordinate(latitudeDegrees: 47, longitudeDegrees: 10), latitudeStepDegrees: 0.001,
        longitudeStepDegrees: 0.001, rowCount: rows, columnCount: columns), heights: heights,
      posts: [TerrainPatch.Post](repeating: .known, count: rows * columns))
    var line = [Float](repeating: 0, count: 64)
    var (whole, cut) = (0, 0)
    for round in 0..<2000 {
      let count = round % 40
      let row = Parabola(
        base: Float.random(in: 0..<22, using: &generator), slope: Float.random(in: -1...1, using: &generator),
        bend: Float.random(in: -0.01...0.01, using: &generator))
      let column = Parabola(
        base: Float.random(in: 0..<30, using: &generator), slope: Float.random(in: -1...1, using: &generator),
        bend: 0)
      var expected: [Double] = []
      for index in 0...count {
        let (y, x) = (row.at(index), column.at(index))
        guard y >= 0, x >= 0, y < Float(rows - 1), x < Float(columns - 1) else { break }
        let (top, left) = (Int(y), Int(x))
        let (down, right) = (Double(y) - Double(top), Double(x) - Double(left))
        func post(_ row: Int, _ column: Int) -> Double { Double(heights[row * columns + column]) }
        let upper = post(top, left) * (1 - right) + post(top, left + 1) * right
        let lower = post(top + 1, left) * (1 - right) + post(top + 1, left + 1) * right
        expected.append(upper * (1 - down) + lower * down)
      }
      let taken = patch.sample(heights, row, column, count: count, into: &line)
      #expect(taken == expected.count)
      #expect(zip(line, expected).prefix(taken).allSatisfy { abs(Double($0) - $1) < 0.1 })
      if taken == count + 1 { whole += 1 } else { cut += 1 }
      let isBetween = row.isBetween(1, Float(rows - 2), count)
      #expect(!isBetween || (0...count).allSatisfy { (0.99...Float(rows) - 1.99).contains(row.at($0)) })
    }
    #expect(whole > 300 && cut > 300)
  }

  /// A line ends where a post that its height depends on is missing: one of the four around a place, but for
  /// those beyond a row or column that the place is exactly on.
  @Test func samplesEndBeforeAMissingPost() {
    let (rows, columns) = (9, 11)
    var generator = SeededGenerator(seed: 9)
    let heights = (0..<(rows * columns)).map { _ in Float.random(in: 0..<900, using: &generator) }
    var patch = TerrainPatch(
      lattice: PostLattice(
        northWest: Coordinate(latitudeDegrees: 47, longitudeDegrees: 10), latitudeStepDegrees: 0.001,
        longitudeStepDegrees: 0.001, rowCount: rows, columnCount: columns), heights: heights,
      posts: [TerrainPatch.Post](repeating: .known, count: rows * columns))
    var line = [Float](repeating: 0, count: 32)
    func count(fromRow row: Float, by slope: Float, atColumn column: Float) -> Int {
      patch.sample(
        heights, Parabola(base: row, slope: slope, bend: 0), Parabola(base: column, slope: 0, bend: 0),
        count: 12, into: &line)
    }
    #expect(count(fromRow: 0, by: 0.5, atColumn: 5.5) == 13)
    patch.posts[5 * columns + 5] = .absent
    patch.absentCount = 1
    // From the north it is met below row 4, from the south at row 5, and beside column 5 not at all.
    #expect(count(fromRow: 0, by: 0.5, atColumn: 5.5) == 9 && count(fromRow: 7, by: -0.5, atColumn: 5.5) == 3)
    #expect(count(fromRow: 0, by: 0.5, atColumn: 4.5) == 9 && count(fromRow: 0, by: 0.5, atColumn: 4) == 13)
    #expect(count(fromRow: 0, by: 0.5, atColumn: 6) == 13)
    var ends: [Int: Int] = [:]
    for _ in 0..<3000 {
      for post in patch.posts.indices {
        patch.posts[post] = Int.random(in: 0..<16, using: &generator) == 0 ? .absent : .known
      }
      patch.absentCount = patch.posts.count { $0 == .absent }
      // Halves, so that places on rows and columns are common.
      func half(_ range: ClosedRange<Int>) -> Float { Float(Int.random(in: range, using: &generator)) / 2 }
      let row = Parabola(base: half(0...15), slope: half(-2...2), bend: 0)
      let column = Parabola(base: half(0...19), slope: half(-2...2), bend: 0)
      var expected: [Double] = []
      for index in 0...12 {
        let (y, x) = (row.at(index), column.at(index))
        guard y >= 0, x >= 0, y < Float(rows - 1), x < Float(columns - 1) else { break }
        let (top, left) = (Int(y), Int(x))
        let (down, right) = (Double(y) - Double(top), Double(x) - Double(left))
        let around = [
          (post: top * columns + left, weight: (1 - down) * (1 - right)),
          (post: top * columns + left + 1, weight: (1 - down) * right),
          (post: (top + 1) * columns + left, weight: down * (1 - right)),
          (post: (top + 1) * columns + left + 1, weight: down * right),
        ]
        guard around.allSatisfy({ $0.weight == 0 || patch.posts[$0.post] == .known }) else { break }
        expected.append(around.reduce(0) { $0 + $1.weight * Double(heights[$1.post]) })
      }
      let taken = patch.sample(heights, row, column, count: 12, into: &line)
      #expect(taken == expected.count)
      #expect(zip(line, expected).allSatisfy { abs(Double($0) - $1) < 0.1 })
      ends[taken, default: 0] += 1
    }
    #expect(ends[0, default: 0] > 100 && ends[13, default: 0] > 20 && ends.count > 10)
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
    let (rms, most) = try CoverageSweepAccuracyTests.difference(
      of: plan, surface, raysApart: 6, samplesApart: 5)
    #expect(rms < 0.025)
    #expect(most < 0.3)
  }

  /// The greatest of eight receivers' values is that of all samples before each of them.
  @Test func blocksHideNoSample() {
    let length = 700
    var generator = SeededGenerator(seed: 7)
    for round in 0..<20 {
      // Noise, and ground that rises and falls slowly.
      let numbers = (0..<length).map { sample in
        Float.random(in: 0..<40, using: &generator)
          + (round % 2 == 0 ? 0 : 300 * Float(Trigonometry.sineCosine(turns: Double(sample) / 190).sine))
      }
      var room = [Float](repeating: 0, count: UnsafeRayBlocks.room(length: length))
      room.withUnsafeMutableBufferPointer { room in
        numbers.withUnsafeBufferPointer { numbers in
          guard let first = room.baseAddress, let number = numbers.baseAddress else { return }
          let blocks = UnsafeRayBlocks(first, length: length)
          blocks.read(number, end: length)
          var best = 0
          for index in stride(from: 0, to: length - 16, by: 8) {
            // Slopes to a line well above or amid the samples; that of the first sample is none.
            let level = Float(index % 3) * 20
            func value(_ sample: Int) -> SIMD8<Float> {
              var slopes = SIMD8<Float>(repeating: -1e9)
              for lane in 0..<8 where sample > 0 && index + lane > sample {
                slopes[lane] = (number[sample] - level) / Float(index + lane - sample)
              }
              return slopes
            }
            let found = blocks.greatest(
              before: index, least: SIMD8(repeating: -1e9), best: &best, value: value,
              bound: { most, first, last in
                var bounds = SIMD8<Float>()
                for lane in 0..<8 {
                  let above = most - level
                  bounds[lane] = max(
                    above / Float(index + lane - first), above / Float(index + lane - last))
                }
                return bounds
              })
            for lane in 0..<8 {
              let all = (0..<(index + lane)).map { value($0)[lane] }
              #expect(found[lane] == (all.max() ?? -1e9))
            }
          }
        }
      }
    }
  }

  /// Over a smooth earth, near and far, low and high: as in double precision, step by step.
  @Test(arguments: [100e6, 915e6, 5.8e9], [P1812.Polarization.horizontal, .vertical])
  func smoothEarthIsAsComputedOneByOne(frequency: Double, polarization: P1812.Polarization) {
    let step = 0.03
    let sphere = SphereLoss(
      frequencyHertz: frequency, polarization: polarization, stepKilometers: Float(step))
    var generator = SeededGenerator(seed: 8)
    var (square, most, count, partial) = (0.0, 0.0, 0, 0)
    for _ in 0..<60 {
      var link = SphereLoss.Link()
      // Of few samples none is where the ray is lowest.
      let samples = Int(40 * Exponential.exp(Double.random(in: 0..<4, using: &generator)))
      link.distance = SIMD8(repeating: Float(Double(samples) * step))
      for lane in 0..<8 {
        link.transmitter[lane] = Float(Exponential.exp(Double.random(in: 0..<6, using: &generator)))
        link.receiver[lane] = Float(Exponential.exp(Double.random(in: 0..<6, using: &generator)))
      }
      var excess = SIMD8<Float>()
      if sphere.see(&link) {
        sphere.bend(&link)
        sphere.computeParameter(&link)
        excess = sphere.excess(link)
      }
      let distances = (0...samples).map { Double($0) * step }
      let diffraction = Diffraction(
        distances: distances, total: distances[samples], wavelength: 299_792_458 / frequency,
        frequency: frequency / 1e9, seaShare: 0, polarization: polarization)
      for lane in 0..<8 {
        let (transmitter, receiver) = (Double(link.transmitter[lane]), Double(link.receiver[lane]))
        let terms = diffraction.terms(
          over: [Double](repeating: 0, count: samples + 1), from: transmitter, to: receiver,
          smooth: (transmitter, receiver), radius: P1812.medianEarthRadius)
        let exact = max(terms.sphere - terms.smooth, 0)
        let off = Double(excess[lane]) - exact
        square += off * off
        most = max(most, off.magnitude)
        count += 1
        if exact > 0.1 { partial += 1 }
      }
    }
    #expect((square / Double(count)).squareRoot() < 0.02)
    #expect(most < 0.25)
    #expect(partial > 100)
  }

  /// What is kept of the ray before is what is computed without one.
  @Test(arguments: [CoveragePlan.Model.diffraction, .p1812, .learned])
  func raysDoNotDependOnThoseBefore(model: CoveragePlan.Model) throws {
    // Water, and by the east an island.
    let surface = try CoverageSweepTests.surface(around: Self.center, posts: 160) { x, y in
      x > 60 && y > -40 && y < 70 ? 20 + 10 * (x / 90) : 0
    }
    let plan = CoveragePlan(
      transmitter: Self.center, frequencyHertz: 915e6, radiusMeters: 3000, model: model)
    let patch = try surface.patch(around: Self.center, radiusMeters: 3000)
    var sweep = try CoverageSweep(plan, over: patch)
    sweep.advance(rays: 1)
    let (fresh, samples) = (sweep, sweep.sampleCount)
    sweep.advance(rays: .max)
    var later = fresh
    later.ray = sweep.ray
    later.advance(rays: 40)
    var alone = fresh
    alone.advance(rays: 40)
    #expect(later.excess == alone.excess)
    for ray in stride(from: 0, to: 32 * 16, by: 16) {
      let range = (ray * samples)..<((ray + 1) * samples)
      #expect(Array(sweep.excess[range]) == Array(alone.excess[range]))
    }
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
