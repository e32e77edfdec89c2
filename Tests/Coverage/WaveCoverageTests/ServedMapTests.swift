import Testing
import WaveUnits
import WaveCoverageFeed
import WaveCoverageWire
import WavePropagation

@testable import WaveCoverage

@Suite struct ServedMapTests {
  private static let plan = Samples.plan(.freeSpace)
  private static let offer = CoverageOffer(sampleLimit: 30_000_000, models: 0xFF, clutterCount: 5)

  /// Two by two posts with the middle of the plan's circle between them.
  private static func geometry(_ number: UInt16, rows: UInt32 = 2, columns: UInt32 = 2) -> CoverageGeometry {
    CoverageGeometry(
      number: number, northDegrees: plan.transmitter.latitudeDegrees + 0.002,
      westDegrees: plan.transmitter.longitudeDegrees - 0.002, latitudeStepDegrees: 0.004 / Double(rows - 1),
      longitudeStepDegrees: 0.004 / Double(columns - 1), rowCount: rows, columnCount: columns)
  }

  private static func losses(_ number: UInt16, _ first: UInt32, _ losses: [Int16]) -> CoverageMessage {
    .coverageLosses(CoverageLosses(number: number, first: first, losses: losses))
  }

  private static func asking() -> (served: ServedMap, number: UInt16) {
    var served = ServedMap()
    _ = served.receive(.coverageOffer(offer))
    let number = served.ask(for: plan, of: 3, at: 77)
    return (served, number)
  }

  private static func isNothing(_ outcome: ServedMap.Outcome) -> Bool {
    if case .none = outcome { true } else { false }
  }

  /// Ground whose posts are halved twice here.
  private static func wideGround(_ plan: CoveragePlan) -> MapGround {
    var ground = MapGround()
    _ = ground.choose(for: plan, of: [Samples.tile(posts: 3601)])
    return ground
  }

  @Test func anOfferEndsWithTheConnection() {
    var served = ServedMap()
    #expect(!served.isOffered)
    let outcome = served.receive(.coverageOffer(Self.offer))
    guard case .offered = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(served.isOffered)
    served.connectionChanged()
    #expect(!served.isOffered && served.refusal == nil)
  }

  @Test func questionsHaveNumbersThatGoOn() {
    var (served, number) = Self.asking()
    #expect(served.asked == Self.plan && served.number == number && served.lossCount == 0)
    #expect(served.isAsked(for: Self.plan, of: 3) && !served.isAsked(for: Self.plan, of: 2))
    #expect(!served.isAsked(for: Samples.plan(.hata), of: 3) && !served.isAsked(for: nil, of: 3))
    served.drop()
    #expect(served.asked == nil && !served.isAsked(for: Self.plan, of: 3))
    for _ in 0..<65_535 { _ = served.ask(for: Self.plan, of: 0, at: 0) }
    #expect(served.number == number &- 1)
  }

  @Test func progressIsOfTheNewestQuestion() {
    var (served, number) = Self.asking()
    #expect(served.percent == nil)
    func report(_ number: UInt16, _ done: UInt32, _ all: UInt32) -> Bool {
      Self.isNothing(
        served.receive(.coverageProgress(CoverageProgress(number: number, doneCount: done, rayCount: all))))
    }
    #expect(report(number + 1, 5, 10) && served.percent == nil)
    #expect(report(number, 0, 0) && served.percent == nil, "it waits for its turn")
    #expect(report(number, 407, 1000) && served.percent == 40)
    #expect(report(number, 1000, 1000) && served.percent == 100)
    served.drop()
    #expect(report(number, 1, 2) && served.percent == nil)
  }

  @Test func lossesInTheirOrderMakeTheMap() {
    var (served, number) = Self.asking()
    #expect(Self.isNothing(served.receive(Self.losses(number, 0, [1]))), "its posts are not known")
    #expect(Self.isNothing(served.receive(.coverageGeometry(Self.geometry(number)))))
    #expect(Self.isNothing(served.receive(Self.losses(number, 0, [1, 2]))) && served.lossCount == 2)
    for part in [
      Self.losses(number, 0, [1, 2]), Self.losses(number, 3, [4]), Self.losses(number, 2, [3, 4, 5]),
      Self.losses(number + 1, 2, [3, 4]),
    ] {
      let outcome = served.receive(part)
      #expect(Self.isNothing(outcome) && served.lossCount == 2)
    }
    let outcome = served.receive(Self.losses(number, 2, [3, 4]))
    guard case .map(let map, let plan, 3, 77) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(map.losses == [1, 2, 3, 4] && map.rowCount == 2 && plan == Self.plan && served.asked == nil)
    #expect(Self.isNothing(served.receive(Self.losses(number, 4, [5]))), "nothing is asked for")
    #expect(Self.isNothing(served.receive(.coverageGeometry(Self.geometry(number)))))
  }

  @Test func postsThatComeAgainBeginAnew() {
    var (served, number) = Self.asking()
    _ = served.receive(.coverageGeometry(Self.geometry(number)))
    _ = served.receive(Self.losses(number, 0, [1, 2, 3]))
    _ = served.receive(.coverageGeometry(Self.geometry(number)))
    #expect(served.lossCount == 0)
  }

  @Test func postsThatWereNotAskedForAreRefused() {
    let number: UInt16 = 1
    var aside = Self.geometry(number)
    aside.westDegrees += 0.0041
    var north = Self.geometry(number)
    north.northDegrees += 0.0041 + 1000 / 110_500
    var south = Self.geometry(number)
    south.northDegrees -= 0.0021
    var nan = Self.geometry(number)
    nan.northDegrees = .nan
    for geometry in [aside, north, south, nan, Self.geometry(number, rows: 2001, columns: 4000)] {
      var (served, asked) = Self.asking()
      #expect(asked == number)
      let outcome = served.receive(.coverageGeometry(geometry))
      guard case .refused(leaves: true) = outcome else {
        Issue.record("\(geometry)")
        continue
      }
      #expect(served.refusal?.plan == Self.plan && served.refusal?.text.isEmpty == false)
    }
    // As many as are received.
    #expect(ServedMap.postLimit == 8_000_000)
    var (served, _) = Self.asking()
    #expect(
      Self.isNothing(served.receive(.coverageGeometry(Self.geometry(number, rows: 2000, columns: 4000)))))
    #expect(Self.isNothing(served.receive(.coverageGeometry(Self.geometry(number + 1)))))
  }

  @Test func aRefusalIsOfItsPlanUntilTheGroundChanges() {
    var (served, number) = Self.asking()
    let ground = Self.wideGround(Self.plan)
    #expect(served.canCompute(Self.plan, over: ground))
    let text = Array("busy".utf8)
    #expect(Self.isNothing(served.receive(.coverageRefusal(CoverageRefusal(number: number + 1, text: text)))))
    #expect(served.refusal == nil)
    let outcome = served.receive(.coverageRefusal(CoverageRefusal(number: number, text: text)))
    guard case .refused(leaves: false) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(served.refusal?.text == text && !served.canCompute(Self.plan, over: ground))
    #expect(served.canCompute(Samples.plan(), over: ground))
    served.groundReplaced()
    #expect(served.refusal == nil && served.canCompute(Self.plan, over: ground))
    served.drop()
    #expect(Self.isNothing(served.receive(.coverageRefusal(CoverageRefusal(number: number, text: text)))))
  }

  @Test func itComputesWhatItOffersUpToItsLimit() {
    let ground = Self.wideGround(Self.plan)
    let samples = CoverageGround.samples(ofPosts: ground.postCount)
    func served(_ offer: CoverageOffer) -> ServedMap {
      var served = ServedMap()
      _ = served.receive(.coverageOffer(offer))
      return served
    }
    #expect(!ServedMap().canCompute(Self.plan, over: ground))
    let whole = served(Self.offer)
    #expect(whole.canCompute(Self.plan, over: ground) && !whole.canCompute(nil, over: ground))
    #expect(!whole.canCompute(Self.plan, over: MapGround()), "there are no posts")
    var invalid = Samples.plan(.p1812)
    invalid.timePercent = 0
    #expect(!whole.canCompute(invalid, over: ground))
    let others = CoverageOffer(sampleLimit: 30_000_000, models: 1)
    #expect(!served(others).canCompute(Self.plan, over: ground))
    for (limit, isEnough) in [(samples.rounded(.up), true), (samples.rounded(.down), false)] {
      let offer = CoverageOffer(sampleLimit: UInt32(limit), models: 0xFF)
      // Where a path takes long, posts are not halved once more.
      var slow = Self.plan
      slow.model = .hata
      #expect(served(offer).canCompute(slow, over: ground) == isEnough)
    }
  }

  @Test func wideMapsHaveMorePostsOnTheServer() {
    let wide = Samples.plan(.freeSpace, radiusMeters: 50_000)
    let ground = Self.wideGround(wide)
    var served = ServedMap()
    #expect(ground.level == 2 && served.level(for: wide, over: ground) == 2)
    #expect(!served.isWanted(for: wide, over: ground, isSlow: false))
    _ = served.receive(.coverageOffer(Self.offer))
    #expect(served.level(for: wide, over: ground) == 1 && served.level(for: nil, over: ground) == 2)
    #expect(served.isWanted(for: wide, over: ground, isSlow: false))
    #expect(served.level(for: Samples.plan(.hata, radiusMeters: 50_000), over: ground) == 2)
    let near = Self.wideGround(Self.plan)
    #expect(!served.isWanted(for: Self.plan, over: near, isSlow: false))
    #expect(served.isWanted(for: Self.plan, over: near, isSlow: true))
    served.choose(false)
    #expect(!served.isWanted(for: wide, over: ground, isSlow: true))
    served.choose(true)
    #expect(served.isWanted(for: Self.plan, over: near, isSlow: false))
    #expect(served.revision == nil)
    served.show(as: 5)
    #expect(served.revision == 5)
  }
}
