import Foundation
import TestSupport
import Testing
import WaveUnits

@testable import WavePropagation

/// Numbers from 0 to 1 as `Training/train.py` draws them.
private struct SplitMix {
  var state: UInt64 = 20_261_122

  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) / 9_007_199_254_740_992
  }
}

@Suite struct LearnedLossTests {
  static let center = Coordinate(latitudeDegrees: 46.8, longitudeDegrees: 10.1)

  static func plan(_ model: CoveragePlan.Model = .learned) -> CoveragePlan {
    CoveragePlan(
      transmitter: center, frequencyHertz: 900e6, radiusMeters: 4000, transmitterHeightMeters: 20,
      model: model)
  }

  static func inputs(
    _ kilometers: Double, edge: Double = 10, height: Double = 40, relief: Double = 0, rise: Double = 0
  ) -> LearnedInputs {
    LearnedInputs(
      distanceKilometers: kilometers, edgeDecibels: edge, diffractionDecibels: edge + 2,
      effectiveHeightMeters: height, reliefMeters: relief, riseMeters: rise)
  }

  /// Ten thousand inputs, within and far outside of what was measured; written by Training/train.py.
  @Test func predictionsAreThoseOfTheTraining() throws {
    let url = Repository.fixture("propagation/learned.txt")
    let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    #expect(rows.count == 10_000)
    var numbers = SplitMix()
    var most = 0.0
    for row in rows {
      let expected = row.split(separator: " ").map { (Double($0) ?? .nan) / 1000 }
      try #require(expected.count == 4)
      let u = (0..<10).map { _ in numbers.next() }
      func ten(_ power: Double) -> Double { pow(10, power) }
      let inputs = LearnedInputs(
        distanceKilometers: ten(-2 + 4 * u[0]), edgeDecibels: 60 * max(u[1] - 0.2, 0),
        diffractionDecibels: 80 * max(u[2] - 0.2, 0), effectiveHeightMeters: ten(0.5 + 2 * u[3]),
        reliefMeters: 200 * u[4] - 100, riseMeters: 600 * u[5] - 300)
      for (index, model) in [CoveragePlan.Model.learned, .learnedPlain].enumerated() {
        var plan = Self.plan(model)
        plan.frequencyHertz = ten(2 + 2 * u[6]) * 1e6
        plan.transmitterHeightMeters = ten(0.5 + 2 * u[7])
        plan.receiverHeightMeters = ten(-0.5 + 1.7 * u[8])
        plan.area = try #require(HataArea(rawValue: UInt8(4 * u[9])))
        let excess = try #require(plan.learnedExcess(inputs))
        let deviation = try #require(
          plan.learnedDeviation(kilometers: inputs.distanceKilometers, excessDecibels: excess))
        // Not a number is greater than nothing, too.
        for off in [excess - expected[2 * index], deviation - expected[2 * index + 1]] {
          most = off.magnitude <= most ? most : off.magnitude
        }
      }
    }
    #expect(most < 0.01)
  }

  @Test func otherModelsHaveLearnedNothing() {
    #expect(Self.plan(.p1812).learnedDeviation(kilometers: 3, excessDecibels: 20) == nil)
    #expect(Self.plan(.diffraction).learnedExcess(Self.inputs(3)) == nil)
  }

  /// As physics has it, within what was measured: more with distance and obstruction, less with heights.
  @Test(arguments: HataArea.allCases)
  func lossGrowsAsPhysicsHasIt(area: HataArea) throws {
    var plan = Self.plan()
    plan.area = area
    for frequency in [400e6, 900e6, 2e9] {
      plan.frequencyHertz = frequency
      func excess(_ inputs: LearnedInputs) throws -> Double { try #require(plan.learnedExcess(inputs)) }
      var before = -1.0
      for step in 0...300 {
        let next = try excess(Self.inputs(0.1 * pow(200, Double(step) / 300)))
        #expect(next > before)
        before = next
      }
      for value in stride(from: 1.0, to: 60, by: 1) {
        #expect(try excess(Self.inputs(3, edge: value)) > excess(Self.inputs(3, edge: value - 1)))
        #expect(try excess(Self.inputs(3, height: 5 * value + 5)) < excess(Self.inputs(3, height: 5 * value)))
        #expect(
          try excess(Self.inputs(3, relief: value - 30)) < excess(Self.inputs(3, relief: value - 31)))
      }
    }
  }

  /// A hundredth more of anything is never worth much: no steps, no cliffs, also where the model fades.
  @Test(arguments: [CoveragePlan.Model.learned, .learnedPlain])
  func nothingJumps(model: CoveragePlan.Model) throws {
    var plan = Self.plan(model)
    var before: Double?
    for step in 0...1200 {
      let kilometers = 0.005 * pow(1.01, Double(step))
      let next = try #require(plan.learnedExcess(Self.inputs(kilometers, relief: 20, rise: 50)))
      if let before { #expect((next - before).magnitude < 0.8) }
      before = next
    }
    before = nil
    for step in 0...600 {
      plan.frequencyHertz = 50e6 * pow(1.01, Double(step))
      let next = try #require(plan.learnedExcess(Self.inputs(5)))
      if let before { #expect((next - before).magnitude < 0.8) }
      before = next
    }
  }

  /// Far outside it is physics alone, and no less sure of itself than physics was.
  @Test func itFadesToPhysics() throws {
    let inputs = Self.inputs(5)
    func excess(_ change: (inout CoveragePlan) -> Void) throws -> Double {
      var plan = Self.plan()
      change(&plan)
      return try #require(plan.learnedExcess(inputs))
    }
    #expect(try excess { _ in } > inputs.diffractionDecibels + 10)
    #expect(try excess { $0.frequencyHertz = 10e9 } == inputs.diffractionDecibels)
    #expect(try excess { $0.frequencyHertz = 100e6 } == inputs.diffractionDecibels)
    #expect(try excess { $0.transmitterHeightMeters = 300 } == inputs.diffractionDecibels)
    #expect(try excess { $0.receiverHeightMeters = 20 } == inputs.diffractionDecibels)
    #expect(Self.plan().learnedExcess(Self.inputs(80)) == inputs.diffractionDecibels)
    let near = try #require(Self.plan().learnedDeviation(kilometers: 5, excessDecibels: 40))
    let far = try #require(Self.plan().learnedDeviation(kilometers: 80, excessDecibels: 40))
    #expect(near > 4 && near < 12 && far > 20)
    var plan = Self.plan()
    plan.frequencyHertz = 5.8e9
    #expect(plan.limitsLeft().contains { $0.model == .learned && $0.quantity == .frequency })
  }

  /// On rays there is what one path after the other has.
  @Test(arguments: [449e6, 900e6, 3e9], [CoveragePlan.Model.learned, .learnedPlain])
  func samplesAreAsComputedOneByOne(frequency: Double, model: CoveragePlan.Model) throws {
    let surface = try CoverageSweepTests.surface(
      around: Self.center, posts: 220, height: CoverageSweepTests.hills)
    var plan = Self.plan(model)
    plan.frequencyHertz = frequency
    plan.area = .suburban
    let (rms, most) = try CoverageSweepAccuracyTests.difference(
      of: plan, surface, raysApart: 2, samplesApart: 3)
    #expect(rms < 0.02)
    #expect(most < 0.3)
  }

  /// The first samples, too, where there is nothing between the antennas.
  @Test func theFirstSamplesAreAsComputedOneByOne() throws {
    let surface = try CoverageSweepTests.surface(
      around: Self.center, posts: 30, seconds: 3, height: CoverageSweepTests.hills)
    var plan = Self.plan()
    plan.radiusMeters = 1000
    let patch = try surface.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters)
    var sweep = try CoverageSweep(plan, over: patch)
    sweep.advance(rays: .max)
    var free = plan
    free.model = .freeSpace
    let end = Geodesic.place(
      from: Self.center, bearingDegrees: 0, meters: sweep.stepMeters * Double(sweep.sampleCount))
    let whole = try surface.profile(from: Self.center, to: end, stepMeters: sweep.stepMeters * 1.000_01)
    for sample in 1...8 {
      let profile = PathProfile(
        distancesKilometers: Array(whole.distancesKilometers[...sample]),
        heightsMeters: Array(whole.heightsMeters[...sample]))
      let exact = try plan.loss(over: profile) - free.loss(over: profile)
      #expect(abs(Double(sweep.excess[sample - 1]) / 100 - exact) < 0.05, "sample \(sample)")
    }
  }

  /// The transmitter's own post lies in no direction: there nothing is beyond free space, whatever lies
  /// around.
  @Test(arguments: [CoveragePlan.Model.learned, .learnedPlain, .hata])
  func theTransmittersOwnPostHasFreeSpace(model: CoveragePlan.Model) throws {
    let center = Coordinate(latitudeDegrees: 46.5, longitudeDegrees: 10.5)
    let surface = try CoverageSweepTests.surface(
      around: center, posts: 40, seconds: 3, height: CoverageSweepTests.hills)
    let plan = CoveragePlan(transmitter: center, frequencyHertz: 915e6, radiusMeters: 2000, model: model)
    let map = try CoverageSweepTests.map(plan, surface)
    let row = Int(((map.northWest.latitudeDegrees - 46.5) * 1200).rounded())
    let column = Int(((10.5 - map.northWest.longitudeDegrees) * 1200).rounded())
    let free = 20 * log10(915e6) - 147.552_216_778 + 20 * log10(28.5)
    #expect(abs(Double(map.losses[row * map.columnCount + column]) / 100 - free) < 0.02)
  }
}
