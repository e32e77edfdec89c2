import HTTPTypes
import NIOHTTP1

/// What a request's head must be before anyone looks at what it asks for.
///
/// NIO's decoder has refused by then what RFC 9112 calls malformed: a length beside chunks, two lengths,
/// folded lines, bare line feeds, blanks before a colon. These are the rules beyond it.
struct RequestRules: Sendable {
  /// Bytes of a target at most.
  static let targetBytesLimit = 2048
  /// Bytes of a body at most.
  let bodyBytesLimit: Int

  /// What speaks against a head; nil where nothing does.
  func refusal(of head: HTTPRequestHead) -> Refusal? {
    guard head.headers["Host"].count == 1 else {
      return Refusal(.badRequest, "not-one-host", "A request has one Host header.")
    }
    guard head.uri.utf8.count <= Self.targetBytesLimit else {
      return Refusal(.uriTooLong, "target-too-long", "The address is too long.")
    }
    // A proxy and we might take a whole address for different hosts.
    guard head.uri.utf8.first == UInt8(ascii: "/") else {
      return Refusal(.badRequest, "target-no-path", "Ask for a path, such as /.")
    }
    if head.headers.contains(name: "Transfer-Encoding") {
      let codings = head.headers[canonicalForm: "Transfer-Encoding"]
      guard head.version == .http1_1, codings.count == 1, codings[0].lowercased() == "chunked" else {
        return Refusal(
          .badRequest, "transfer-encoding", "The only transfer coding taken is chunked, in HTTP/1.1.")
      }
    }
    if let length = head.headers.first(name: "Content-Length") {
      guard let length = Int(length), length <= bodyBytesLimit else { return .bodyTooLarge }
    }
    return nil
  }

  /// Whether a head asks for a WebSocket in a way that is sure to be granted once it is let in.
  static func asksForSocket(_ head: HTTPRequestHead) -> Bool {
    let keys = head.headers["Sec-WebSocket-Key"]
    return head.method == .GET && head.version == .http1_1 && head.uri == SocketGate.path
      && !head.headers.contains(name: "Content-Length") && !head.headers.contains(name: "Transfer-Encoding")
      && head.headers[canonicalForm: "Upgrade"].map { $0.lowercased() } == ["websocket"]
      && head.headers[canonicalForm: "Connection"].contains { $0.lowercased() == "upgrade" }
      && head.headers["Sec-WebSocket-Version"] == ["13"] && keys.count == 1 && keys[0].utf8.count == 24
  }

  /// Whether a path tries to leave the folder that it is in, raw or escaped.
  static func climbs(_ path: String) -> Bool {
    let path = path.lowercased()
    return path.contains("..") || path.contains("%2e") || path.contains("%2f") || path.contains("%5c")
      || path.contains("\\") || path.contains("%00") || path.contains("%25")
  }
}
