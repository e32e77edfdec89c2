import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import Testing
import WaveAccess
import WaveCertificates
import WaveOperations
import WaveSystem

@testable import WaveServer

/// What a server answers to requests, from strangers, paired devices and programs on its own machine.
@Suite final class RoutesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "waveglass-\(UUID().uuidString)")
  private let registry: AccessRegistry
  private let metrics = ServerMetrics()
  private let source = Source()

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("page".utf8).write(to: folder.appending(path: "index.html"))
    let state = try StateDirectory(path: folder.appending(path: "state").path)
    registry = try AccessRegistry(files: AccessFiles(directory: state))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private final class Source: ObservedSource {
    let number: UInt16 = 3
    let kind: String? = "streams"
    private let state = Mutex(SourceHealth.State.delivering)
    var condition: (state: SourceHealth.State, name: String, reason: String?) {
      let state = state.withLock { $0 }
      return (state, "thermometer", state.isWell ? nil : "unplugged")
    }
    func set(_ new: SourceHealth.State) { state.withLock { $0 = new } }
  }

  /// An answer as one text: its status, the headers asked for and its body.
  private struct Answer {
    var status: Int
    var headers: HTTPFields
    var body: String
  }

  private struct Collector: ResponseBodyWriter {
    let text: Text
    final class Text: Sendable {
      let bytes = Mutex<[UInt8]>([])
    }
    mutating func write(_ buffer: ByteBuffer) async throws {
      text.bytes.withLock { $0 += Array(buffer.readableBytesView) }
    }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }

  private func routes(
    sockets: Int = 2, isPaired: Bool = true, isSecure: Bool = false, keeper: CertificateKeeper? = nil
  ) -> Routes {
    let authenticator = Authenticator(
      registry: isPaired ? registry : nil, isLoopbackPaired: false, isSecure: isSecure)
    let policy: @Sendable () -> HostPolicy = { HostPolicy(.init(scheme: "http", names: ["lab"])) }
    var limits = ServerLimits()
    limits.triesAtOnce = 3
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    return Routes(
      gate: SocketGate(policy: policy, authenticator: authenticator, limit: sockets),
      pairing: PairingRoutes(
        authenticator: authenticator, limiter: ConnectionLimiter(limits: limits, sparesLoopback: true),
        sockets: OpenSockets(), metrics: metrics, logger: logger, policy: policy,
        instruments: ["spectrum", "streams"]),
      probes: ProbeRoutes(
        health: ServerHealth(sources: [source], keeper: keeper, version: "1.2.3"), metrics: metrics,
        authenticator: authenticator),
      instruments: [], site: WebSite(directory: folder.path),
      log: RefusalLog(logger: logger, metrics: metrics))
  }

  private func ask(
    _ path: String, _ method: HTTPRequest.Method = .get, from address: String = "10.0.0.9",
    host: String = "lab",
    with fields: [HTTPField.Name: String] = [:], body: String = "", of routes: Routes? = nil
  ) async throws -> Answer {
    var headers = HTTPFields()
    for (name, value) in fields { headers[name] = value }
    let head = HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: headers)
    let channel = EmbeddedChannel()
    channel.localAddress = try SocketAddress(ipAddress: "10.0.0.1", port: 80)
    channel.remoteAddress = try SocketAddress(ipAddress: address, port: 9)
    let context = PageContext(
      source: ApplicationRequestContextSource(channel: channel, logger: Logger(label: "test")))
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body)))
    let response = await (routes ?? self.routes()).respond(request, context)
    let text = Collector.Text()
    try await response.body.write(Collector(text: text))
    return Answer(
      status: Int(response.status.code), headers: response.headers,
      body: String(decoding: text.bytes.withLock { $0 }, as: UTF8.self))
  }

  /// Pairs a device and gives the value of its cookie.
  private func pair(_ role: Role?) throws -> String {
    let codes = try registry.invite(role: role, replacing: nil, at: WallClock.microseconds / 1_000_000)
    let (_, token) = try registry.pair(
      code: codes.typed, name: "x", replacing: nil, at: WallClock.microseconds / 1_000_000
    ).get()
    _ = try registry.refresh()
    return "waveglass=" + String(decoding: token.text, as: UTF8.self)
  }

  private static func name(_ text: String) throws -> HTTPField.Name { try #require(HTTPField.Name(text)) }

  // MARK: - Pages and sockets

  @Test func pagesAreForEveryone() async throws {
    let page = try await ask("/")
    #expect(page.status == 200 && page.body == "page")
    #expect(try await ask("/none").body == "There is no such page.\n")
    let climbing = try await ask("/../x")
    #expect(climbing.status == 404 && climbing.body == "There is no such page.\n")
    #expect(metrics.factory.text.contains("waveglass_refusals_total{reason=\"path-climbs\"} 1\n"))
    #expect(metrics.factory.text.contains("waveglass_http_responses_total{code=\"404\"} 2\n"))
    #expect(try await ask("/", host: "evil.example").status == 421)
  }

  @Test func aSocketIsRefusedForTheFirstReasonThatHolds() async throws {
    let path = SocketGate.path
    #expect(try await ask(path, with: [.origin: "http://evil.example"]).status == 403)
    #expect(
      try await ask(path, with: [.origin: "http://lab"]).body
        == "This device is not paired. Open the page and pair it.\n")
    let ended = try await ask(path, with: [.cookie: "waveglass=00"])
    #expect(ended.status == 401 && ended.body.hasPrefix("This device's pairing was ended."))
    #expect(ended.headers[.wwwAuthenticate] == "Waveglass-Pairing")
    #expect(try await ask(path, from: "127.0.0.1").status == 426)
    #expect(try await ask(path, with: [.cookie: pair(.viewer)]).status == 426)
    let full = try await ask(path, from: "127.0.0.1", of: routes(sockets: 0))
    #expect(full.status == 503 && full.body == "Too many pages are open; close one and try again.\n")
  }

  @Test func aForwardedRequestIsNotOfThisMachine() async throws {
    for field in ["Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"] {
      #expect(
        try await ask(SocketGate.path, from: "127.0.0.1", with: [Self.name(field): "x"]).status == 401,
        "\(field)")
    }
  }

  // MARK: - Pairing

  @Test func aBrowserLearnsItsRole() async throws {
    let stranger = try await ask("/pair")
    #expect(stranger.status == 401 && stranger.body.hasPrefix("Type the code that Waveglass shows"))
    #expect(stranger.headers[.setCookie] == nil && stranger.headers[.cacheControl] == "no-store")
    #expect(!metrics.factory.text.contains("waveglass_refusals_total{"))
    let ended = try await ask("/pair", with: [.cookie: "waveglass=00"])
    #expect(ended.body.hasPrefix("This device's pairing was ended. Type the code"))
    #expect(ended.headers[.setCookie] == "waveglass=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0")
    let own = try await ask("/pair", from: "127.0.0.1")
    #expect(own.status == 200 && own.body == "control\n" && own.headers[.setCookie] == nil)
    #expect(try own.headers[Self.name("waveglass-device")] == nil)
    #expect(try own.headers[Self.name("Waveglass-Instruments")] == "spectrum streams")
    let cookie = try pair(.viewer)
    let device = try await ask("/pair", with: [.cookie: cookie])
    #expect(device.status == 200 && device.body == "viewer\n")
    #expect(try device.headers[Self.name("waveglass-device")] == "paired")
    #expect(
      device.headers[.setCookie] == cookie + "; HttpOnly; SameSite=Strict; Path=/; Max-Age=34560000")
    let secure = try await ask(
      "/pair", with: [.cookie: "__Host-" + cookie], of: routes(isSecure: true))
    #expect(secure.headers[.setCookie]?.hasPrefix("__Host-\(cookie); Secure; HttpOnly;") == true)
    #expect(try await ask("/pair", with: [.cookie: cookie], of: routes(isSecure: true)).status == 401)
  }

  @Test func aCodePairsADeviceOnce() async throws {
    let codes = try registry.invite(role: .control, replacing: nil, at: WallClock.microseconds / 1_000_000)
    let body = "{\"code\": \"\(codes.shown)\"}"
    let json: [HTTPField.Name: String] = [
      .contentType: "Application/JSON; charset=utf-8", .userAgent: "iPad",
    ]
    let routes = routes()
    let first = try await ask("/pair", .post, with: json, body: body, of: routes)
    #expect(first.status == 200 && first.body == "control\n")
    let cookie = try #require(first.headers[.setCookie]?.split(separator: ";").first)
    #expect(try await ask("/pair", with: [.cookie: String(cookie)]).body == "control\n")
    #expect(metrics.factory.text.contains("waveglass_pairings_total 1\n") && registry.deviceCount == 1)
    let again = try await ask("/pair", .post, with: json, body: body, of: routes)
    #expect(again.status == 410 && again.body.hasPrefix("This code was already used."))
    let wrong = try await ask("/pair", .post, with: json, body: "{\"code\": \"0000-0000\"}", of: routes)
    #expect(wrong.status == 403 && wrong.body.hasPrefix("This code is wrong."))
    let tooOften = try await ask("/pair", .post, with: json, body: body, of: routes)
    #expect(tooOften.status == 429 && tooOften.headers[.retryAfter] == "20")
    // The device may end its pairing itself.
    let gone = try await ask(
      "/unpair", .post, with: [.contentType: "application/json", .cookie: String(cookie)])
    #expect(gone.status == 200 && gone.body == "This device is no longer paired.\n")
    #expect(gone.headers[.setCookie]?.hasSuffix("Max-Age=0") == true && registry.deviceCount == 0)
  }

  @Test(arguments: [
    ("{\"code\": \"a\"}", "text/plain", "http://lab", 415),
    ("{\"code\": \"a\"}", "application/json", "http://x", 403),
    ("{}", "application/json", "http://lab", 400),
    (String(repeating: " ", count: 1100), "application/json", "http://lab", 413),
  ])
  func whatIsNoPairingIsRefused(_ body: String, _ type: String, _ origin: String, _ status: Int) async throws
  {
    let fields: [HTTPField.Name: String] = [.contentType: type, .origin: origin]
    #expect(try await ask("/pair", .post, with: fields, body: body).status == status)
  }

  @Test func methodsAndServersWithoutPairing() async throws {
    let put = try await ask("/pair", .put)
    #expect(
      put.status == 405 && put.headers[.allow] == "GET, POST" && put.body == "This address is for pairing.\n")
    #expect(try await ask("/unpair").headers[.allow] == "POST")
    let json: [HTTPField.Name: String] = [.contentType: "application/json"]
    #expect(try await ask("/unpair", .post, with: json).status == 401)
    let alone = try await ask(
      "/pair", .post, with: json, body: "{\"code\": \"a\"}", of: routes(isPaired: false))
    #expect(alone.status == 403 && alone.body.hasSuffix("start it with --lan.\n"))
  }

  // MARK: - Probes

  @Test func healthIsBriefForStrangers() async throws {
    #expect(try await ask("/healthz").body == "{\"status\":\"ok\"}\n")
    let whole =
      "{\"sources\":[{\"kind\":\"streams\",\"name\":\"thermometer\",\"source\":3,\"state\":\"delivering\"}],"
      + "\"status\":\"ok\",\"version\":\"1.2.3\"}\n"
    let own = try await ask("/healthz", from: "127.0.0.1")
    #expect(own.status == 200 && own.body == whole)
    let head = try await ask("/healthz", .head, from: "127.0.0.1")
    #expect(head.body == "" && head.headers[.contentLength] == String(whole.utf8.count))
    #expect(try await ask("/healthz", .post).status == 405)
    source.set(.silent)
    let ill = try await ask("/healthz", from: "127.0.0.1")
    #expect(ill.status == 503 && ill.body.contains("\"reason\":\"unplugged\""))
    #expect(ill.body.contains("\"status\":\"failing\""))
    #expect(try await ask("/healthz").body == "{\"status\":\"failing\"}\n")
  }

  @Test func aCertificateThatHasExpiredIsAFailure() async throws {
    let names = HostNames(machine: "lab", addresses: [])
    func answer(at date: Date) async throws -> Answer {
      let authority = try LocalAuthority(for: names, at: date)
      let keeper = try CertificateKeeper(authority: authority, host: { names }, at: date)
      return try await ask("/healthz", from: "127.0.0.1", of: routes(keeper: keeper))
    }
    #expect(try await answer(at: Date()).status == 200)
    let expired = try await answer(at: Date(timeIntervalSince1970: 1_600_000_000))
    #expect(expired.status == 503 && expired.body.contains("\"certificate\":\"The certificate expired at 20"))
  }

  @Test func metricsAreForThoseWhoControl() async throws {
    #expect(try await ask("/metrics").status == 401)
    #expect(try await ask("/metrics", with: [.cookie: pair(.viewer)]).status == 403)
    let whole = try await ask("/metrics", with: [.cookie: pair(.control)])
    #expect(whole.status == 200 && whole.body.contains("# TYPE waveglass_clients gauge\n"))
    #expect(whole.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
    #expect(try await ask("/metrics", .head, from: "127.0.0.1").body == "")
  }

  @Test func theStateOfASourceIsAMetric() {
    metrics.observe(source)
    /// The samples that are not zero.
    func found() -> [String] {
      metrics.factory.text.split(separator: "\n")
        .filter { $0.hasPrefix("waveglass_source_") && !$0.hasSuffix(" 0") }.map { String($0) }.sorted()
    }
    let labels = "source=\"3\",kind=\"streams\""
    source.set(.paused)
    #expect(
      found() == ["waveglass_source_state{\(labels),state=\"paused\"} 1", "waveglass_source_up{\(labels)} 1"])
    source.set(.ended)
    #expect(found() == ["waveglass_source_state{\(labels),state=\"ended\"} 1"])
  }
}
