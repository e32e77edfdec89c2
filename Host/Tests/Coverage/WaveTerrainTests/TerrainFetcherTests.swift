import Foundation
import HostTestSupport
import NIOHTTP1
import Synchronization
import Testing
import WaveSystem
import WaveTerrainFormats

@testable import WaveTerrain

@Suite struct TerrainFetcherTests {
  private let folder: TemporaryFolder
  /// A tile of 98 bytes.
  private let tile: [UInt8]
  private let cell: DegreeCell

  init() throws {
    folder = try TemporaryFolder()
    tile = Array(try TerrainFixtures.load().hgt[1].file)
    cell = try #require(DegreeCell(south: 51, west: 0))
  }

  private func fetcher(
    _ server: FakeServer, _ path: String = "/{name}.hgt", headers: [(name: String, value: String)] = []
  ) throws -> TerrainFetcher {
    TerrainFetcher(
      try TerrainTemplate("http://127.0.0.1:\(server.port)\(path)"), headers: headers, folder: folder.url.path
    )
  }

  private var part: String { folder.url.path + "/N51E000.hgt" + FileReplacement.suffix }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
  }

  /// What becomes of a fetch.
  private func outcome(_ fetcher: TerrainFetcher) async -> String {
    do {
      switch try await fetcher.fetch(cell) {
      case .present(let entry): return "present \(entry.name)"
      case .fetched(let entry, let byte): return "fetched \(entry.name) from \(byte)"
      }
    } catch {
      return switch error {
      case .refused(_, let status): "refused \(status)"
      case .notReachable(_, let reason): "not reachable: \(reason)"
      case .broken(_, let cause): "broken: \(cause)"
      case .cut(_, let count): "cut after \(count)"
      default: "\(error)"
      }
    }
  }

  @Test func aTileIsFetchedOnceAndItsProgressIsReported() async throws {
    let tile = tile
    let server = try await FakeServer { _ in
      .init(headers: ["Content-Length": "\(tile.count)"], body: tile)
    }
    let fetcher = try fetcher(server, "/{ns}{lat}/{ew}{lon}/tile.hgt?key=a", headers: [("X-Key", "secret")])
    let found = Mutex<[TerrainFetcher.Progress]>([])
    let outcome = try await fetcher.fetch(cell) { progress in found.withLock { $0.append(progress) } }
    guard case .fetched(let entry, resumedAtByte: 0) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(try entry.name == "N51E000.hgt" && names == ["N51E000.hgt"])
    #expect(try Data(contentsOf: URL(filePath: entry.path)) == Data(tile))
    let last = found.withLock { $0.last }
    #expect(last == TerrainFetcher.Progress(byteCount: 98, totalByteCount: 98))
    let request = try await server.request()
    #expect(request.uri == "/N51/E000/tile.hgt?key=a")
    #expect(request.headers["User-Agent"] == ["waveglass"] && request.headers["X-Key"] == ["secret"])
    #expect(request.headers["Accept-Encoding"] == ["identity"] && request.headers["Range"].isEmpty)
    #expect(await self.outcome(fetcher) == "present N51E000.hgt" && server.requests.count == 1)
    await server.close()
  }

  @Test func aConnectionThatBreaksIsResumedWithTheSameVersion() async throws {
    let tile = tile
    let server = try await FakeServer { request in
      guard let range = request.headers.first(name: "Range") else {
        return .init(headers: ["ETag": "\"v1\""], body: Array(tile[..<40]), isCut: true)
      }
      guard range == "bytes=40-", request.headers["If-Range"] == ["\"v1\""] else {
        return .init(status: .badRequest)
      }
      return .init(
        status: .partialContent, headers: ["Content-Range": "bytes 40-97/98"], body: Array(tile[40...]))
    }
    #expect(await outcome(try fetcher(server)) == "fetched N51E000.hgt from 0")
    #expect(try names == ["N51E000.hgt"] && server.requests.count == 2)
    await server.close()
  }

  @Test func bytesOfAnEarlierAttemptAreKept() async throws {
    let tile = tile
    try folder.write(Data(tile[..<50]), "N51E000.hgt" + FileReplacement.suffix)
    let server = try await FakeServer { request in
      request.headers["Range"] == ["bytes=50-"] && request.headers["If-Range"].isEmpty
        ? .init(
          status: .partialContent, headers: ["Content-Range": "bytes 50-97/98"], body: Array(tile[50...]))
        : .init(status: .badRequest)
    }
    #expect(await outcome(try fetcher(server)) == "fetched N51E000.hgt from 50")
    await server.close()
  }

  @Test func aPartThatIsCompleteIsNotFetchedAgain() async throws {
    let tile = tile
    try folder.write(Data(tile), "N51E000.hgt" + FileReplacement.suffix)
    let server = try await FakeServer { _ in
      .init(status: .rangeNotSatisfiable, headers: ["Content-Range": "bytes */98"])
    }
    #expect(await outcome(try fetcher(server)) == "fetched N51E000.hgt from 98")
    #expect(server.requests.count == 1)
    await server.close()
  }

  /// Each of these answers makes the earlier bytes worthless: all are fetched again.
  @Test(arguments: ["other length", "other range", "whole", "wrong bytes"])
  func aPartThatDoesNotFitIsReplaced(by answer: String) async throws {
    let tile = tile
    try folder.write(Data(repeating: 7, count: 50), "N51E000.hgt" + FileReplacement.suffix)
    let server = try await FakeServer { request in
      guard !request.headers["Range"].isEmpty, answer != "whole" else { return .init(body: tile) }
      return switch answer {
      case "other length":
        .init(status: .rangeNotSatisfiable, headers: ["Content-Range": "bytes */97"])
      case "other range":
        .init(
          status: .partialContent, headers: ["Content-Range": "bytes 49-97/98"], body: Array(tile[49...]))
      // One byte too many.
      default:
        .init(
          status: .partialContent, headers: ["Content-Range": "bytes 50-98/99"],
          body: Array(tile[50...]) + [0])
      }
    }
    #expect(await outcome(try fetcher(server)) == "fetched N51E000.hgt from 0")
    #expect(try Data(contentsOf: folder.url.appending(path: "N51E000.hgt")) == Data(tile))
    await server.close()
  }

  @Test(arguments: [(404, "refused 404"), (206, "refused 206"), (304, "refused 304")])
  func otherAnswersAreRefused(_ status: Int, _ expected: String) async throws {
    let tile = tile
    let server = try await FakeServer { _ in
      .init(
        status: HTTPResponseStatus(statusCode: status),
        headers: status == 206 ? ["Content-Range": "bytes 0-97/98"] : [:], body: status == 304 ? [] : tile)
    }
    #expect(await outcome(try fetcher(server)) == expected)
    #expect(try names == [])
    await server.close()
  }

  @Test func aFileThatIsNoTileIsDiscarded() async throws {
    let server = try await FakeServer { _ in .init(body: Array("<html>no tile</html>".utf8)) }
    #expect(await outcome(try fetcher(server)).hasPrefix("broken: "))
    #expect(try names == [])
    await server.close()
  }

  @Test func aServerThatOnlyBreaksOffIsGivenUp() async throws {
    let server = try await FakeServer { _ in .init(isDropped: true) }
    #expect(await outcome(try fetcher(server)).hasPrefix("not reachable: "))
    await server.close()
    let port = server.port
    let fetcher = TerrainFetcher(
      try TerrainTemplate("http://127.0.0.1:\(port)/{name}.hgt"), folder: folder.url.path)
    #expect(await outcome(fetcher).hasPrefix("not reachable: "))
  }

  /// A key is meant for one server.
  @Test func headersAreNotSentToAnotherPortOfTheSameHost() async throws {
    let tile = tile
    let other = try await FakeServer { _ in .init(body: tile) }
    let port = other.port
    let server = try await FakeServer { request in
      request.uri == "/moved"
        ? .init(status: .found, headers: ["Location": "http://127.0.0.1:\(port)/tile"])
        : .init(status: .movedPermanently, headers: ["Location": "/moved"])
    }
    let fetcher = try fetcher(server, headers: [("X-Key", "secret")])
    #expect(await outcome(fetcher) == "fetched N51E000.hgt from 0")
    #expect(server.requests.map(\.uri) == ["/N51E000.hgt", "/moved"])
    #expect(server.requests.allSatisfy { $0.headers["X-Key"] == ["secret"] })
    #expect(other.requests.map(\.uri) == ["/tile"] && other.requests[0].headers["X-Key"].isEmpty)
    await server.close()
    await other.close()
  }

  @Test func redirectsEnd() async throws {
    let server = try await FakeServer { _ in .init(status: .found, headers: ["Location": "/again"]) }
    #expect(await outcome(try fetcher(server)) == "not reachable: it redirects too many times")
    #expect(server.requests.count == 6)
    await server.close()
    let away = try await FakeServer { _ in .init(status: .found, headers: ["Location": "ftp://127.0.0.1/a"]) }
    #expect(await outcome(try fetcher(away)) == "refused 302")
    await away.close()
    let nowhere = try await FakeServer { _ in .init(status: .found) }
    #expect(await outcome(try fetcher(nowhere)) == "refused 302")
    await nowhere.close()
  }

  @Test(
    arguments: [
      ("bytes 100-199/1000", 100, 1000), ("Bytes 0-0/*", 0, nil), ("bytes */1000", nil, 1000),
    ] as [(String, Int?, Int?)]) func rangesAreRead(_ text: String, _ first: Int?, _ total: Int?)
  {
    let range = ContentRange(text)
    #expect(range != nil && range?.first == first && range?.total == total)
  }

  @Test(
    arguments: [
      "", "items 0-1/2", "bytes 0-1", "bytes 0-1/2/3", "bytes 5-4/9", "bytes -1/9", "bytes a-b/9",
      "bytes 1-/9",
    ]) func otherRangesAreNotRead(_ text: String)
  {
    #expect(ContentRange(text) == nil)
  }
}
