import Testing
import WaveHomeWire
import WaveWire

@testable import WaveHomeFeed

@Suite struct HomeFeedTests {
  private static func source(_ number: UInt32, hasThumbnail: Bool = true) -> ListedSource {
    ListedSource(
      identifier: number, instrument: .spectrum, source: UInt16(number),
      flags: hasThumbnail ? [.thumbnail] : [], name: Array("band \(number)".utf8))
  }

  private static func thumbnail(_ identifier: UInt32, _ value: Int, bytes: Int = 100) -> Thumbnail? {
    let columns = min(bytes, 100)
    return Thumbnail(
      identifier: identifier, kind: .relief, columns: columns, rows: bytes / columns,
      values: Array(repeating: UInt8(truncatingIfNeeded: value), count: bytes / columns * columns))
  }

  private func feed(_ count: UInt32) throws -> HomeFeed {
    var feed = HomeFeed()
    feed.setSources((0..<count).map { Self.source($0) })
    try feed.receive(.hello(HomeHello()), at: 0, wall: 0)
    _ = feed.messages(at: 0) { _, _ in nil }
    return feed
  }

  @Test func nothingIsSentBeforeTheClientHasGreeted() throws {
    var feed = HomeFeed()
    feed.setSources([Self.source(1)])
    #expect(!feed.isDue(at: 10) && feed.wakeMicroseconds == .max)
    #expect(feed.messages(at: 10) { _, _ in nil }.isEmpty)
    try feed.receive(.hello(HomeHello()), at: 20, wall: 30)
    #expect(feed.isDue(at: 20))
    let list = feed.messages(at: 20) { _, _ in nil }
    #expect(
      list == [
        .welcome(Welcome(sourceCount: 1, serverMicroseconds: 20, wallMicroseconds: 30)),
        .sources(SourceList(first: 0, total: 1, sources: [Self.source(1)])),
      ])
    #expect(!feed.isDue(at: 20))
  }

  @Test func theListIsSentWhenItHasChanged() throws {
    var feed = try feed(2)
    feed.setSources([Self.source(0), Self.source(1)])
    #expect(!feed.isDue(at: 1))
    feed.setSources([])
    let list = feed.messages(at: 1) { _, _ in nil }
    #expect(list == [.sources(SourceList(first: 0, total: 0, sources: []))])
  }

  /// A page that finds no source leaves an instrument, but not Home.
  @Test func aServerWithoutSourcesIsWelcomedAsOne() throws {
    var feed = try feed(0)
    try feed.receive(.hello(HomeHello()), at: 1, wall: 0)
    let messages = feed.messages(at: 1) { _, _ in nil }
    #expect(
      messages == [
        .welcome(Welcome(sourceCount: 1, serverMicroseconds: 1)),
        .sources(SourceList(first: 0, total: 0, sources: [])),
      ])
  }

  @Test func whatAClientMayNotSendEndsItsConnection() throws {
    var feed = HomeFeed()
    #expect(throws: ProtocolViolation.notGreeted) {
      try feed.receive(.watch(WatchThumbnails(columns: 1, identifiers: [])), at: 0, wall: 0)
    }
    #expect(throws: ProtocolViolation.version(9)) {
      try feed.receive(.hello(HomeHello(version: 9)), at: 0, wall: 0)
    }
    try feed.receive(.hello(HomeHello()), at: 0, wall: 0)
    #expect(throws: ProtocolViolation.serverMessage) {
      try feed.receive(.sources(SourceList(first: 0, total: 0, sources: [])), at: 0, wall: 0)
    }
    // The welcome and fifteen refusals wait; one more is too many.
    for _ in 1..<HomeFeed.answersLimit { try feed.refuse([0x61]) }
    #expect(throws: ProtocolViolation.answersUnread) { try feed.refuse([0x61]) }
    let waiting = feed.messages(at: 0) { _, _ in nil }
    #expect(waiting.count == HomeFeed.answersLimit + 1)
    try feed.refuse([0x61])
  }

  @Test func theClockIsAnswered() throws {
    var feed = try feed(1)
    try feed.receive(.clockRequest(ClockRequest(clientMicroseconds: 4)), at: 9, wall: 0)
    let reply = feed.messages(at: 9) { _, _ in nil }
    #expect(reply == [.clockReply(ClockReply(clientMicroseconds: 4, serverMicroseconds: 9))])
  }

  @Test func onlyWatchedSourcesHaveThumbnailsOnceASecond() throws {
    var feed = HomeFeed()
    feed.setSources([Self.source(0), Self.source(1), Self.source(2, hasThumbnail: false)])
    try feed.receive(.hello(HomeHello()), at: 0, wall: 0)
    try feed.receive(.watch(WatchThumbnails(columns: 50, identifiers: [1, 2, 77])), at: 0, wall: 0)
    var asked: [UInt32] = []
    var sent = 0
    for moment in stride(from: Int64(0), to: 10_000_000, by: 100_000) {
      let messages = feed.messages(at: moment) { identifier, columns in
        #expect(columns == 50)
        asked.append(identifier)
        return Self.thumbnail(identifier, Int(moment / 100_000))
      }
      sent += messages.count { if case .thumbnail = $0 { true } else { false } }
    }
    #expect(asked == Array(repeating: 1, count: 10) && sent == 10)
    try feed.receive(.watch(WatchThumbnails(columns: 50, identifiers: [])), at: 10_000_000, wall: 0)
    #expect(feed.wakeMicroseconds == .max && !feed.isDue(at: 90_000_000))
  }

  @Test func aThumbnailThatIsTheSameIsNotSentAgain() throws {
    var feed = try feed(1)
    try feed.receive(.watch(WatchThumbnails(columns: 50, identifiers: [0])), at: 0, wall: 0)
    let first = feed.messages(at: 0) { identifier, _ in Self.thumbnail(identifier, 1) }
    let same = feed.messages(at: 1_000_000) { identifier, _ in Self.thumbnail(identifier, 1) }
    // Watching it further, beside another, does not send it again.
    try feed.receive(.watch(WatchThumbnails(columns: 50, identifiers: [0])), at: 1_000_001, wall: 0)
    let still = feed.messages(at: 2_000_000) { identifier, _ in Self.thumbnail(identifier, 1) }
    let next = feed.messages(at: 3_000_000) { identifier, _ in Self.thumbnail(identifier, 2) }
    #expect(first.count == 1 && same.isEmpty && still.isEmpty && next.count == 1)
  }

  /// Twenty-four thumbnails of 4,811 bytes would be 115 kB a second.
  @Test func thumbnailsTogetherKeepToTheirBytes() throws {
    var feed = try feed(24)
    try feed.receive(.watch(WatchThumbnails(columns: 100, identifiers: (0..<24).map { $0 })), at: 0, wall: 0)
    var bytes: [Int] = []
    var shown = Set<UInt32>()
    for second in 0..<20 {
      var sum = 0
      for step in 0..<20 {
        let now = Int64(second) * 1_000_000 + Int64(step) * 50_000
        for case .thumbnail(let one) in feed.messages(
          at: now, thumbnail: { identifier, _ in Self.thumbnail(identifier, Int(now / 50_000), bytes: 4800) })
        {
          sum += one.values.count + 11
          shown.insert(one.identifier)
        }
      }
      bytes.append(sum)
    }
    // What was saved before the first second is spent in it.
    #expect(bytes.reduce(0, +) <= 21 * HomeFeed.bytesPerSecond)
    #expect(bytes.dropFirst().allSatisfy { (50_000...65_000).contains($0) } && shown.count == 24)
  }

  @Test func sourcesThatAreGoneAreNotAskedFor() throws {
    var feed = try feed(2)
    try feed.receive(.watch(WatchThumbnails(columns: 50, identifiers: [0, 1])), at: 0, wall: 0)
    feed.setSources([Self.source(1)])
    var asked: [UInt32] = []
    _ = feed.messages(at: 5) { identifier, _ in
      asked.append(identifier)
      return nil
    }
    #expect(asked == [1])
  }
}
