import Logging
import NIOCore
import NIOEmbedded
import NIOWebSocket
import ServiceLifecycle
import Testing
import WaveOperations

@testable import WaveServer
@testable import WaveWire

/// A client's socket: frames in, frames out, under a clock moved by hand.
@Suite struct ClientHandlerTests {
  /// A connected client; each word of a binary message is answered by a message.
  private final class Client {
    let channel: EmbeddedChannel
    let metrics = ServerMetrics()
    let session = WordSession()
    let handler: ClientHandler

    init(limits: ServerLimits = ServerLimits()) throws {
      let eventLoop = EmbeddedEventLoop()
      let loop = SessionLoop(eventLoop: eventLoop, metrics: metrics, logger: Logger(label: "test"))
      let client = ClientSession(instruments: [WordInstrument(session)], loop: loop, mayControl: true)
      handler = ClientHandler(session: client, limits: limits)
      channel = EmbeddedChannel(loop: eventLoop)
      try channel.connect(to: SocketAddress(ipAddress: "10.0.0.9", port: 9)).wait()
      try channel.pipeline.syncOperations.addHandler(handler)
    }

    func send(
      _ opcode: WebSocketOpcode, _ text: String = "", mask: WebSocketMaskingKey? = [1, 2, 3, 4],
      isLast: Bool = true
    ) throws {
      var data = ByteBuffer(string: text)
      if let mask { data.webSocketMask(mask) }
      try channel.writeInbound(WebSocketFrame(fin: isLast, opcode: opcode, maskKey: mask, data: data))
    }

    /// Takes the frames sent to the client since the last call.
    func received() throws -> [String] {
      var frames: [String] = []
      while let frame = try channel.readOutbound(as: WebSocketFrame.self) {
        var data = frame.data
        let code = frame.opcode == .connectionClose ? data.readWebSocketErrorCode() : nil
        let number = code.map { " \(UInt16(webSocketErrorCode: $0))" } ?? ""
        frames.append("\(frame.fin ? "" : "part of ")\(frame.opcode)\(number): \(String(buffer: data))")
      }
      return frames
    }

    func setWritable(_ isWritable: Bool) {
      channel.isWritable = isWritable
      channel.pipeline.fireChannelWritabilityChanged()
    }

    func wait(milliseconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds)) }

    func metric(_ name: String) -> String? {
      metrics.factory.text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        .map { String($0.dropFirst(name.count + 1)) }
    }
  }

  private static let binary = "\(WebSocketOpcode.binary)"
  private static let pong = "\(WebSocketOpcode.pong)"
  private static let close = "\(WebSocketOpcode.connectionClose)"

  @Test func answersAreWholeBinaryMessages() throws {
    let client = try Client()
    try client.send(.binary, "one three")
    #expect(try client.received() == ["\(Self.binary): onethree"])
    try client.send(.binary, "fo", isLast: false)
    #expect(try client.received() == [])
    try client.send(.continuation, "ur")
    #expect(try client.received() == ["\(Self.binary): four"])
    #expect(client.session.heard == ["one three", "four"])
    #expect(client.metric("waveglass_sent_bytes_total") == "12")
    #expect(client.metric("waveglass_rows_sent_total") == "3")
    #expect(client.metric("waveglass_rows_skipped_total") == "6")
  }

  @Test func aFullFrameIsFollowedByAnother() throws {
    let client = try Client()
    try client.send(.binary, "full a full b")
    let full = String(repeating: "f", count: FrameWriter.frameBytes)
    #expect(
      try client.received()
        == ["\(Self.binary): \(full)", "\(Self.binary): a\(full)", "\(Self.binary): b"])
    #expect(client.metric("waveglass_sent_bytes_total") == "96002")
  }

  @Test func clientsAreCountedWhileTheyAreConnected() throws {
    let client = try Client()
    #expect(client.metric("waveglass_clients") == "1")
    #expect(client.metric("waveglass_client_connections_total") == "1")
    try client.channel.close().wait()
    #expect(client.metric("waveglass_clients") == "0" && client.session.closeCount == 0)
    #expect(client.metric("waveglass_client_connections_total") == "1")
    let begun = try Client()
    try begun.send(.binary, "a")
    try begun.channel.close().wait()
    #expect(begun.session.closeCount == 1)
  }

  @Test func aPingIsAnsweredByItsOwnBytes() throws {
    let client = try Client()
    try client.send(.ping, "abc")
    try client.send(.pong, "def")
    #expect(try client.received() == ["\(Self.pong): abc"])
    client.setWritable(false)
    try client.send(.ping, "ghi")
    #expect(try client.received() == [] && client.channel.isActive)
  }

  @Test func aFrameThatIsNotMaskedEndsTheConnection() throws {
    let client = try Client()
    try client.send(.binary, "a", mask: nil)
    #expect(try client.received() == ["\(Self.close) 1002: frames from a client must be masked"])
    #expect(client.session.heard == [])
    #expect(client.metric("waveglass_refusals_total{reason=\"socket-protocol\"}") == "1")
    #expect(client.metric("waveglass_clients") == "0")
  }

  @Test func textEndsTheConnection() throws {
    let client = try Client()
    try client.send(.text, "a")
    #expect(try client.received() == ["\(Self.close) 1003: this socket accepts binary messages only"])
  }

  @Test func aFloodEndsTheConnection() throws {
    var limits = ServerLimits()
    limits.messagesPerSecond = 1
    let client = try Client(limits: limits)
    try client.send(.pong)
    try client.send(.pong)
    #expect(try client.received() == [])
    try client.send(.pong)
    #expect(try client.received() == ["\(Self.close) 1008: more than 1 messages a second"])
  }

  @Test func aClientThatSaysGoodbyeIsAnsweredAndClosed() throws {
    let client = try Client()
    try client.send(.connectionClose)
    #expect(try client.received() == ["\(Self.close) 1000: "])
    #expect(!client.channel.isActive)
  }

  @Test func aClosedClientHasASecondToSayGoodbye() throws {
    let client = try Client()
    client.channel.pipeline.fireUserInboundEventTriggered(SocketEnding(frame: .accessChanged))
    client.channel.pipeline.fireUserInboundEventTriggered(SocketEnding(frame: .accessChanged))
    #expect(try client.received() == ["\(Self.close) 4001: the device's permissions were changed"])
    try client.send(.binary, "a")
    #expect(client.session.heard == [] && client.channel.isActive)
    client.wait(milliseconds: 999)
    #expect(client.channel.isActive)
    client.wait(milliseconds: 1)
    #expect(!client.channel.isActive)
    let polite = try Client()
    polite.channel.pipeline.fireUserInboundEventTriggered(SocketEnding(frame: .accessChanged))
    try polite.send(.connectionClose)
    #expect(!polite.channel.isActive)
  }

  @Test func nothingIsSentToAClientThatDoesNotRead() throws {
    let client = try Client()
    client.setWritable(false)
    try client.send(.binary, "a")
    #expect(try client.received() == [] && !client.handler.isReady(at: 1))
    client.setWritable(true)
    #expect(try client.received() == ["\(Self.binary): a"])
    #expect(!client.handler.isReady(at: 1))
  }

  @Test func aClientThatDoesNotReadIsClosedInTime() throws {
    let client = try Client()
    client.setWritable(false)
    client.wait(milliseconds: 29_999)
    client.setWritable(true)
    client.wait(milliseconds: 100_000)
    #expect(client.channel.isActive)
    client.setWritable(false)
    client.wait(milliseconds: 29_999)
    #expect(client.channel.isActive)
    client.wait(milliseconds: 1)
    #expect(!client.channel.isActive)
  }

  @Test func otherEventsArePassedOn() throws {
    let client = try Client()
    client.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(client.channel.isActive && client.metric("waveglass_clients") == "1")
    client.channel.pipeline.fireErrorCaught(ChannelError.eof)
    #expect(!client.channel.isActive && client.metric("waveglass_clients") == "0")
  }
}

/// Answers each word by a message of its letters, which counts as one row sent and two skipped; `full` fills
/// a frame.
private final class WordSession: InstrumentSession {
  private(set) var heard: [String] = []
  private(set) var closeCount = 0
  private var answers: [[UInt8]] = []

  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault) {
    heard.append(String(decoding: frame, as: UTF8.self))
    for word in frame.split(separator: UInt8(ascii: " ")) {
      let isFull = word.elementsEqual("full".utf8)
      answers.append(
        isFull ? Array(repeating: word[word.startIndex], count: FrameWriter.frameBytes) : Array(word))
    }
  }

  func isDue(at now: Int64) -> Bool { !answers.isEmpty }

  func collect(at now: Int64, into frames: inout MeteredFrames) {
    for answer in answers { frames.frames.append { $0 += answer } }
    frames.rows += answers.count
    frames.skipped += 2 * answers.count
    answers = []
  }

  func close(at now: Int64) { closeCount += 1 }
}

private final class WordInstrument: ServedInstrument, @unchecked Sendable {
  let name = "words"
  let isEmpty = false
  let services: [any Service] = []
  private let session: WordSession

  init(_ session: WordSession) { self.session = session }

  func isHello(_ frame: [UInt8]) -> Bool { true }

  func makeSession(for client: ClientSession) -> any InstrumentSession { session }
}
