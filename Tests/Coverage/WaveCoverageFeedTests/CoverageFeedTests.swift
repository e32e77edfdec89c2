import Testing
import WaveCoverageWire
import WaveWire

@testable import WaveCoverageFeed

/// What a server offers one client besides tiles and blocks.
@Suite struct CoverageFeedTests {
  private typealias Catalogs = TerrainCatalogTests

  private static let catalog = TerrainCatalog(tiles: [Catalogs.tile(0), Catalogs.tile(1)], versions: [7, 8])
  private let maps = CoverageOffer(sampleLimit: 9)

  private func greeted(downloads: [UInt8]? = nil) throws -> CoverageFeed {
    var feed = CoverageFeed(Self.catalog, maps: maps, downloads: downloads)
    try feed.receive(.hello(CoverageHello()), at: 5)
    _ = feed.collect()
    return feed
  }

  private func questions(of feed: inout CoverageFeed) -> [CoverageQuestion] {
    var questions: [CoverageQuestion] = []
    while let question = feed.nextQuestion() { questions.append(question) }
    return questions
  }

  @Test func aHelloIsAnsweredWithAllThatTheServerOffers() throws {
    let streets = TerrainStreets(zoom: 3, address: [1], attribution: [2])
    var feed = CoverageFeed(Self.catalog, streets: streets, maps: maps, downloads: [65])
    #expect(!feed.isDue && !feed.isGreeted)
    try feed.receive(.hello(CoverageHello()), at: 5)
    let offer = TerrainProgress(cell: TerrainCell(south: 0, west: 0), phase: .offered, text: [65])
    #expect(feed.isDue && feed.isGreeted)
    #expect(
      feed.collect() == [.welcome(Welcome(sourceCount: 2, serverMicroseconds: 5))]
        + Self.catalog.messages(since: TerrainCatalog())
        + [.coverageOffer(maps), .streets(streets), .progress(offer)])
    var bare = CoverageFeed(Self.catalog, maps: maps)
    try bare.receive(.hello(CoverageHello()), at: 5)
    #expect(bare.collect().last == .coverageOffer(maps))
  }

  @Test func nothingIsRequestedBeforeAHello() {
    var feed = CoverageFeed(Self.catalog, maps: maps, downloads: [65])
    let ask = CoverageRequest(number: 1, tileCount: 2, level: 0, latitudeDegrees: 1, longitudeDegrees: 2)
    let request = TerrainFetch(TerrainCell(south: 1, west: 2), isWanted: true)
    for message in [CoverageMessage.coverageRequest(ask), .fetch(request)] {
      #expect(throws: ProtocolViolation.notGreeted) { try feed.receive(message, at: 0) }
    }
    #expect(feed.nextQuestion() == nil)
  }

  @Test func aMessageThatCannotBeReadIsReported() throws {
    var feed = try greeted()
    try feed.refuse([66])
    #expect(feed.isDue && feed.collect() == [.notice(Notice(severity: .warning, text: [66]))])
    for _ in 0..<TerrainFeed.answersLimit { try feed.refuse([]) }
    #expect(throws: ProtocolViolation.answersUnread) { try feed.refuse([]) }
  }

  // MARK: - Downloads

  @Test func aDownloadIsPassedOnAndItsTileComesBeforeItsEnd() throws {
    var feed = try greeted(downloads: [65])
    let cell = TerrainCell(south: 1, west: 2)
    let other = TerrainCell(south: 3, west: 4)
    let request = TerrainFetch(cell, isWanted: true)
    try feed.receive(.fetch(request), at: 0)
    #expect(questions(of: &feed) == [.fetch(request)] && !feed.isDue)
    feed.accept(
      [TerrainProgress(cell: cell, phase: .coming), TerrainProgress(cell: other, phase: .coming)], revision: 4
    )
    feed.accept([TerrainProgress(cell: cell, phase: .present)], revision: 6)
    #expect(feed.downloadsRevision == 6 && feed.isDue)
    var next = Self.catalog
    next.tiles.append(Catalogs.tile(2))
    next.versions.append(3)
    next.revision += 1
    feed.accept(next)
    // Only the newest progress of each.
    #expect(
      feed.collect() == next.messages(since: Self.catalog) + [
        .progress(TerrainProgress(cell: other, phase: .coming)),
        .progress(TerrainProgress(cell: cell, phase: .present)),
      ])
    #expect(!feed.isDue)
    // After another hello all of them are sent again.
    try feed.receive(.hello(CoverageHello()), at: 0)
    #expect(feed.downloadsRevision == 0)
  }

  @Test func aClientThatMayNotDownloadIsRefused() throws {
    var feed = try greeted()
    let cell = TerrainCell(south: 1, west: 2)
    try feed.receive(.fetch(TerrainFetch(cell, isWanted: true)), at: 0)
    #expect(feed.nextQuestion() == nil)
    guard case .progress(let progress)? = feed.collect().first else {
      Issue.record("there was no answer")
      return
    }
    #expect(progress.cell == cell && progress.phase == .failed && !progress.text.isEmpty)
  }
}
