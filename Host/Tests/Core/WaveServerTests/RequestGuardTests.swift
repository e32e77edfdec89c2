import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import WaveServer

/// What a connection's guard lets through, refuses and closes, under a clock moved by hand.
@Suite struct RequestGuardTests {
  private static let socketRequest =
    "GET /socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
  private static let answerHead = HTTPServerResponsePart.head(
    HTTPResponseHead(version: .http1_1, status: .ok))

  /// A connection whose guard allows bodies of 10 bytes; it waits 10 s for the first request, 20 s for the
  /// rest of one, and 30 s for a client that does not read.
  private final class Connection {
    let channel = EmbeddedChannel()
    let page = Page()
    let noted: Noted

    init(connection: Refusal? = nil, request: Refusal? = nil, admits: Bool = false) throws {
      let noted = Noted()
      self.noted = noted
      let policy = RequestGuard.Policy(
        rules: RequestRules(bodyBytesLimit: 10), firstRequest: .seconds(10), wholeRequest: .seconds(20),
        stalled: .seconds(30), refusalOfConnection: { _ in connection }, refusalOfRequest: { _ in request },
        admit: { _, _ in admits }, note: { refusal, _ in noted.note(refusal.reason) })
      try channel.connect(to: SocketAddress(ipAddress: "10.0.0.9", port: 9)).wait()
      let operations = channel.pipeline.syncOperations
      try operations.addHandler(HTTPResponseEncoder())
      try operations.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
      try operations.addHandler(RequestGuard(policy: policy))
      try operations.addHandler(page)
    }

    func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

    /// Takes what was sent to the client since the last call.
    func received() throws -> String {
      var text = ""
      while let buffer = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: buffer) }
      return text
    }

    func wait(milliseconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds)) }
  }

  @Test func aGoodRequestPassesUnchanged() throws {
    let connection = try Connection()
    try connection.send("POST /pair HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n0123456789")
    #expect(connection.page.lines == ["POST /pair", "0123456789", "end"])
    #expect(try connection.received() == "")
    connection.wait(milliseconds: 100_000)
    #expect(connection.channel.isActive && connection.noted.lines == [])
  }

  @Test func aRefusalIsAnsweredInFullBeforeTheConnectionCloses() throws {
    let connection = try Connection()
    try connection.send("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
    #expect(
      try connection.received()
        == "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n"
        + "X-Content-Type-Options: nosniff\r\nContent-Length: 37\r\n\r\n"
        + "A request must have one Host header.\n")
    connection.wait(milliseconds: 249)
    #expect(connection.channel.isActive)
    connection.wait(milliseconds: 1)
    #expect(!connection.channel.isActive)
    #expect(connection.page.lines == [] && connection.noted.lines == ["not-one-host"])
  }

  @Test func nothingPassesAfterARefusal() throws {
    let connection = try Connection()
    try connection.send("GET * HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(connection.page.lines == [] && connection.noted.lines == ["target-no-path"])
    #expect(try connection.received().hasPrefix("HTTP/1.1 400 "))
    let written = connection.channel.eventLoop.makePromise(of: Void.self)
    connection.page.write(Self.answerHead, written)
    #expect(throws: ChannelError.ioOnClosedChannel) { try written.futureResult.wait() }
    #expect(try connection.received() == "")
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost a\r\n\r\n", "400", "malformed"),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n012345\r\n5\r\n01234\r\n", "413",
      "body-too-large"
    ),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n", "413", "body-too-large"),
  ])
  func aWrongRequestIsRefused(_ text: String, _ status: String, _ reason: String) throws {
    let connection = try Connection()
    try connection.send(text)
    #expect(try connection.received().hasPrefix("HTTP/1.1 \(status) "))
    #expect(connection.noted.lines == [reason] && !connection.page.lines.contains("end"))
  }

  @Test func theLimitOfABodyHoldsForEachRequest() throws {
    let connection = try Connection()
    for _ in 0..<3 {
      try connection.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      try connection.send("6\r\n012345\r\n0\r\n\r\n")
    }
    #expect(connection.page.lines == Array(repeating: ["POST /", "012345", "end"], count: 3).flatMap(\.self))
    #expect(connection.noted.lines == [])
  }

  @Test func aClientThatSaysNothingIsGivenTenSeconds() throws {
    let connection = try Connection()
    connection.wait(milliseconds: 9_999)
    #expect(connection.noted.lines == [] && connection.channel.isActive)
    connection.wait(milliseconds: 1)
    #expect(connection.noted.lines == ["too-slow"])
    #expect(try connection.received().hasPrefix("HTTP/1.1 408 "))
  }

  @Test func aRequestMustEndWithinItsTime() throws {
    let connection = try Connection()
    connection.wait(milliseconds: 9_000)
    try connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n")
    connection.wait(milliseconds: 19_999)
    try connection.send("a")
    #expect(connection.noted.lines == [])
    connection.wait(milliseconds: 1)
    #expect(connection.noted.lines == ["too-slow"])
  }

  @Test func aSurplusConnectionIsAnsweredOnceItAsksOrAfterASecond() throws {
    let asking = try Connection(connection: .tooManyConnections)
    #expect(try asking.received() == "")
    try asking.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    let answer = try asking.received()
    #expect(answer.hasPrefix("HTTP/1.1 429 ") && answer.contains("\r\nRetry-After: 5\r\n\r\nToo many"))
    let silent = try Connection(connection: .tooManyConnections)
    silent.wait(milliseconds: 999)
    #expect(try silent.received() == "")
    silent.wait(milliseconds: 1)
    #expect(try silent.received().hasPrefix("HTTP/1.1 429 "))
    #expect(silent.noted.lines == ["too-many-connections"])
  }

  @Test func anAddressThatAsksTooOftenIsRefused() throws {
    let connection = try Connection(request: .tooFast(retrySeconds: 7))
    try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try connection.received().contains("try again in 7 s.\n"))
    #expect(connection.noted.lines == ["too-fast"])
  }

  @Test func anAdmittedSocketLeavesTheGuardBehind() throws {
    let connection = try Connection(admits: true)
    try connection.send(Self.socketRequest)
    #expect(connection.page.lines.first == "GET /socket upgrade=websocket connection=Upgrade")
    #expect(throws: ChannelPipelineError.notFound) {
      _ = try connection.channel.pipeline.syncOperations.handler(type: RequestGuard.self)
    }
    connection.wait(milliseconds: 100_000)
    #expect(connection.channel.isActive)
  }

  @Test func aSocketThatIsNotAdmittedIsAnOrdinaryRequest() throws {
    let connection = try Connection(admits: false)
    try connection.send(Self.socketRequest)
    #expect(connection.page.lines == ["GET /socket connection=close", "end"])
  }

  @Test func noSocketOpensWhileAnAnswerIsDue() throws {
    let connection = try Connection(admits: true)
    try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n" + Self.socketRequest)
    #expect(connection.page.lines == ["GET /", "end", "GET /socket connection=close", "end"])
    let answered = try Connection(admits: true)
    try answered.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    answered.page.write(Self.answerHead, nil)
    answered.page.write(.end(nil), nil)
    try answered.send(Self.socketRequest)
    #expect(answered.page.lines.dropFirst(2).first?.hasPrefix("GET /socket upgrade=websocket") == true)
  }

  @Test func anAnswerThatHasBegunIsNotFollowedByAnother() throws {
    let connection = try Connection()
    try connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n")
    connection.page.write(Self.answerHead, nil)
    _ = try connection.received()
    connection.wait(milliseconds: 20_000)
    #expect(connection.noted.lines == ["too-slow"] && !connection.channel.isActive)
    #expect(try connection.received() == "")
  }

  @Test func aStoppingServerWaitsOnlyForConnectionsThatHaveAsked() throws {
    let silent = try Connection()
    silent.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    #expect(!silent.channel.isActive)
    let asking = try Connection()
    try asking.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    asking.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    #expect(asking.channel.isActive && asking.page.lines.last == "ChannelShouldQuiesceEvent")
  }

  @Test func aRefusedClientThatHasClosedItsSideIsLetGo() throws {
    let other = try Connection()
    other.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(other.channel.isActive && other.page.lines == ["ChannelEvent"])
    let connection = try Connection()
    try connection.send("GET * HTTP/1.1\r\nHost: a\r\n\r\n")
    connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(!connection.channel.isActive)
  }

  @Test func aClientThatDoesNotReadIsClosedAfterThirtySeconds() throws {
    let connection = try Connection()
    try connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    func setWritable(_ isWritable: Bool) {
      connection.channel.isWritable = isWritable
      connection.channel.pipeline.fireChannelWritabilityChanged()
    }
    setWritable(false)
    connection.wait(milliseconds: 29_999)
    setWritable(true)
    connection.wait(milliseconds: 100_000)
    #expect(connection.channel.isActive)
    setWritable(false)
    connection.wait(milliseconds: 29_999)
    #expect(connection.channel.isActive)
    connection.wait(milliseconds: 1)
    #expect(!connection.channel.isActive)
  }
}

private final class Noted: Sendable {
  private let state = Mutex<[String]>([])
  var lines: [String] { state.withLock { $0 } }
  func note(_ line: String) { state.withLock { $0.append(line) } }
}

/// What is behind the guard: writes down what reaches it.
private final class Page: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private(set) var lines: [String] = []
  private var context: ChannelHandlerContext?

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      let fields = ["Upgrade", "Connection"].compactMap { name in
        head.headers.first(name: name).map { " \(name.lowercased())=\($0)" }
      }
      lines.append("\(head.method) \(head.uri)" + fields.joined())
    case .body(let bytes): lines.append(String(buffer: bytes))
    case .end: lines.append("end")
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    lines.append("\(type(of: event))")
  }

  func write(_ part: HTTPServerResponsePart, _ promise: EventLoopPromise<Void>?) {
    context?.writeAndFlush(wrapOutboundOut(part), promise: promise)
  }
}
