import HostTestSupport
import NIOHTTP1
import Testing

@testable import WaveTerrain

@Suite struct StreetFetcherTests {
  private func fetcher(_ server: FakeServer) throws -> StreetFetcher {
    StreetFetcher(try StreetTemplate("http://127.0.0.1:\(server.port)/{z}/{x}/{y}.png"))
  }

  @Test func aPictureIsFetchedOnce() async throws {
    let server = try await FakeServer { request in
      .init(headers: ["Content-Type": "image/PNG; charset=x"], body: Array(request.uri.utf8))
    }
    let fetcher = try fetcher(server)
    for _ in 0..<2 {
      let picture = try #require(await fetcher.picture(zoom: 3, column: 5, row: 2))
      #expect(String(decoding: picture.bytes, as: UTF8.self) == "/3/5/2.png")
      #expect(picture.contentType == "image/PNG; charset=x")
    }
    let other = try #require(await fetcher.picture(zoom: 3, column: 2, row: 5))
    #expect(String(decoding: other.bytes, as: UTF8.self) == "/3/2/5.png")
    #expect(server.requests.count == 2)
    let request = try await server.request()
    #expect(request.headers["User-Agent"] == ["waveglass"] && request.headers["Accept"] == ["image/*"])
    await server.close()
  }

  /// A browser may execute what other types hold.
  @Test(
    arguments: [
      (200, "image/svg+xml", 4), (200, "text/html", 4), (200, "", 4), (404, "image/png", 4),
      (204, "image/png", 0), (200, "image/png", 0), (200, "image/png", StreetFetcher.pictureLimit + 1),
    ]) func otherAnswersAreNoPictures(_ status: Int, _ type: String, _ byteCount: Int) async throws
  {
    let server = try await FakeServer { _ in
      .init(
        status: HTTPResponseStatus(statusCode: status), headers: type.isEmpty ? [:] : ["Content-Type": type],
        body: [UInt8](repeating: 1, count: byteCount))
    }
    let fetcher = try fetcher(server)
    for _ in 0..<2 { #expect(await fetcher.picture(zoom: 0, column: 0, row: 0) == nil) }
    // A failure is not kept.
    #expect(server.requests.count == 2)
    await server.close()
  }

  @Test(arguments: [(2, true), (9, false)]) func redirectsAreFollowed(
    _ count: Int, _ isFound: Bool
  ) async throws {
    let server = try await FakeServer { request in
      let place = Int(request.uri.dropFirst()) ?? 0
      return place >= count
        ? .init(headers: ["Content-Type": "image/webp"], body: [1])
        : .init(status: .found, headers: ["Location": "/\(place + 1)"])
    }
    #expect((await (try fetcher(server)).picture(zoom: 0, column: 0, row: 0) != nil) == isFound)
    await server.close()
  }

  @Test func aRedirectToTheSamePlaceEnds() async throws {
    let server = try await FakeServer { request in
      .init(status: .found, headers: ["Location": request.uri == "/a" ? "/0/0/0.png" : "/a"])
    }
    #expect(await (try fetcher(server)).picture(zoom: 0, column: 0, row: 0) == nil)
    #expect(server.requests.count == 2)
    await server.close()
  }

  @Test func theOldestPicturesAreDroppedFirst() async throws {
    let server = try await FakeServer { _ in
      .init(headers: ["Content-Type": "image/jpeg"], body: [UInt8](repeating: 7, count: 2 << 20))
    }
    let fetcher = try fetcher(server)
    let limit = StreetFetcher.keptLimit / (2 << 20)
    for column in 0..<limit { #expect(await fetcher.picture(zoom: 9, column: column, row: 0) != nil) }
    #expect(server.requests.count == limit)
    // The first is used again, so the second is the oldest.
    _ = await fetcher.picture(zoom: 9, column: 0, row: 0)
    _ = await fetcher.picture(zoom: 9, column: limit, row: 0)
    #expect(server.requests.count == limit + 1)
    _ = await fetcher.picture(zoom: 9, column: 0, row: 0)
    #expect(server.requests.count == limit + 1)
    _ = await fetcher.picture(zoom: 9, column: 1, row: 0)
    #expect(server.requests.count == limit + 2)
    await server.close()
  }
}
