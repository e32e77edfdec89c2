import TestSupport
import Testing
import WaveWire

@testable import WaveHomeWire

@Suite struct HomeMessageTests {
  private static func source(_ number: Int) -> ListedSource {
    ListedSource(
      identifier: UInt32(number) * 7, instrument: ListedSource.Instrument.allCases[number % 4],
      source: UInt16(number), state: number.isMultiple(of: 3) ? .stopped : .live,
      flags: number.isMultiple(of: 2) ? [.thumbnail, .simulated] : [], name: Array("band \(number)".utf8),
      detail: Array("2.4 MS/s".utf8), stateText: Array("unplugged ü".utf8))
  }

  private static func encoded(_ message: HomeMessage) -> [UInt8] {
    var bytes: [UInt8] = []
    message.encodeFromClient(into: &bytes)
    message.encodeFromServer(into: &bytes)
    return bytes
  }

  private static func fromServer(_ bytes: [UInt8]) throws(WireError) -> HomeMessage? {
    var reader = HomeMessageReader(limit: WireLimits.serverMessageBytes)
    return try reader.nextFromServer(in: bytes.span.bytes)
  }

  private static func fromClient(_ bytes: [UInt8]) throws(WireError) -> HomeMessage? {
    var reader = HomeMessageReader(limit: WireLimits.clientMessageBytes)
    return try reader.nextFromClient(in: bytes.span.bytes)
  }

  @Test func messagesOfTheServerAreReadAsTheyWereWritten() throws {
    let lanes = try #require(
      Thumbnail(identifier: 9, kind: .lanes, columns: 4, rows: 2, values: Array(0..<16)))
    let messages: [HomeMessage] = [
      .welcome(Welcome(sourceCount: 3, serverMicroseconds: 5, wallMicroseconds: 6)),
      .sources(SourceList(first: 2, total: 9, sources: (2..<9).map(Self.source))), .thumbnail(lanes),
      .clockReply(ClockReply(clientMicroseconds: 1, serverMicroseconds: 2)),
      .notice(Notice(severity: .failure, text: Array("no".utf8))),
    ]
    for message in messages {
      let bytes = Self.encoded(message)
      #expect(try Self.fromServer(bytes) == message)
      // Bytes that are cut off are a fault, wherever they end.
      for count in 1..<bytes.count {
        #expect(throws: WireError.self) { try Self.fromServer(Array(bytes.prefix(count))) }
      }
    }
  }

  @Test func messagesOfTheClientAreReadAsTheyWereWritten() throws {
    let watch = WatchThumbnails(columns: 160, identifiers: Array(0..<UInt32(WireLimits.watchedThumbnails)))
    let clock = ClockRequest(clientMicroseconds: 4)
    for message: HomeMessage in [.hello(HomeHello()), .watch(watch), .clockRequest(clock)] {
      #expect(try Self.fromClient(Self.encoded(message)) == message)
    }
    #expect(Self.encoded(.watch(watch)).count <= WireLimits.clientMessageBytes)
    #expect(HomeMessageReader.isHello(Self.encoded(.hello(HomeHello()))))
    #expect(!HomeMessageReader.isHello(Self.encoded(.watch(watch))) && !HomeMessageReader.isHello([56]))
  }

  @Test func longListsAreSentInParts() throws {
    let sources = (0..<150).map(Self.source)
    let parts = SourceList.messages(sources)
    #expect(parts.map { Int($0.first) } == [0, 64, 128] && parts.allSatisfy { $0.total == 150 })
    #expect(parts.flatMap(\.sources) == sources)
    for part in parts { #expect(Self.encoded(.sources(part)).count <= WireLimits.serverMessageBytes) }
    // A list without sources is sent, too: it says that there are none.
    #expect(SourceList.messages([]) == [SourceList(first: 0, total: 0, sources: [])])
    let most = SourceList.messages((0..<5000).map(Self.source))
    #expect(most.flatMap(\.sources).count == WireLimits.listedSources && most.last?.total == 4096)
  }

  @Test func aThumbnailHasTheValuesOfItsSize() {
    func isMade(_ kind: Thumbnail.Kind, _ columns: Int, _ rows: Int, _ count: Int) -> Bool {
      Thumbnail(
        identifier: 1, kind: kind, columns: columns, rows: rows, values: Array(repeating: 1, count: count))
        != nil
    }
    #expect(isMade(.trace, 160, 1, 160) && !isMade(.trace, 161, 1, 161) && !isMade(.trace, 0, 1, 0))
    #expect(isMade(.lanes, 100, 3, 600) && !isMade(.lanes, 100, 3, 300) && !isMade(.lanes, 160, 16, 5120))
    #expect(isMade(.relief, 75, 64, 4800) && !isMade(.relief, 76, 64, 4864) && !isMade(.relief, 10, 65, 650))
  }

  @Test func sizesThatCannotBeAreRefusedBeforeValuesAreRead() throws {
    let thumbnail = try #require(
      Thumbnail(identifier: 1, kind: .relief, columns: 2, rows: 2, values: [1, 2, 3, 4]))
    let bytes = Self.encoded(.thumbnail(thumbnail))
    for (place, value) in [(9, UInt8(0)), (9, 200), (10, 0), (10, 255), (8, 7)] {
      var other = bytes
      other[place] = value
      #expect(throws: WireError.self, "\(place)") { try Self.fromServer(other) }
    }
  }

  @Test func anyBytesAreReadOrRefused() throws {
    var random = SeededGenerator(seed: 28)
    let seeds = [
      Self.encoded(.sources(SourceList(first: 0, total: 3, sources: (0..<3).map(Self.source)))),
      Self.encoded(.watch(WatchThumbnails(columns: 9, identifiers: [1, 2, 3]))),
    ]
    for round in 0..<4000 {
      var bytes = seeds[round % 2]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 4..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if let message = try? Self.fromServer(bytes), case .sources(let list) = message {
        #expect(Int(list.first) + list.sources.count <= Int(list.total))
        #expect(list.sources.allSatisfy { $0.name.count <= WireLimits.sourceText })
      }
      if let message = try? Self.fromClient(bytes), case .watch(let watch) = message {
        #expect(watch.identifiers.count <= WireLimits.watchedThumbnails && watch.columns > 0)
      }
    }
  }
}
