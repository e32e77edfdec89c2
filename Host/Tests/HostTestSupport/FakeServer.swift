import NIOCore
public import NIOHTTP1
import NIOPosix
import Synchronization

/// A server of HTTP on the loopback that answers as a test says.
public final class FakeServer: Sendable {
  /// What was asked.
  public struct Request: Sendable {
    /// The path and the query.
    public var uri = ""
    /// The headers.
    public var headers: HTTPHeaders = [:]
    /// The bytes after the headers.
    public var body: [UInt8] = []
  }

  /// What is answered.
  public struct Answer: Sendable {
    /// The status.
    public var status: HTTPResponseStatus
    /// The headers.
    public var headers: HTTPHeaders
    /// The bytes after the headers.
    public var body: [UInt8]
    /// Whether the connection is closed before the answer has its end.
    public var isCut: Bool
    /// Whether the connection is closed without an answer.
    public var isDropped: Bool

    /// Creates an answer; without arguments, it is empty and in good order.
    public init(
      status: HTTPResponseStatus = .ok, headers: HTTPHeaders = [:], body: [UInt8] = [], isCut: Bool = false,
      isDropped: Bool = false
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.isCut = isCut
      self.isDropped = isDropped
    }
  }

  private let channel: any Channel
  private let asked: Asked

  private final class Asked: Sendable {
    let requests = Mutex<[Request]>([])
    let changes = Changes()
  }

  /// Begins.
  ///
  /// - Parameter answer: Gives the answer to a request, or nil for none at all.
  /// - Throws: What the system says.
  public init(_ answer: @escaping @Sendable (Request) -> Answer?) async throws {
    let asked = Asked()
    self.asked = asked
    channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(
            Handler { request in
              asked.requests.withLock { $0.append(request) }
              asked.changes.note()
              return answer(request)
            })
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  /// What was asked so far.
  public var requests: [Request] { asked.requests.withLock { $0 } }

  /// Waits until a request has come that is wanted, and gives the first one.
  public func request(_ isWanted: (Request) -> Bool = { _ in true }) async throws -> Request {
    await asked.changes.until { requests.contains(where: isWanted) }
    guard let found = requests.first(where: isWanted) else { throw CancellationError() }
    return found
  }

  /// Where it listens.
  public var port: Int { channel.localAddress?.port ?? 0 }

  /// Ends it.
  public func close() async { try? await channel.close() }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let answer: (Request) -> Answer?
    private var request = Request()

    init(answer: @escaping (Request) -> Answer?) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): request = Request(uri: head.uri, headers: head.headers)
      case .body(let part): request.body += part.readableBytesView
      case .end:
        guard let answer = answer(request) else { return }
        guard !answer.isDropped else {
          context.close(promise: nil)
          return
        }
        var headers = answer.headers
        if answer.isCut { headers.replaceOrAdd(name: "Content-Length", value: "\(answer.body.count + 1)") }
        let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
        if answer.isCut {
          let channel = context.channel
          context.flush()
          channel.close(promise: nil)
        } else {
          context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
      }
    }
  }
}
