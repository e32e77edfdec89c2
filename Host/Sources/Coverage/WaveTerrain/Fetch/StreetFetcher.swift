import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// Downloads street map images, and caches the most recently used ones.
public final class StreetFetcher: Sendable {
  /// The maximum number of bytes in an image.
  static let pictureLimit = 2 << 20
  /// The maximum number of bytes in the cache.
  static let keptLimit = 64 << 20

  /// An image as the server sent it: the encoded bytes and the media type.
  public typealias Picture = (bytes: [UInt8], contentType: String)

  private struct Kept {
    var pictures: [String: (picture: Picture, used: Int)] = [:]
    var byteCount = 0
    var clock = 0
  }

  private let template: StreetTemplate
  private let http: HTTPClient
  private let kept = Mutex(Kept())

  /// Creates a fetcher, which connects when it fetches its first image and disconnects when it is released.
  public init(_ template: StreetTemplate) {
    self.template = template
    http = HTTPClient(
      redirects: .follow(max: 3, allowCycles: false), connect: .seconds(5), read: .seconds(10))
  }

  deinit { http.shutdown { _ in } }

  /// Returns an image, or nil if it is not available or the response is not an image.
  public func picture(zoom: Int, column: Int, row: Int) async -> Picture? {
    let url = template.url(zoom: zoom, column: column, row: row)
    if let known = known(url) { return known }
    var request = HTTPClientRequest(url: url)
    // Servers of free map pictures ask clients to identify themselves.
    request.headers.add(name: "User-Agent", value: "waveglass")
    request.headers.add(name: "Accept", value: "image/*")
    guard let answer = try? await http.execute(request, timeout: .seconds(15)), answer.status == .ok,
      let type = answer.headers.first(name: "Content-Type"),
      Self.types.contains(where: { type.lowercased().hasPrefix($0) }),
      let body = try? await answer.body.collect(upTo: Self.pictureLimit), body.readableBytes > 0
    else { return nil }
    let picture = (Array(body.readableBytesView), type)
    keep(picture, url)
    return picture
  }

  /// The accepted media types, which a browser displays without running embedded code.
  private static let types = ["image/png", "image/jpeg", "image/webp"]

  private func known(_ url: String) -> Picture? {
    kept.withLock { kept in
      kept.clock += 1
      kept.pictures[url]?.used = kept.clock
      return kept.pictures[url]?.picture
    }
  }

  private func keep(_ picture: Picture, _ url: String) {
    kept.withLock { kept in
      kept.clock += 1
      if let old = kept.pictures.updateValue((picture, kept.clock), forKey: url) {
        kept.byteCount -= old.picture.bytes.count
      }
      kept.byteCount += picture.bytes.count
      while kept.byteCount > Self.keptLimit,
        let oldest = kept.pictures.min(by: { $0.value.used < $1.value.used })
      {
        kept.byteCount -= oldest.value.picture.bytes.count
        kept.pictures[oldest.key] = nil
      }
    }
  }
}
