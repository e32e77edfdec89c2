import Testing
import WaveCoverageWire
import WavePropagation
import WaveUnits
import WaveWire

@testable import WaveCoverageFeed

/// Maps that one client requests, and a source that the test plays.
@Suite struct MapFeedTests {
  private static func geometry(_ number: UInt16, posts: Int) -> CoverageGeometry {
    CoverageGeometry(
      number: number, northDegrees: 1, westDegrees: 2, latitudeStepDegrees: 0.1, longitudeStepDegrees: 0.1,
      rowCount: 2, columnCount: UInt32(posts / 2))
  }

  private static func losses(posts: Int) -> [Int16] { (0..<posts).map { Int16($0 % 30_000) } }

  private func map(posts: Int) throws -> CoverageMap {
    try #require(CoverageMap(Self.geometry(0, posts: posts), losses: Self.losses(posts: posts)))
  }

  private func ask(_ number: UInt16) -> CoverageRequest {
    CoverageRequest(number: number, tileCount: 2, level: 0, latitudeDegrees: 1, longitudeDegrees: 2)
  }

  private func greeted() throws -> CoverageFeed {
    let catalog = TerrainCatalog(tiles: [TerrainCatalogTests.tile(0)])
    var feed = CoverageFeed(catalog, maps: CoverageOffer(sampleLimit: 9))
    try feed.receive(.hello(CoverageHello()), at: 5)
    _ = feed.collect()
    return feed
  }

  private func questions(of feed: inout CoverageFeed) -> [CoverageQuestion] {
    var questions: [CoverageQuestion] = []
    while let question = feed.nextQuestion() { questions.append(question) }
    return questions
  }

  @Test func aMapIsSentAFewPartsAtATimeAndThenForgotten() throws {
    var feed = try greeted()
    try feed.receive(.coverageRequest(ask(40)), at: 0)
    #expect(questions(of: &feed) == [.map(ask(40), number: 1)] && !feed.isDue)
    feed.accept(.progress(doneCount: 1, rayCount: 9), to: 1)
    feed.accept(.progress(doneCount: 2, rayCount: 9), to: 1)
    #expect(feed.isDue)
    #expect(
      feed.collect() == [.coverageProgress(CoverageProgress(number: 40, doneCount: 2, rayCount: 9))])
    #expect(!feed.isDue)
    let posts = 6 * WireLimits.coverageLosses + 2
    feed.accept(.progress(doneCount: 9, rayCount: 9), to: 1)
    feed.accept(.map(try map(posts: posts)), to: 1)
    let first = feed.collect()
    #expect(first.count == 2 + MapRequest.partsAtOnce && feed.isDue && questions(of: &feed).isEmpty)
    #expect(first[0] == .coverageProgress(CoverageProgress(number: 40, doneCount: 9, rayCount: 9)))
    #expect(first[1] == .coverageGeometry(Self.geometry(40, posts: posts)))
    let rest = feed.collect()
    #expect(rest.count == 3 && !feed.isDue && questions(of: &feed) == [.endMap(number: 1)])
    var losses: [Int16] = []
    for case .coverageLosses(let part) in first + rest {
      #expect(part.number == 40 && Int(part.first) == losses.count)
      losses += part.losses
    }
    #expect(losses == Self.losses(posts: posts))
    #expect(feed.collect().isEmpty)
  }

  @Test func aMapOfWholePartsEndsWithTheLast() throws {
    var feed = try greeted()
    try feed.receive(.coverageRequest(ask(40)), at: 0)
    _ = questions(of: &feed)
    feed.accept(.map(try map(posts: MapRequest.partsAtOnce * WireLimits.coverageLosses)), to: 1)
    #expect(feed.collect().count == 1 + MapRequest.partsAtOnce)
    #expect(!feed.isDue && questions(of: &feed) == [.endMap(number: 1)])
  }

  @Test func aNewerRequestEndsTheOneBefore() throws {
    var feed = try greeted()
    try feed.receive(.coverageRequest(ask(40)), at: 0)
    #expect(questions(of: &feed) == [.map(ask(40), number: 1)])
    feed.accept(.progress(doneCount: 2, rayCount: 9), to: 1)
    // Also if the client uses its number again.
    try feed.receive(.coverageRequest(ask(40)), at: 0)
    #expect(questions(of: &feed) == [.endMap(number: 1), .map(ask(40), number: 2)])
    // Late answers to the first.
    feed.accept(.progress(doneCount: 3, rayCount: 9), to: 1)
    feed.accept(.map(try map(posts: 4)), to: 1)
    #expect(!feed.isDue && feed.collect().isEmpty)
    feed.accept(.map(try map(posts: 8)), to: 2)
    let posts = feed.collect().compactMap { message in
      if case .coverageLosses(let part) = message { part.losses.count } else { nil }
    }
    #expect(posts == [8])
    #expect(questions(of: &feed) == [.endMap(number: 2)])
  }

  @Test func aNewerRequestEndsOneThatIsHalfSent() throws {
    var feed = try greeted()
    try feed.receive(.coverageRequest(ask(40)), at: 0)
    _ = questions(of: &feed)
    feed.accept(.map(try map(posts: 6 * WireLimits.coverageLosses)), to: 1)
    #expect(feed.collect().count == 1 + MapRequest.partsAtOnce)
    try feed.receive(.coverageRequest(ask(41)), at: 0)
    #expect(!feed.isDue && feed.collect().isEmpty)
    #expect(questions(of: &feed) == [.endMap(number: 1), .map(ask(41), number: 2)])
  }

  @Test func onlyTheNewestRequestCanBeCancelled() throws {
    var feed = try greeted()
    try feed.receive(.coverageRequest(ask(40)), at: 0)
    _ = questions(of: &feed)
    feed.accept(.progress(doneCount: 2, rayCount: 9), to: 1)
    try feed.receive(.coverageCancellation(CoverageCancellation(number: 39)), at: 0)
    #expect(questions(of: &feed).isEmpty && feed.isDue)
    try feed.receive(.coverageCancellation(CoverageCancellation(number: 40)), at: 0)
    #expect(questions(of: &feed) == [.endMap(number: 1)] && !feed.isDue)
    try feed.receive(.coverageCancellation(CoverageCancellation(number: 40)), at: 0)
    #expect(questions(of: &feed).isEmpty)
    feed.accept(.map(try map(posts: 4)), to: 1)
    #expect(!feed.isDue && feed.collect().isEmpty)
  }

  @Test func aRefusalEndsARequestAndASecondAnswerIsIgnored() throws {
    var feed = try greeted()
    try feed.receive(.coverageRequest(ask(40)), at: 0)
    _ = questions(of: &feed)
    feed.accept(BlockAnswer.refused([1]), to: 1)
    #expect(!feed.isDue)
    feed.accept(MapAnswer.refused([66]), to: 1)
    feed.accept(MapAnswer.refused([67]), to: 1)
    feed.accept(.map(try map(posts: 4)), to: 1)
    feed.accept(.progress(doneCount: 3, rayCount: 9), to: 1)
    #expect(feed.isDue)
    #expect(feed.collect() == [.coverageRefusal(CoverageRefusal(number: 40, text: [66]))])
    #expect(!feed.isDue && questions(of: &feed) == [.endMap(number: 1)])
  }

  @Test func aMapThatNoMessageDescribesIsRefused() throws {
    var feed = try greeted()
    try feed.receive(.coverageRequest(ask(40)), at: 0)
    _ = questions(of: &feed)
    let place = Coordinate(latitudeDegrees: 1, longitudeDegrees: 2)
    feed.accept(
      .map(
        CoverageMap(
          PostLattice(
            northWest: place, latitudeStepDegrees: 1, longitudeStepDegrees: 1, rowCount: 0, columnCount: 0))),
      to: 1)
    guard case .coverageRefusal(let refusal)? = feed.collect().first else {
      Issue.record("there was no refusal")
      return
    }
    #expect(refusal.number == 40 && !refusal.text.isEmpty)
    #expect(questions(of: &feed) == [.endMap(number: 1)])
  }

  @Test func blocksAreSentWhileAMapIs() throws {
    var feed = try greeted()
    let key = TerrainCatalogTests.key()
    try feed.receive(.coverageRequest(ask(40)), at: 0)
    try feed.receive(.ask(BlockRequest(key)), at: 0)
    #expect(questions(of: &feed) == [.map(ask(40), number: 1), .block(key, number: 1)])
    feed.accept(.map(try map(posts: 6 * WireLimits.coverageLosses)), to: 1)
    feed.accept(BlockAnswer.refused([1]), to: 1)
    let messages = feed.collect()
    #expect(messages.first == .refusal(TerrainRefusal(key: key, text: [1])))
    #expect(messages.count == 2 + MapRequest.partsAtOnce)
  }
}
