import Testing
import WaveCoverageWire
import WaveWire

@testable import WaveCoverageFeed

/// One client of tiles and blocks, and a source that the test plays.
@Suite struct TerrainFeedTests {
  private typealias Catalogs = TerrainCatalogTests

  private struct Question: Equatable {
    var key: TerrainBlockKey
    var number: UInt32
  }

  private static let catalog = TerrainCatalog(
    tiles: [Catalogs.tile(0), Catalogs.tile(1)], versions: [7, 8], surfaces: [Catalogs.model(1)])
  private let feed = TerrainFeed(Self.catalog)

  private func greeted() throws -> TerrainFeed {
    var feed = feed
    try feed.receive(.hello(CoverageHello()), at: 5)
    _ = feed.collect()
    return feed
  }

  /// The blocks that are to be read now, and the numbers of the questions.
  private func questions(of feed: inout TerrainFeed) -> [Question] {
    var questions: [Question] = []
    while let (key, number) = feed.nextBlock() { questions.append(Question(key: key, number: number)) }
    return questions
  }

  private func key(_ column: Int, tile: UInt16 = 0, isSurface: Bool = false) -> TerrainBlockKey {
    Catalogs.key(tile, column: UInt16(column), isSurface: isSurface)
  }

  private func block(_ key: TerrainBlockKey, height: Int16 = 0) -> TerrainBlock {
    TerrainBlock(key: key, rowCount: 2, columnCount: 2, heights: [height, 0, 0, 0])
  }

  private func answer(_ key: TerrainBlockKey, height: Int16 = 0) -> BlockAnswer {
    .block(block(key, height: height), of: Self.catalog.content(of: key))
  }

  // MARK: - Greeting

  @Test func aHelloIsAnsweredWithAllThatTheSourceHas() throws {
    let offer = CoverageMessage.coverageOffer(CoverageOffer(sampleLimit: 9))
    var feed = TerrainFeed(Self.catalog, offers: [offer])
    #expect(!feed.isDue && !feed.isGreeted && feed.collect().isEmpty)
    let greeting =
      [.welcome(Welcome(sourceCount: 2, serverMicroseconds: 5))]
      + Self.catalog.messages(since: TerrainCatalog()) + [offer]
    // A second hello is answered like the first.
    for _ in 0..<2 {
      try feed.receive(.hello(CoverageHello()), at: 5)
      #expect(feed.isDue && feed.isGreeted && feed.collect() == greeting && !feed.isDue)
    }
  }

  private func violation(_ messages: [CoverageMessage]) -> ProtocolViolation? {
    var feed = feed
    do throws(ProtocolViolation) {
      for message in messages { try feed.receive(message, at: 0) }
      return nil
    } catch { return error }
  }

  @Test func aClientThatViolatesTheProtocolIsRefused() {
    let hello = CoverageMessage.hello(CoverageHello())
    let clock = CoverageMessage.clockRequest(ClockRequest(clientMicroseconds: 1))
    #expect(violation([clock]) == .notGreeted)
    #expect(violation([.ask(BlockRequest(key(0)))]) == .notGreeted)
    #expect(violation([.hello(CoverageHello(version: 999))]) == .version(999))
    #expect(violation([hello, .welcome(Welcome(sourceCount: 1, serverMicroseconds: 1))]) == .serverMessage)
    #expect(violation([hello, .refusal(TerrainRefusal(key: key(0), text: []))]) == .serverMessage)
    // Four messages greet this client.
    let room = TerrainFeed.answersLimit - 1 - Self.catalog.messages(since: TerrainCatalog()).count
    #expect(violation([hello] + [CoverageMessage](repeating: clock, count: room)) == nil)
    #expect(violation([hello] + [CoverageMessage](repeating: clock, count: room + 1)) == .answersUnread)
    let asks = (0...BlockRequests.limit).map { CoverageMessage.ask(BlockRequest(key($0))) }
    #expect(violation([hello] + asks.dropLast()) == nil)
    #expect(violation([hello] + asks) == .answersUnread)
  }

  @Test func aClockIsAnsweredAndRequestsForMapsAreIgnored() throws {
    var feed = try greeted()
    let cell = TerrainCell(south: 1, west: 2)
    let ask = CoverageRequest(number: 1, tileCount: 2, level: 0, latitudeDegrees: 1, longitudeDegrees: 2)
    try feed.receive(.fetch(TerrainFetch(cell, isWanted: true)), at: 0)
    try feed.receive(.coverageRequest(ask), at: 0)
    try feed.receive(.coverageCancellation(CoverageCancellation(number: 1)), at: 0)
    #expect(!feed.isDue)
    try feed.receive(.clockRequest(ClockRequest(clientMicroseconds: 3)), at: 11)
    #expect(feed.isDue)
    #expect(
      feed.collect() == [.clockReply(ClockReply(clientMicroseconds: 3, serverMicroseconds: 11))])
  }

  // MARK: - Blocks

  @Test func blocksAreReadAFewAtATimeAndSentInTheOrderOfTheirRequests() throws {
    var feed = try greeted()
    for column in [2, 0, 1] { try feed.receive(.ask(BlockRequest(key(column))), at: 0) }
    let first = questions(of: &feed)
    #expect(first == [Question(key: key(2), number: 1), Question(key: key(0), number: 2)])
    // The second answer waits for the first.
    feed.accept(answer(key(0)), to: 2)
    #expect(!feed.isDue && feed.collect().isEmpty)
    #expect(questions(of: &feed) == [Question(key: key(1), number: 3)])
    feed.accept(answer(key(2)), to: 1)
    #expect(feed.isDue)
    #expect(feed.collect() == [.block(block(key(2))), .block(block(key(0)))])
    feed.accept(.refused([67]), to: 3)
    #expect(feed.collect() == [.refusal(TerrainRefusal(key: key(1), text: [67]))])
    #expect(!feed.isDue && feed.nextBlock() == nil)
  }

  @Test func aWithdrawnBlockIsReadOnlyIfItHasBegun() throws {
    var feed = try greeted()
    for column in 0..<3 { try feed.receive(.ask(BlockRequest(key(column))), at: 0) }
    #expect(feed.nextBlock()?.key == key(0))
    for column in 0..<2 { try feed.receive(.cancelBlock(BlockCancellation(key(column))), at: 0) }
    #expect(questions(of: &feed) == [Question(key: key(2), number: 2)])
    feed.accept(answer(key(0)), to: 1)
    feed.accept(answer(key(2)), to: 2)
    #expect(feed.collect() == [.block(block(key(0))), .block(block(key(2)))])
    // Nor is anything left of it: it can be requested again.
    try feed.receive(.ask(BlockRequest(key(1))), at: 0)
    #expect(questions(of: &feed) == [Question(key: key(1), number: 3)])
  }

  @Test func aBlockThatIsRequestedTwiceIsSentOnce() throws {
    var feed = try greeted()
    let ask = CoverageMessage.ask(BlockRequest(key(0)))
    try feed.receive(ask, at: 0)
    try feed.receive(ask, at: 0)
    #expect(questions(of: &feed) == [Question(key: key(0), number: 1)])
    try feed.receive(ask, at: 0)
    feed.accept(answer(key(0)), to: 1)
    try feed.receive(ask, at: 0)
    #expect(questions(of: &feed).isEmpty && feed.collect() == [.block(block(key(0)))])
    // After that it is another request.
    try feed.receive(ask, at: 0)
    #expect(questions(of: &feed) == [Question(key: key(0), number: 2)])
  }

  @Test func lateDoubleAndWrongAnswersAreIgnored() throws {
    var feed = try greeted()
    for column in 0..<2 { try feed.receive(.ask(BlockRequest(key(column))), at: 0) }
    _ = questions(of: &feed)
    feed.accept(answer(key(0)), to: 3)
    feed.accept(answer(key(0)), to: 0)
    feed.accept(answer(key(1)), to: 2)
    #expect(!feed.isDue && feed.collect().isEmpty)
    feed.accept(answer(key(0), height: 5), to: 1)
    feed.accept(answer(key(0), height: 6), to: 1)
    #expect(feed.collect() == [.block(block(key(0), height: 5)), .block(block(key(1)))])
    feed.accept(answer(key(0), height: 7), to: 1)
    #expect(!feed.isDue)
  }

  @Test func nothingIsReadAheadOfAClientThatDoesNotRead() throws {
    var feed = try greeted()
    for column in 0..<40 { try feed.receive(.ask(BlockRequest(key(column))), at: 0) }
    var count = 0
    while let (key, number) = feed.nextBlock() {
      feed.accept(answer(key), to: number)
      count += 1
    }
    #expect(count == WireLimits.terrainAsks)
    #expect(feed.collect().count == count)
    #expect(questions(of: &feed).count == BlockRequests.readLimit)
  }

  @Test func aChangeOfContentsIsSentBeforeTheBlocksOfIt() throws {
    var feed = try greeted()
    try feed.receive(.ask(BlockRequest(key(0))), at: 0)
    try feed.receive(.ask(BlockRequest(key(0, tile: 1))), at: 0)
    _ = questions(of: &feed)
    var next = Self.catalog
    next.versions[0] = 70
    next.revision += 1
    // The block is of contents that the client does not know yet.
    feed.accept(.block(block(key(0)), of: next.content(of: key(0))), to: 1)
    #expect(feed.isDue && feed.collect().isEmpty)
    #expect(questions(of: &feed) == [Question(key: key(0), number: 3)])
    feed.accept(next)
    feed.accept(.block(block(key(0)), of: next.content(of: key(0))), to: 3)
    feed.accept(answer(key(0, tile: 1)), to: 2)
    #expect(
      feed.collect() == next.messages(since: Self.catalog) + [
        .block(block(key(0))), .block(block(key(0, tile: 1))),
      ])
    // A block of the old contents came too late.
    try feed.receive(.ask(BlockRequest(key(1))), at: 0)
    _ = questions(of: &feed)
    feed.accept(answer(key(1)), to: 4)
    #expect(feed.collect().isEmpty)
    #expect(questions(of: &feed) == [Question(key: key(1), number: 5)])
    // A refusal is of no contents.
    feed.accept(.refused([1]), to: 5)
    #expect(feed.collect() == [.refusal(TerrainRefusal(key: key(1), text: [1]))])
  }

  @Test func aBlockWhoseContentsChangedMeanwhileIsReadAgain() throws {
    var feed = try greeted()
    for column in 0..<2 { try feed.receive(.ask(BlockRequest(key(column, isSurface: true))), at: 0) }
    _ = questions(of: &feed)
    feed.accept(.outdated, to: 1)
    feed.accept(answer(key(1, isSurface: true)), to: 2)
    #expect(!feed.isDue)
    #expect(questions(of: &feed) == [Question(key: key(0, isSurface: true), number: 3)])
    feed.accept(answer(key(0, isSurface: true)), to: 3)
    #expect(feed.collect().count == 2)
  }

  @Test func noBlockIsLostWhenTheOldestOneIsReadAgain() throws {
    var feed = try greeted()
    for column in 0..<40 { try feed.receive(.ask(BlockRequest(key(column))), at: 0) }
    var next = Self.catalog
    next.versions[0] = 70
    next.revision += 1
    while let (key, number) = feed.nextBlock() { feed.accept(answer(key), to: number) }
    feed.accept(next)
    var heights: [TerrainBlockKey] = []
    repeat {
      for case .block(let block) in feed.collect() { heights.append(block.key) }
      while let (key, number) = feed.nextBlock() {
        feed.accept(.block(block(key), of: next.content(of: key)), to: number)
      }
    } while feed.isDue
    #expect(heights == (0..<40).map { key($0) })
  }
}
