import Testing
import WaveHomeFeed
import WaveHomeWire
import WaveServer
import WaveWire

@testable import WaveHomeServer

@Suite struct HomeSessionTests {
  private let spectrum = CountedListing(.spectrum, count: 2)

  private func frame(_ message: HomeMessage) -> [UInt8] {
    var bytes: [UInt8] = []
    message.encodeFromClient(into: &bytes)
    return bytes
  }

  private func receive(_ message: HomeMessage, _ session: HomeSession, at now: Int64) throws {
    var budget = MessageBudget(perSecond: 100)
    try session.receive(frame(message), at: now, budget: &budget)
  }

  private func collected(_ session: HomeSession, at now: Int64) throws -> [HomeMessage] {
    var frames = MeteredFrames()
    session.collect(at: now, into: &frames)
    let ends = frames.frames.finish()
    let bytes = frames.frames.bytes
    var messages: [HomeMessage] = []
    for (start, end) in zip([0] + ends, ends) {
      var reader = HomeMessageReader(limit: WireLimits.serverMessageBytes)
      let frame = Array(bytes[start..<end])
      while let message = try reader.nextFromServer(in: frame.span.bytes) { messages.append(message) }
    }
    return messages
  }

  @Test func aClientIsWelcomedWithTheList() throws {
    let session = HomeSession(directory: SourceDirectory([spectrum]))
    try receive(.hello(HomeHello()), session, at: 5)
    #expect(session.isDue(at: 5))
    let messages = try collected(session, at: 5)
    guard case .welcome(let welcome)? = messages.first, case .sources(let list)? = messages.last else {
      Issue.record("\(messages)")
      return
    }
    #expect(welcome.sourceCount == 2 && list.sources.count == 2 && messages.count == 2)
    #expect(!session.isDue(at: 6))
  }

  @Test func aListThatChangesIsSentWithinASecond() throws {
    let session = HomeSession(directory: SourceDirectory([spectrum]))
    try receive(.hello(HomeHello()), session, at: 0)
    _ = try collected(session, at: 0)
    spectrum.set(count: 3)
    #expect(session.wakeMicroseconds == 1_000_000 && session.isDue(at: 1_000_000))
    let messages = try collected(session, at: 1_000_000)
    #expect(messages.count == 1)
    guard case .sources(let list)? = messages.first else {
      Issue.record("\(messages)")
      return
    }
    #expect(list.total == 3)
    #expect(try collected(session, at: 2_000_000).isEmpty)
  }

  @Test func thumbnailsAreSentOnceASecond() throws {
    let session = HomeSession(directory: SourceDirectory([spectrum]))
    try receive(.hello(HomeHello()), session, at: 0)
    let watch = WatchThumbnails(columns: 8, identifiers: [ListedSource.identifier(.spectrum, source: 1)])
    try receive(.watch(watch), session, at: 0)
    var sent = 0
    for moment in stride(from: Int64(0), to: 5_000_000, by: 250_000) {
      for case .thumbnail in try collected(session, at: moment) { sent += 1 }
    }
    #expect(sent == 5 && spectrum.thumbnails == 5)
  }

  @Test func aFirstMessageThatIsNoneEndsTheConnection() {
    let session = HomeSession(directory: SourceDirectory([spectrum]))
    #expect(throws: ClientFault.self) {
      try receive(.watch(WatchThumbnails(columns: 8, identifiers: [])), session, at: 0)
    }
  }
}
