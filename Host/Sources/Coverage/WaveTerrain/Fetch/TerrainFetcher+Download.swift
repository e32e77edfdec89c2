import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import WaveSystem

extension TerrainFetcher {
  /// The maximum number of redirects that are followed in a row.
  private static let redirectLimit = 5

  /// Requests the missing bytes of a tile and appends them to the partial file.
  ///
  /// - Parameters:
  ///   - url: The URL of the tile.
  ///   - part: The bytes received so far.
  ///   - resumedAt: The number of bytes that came from an earlier attempt; 0 afterwards if the server sends
  ///     them again.
  ///   - progress: Called as bytes arrive.
  /// - Throws: `cut` if the connection closed before the tile was complete.
  func download(
    _ url: String, into part: PartialTile, _ resumedAt: inout Int, _ progress: @Sendable (Progress) -> Void
  ) async throws(TerrainFileError) {
    var start = part.byteCount
    var answer = try await ask(url, from: start, tag: part.tag, kept: start)
    if answer.status == .rangeNotSatisfiable {
      // The partial file may already be complete if the program was stopped before checking it.
      if start > 0, ContentRange(answer.headers)?.total == start { return }
      part.remove()
      start = 0
      answer = try await ask(url, from: 0, tag: nil, kept: 0)
    }
    if answer.status == .partialContent, ContentRange(answer.headers)?.first != start {
      part.remove()
      start = 0
      answer = try await ask(url, from: 0, tag: nil, kept: 0)
    }
    guard answer.status == .ok || (answer.status == .partialContent && start > 0) else {
      throw .refused(url: url, status: Int(answer.status.code))
    }
    let file: AppendedFile
    do throws(FileError) {
      file = try AppendedFile(path: part.path, replacing: true)
      if answer.status == .ok {
        start = 0
        try file.cut(toByteCount: 0)
        try part.write(tag: Self.tag(answer.headers))
      }
    } catch { throw .file(error) }
    resumedAt = min(resumedAt, start)
    try await append(answer, to: file, from: start, url, progress)
  }

  /// Appends a response body to the partial file as it arrives.
  private func append(
    _ answer: HTTPClientResponse, to file: AppendedFile, from start: Int, _ url: String,
    _ progress: @Sendable (Progress) -> Void
  ) async throws(TerrainFileError) {
    let length = answer.headers.first(name: "Content-Length").flatMap { Int($0) }
    let total = ContentRange(answer.headers)?.total ?? length.map { $0 &+ start }
    let limit = template.format.content == .geoTIFF ? 1 << 30 : TerrainFormat.byteLimit + 65_536
    var count = start
    do {
      for try await piece in answer.body {
        guard count + piece.readableBytes <= limit else {
          throw TerrainFileError.tooLarge(path: url, limit: limit)
        }
        if let failure = file.append(Array(piece.readableBytesView)).failure {
          throw TerrainFileError.file(failure)
        }
        count += piece.readableBytes
        progress(Progress(byteCount: count, totalByteCount: total))
      }
      try file.synchronize()
    } catch let error as TerrainFileError {
      throw error
    } catch let error as FileError {
      throw .file(error)
    } catch {
      try? file.synchronize()
      if Task.isCancelled || error is CancellationError { throw .cancelled(keptByteCount: count) }
      throw .cut(url: url, keptByteCount: count)
    }
  }

  /// Requests a file from a byte offset to its end, following redirects.
  ///
  /// - Returns: The response head, whatever its status; the body has not been read.
  private func ask(
    _ url: String, from start: Int, tag: String?, kept: Int
  ) async throws(TerrainFileError) -> HTTPClientResponse {
    var place = url
    for _ in 0...Self.redirectLimit {
      var request = HTTPClientRequest(url: place)
      request.headers.add(name: "User-Agent", value: "waveglass")
      request.headers.add(name: "Accept-Encoding", value: "identity")
      if Self.isSameHost(place, url) {
        for header in headers { request.headers.replaceOrAdd(name: header.name, value: header.value) }
      }
      if start > 0 {
        request.headers.add(name: "Range", value: "bytes=\(start)-")
        if let tag { request.headers.add(name: "If-Range", value: tag) }
      }
      let answer: HTTPClientResponse
      do {
        answer = try await http.execute(request, deadline: .distantFuture)
      } catch {
        if Task.isCancelled || error is CancellationError { throw .cancelled(keptByteCount: kept) }
        throw .notReachable(url: place, reason: Self.words(for: error))
      }
      guard [301, 302, 303, 307, 308].contains(answer.status.code) else { return answer }
      guard let location = answer.headers.first(name: "Location"),
        let next = URL(string: location, relativeTo: URL(string: place))?.absoluteString,
        next.hasPrefix("https://") || (next.hasPrefix("http://") && place.hasPrefix("http://"))
      else { throw .refused(url: place, status: Int(answer.status.code)) }
      place = next
    }
    throw .notReachable(url: url, reason: "it redirects too many times")
  }

  /// Returns whether two URLs have the same scheme, host and port.
  private static func isSameHost(_ one: String, _ other: String) -> Bool {
    guard let one = URL(string: one), let other = URL(string: other) else { return false }
    return one.scheme == other.scheme && one.host == other.host && one.port == other.port
  }

  /// Returns the server's validator for the content: a strong ETag, otherwise the time of the last
  /// modification.
  private static func tag(_ headers: HTTPHeaders) -> String? {
    if let tag = headers.first(name: "ETag"), tag.hasPrefix("\"") { return tag }
    return headers.first(name: "Last-Modified")
  }

  private static func words(for error: any Error) -> String {
    switch error {
    case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: "TLS could not be negotiated (\(error))"
    case let error as HTTPClientError where error == .connectTimeout || error == .readTimeout:
      "it does not answer"
    case let error as HTTPClientError where error == .remoteConnectionClosed:
      "the connection was interrupted"
    default: ConnectionFailure.words(for: error)
    }
  }
}

/// The byte range in a response's `Content-Range` header (RFC 9110, section 14.4).
struct ContentRange: Equatable {
  /// The index of the first byte; nil if the response contains no bytes of the file.
  let first: Int?
  /// The number of bytes in the complete file; nil if the response does not state it.
  let total: Int?

  init?(_ headers: HTTPHeaders) {
    guard let text = headers.first(name: "Content-Range") else { return nil }
    self.init(text)
  }

  /// Parses `bytes 100-199/1000`, `bytes 100-199/*` or `bytes */1000`.
  init?(_ text: String) {
    guard text.lowercased().hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    total = Int(parts[1])
    guard parts[0] != "*" else {
      first = nil
      return
    }
    let ends = parts[0].split(separator: "-").map { Int($0) }
    guard ends.count == 2, let low = ends[0], let high = ends[1], low >= 0, high >= low else { return nil }
    first = low
  }
}
