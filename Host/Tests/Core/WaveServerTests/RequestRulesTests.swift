import Logging
import NIOCore
import NIOHTTP1
import Synchronization
import Testing
import WaveAccess

@testable import WaveServer

/// What heads are refused before anyone looks at what they ask for; over real sockets in Tests/Peers.
@Suite struct RequestRulesTests {
  private static func reason(
    _ headers: KeyValuePairs<String, String>, of uri: String = "/", version: HTTPVersion = .http1_1
  ) -> String? {
    let fields = HTTPHeaders(headers.map { ($0, $1) })
    return RequestRules(bodyBytesLimit: 1024).refusal(
      of: HTTPRequestHead(version: version, method: .POST, uri: uri, headers: fields))?.reason
  }

  @Test func takesWhatIsWellFormed() {
    #expect(Self.reason(["Host": "a"]) == nil)
    #expect(Self.reason(["Host": "a", "Content-Length": "1024"], of: "/pair?a=b") == nil)
    #expect(Self.reason(["Host": "a", "Transfer-Encoding": "Chunked"]) == nil)
  }

  @Test func refusesWhatIsNot() {
    #expect(Self.reason([:]) == "not-one-host")
    #expect(Self.reason(["Host": "a", "host": "a"]) == "not-one-host")
    #expect(Self.reason(["Host": "a"], of: "/" + String(repeating: "a", count: 2048)) == "target-too-long")
    for target in ["http://a/", "*", "a:80", ""] {
      #expect(Self.reason(["Host": "a"], of: target) == "target-no-path")
    }
    for coding in ["gzip, chunked", "identity", "chunked, chunked"] {
      #expect(Self.reason(["Host": "a", "Transfer-Encoding": coding]) == "transfer-encoding")
    }
    #expect(
      Self.reason(["Host": "a", "Transfer-Encoding": "chunked"], version: .http1_0) == "transfer-encoding")
    for length in ["1025", "99999999999999999999", "x"] {
      #expect(Self.reason(["Host": "a", "Content-Length": length]) == "body-too-large")
    }
  }

  @Test func knowsPathsThatClimb() {
    for path in ["/../a", "/%2e%2E/a", "/a%2Fb", "/a\\b", "/a%5cb", "/a%00", "/%252e"] {
      #expect(RequestRules.climbs(path), "\(path)")
    }
    for path in ["/", "/main.js", "/a.b.c", "/none"] { #expect(!RequestRules.climbs(path), "\(path)") }
  }

  @Test func aRefusalIsWrittenDownOnceAMinute() throws {
    let book = Lines()
    let log = RefusalLog(logger: Logger(label: "test") { _ in book })
    let one = try SocketAddress(ipAddress: "10.0.0.1", port: 1)
    let other = try SocketAddress(ipAddress: "10.0.0.2", port: 1)
    for second in 0..<59 { log.note(.malformed, from: one, at: Int64(second) * 1_000_000) }
    #expect(book.all.count == 1)
    log.note(.malformed, from: other, at: 0)
    log.note(.tooSlow, from: one, at: 0)
    #expect(book.all.count == 3)
    log.note(.malformed, from: one, at: 60_000_000)
    #expect(book.all.count == 4 && book.all[3].contains("more=58"))
    // However many addresses there are, there is an end to it.
    for number in 0..<2000 {
      log.note(
        .malformed, from: try SocketAddress(ipAddress: "10.1.\(number / 200).\(number % 200)", port: 1), at: 0
      )
    }
    #expect(book.all.count <= RefusalLog.limit + 1)
  }

  /// Keeps what is logged.
  private final class Lines: LogHandler {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    var metadata: Logger.Metadata {
      get { [:] }
      set {}
    }
    var logLevel: Logger.Level {
      get { .trace }
      set {}
    }
    subscript(metadataKey _: String) -> Logger.Metadata.Value? {
      get { nil }
      set {}
    }

    func log(event: LogEvent) {
      let members = (event.metadata ?? [:]).map { "\($0)=\($1)" }.sorted().joined(separator: " ")
      lines.withLock { $0.append("\(event.message) \(members)") }
    }
  }
}
