import NIOCore
import NIOHTTP1
import NIOPosix
import WaveBiosignals
import WaveSystem

/// An HTTP server that receives pushed data.
///
/// It answers the requests on a connection one at a time.
struct PushListener: Sendable {
  /// A request that was received, including its body.
  struct Request: Sendable {
    var isPost = false
    /// The part of the URL after the host, as received.
    var path = "/"
    var authorization: String?
    /// Whether the request comes from a web page, as indicated by a header that browsers add to every
    /// request.
    var isFromPage = false
    var body: [UInt8] = []
  }

  /// A response: a status and a line of text.
  struct Answer: Equatable, Sendable {
    var status: HTTPResponseStatus
    var text: String

    static let ok = Answer(status: .ok, text: "ok")
    static let hint = Answer(
      status: .ok,
      text: """
        Waveglass is waiting for Sensor Logger here. In the app: Settings, Data Streaming, HTTP Push, this \
        address as Push URL.
        """)
    static let unauthorized = Answer(
      status: .unauthorized,
      text: "The Push URL lacks the token. Copy the complete URL that Waveglass shows.")
    static let forbidden = Answer(
      status: .forbidden, text: "Pages in a browser are not allowed to push here.")
    static let tooLong = Answer(
      status: .payloadTooLarge,
      text: "More than \(SensorLoggerMessage.byteLimit) bytes in one push. Push more often.")
    static let conflict = Answer(
      status: .conflict, text: "Another phone already pushes here. Use a separate port for each phone.")
    static let unavailable = Answer(status: .serviceUnavailable, text: "The server is stopping.")

    static func badRequest(_ reason: String) -> Answer { Answer(status: .badRequest, text: reason) }
  }

  /// The maximum number of open connections.
  private static let connectionLimit = 16
  /// The maximum number of bytes that are read and discarded when a body is too long, so that the client can
  /// receive the answer.
  private static let discardLimit = 32 << 20
  /// The time for which a connection can stay open without a complete request.
  private static let patience = TimeAmount.seconds(60)

  let host: String
  let port: Int

  private typealias Connection = NIOAsyncChannel<
    HTTPServerRequestPart, HTTPPart<HTTPResponseHead, ByteBuffer>
  >

  /// Listens for requests until the task is cancelled.
  ///
  /// - Parameter answer: Returns the answer to a request.
  /// - Returns: The reason why listening ended, as text.
  func listen(_ answer: @escaping @Sendable (Request) async -> Answer) async -> String {
    do {
      let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .bind(host: host, port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
            try channel.pipeline.syncOperations.addHandler(ResponseBytes())
            return try Connection(wrappingChannelSynchronously: channel)
          }
        }
      try await withThrowingDiscardingTaskGroup { group in
        let open = LimitedCount(limit: Self.connectionLimit)
        try await server.executeThenClose { inbound in
          for try await connection in inbound {
            guard open.enter() else {
              try? await connection.channel.close()
              continue
            }
            group.addTask {
              try? await Self.serve(connection, answer)
              open.leave()
            }
          }
        }
        group.cancelAll()
      }
      return "listening has stopped"
    } catch { return ConnectionFailure.words(for: error) }
  }

  private static func serve(
    _ connection: Connection, _ answer: @Sendable (Request) async -> Answer
  ) async throws {
    let channel = connection.channel
    var waiting = channel.scheduleClosing(in: patience)
    defer { waiting.cancel() }
    try await connection.executeThenClose { inbound, outbound in
      var request = Request()
      var isTooLong = false
      var discarded = 0
      for try await part in inbound {
        switch part {
        case .head(let head):
          request = Request(
            isPost: head.method == .POST, path: head.uri,
            authorization: head.headers.first(name: "Authorization"),
            isFromPage: head.headers.contains(name: "Origin"))
          let announced = head.headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
          isTooLong = announced > SensorLoggerMessage.byteLimit
          discarded = 0
          guard announced <= discardLimit else { return }
        case .body(let buffer):
          isTooLong = isTooLong || request.body.count + buffer.readableBytes > SensorLoggerMessage.byteLimit
          if isTooLong {
            // Read the body to its end, because a client does not read the answer while it is still sending.
            request.body = []
            discarded += buffer.readableBytes
            guard discarded <= discardLimit else { return }
          } else {
            request.body.append(contentsOf: buffer.readableBytesView)
          }
        case .end:
          waiting.cancel()
          let reply = isTooLong ? Answer.tooLong : await answer(request)
          request.body = []
          try await outbound.write(contentsOf: parts(reply))
          waiting = channel.scheduleClosing(in: patience)
        }
      }
    }
  }

  private static func parts(_ answer: Answer) -> [HTTPPart<HTTPResponseHead, ByteBuffer>] {
    let head = HTTPResponseHead(
      version: .http1_1, status: answer.status,
      headers: [
        "Content-Length": "\(answer.text.utf8.count + 1)", "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
      ])
    return [.head(head), .body(ByteBuffer(string: answer.text + "\n")), .end(nil)]
  }
}

/// A channel handler that converts response bytes to the form that the HTTP encoder expects.
private final class ResponseBytes: ChannelOutboundHandler {
  typealias OutboundIn = HTTPPart<HTTPResponseHead, ByteBuffer>
  typealias OutboundOut = HTTPServerResponsePart

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part: HTTPServerResponsePart =
      switch unwrapOutboundIn(data) {
      case .head(let head): .head(head)
      case .body(let buffer): .body(.byteBuffer(buffer))
      case .end(let trailers): .end(trailers)
      }
    context.write(wrapOutboundOut(part), promise: promise)
  }
}
