import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An engine on the loopback that answers what `ClickHouseColumns` asks, rightly, wrongly, late or never.
///
/// What it answers is a function of its seed and the question, so that a sequence of steps has the same
/// answers again.
final class ScriptedEngine: Sendable {
  private final class Script: Sendable {
    let model = Mutex(EngineModel(seed: 0))
    let seed = Atomic<UInt64>(0)
    let asked = Atomic<Int>(0)
  }

  private struct Answer {
    var status = HTTPResponseStatus.ok
    var headers: HTTPHeaders = [:]
    var body: [UInt8] = []
    var delay = TimeAmount.zero
    var isCut = false
    /// A second answer behind the first, which nobody asked for.
    var isTwice = false
  }

  private let channel: any Channel
  private let script = Script()

  init() throws {
    let script = script
    channel = try ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          // Without NIO's handler of pipelines, which would not answer twice.
          try channel.pipeline.syncOperations.addHandlers([
            HTTPResponseEncoder(), ByteToMessageHandler(HTTPRequestDecoder()), Handler(script),
          ])
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
  }

  /// Where it listens.
  var port: Int { channel.localAddress?.port ?? 0 }

  /// Questions so far.
  var askedCount: Int { script.asked.load(ordering: .relaxed) }

  /// Has another table from now on.
  func open(_ seed: UInt64) {
    script.model.withLock { $0 = EngineModel(seed: seed) }
    behave(seed)
  }

  /// Answers otherwise from now on.
  func behave(_ seed: UInt64) { script.seed.store(seed, ordering: .relaxed) }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let script: Script
    private var body: [UInt8] = []

    init(_ script: Script) { self.script = script }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head: body = []
      case .body(let part): body += part.readableBytesView
      case .end:
        script.asked.add(1, ordering: .relaxed)
        let sql = String(decoding: body, as: UTF8.self)
        let model = script.model.withLock { $0 }
        let seed = script.seed.load(ordering: .relaxed)
        guard let answer = ScriptedEngine.answer(sql, of: model, seed: seed) else { return }
        guard answer.delay > .zero else { return write(answer, context) }
        let late = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: answer.delay) {
          late.value.handler.write(answer, late.value.context)
        }
      }
    }

    private func write(_ answer: Answer, _ context: ChannelHandlerContext) {
      var headers = answer.headers
      headers.replaceOrAdd(name: "Content-Length", value: "\(answer.body.count + (answer.isCut ? 1 : 0))")
      for _ in 0..<(answer.isTwice ? 2 : 1) {
        let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
        guard !answer.isCut else {
          context.flush()
          return context.close(promise: nil)
        }
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
      }
      context.flush()
    }
  }

  // MARK: - What it answers

  /// The answer to a question; nil for none at all.
  private static func answer(_ sql: String, of model: EngineModel, seed: UInt64) -> Answer? {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in sql.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    // How it behaves is a matter of the seed; what it says of the question, too.
    var manner = Draw(seed: seed)
    let faults = manner.pick([0, 0, 0, 0.02, 0.1])
    let lies = manner.pick([0, 0, 0.03, 0.1, 0.3, 0.8])
    var draw = Draw(seed: seed ^ hash)
    // Most extremes come alone: what contradicts itself at once is refused at once.
    draw.wildness = draw.chance(lies) ? draw.pick([0.01, 0.01, 0.03, 0.2, 0.8]) : 0
    var answer = Answer()
    answer.body = EngineAnswers(sql, of: model, draw).bytes
    guard draw.chance(faults) else { return answer }
    switch draw.below(10) {
    case 0: return nil
    case 1: answer.delay = .milliseconds(Int64(draw.below(300)))
    case 2: answer.isCut = true
    case 3: answer.isTwice = true
    case 4:
      answer.status = .internalServerError
      let code = draw.pick([60, 81, 47, 159, 164, 241, 279, 202, 516, 999])
      answer.headers.add(name: "X-ClickHouse-Exception-Code", value: "\(code)")
      answer.body = Array("Code: \(code). DB::Exception: no. (NO) (version 26.1)\n".utf8)
    case 5: answer.body.removeLast(min(answer.body.count, 1 + draw.below(9)))
    case 6: answer.body += (0..<draw.below(20)).map { _ in UInt8(draw.below(256)) }
    case 7: answer.body = []
    case 8: answer.body = (0..<draw.below(200)).map { _ in UInt8(draw.below(256)) }
    default: answer.body = [UInt8](repeating: 0xFF, count: answer.body.count)
    }
    return answer
  }
}
