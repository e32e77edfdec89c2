import HTTPTypes
import NIOHTTP1

/// Rules for the head of a request, which apply before its content is examined.
///
/// NIO's decoder has already rejected everything that RFC 9112 calls malformed: a content length together
/// with chunked coding, two content lengths, folded lines, bare line feeds, spaces before a colon. These
/// rules are additional.
struct RequestRules: Sendable {
  /// The maximum length of a request target, in bytes.
  static let targetBytesLimit = 2048
  /// The maximum length of a body, in bytes.
  let bodyBytesLimit: Int

  /// Returns the reason to refuse a request with this head, or nil if the request is allowed.
  func refusal(of head: HTTPRequestHead) -> Refusal? {
    guard head.headers["Host"].count == 1 else {
      return Refusal(.badRequest, "not-one-host", "A request must have one Host header.")
    }
    guard head.uri.utf8.count <= Self.targetBytesLimit else {
      return Refusal(.uriTooLong, "target-too-long", "The address is too long.")
    }
    // A proxy and this server might interpret an absolute address as different hosts.
    guard head.uri.utf8.first == UInt8(ascii: "/") else {
      return Refusal(.badRequest, "target-no-path", "Request a path, such as /.")
    }
    if head.headers.contains(name: "Transfer-Encoding") {
      let codings = head.headers[canonicalForm: "Transfer-Encoding"]
      guard head.version == .http1_1, codings.count == 1, codings[0].lowercased() == "chunked" else {
        return Refusal(
          .badRequest, "transfer-encoding", "The only accepted transfer coding is chunked, in HTTP/1.1.")
      }
    }
    if let length = head.headers.first(name: "Content-Length") {
      guard let length = Int(length), length <= bodyBytesLimit else { return .bodyTooLarge }
    }
    return nil
  }

  /// Returns whether a head requests a WebSocket upgrade that is certain to succeed if admitted.
  static func asksForSocket(_ head: HTTPRequestHead) -> Bool {
    let keys = head.headers["Sec-WebSocket-Key"]
    return head.method == .GET && head.version == .http1_1 && head.uri == SocketGate.path
      && !head.headers.contains(name: "Content-Length") && !head.headers.contains(name: "Transfer-Encoding")
      && head.headers[canonicalForm: "Upgrade"].map { $0.lowercased() } == ["websocket"]
      && head.headers[canonicalForm: "Connection"].contains { $0.lowercased() == "upgrade" }
      && head.headers["Sec-WebSocket-Version"] == ["13"] && keys.count == 1 && keys[0].utf8.count == 24
  }

  /// Returns whether a path could lead out of its folder, for example by `..`, a backslash or a
  /// percent-encoded slash.
  static func climbs(_ path: String) -> Bool {
    let path = path.lowercased()
    return ["..", "\\", "%00", "%25", "%2e", "%2f", "%5c"].contains { path.contains($0) }
  }
}
