import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An engine on the loopback that answers what `ClickHouseColumns` asks, rightly, wrongly, late or never.
///
/// What it answers is a function of its seed and the question, so that a sequence of steps has the same answers again.
final class ScriptedEngine: Sendable {
  /// Columns of its table: the first is along x.
  static let columns = [
    ("time", "DateTime64(6)"), ("count", "Int64"), ("walk", "Float64"), ("sine", "Nullable(Float64)"),
    ("wide", "UInt64"), ("real", "Float64"), ("weather", "String"), ("integer", "Nullable(Int64)"),
  ]

  private final class Script: Sendable {
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

  /// Answers otherwise from now on.
  func use(_ seed: UInt64) { script.seed.store(seed, ordering: .relaxed) }

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
        guard let answer = ScriptedEngine.answer(sql, seed: script.seed.load(ordering: .relaxed)) else {
          return
        }
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
  private static func answer(_ sql: String, seed: UInt64) -> Answer? {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in sql.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    // How it behaves is a matter of the seed; what it says of the question, too.
    var manner = Draw(seed: seed)
    let faults = manner.pick([0, 0, 0, 0.02, 0.2])
    var draw = Draw(seed: seed ^ hash)
    draw.wildness = manner.pick([0, 0.05, 0.3, 0.8])
    var answer = Answer()
    answer.body = content(sql, seed: seed, &draw)
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

  private static func content(_ sql: String, seed: UInt64, _ draw: inout Draw) -> [UInt8] {
    var bytes: [UInt8] = []
    if sql.contains("FROM system.columns") {
      for (name, type) in columns {
        append(name, to: &bytes)
        append(type, to: &bytes)
      }
      return bytes
    }
    if sql.contains("FROM system.tables") {
      for text in ["MergeTree", "MergeTree", seed & 1 == 0 ? "time, count" : "count"] {
        append(text, to: &bytes)
      }
      return bytes
    }
    let terms = terms(of: sql)
    let rowCount =
      sql.contains("GROUP BY") || sql.contains("ORDER BY") ? draw.pick([0, 1, 3, 20, 60]) : 1
    for row in 0..<rowCount {
      for term in terms { append(term, row, to: &bytes, &draw) }
    }
    return bytes
  }

  /// What is selected, term by term.
  private static func terms(of sql: String) -> [String] {
    let bytes = Array(sql.utf8)
    let (select, from) = (Array("SELECT ".utf8), Array(" FROM ".utf8))
    var terms: [String] = []
    var depth = 0
    var start: Int?
    for place in bytes.indices {
      switch bytes[place] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      guard depth == 0 else { continue }
      guard let begin = start else {
        // What stands behind WITH is not selected.
        if bytes[place...].starts(with: select) { start = place + select.count }
        continue
      }
      let isLast = bytes[place...].starts(with: from)
      guard isLast || bytes[place] == UInt8(ascii: ",") else { continue }
      terms.append(String(decoding: bytes[begin..<place].drop { $0 == 0x20 }, as: UTF8.self))
      if isLast { return terms }
      start = place + 1
    }
    return terms
  }

  private static func append(_ term: String, _ row: Int, to bytes: inout [UInt8], _ draw: inout Draw) {
    if term.hasPrefix("toUInt8(") { return bytes.append(UInt8(draw.below(draw.chance(0.1) ? 256 : 10))) }
    if term.hasPrefix("substring(") || term == "`weather`" || term.hasPrefix("toString(") {
      return append(
        draw.chance(draw.wildness) ? String(repeating: "é", count: 300) : draw.pick(["rain", "sun", ""]),
        to: &bytes)
    }
    if ["`sine`", "`integer`"].contains(term) || term.hasPrefix("toNullable(") || term.contains(", NULL)") {
      let isMissing = draw.chance(0.3)
      bytes.append(isMissing ? 1 : 0)
      if isMissing { return }
    }
    let word: UInt64
    if term.hasPrefix("count") || term.hasPrefix("uniq") {
      word = UInt64(bitPattern: draw.integer(0...3000))
    } else if term.contains("wg_px") || term.contains("wg_cell") || term.contains("wg_stretch") {
      word = draw.chance(draw.wildness) ? UInt64(bitPattern: draw.integer(-3...400)) : UInt64(row)
    } else if term.contains("toFloat64(") && !term.hasPrefix("min(toInt64") {
      word = draw.number(-10...1000).bitPattern
    } else {
      // Ticks, most of them near those of the other sources.
      word = UInt64(bitPattern: draw.integer(0...2500))
    }
    withUnsafeBytes(of: word.littleEndian) { bytes += $0 }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    var count = text.utf8.count
    while count >= 0x80 {
      bytes.append(UInt8(count & 0x7F) | 0x80)
      count >>= 7
    }
    bytes.append(UInt8(count))
    bytes += text.utf8
  }
}
