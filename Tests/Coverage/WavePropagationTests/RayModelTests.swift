import Testing
import WaveUnits

@testable import WavePropagation

/// Rays whose losses are those of each path by itself.
@Suite struct RayModelTests {
  private static let count = 40

  private static func plan(_ model: CoveragePlan.Model, hertz: Double = 915e6) -> CoveragePlan {
    CoveragePlan(
      transmitter: RayKernelTests.center, frequencyHertz: hertz, radiusMeters: 20_000, model: model)
  }

  /// A ray with a sample each 500 m, over heights relative to 100 m.
  private static func ray(_ plan: CoveragePlan, heights: (Int) -> Float = { _ in 0 }) -> RayProfile {
    var ray = RayProfile(plan, sampleCount: count, stepMeters: 500, heights: .nowhere)
    (ray.base, ray.end) = (100, count + 1)
    for index in 0...count { ray.lines[index] = heights(index) }
    return ray
  }

  /// The losses beyond free space; what is not written stays 7.
  private static func losses(_ ray: RayProfile, _ plan: CoveragePlan) -> [Int16] {
    var excess = [Int16](repeating: 7, count: count)
    excess.withUnsafeMutableBufferPointer { ray.losses(plan, into: $0) }
    return excess
  }

  @Test(arguments: [.irregularTerrain, .extendedHata, .hata] as [CoveragePlan.Model])
  func eachSampleHasTheLossOfItsPath(_ model: CoveragePlan.Model) throws {
    let plan = Self.plan(model)
    let heights = { (index: Int) in Float(index * 37 % 50) }
    let excess = Self.losses(Self.ray(plan, heights: heights), plan)
    for last in 1...Self.count {
      let profile = PathProfile(
        distancesKilometers: (0...last).map { Double($0) / 2 },
        heightsMeters: (0...last).map { 100 + Double(heights($0)) })
      let expected = try plan.loss(over: profile) - plan.freeSpaceLoss(over: profile)
      #expect(abs(Double(excess[last - 1]) / 100 - expected) <= 0.006, "sample \(last)")
    }
    #expect(Set(excess).count > 5)
  }

  /// At 1 MHz, Hata's formulas lose 0.7 dB for each metre of a receiver's height.
  @Test func noLossIsMoreThan200DecibelsBeyondFreeSpace() throws {
    var plan = Self.plan(.hata, hertz: 1e6)
    plan.receiverHeightMeters = 250
    let excess = Self.losses(Self.ray(plan), plan)
    var clampedCount = 0
    for last in 1...Self.count {
      let profile = PathProfile(distancesKilometers: [0, Double(last) / 2], heightsMeters: [100, 100])
      let loss = try plan.loss(over: profile) - plan.freeSpaceLoss(over: profile)
      if loss > 200 { clampedCount += 1 }
      #expect(abs(Double(excess[last - 1]) / 100 - min(200, loss)) <= 0.006, "sample \(last)")
    }
    #expect(excess.last == 20_000 && clampedCount > 10 && clampedCount < Self.count)
  }

  @Test func samplesWithoutGroundHaveNoLoss() {
    for model in [CoveragePlan.Model.hata, .freeSpace] {
      let plan = Self.plan(model)
      var ray = Self.ray(plan)
      ray.end = 31
      let excess = Self.losses(ray, plan)
      #expect(excess[29] != CoverageMap.nothing && excess[29] >= 0, "the last one with ground")
      #expect(excess[30...].allSatisfy { $0 == CoverageMap.nothing })
      if model == .freeSpace { #expect(excess[..<30].allSatisfy { $0 == 0 }) }
    }
  }

  @Test func samplesThatAreNotNeededStayAsTheyWere() {
    let plan = Self.plan(.hata)
    var ray = Self.ray(plan)
    let whole = Self.losses(ray, plan)
    ray.first = 12
    let excess = Self.losses(ray, plan)
    #expect(excess[..<11].allSatisfy { $0 == 7 } && excess[11...] == whole[11...])
  }

  @Test func pathsOverImpossibleGroundHaveNoLoss() {
    let plan = Self.plan(.hata)
    let excess = Self.losses(Self.ray(plan) { $0 == 20 ? .nan : 0 }, plan)
    #expect(excess[18] != CoverageMap.nothing)
    #expect(excess[19...].allSatisfy { $0 == CoverageMap.nothing })
  }
}
