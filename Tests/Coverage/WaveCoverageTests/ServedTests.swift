import Foundation
import Testing
import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
@testable import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

@testable import WaveCoverage

/// Maps that a server computes for the page.
@Suite struct ServedTests {
  /// A bench whose server computes maps, with a pin in the middle and its map computed here.
  private func offered() throws -> (bench: Bench, local: CoverageMap) {
    var bench = Bench()
    bench.receive(.coverageOffer(CoverageOffer(sampleLimit: 30_000_000)))
    bench.answer()
    bench.pin(at: Bench.middle)
    try bench.draw()
    #expect(asks(bench).isEmpty, "what is there within a frame is not asked for")
    bench.sent = []
    let shown = try #require(bench.model.shown)
    #expect(!shown.isCoarse)
    return (bench, shown.map)
  }

  /// The questions for maps that the page has sent.
  private func asks(_ bench: Bench) -> [CoverageRequest] {
    bench.sent.compactMap { if case .coverageRequest(let ask) = $0 { ask } else { nil } }
  }

  private func leaves(_ bench: Bench) -> [UInt16] {
    bench.sent.compactMap { if case .coverageCancellation(let leave) = $0 { leave.number } else { nil } }
  }

  /// What a server computes, of the tiles alone.
  private func map(_ ask: CoverageRequest, _ bench: Bench) throws -> CoverageMap {
    let plan = try #require(CoveragePlan(ask))
    let ground = try #require(CoverageGround(within: plan, of: bench.tiles, level: ask.level))
    var surface = TerrainSurface()
    for key in ground.keys {
      let tile = CoverageGround.tile(of: bench.block(key), in: bench.tiles[Int(key.tile)])
      surface.add(try #require(tile))
    }
    var sweep = try CoverageSweep(
      plan, over: try surface.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters))
    sweep.advance(rays: .max)
    return sweep.map()
  }

  /// Sends a map in parts, each over the wire.
  private func send(_ map: CoverageMap, _ number: UInt16, to bench: inout Bench) throws {
    bench.receive(.coverageGeometry(try #require(map.geometry(number: number))))
    for first in stride(from: 0, to: map.losses.count, by: 5000) {
      let end = min(first + 5000, map.losses.count)
      let part = CoverageMessage.coverageLosses(
        CoverageLosses(number: number, first: UInt32(first), losses: Array(map.losses[first..<end])))
      var bytes: [UInt8] = []
      part.encodeFromServer(into: &bytes)
      var reader = CoverageMessageReader(limit: WireLimits.serverMessageBytes)
      bench.receive(try #require(try reader.nextFromServer(in: bytes.span.bytes)))
    }
  }

  @Test func theServedMapIsTheOneComputedHere() throws {
    var (bench, local) = try offered()
    bench.send(.press(.handle))
    #expect(bench.controls.contains("On this device"))
    bench.set(.computeOnServer, to: 1)
    try bench.draw()
    let ask = try #require(asks(bench).first)
    #expect(asks(bench).count == 1 && !bench.model.hasWork)
    bench.sent = []
    #expect(
      CoveragePlan(ask) == bench.model.plan && ask.tileCount == 2
        && ask.level == bench.model.content.ground.level)
    #expect(bench.controls.contains("waiting for its turn"))
    bench.receive(.coverageProgress(CoverageProgress(number: ask.number, doneCount: 407, rayCount: 1000)))
    #expect(bench.controls.contains("computed on the server, 40 %"))
    let served = try map(ask, bench)
    bench.now += 1_500_000
    try send(served, ask.number, to: &bench)
    try bench.draw()
    let shown = try #require(bench.model.shown)
    #expect(!shown.isCoarse && shown.map == local, "both compute the same bits")
    #expect(bench.controls.contains(" 1500 ms on the server"))
    #expect(asks(bench).isEmpty && !bench.model.hasWork)
    // It is a map like any other: a field of the player holds it.
    let field = try #require(bench.scene.fields.first { $0.id == FieldID.maps + 1 })
    #expect(field.values == local.losses)
    // And back.
    bench.set(.computeOnServer, to: 0)
    try bench.draw()
    #expect(bench.model.shown?.map == local && asks(bench).isEmpty)
    #expect(!bench.controls.contains("on the server"))
  }

  @Test func bothTakeTheSameGround() throws {
    var bench = Bench()
    bench.answer()
    for place in [Bench.middle, Coordinate(latitudeDegrees: 46.84, longitudeDegrees: 10.0601)] {
      bench.pin(at: place)
      let plan = try #require(bench.model.plan)
      let ground = try #require(CoverageGround(within: plan, of: bench.tiles))
      #expect(
        bench.model.content.ground.keys == ground.keys && ground.level == bench.model.content.ground.level)
      #expect(CoverageGround(within: plan, of: bench.tiles, level: ground.level) == ground)
      #expect(zip(ground.keys, ground.keys.dropFirst()).allSatisfy { $0.isBefore($1) })
    }
  }

  /// Which posts a page and a server take: all up to what a page computes at once, and beyond that the
  /// server's are once less halved.
  @Test(arguments: [1.0, 3.0], [2.0, 10, 12, 20, 30, 50, 70, 100, 300])
  func theServerTakesOverWhereThePageHalves(seconds: Double, kilometers: Double) throws {
    let side = UInt32(3600 / seconds) + 1
    let tile = TerrainDescription(
      northDegrees: 47, westDegrees: 10, latitudeStepDegrees: seconds / 3600,
      longitudeStepDegrees: seconds / 3600, rowCount: side, columnCount: side, name: [])
    let plan = CoveragePlan(
      transmitter: Coordinate(latitudeDegrees: 46.5, longitudeDegrees: 10.5), frequencyHertz: 915e6,
      radiusMeters: 1000 * kilometers)
    let posts = try #require(CoverageGround.postCount(within: plan, of: [tile], level: 0))
    let page = try #require(CoverageGround(within: plan, of: [tile]))
    let served = CoverageGround.level(ofPosts: posts, atMost: CoverageGround.servedPosts)
    #expect(page.postCount <= 1_600_000)
    #expect(page.level == 0 || page.postCount * 4 > 1_600_000, "the finest that is not too many")
    #expect(Int(served) == max(0, Int(page.level) - 1))
    if kilometers == 100 { #expect((page.level, served) == (seconds == 1 ? (3, 2) : (2, 1))) }
    // From post to post and around: within a factor of two of the posts that a square of this size has.
    let metersApart = seconds * 30.9
    let naive = pow(2000 * kilometers / metersApart, 2) / cos(46.5 * .pi / 180)
    #expect(posts / naive > 0.5 && posts / naive < 2)
  }

  /// A map of more posts than a page computes at once: the server's is of all of them, the page's of every
  /// second, which is said.
  @Test func whatIsTooMuchForThePageTheServerComputes() throws {
    let tile = TerrainDescription(
      northDegrees: 47, westDegrees: 10, latitudeStepDegrees: 1 / 3600.0, longitudeStepDegrees: 1 / 3600.0,
      rowCount: 3601, columnCount: 3601, name: Array("N46E010".utf8))
    var bench = Bench(tiles: [tile], ground: { _, _ in 100 })
    bench.set(radiusMeters: 16_000)
    bench.answer()
    bench.pin(at: Coordinate(latitudeDegrees: 46.5, longitudeDegrees: 10.5))
    bench.send(.press(.handle))
    // No server computes: the page says what it leaves out.
    #expect(bench.model.content.ground.level == 1 && !bench.isServed && bench.model.hasWork)
    #expect(
      bench.controls.contains(
        "every 2nd of the tile\u{2019}s: more would take too long here, and there is no server"))
    #expect(
      bench.controls.contains("16 km \u{00B7} every 2nd post") && !bench.controls.contains("By the server"))
    // One does.
    bench.receive(.coverageOffer(CoverageOffer(sampleLimit: 30_000_000)))
    #expect(bench.isServed && bench.model.content.servedLevel == 0)
    #expect(bench.controls.contains("all of the tile\u{2019}s; here it would be every 2nd"))
    #expect(!bench.controls.contains("every 2nd post"))
    bench.sent = []
    try bench.draw()
    let ask = try #require(asks(bench).first)
    #expect(ask.level == 0 && bench.model.content.ground.level == 1 && asks(bench).count == 1)
    // As many posts as are asked for are taken.
    var geometry = CoverageGeometry(
      number: ask.number, northDegrees: ask.latitudeDegrees + 0.13, westDegrees: ask.longitudeDegrees - 0.2,
      latitudeStepDegrees: 0.26 / 1300, longitudeStepDegrees: 0.4 / 1300, rowCount: 1300, columnCount: 1300)
    bench.receive(.coverageGeometry(geometry))
    bench.receive(.coverageLosses(CoverageLosses(number: ask.number, first: 0, losses: [1, 2])))
    #expect(bench.model.content.served.lossCount == 2 && leaves(bench).isEmpty)
    // Whoever wants it here has it here.
    bench.sent = []
    bench.set(.computeOnServer, to: 0)
    #expect(leaves(bench) == [ask.number] && !bench.isServed)
    #expect(bench.controls.contains("every 2nd of the tile\u{2019}s; by the server it would be all"))
    bench.set(.computeOnServer, to: 1)
    // A model that goes path by path has the page's posts on the server, too.
    let slow = try #require(ModelChoice.all.firstIndex { $0.model == .irregularTerrain })
    let diffraction = try #require(ModelChoice.all.firstIndex { $0.model == .diffraction })
    bench.set(.chooseModel, to: slow)
    #expect(bench.isServed && bench.model.content.servedLevel == 1)
    #expect(bench.controls.contains("every 2nd of the tile\u{2019}s: more would take too long here"))
    bench.set(.chooseModel, to: diffraction)
    // A server that computes less than all of them takes what the page takes, and need not.
    bench.receive(.coverageOffer(CoverageOffer(sampleLimit: 1_000_000)))
    #expect(bench.model.content.servedLevel == 1)
    // Far more posts than were asked for are not taken.
    bench.receive(.coverageOffer(CoverageOffer(sampleLimit: 30_000_000)))
    bench.sent = []
    try bench.draw()
    let next = try #require(asks(bench).first)
    (geometry.number, geometry.rowCount, geometry.columnCount) = (next.number, 3000, 3000)
    (geometry.latitudeStepDegrees, geometry.longitudeStepDegrees) = (0.26 / 3000, 0.4 / 3000)
    bench.receive(.coverageGeometry(geometry))
    #expect(leaves(bench).contains(next.number) && bench.model.content.served.asked == nil)
    // A smaller radius is no question for a server.
    bench.set(radiusMeters: 4000)
    bench.send(.tick)
    #expect(bench.model.content.ground.level == 0 && !bench.controls.contains("of the tile\u{2019}s"))
  }

  @Test func aModelThatGoesPathByPathIsAskedForAndLeft() throws {
    var (bench, _) = try offered()
    let slow = try #require(ModelChoice.all.firstIndex { $0.model == .irregularTerrain })
    let diffraction = try #require(ModelChoice.all.firstIndex { $0.model == .diffraction })
    bench.set(.chooseModel, to: slow)
    try bench.draw()
    let first = try #require(asks(bench).first)
    bench.sent = []
    #expect(first.model == CoveragePlan.Model.irregularTerrain.rawValue)
    // The pin moves: the map is left at once, and what still comes of it is not looked at.
    let revision = bench.model.shown?.revision
    bench.enter("46.86, 10.11", into: .place)
    #expect(leaves(bench) == [first.number])
    bench.answer()
    try send(try #require(bench.model.shown?.map), first.number, to: &bench)
    #expect(bench.model.shown?.revision == revision)
    try bench.draw()
    let second = try #require(asks(bench).first)
    bench.sent = []
    #expect(second.number != first.number && abs(second.latitudeDegrees - 46.86) < 1e-9)
    // Another model is computed here at once.
    bench.set(.chooseModel, to: diffraction)
    #expect(leaves(bench) == [second.number])
    try bench.draw()
    #expect(bench.model.shown?.isCoarse == false && bench.model.shown?.plan.model == .diffraction)
  }

  @Test func nothingIsAskedForWhileAFingerHoldsThePin() throws {
    var (bench, _) = try offered()
    bench.set(.computeOnServer, to: 1)
    try bench.draw()
    #expect(asks(bench).count == 1)
    bench.sent = []
    let (x, y) = bench.model.view.pixel(of: Bench.middle)
    bench.now += 1_000_000
    bench.touch(.began, x, y - 40)
    for step in 1...5 {
      bench.touch(.moved, x + Float(20 * step), y - 80)
      try bench.draw()
    }
    #expect(leaves(bench).count == 1 && asks(bench).isEmpty)
    #expect(bench.model.shown?.isCoarse == true, "the map of few posts follows")
    bench.answer()
    try bench.draw()
    #expect(asks(bench).isEmpty, "the finger is still there")
    bench.touch(.ended, x + 100, y - 80)
    bench.answer()
    try bench.draw()
    #expect(bench.model.content.served.asked == bench.model.plan && !bench.model.hasWork)
  }

  @Test func withoutTheServerItIsComputedHere() throws {
    var (bench, local) = try offered()
    bench.set(.computeOnServer, to: 1)
    try bench.draw()
    #expect(asks(bench).count == 1 && bench.model.content.sites.list[0].isStale)
    bench.send(.connection(isOpen: false))
    #expect(bench.model.hasWork)
    try bench.draw()
    #expect(!bench.model.content.sites.list[0].isStale && bench.model.shown?.map == local)
    bench.sent = []
    // Where no server offers it nothing is asked, whatever was chosen.
    bench.send(.connection(isOpen: true))
    bench.enter("868 MHz", into: .frequency)
    try bench.draw()
    #expect(asks(bench).isEmpty && bench.model.shown?.plan == bench.model.plan)
    #expect(bench.model.shown?.isCoarse == false)
    bench.send(.press(.handle))
    #expect(!bench.controls.contains("On this device"))
  }

  @Test func aRefusalIsShownAndTheMapComputedHere() throws {
    var (bench, local) = try offered()
    bench.set(.computeOnServer, to: 1)
    try bench.draw()
    let ask = try #require(asks(bench).first)
    bench.sent = []
    bench.receive(.coverageRefusal(CoverageRefusal(number: ask.number, text: Array("It is busy.".utf8))))
    #expect(bench.model.content.sites.list[0].isStale)
    try bench.draw()
    #expect(!bench.model.content.sites.list[0].isStale && bench.model.shown?.map == local)
    #expect(asks(bench).isEmpty)
    bench.send(.press(.handle))
    #expect(bench.controls.contains("It is busy."))
    // What follows is asked for again.
    bench.enter("868 MHz", into: .frequency)
    try bench.draw()
    #expect(asks(bench).count == 1)
  }

  @Test func partsThatDoNotFitAreNotTaken() throws {
    var (bench, local) = try offered()
    bench.set(.computeOnServer, to: 1)
    try bench.draw()
    let ask = try #require(asks(bench).first)
    bench.sent = []
    let geometry = try #require(local.geometry(number: ask.number))
    // Losses before the map is described, of another question, and out of their order.
    let part = CoverageLosses(number: ask.number, first: 0, losses: [0, 1])
    bench.receive(.coverageLosses(part))
    bench.receive(.coverageGeometry(geometry))
    bench.receive(.coverageLosses(CoverageLosses(number: ask.number &+ 1, first: 0, losses: [1])))
    bench.receive(.coverageLosses(CoverageLosses(number: ask.number, first: 2, losses: [1])))
    #expect(bench.model.content.served.lossCount == 0)
    bench.receive(.coverageLosses(part))
    #expect(bench.model.content.served.lossCount == 2)
    // A map of another place is none.
    var neighbour = geometry
    neighbour.northDegrees -= 1
    bench.receive(.coverageGeometry(neighbour))
    #expect(leaves(bench) == [ask.number])
    try bench.draw()
    #expect(!bench.model.content.sites.list[0].isStale && bench.model.shown?.map == local)
  }

  @Test func modelsHaveTheirNumbersOnTheWire() throws {
    let numbers: [(CoveragePlan.Model, UInt8)] = [
      (.diffraction, 0), (.p1812, 1), (.irregularTerrain, 2), (.freeSpace, 3), (.hata, 4),
      (.extendedHata, 5), (.learned, 6), (.learnedPlain, 7),
    ]
    #expect(numbers.count == CoveragePlan.Model.allCases.count)
    for (model, number) in numbers { #expect(model.rawValue == number) }
    let areas: [(HataArea, UInt8)] = [(.largeCity, 0), (.city, 1), (.suburban, 2), (.open, 3)]
    for (area, number) in areas { #expect(area.rawValue == number) }
    let offer = CoverageOffer(sampleLimit: 7)
    #expect(offer.models == 0xFF && offer.sampleLimit == 7)
    var ask = CoverageRequest(number: 1, tileCount: 1, level: 0, latitudeDegrees: 1, longitudeDegrees: 1)
    ask.model = 8
    #expect(CoveragePlan(ask) == nil, "a model that is not known is none")
    let clutter: [(Clutter, UInt8)] = [
      (.open, 0), (.suburban, 1), (.urban, 2), (.denseUrban, 3), (.woodland, 4),
    ]
    for (kind, number) in clutter { #expect(kind.rawValue == number) }
    #expect(Int(offer.clutterCount) == clutter.count && Int(WireLimits.clutter) == clutter.count - 1)
    ask.model = 1
    ask.clutter = 5
    #expect(CoveragePlan(ask) == nil, "clutter that is not known is none")
    ask.clutter = 3
    #expect(CoveragePlan(ask)?.clutter == .denseUrban)
    // A server that does not know clutter is not asked for it.
    var plan = try #require(CoveragePlan(ask))
    let old = CoverageOffer(sampleLimit: 7, models: 0xFF)
    #expect(offer.has(plan) && !old.has(plan))
    #expect(CoverageRequest(plan, number: 1, tileCount: 1, level: 0).clutter == 3)
    plan.model = .diffraction
    #expect(old.has(plan) && CoverageRequest(plan, number: 1, tileCount: 1, level: 0).clutter == 0)
  }
}
