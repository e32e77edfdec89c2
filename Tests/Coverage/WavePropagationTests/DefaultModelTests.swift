import Testing
import WaveUnits

@testable import WavePropagation

@Suite struct DefaultModelTests {
  private static func plan(_ edit: (inout CoveragePlan) -> Void = { _ in }) -> CoveragePlan {
    var plan = CoveragePlan(
      transmitter: Coordinate(latitudeDegrees: 51.5, longitudeDegrees: -0.1), frequencyHertz: 915e6,
      radiusMeters: 8000)
    edit(&plan)
    return plan
  }

  private typealias Edit = @Sendable (inout CoveragePlan) -> Void

  /// Limits of the learned model: a value at the limit, which it still has, and one beyond it.
  private static let edges: [(inside: Edit, outside: Edit, quantity: LinkQuantity)] = [
    ({ $0.frequencyHertz = 400e6 }, { $0.frequencyHertz = 399e6 }, .frequency),
    ({ $0.frequencyHertz = 2e9 }, { $0.frequencyHertz = 2.4e9 }, .frequency),
    ({ $0.radiusMeters = 20_000 }, { $0.radiusMeters = 20_001 }, .distance),
    ({ $0.transmitterHeightMeters = 10 }, { $0.transmitterHeightMeters = 9.9 }, .transmitterHeight),
    ({ $0.transmitterHeightMeters = 60 }, { $0.transmitterHeightMeters = 61 }, .transmitterHeight),
    ({ $0.receiverHeightMeters = 1 }, { $0.receiverHeightMeters = 0.9 }, .receiverHeight),
    ({ $0.receiverHeightMeters = 3 }, { $0.receiverHeightMeters = 3.1 }, .receiverHeight),
  ]

  @Test(arguments: 0..<7)
  func theLearnedModelIsTheDefaultInsideItsLimitsAlone(number: Int) {
    let (inside, outside, quantity) = Self.edges[number]
    #expect(Self.plan(inside).defaultModel() == .learned)
    #expect(Self.plan(inside).learnedLimitsLeft().isEmpty)
    let left = Self.plan(outside)
    #expect(left.defaultModel() == .p1812)
    #expect(left.learnedLimitsLeft().map(\.quantity) == [quantity])
  }

  @Test func aPathCountsByItsLengthAndSharesMeanP1812() {
    let plan = Self.plan { $0.radiusMeters = 1 }
    #expect(plan.defaultModel() == .p1812 && plan.defaultModel(overKilometers: 5) == .learned)
    #expect(plan.defaultModel(overKilometers: 20.1) == .p1812)
    for share in [\CoveragePlan.timePercent, \.locationPercent, \.situationPercent] {
      #expect(Self.plan { $0[keyPath: share] = 10 }.defaultModel() == .p1812)
    }
    // Whatever was chosen before, the default is the same.
    for model in CoveragePlan.Model.allCases {
      #expect(Self.plan { $0.model = model }.defaultModel() == .learned)
    }
  }

  @Test(arguments: [
    (
      CoveragePlan.Model.diffraction, HataArea.city,
      "without clutter 30 to 35 dB optimistic in towns (London)"
    ),
    (.p1812, .open, "without clutter 30 to 35 dB optimistic in towns (London)"),
    (.irregularTerrain, .city, "without clutter 31 to 33 dB optimistic in towns (London)"),
    (.learned, .open, "16 dB pessimistic in open land at Boston"), (.learned, .city, ""),
    (.learnedPlain, .open, "14 dB pessimistic in open land at Boston"), (.learnedPlain, .suburban, ""),
    (.hata, .open, ""), (.extendedHata, .open, ""),
  ])
  func aModelSaysHowFarItWasOff(model: CoveragePlan.Model, area: HataArea, words: String) {
    let plan = Self.plan { ($0.model, $0.area) = (model, area) }
    #expect(String(decoding: plan.caution, as: UTF8.self) == words)
  }
}
