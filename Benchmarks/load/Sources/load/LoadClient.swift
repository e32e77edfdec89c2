import NIOCore
import WaveSpectrumWire
import WaveWire

/// One client: asks for a span of its own, decodes and checks every row, and acknowledges it.
final class LoadClient: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let number: Int
  private let board: Board
  private let span: KnownSpan
  private let isStalled: Bool
  private var received = ByteBuffer()
  private var isOpen = false
  private var axisColumns: [UInt16: UInt16] = [:]
  private var maps: [TimeMap] = []
  private var startMicroseconds: Int64 = 0
  private var lastSequence: UInt32 = 0

  init(number: Int, board: Board, isStalled: Bool) {
    self.number = number
    self.board = board
    self.isStalled = isStalled
    span = KnownSpan(client: number, columns: board.columns)
  }

  func channelActive(context: ChannelHandlerContext) {
    var request = context.channel.allocator.buffer(capacity: 256)
    request.writeString(
      "GET /socket HTTP/1.1\r\nHost: \(board.host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
    context.writeAndFlush(wrapOutboundOut(request), promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) { board.closed(number) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    if received.readableBytes == 0 { received = bytes } else { received.writeBuffer(&bytes) }
    if !isOpen {
      guard openSocket(context) else { return }
    }
    while let payload = nextFrame() { receive(payload, context) }
    if received.readableBytes == 0 { received.clear() }
  }

  /// Waits for the end of the server's answer to the upgrade.
  private func openSocket(_ context: ChannelHandlerContext) -> Bool {
    let view = received.readableBytesView
    guard view.count >= 4 else { return false }
    var end: Int?
    for index in view.startIndex...(view.endIndex - 4)
    where view[index] == 13 && view[index + 1] == 10 && view[index + 2] == 13 && view[index + 3] == 10 {
      end = index + 4
      break
    }
    guard let end else { return false }
    let answer = String(decoding: view[view.startIndex..<end], as: UTF8.self)
    guard answer.hasPrefix("HTTP/1.1 101") else {
      board.refused(answer)
      context.close(promise: nil)
      return false
    }
    received.moveReaderIndex(to: end)
    isOpen = true
    send(.hello(Hello()), context)
    return true
  }

  /// The payload of the next whole frame, taken out.
  private func nextFrame() -> [UInt8]? {
    let start = received.readerIndex
    guard let first: UInt8 = received.getInteger(at: start),
      let second: UInt8 = received.getInteger(at: start + 1)
    else { return nil }
    var header = 2
    var length = Int(second & 127)
    if length == 126 {
      guard let long: UInt16 = received.getInteger(at: start + 2) else { return nil }
      (header, length) = (4, Int(long))
    } else if length == 127 {
      guard let long: UInt64 = received.getInteger(at: start + 2) else { return nil }
      (header, length) = (10, Int(long))
    }
    guard let payload = received.getBytes(at: start + header, length: length) else { return nil }
    received.moveReaderIndex(forwardBy: header + length)
    board.count(bytes: header + length)
    return first & 15 == 2 ? payload : []
  }

  private func send(_ message: Message, _ context: ChannelHandlerContext) {
    var bytes: [UInt8] = []
    message.encode(into: &bytes)
    var frame = context.channel.allocator.buffer(capacity: bytes.count + 8)
    // A masking key of zeroes leaves the payload as it is.
    frame.writeBytes([0x82, 0x80 | UInt8(bytes.count), 0, 0, 0, 0])
    frame.writeBytes(bytes)
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
  }

  private func receive(_ frame: [UInt8], _ context: ChannelHandlerContext) {
    var reader = MessageReader(limit: WireLimits.serverMessageBytes)
    do {
      while let message = try reader.next(in: frame.span.bytes) { receive(message, context) }
    } catch {
      board.broken("client \(number): \(error)")
    }
  }

  private func receive(_ message: Message, _ context: ChannelHandlerContext) {
    switch message {
    case .welcome: if number == 0 { askForTime(context) }
    case .source(let info):
      guard startMicroseconds == 0 else { return }
      startMicroseconds = info.startMicroseconds
      let low = info.lowHertz
      let view = ShowView(
        view: 1, mode: .spectrum, columns: isStalled ? 2048 : UInt16(board.columns),
        rowsPerSecond: isStalled ? 60 : UInt8(board.rate), lowHertz: span.lowHertz(axisLow: low),
        highHertz: span.highHertz(axisLow: low))
      send(.show(view), context)
      if isStalled { stall(context) } else { board.opened() }
    case .timeMap(let map):
      if maps.count == 4 { maps.removeFirst() }
      maps.append(map)
    case .axis(let axis): axisColumns[axis.axis] = axis.columns
    case .clockReply(let reply): board.receive(reply)
    case .row(let row):
      check(row)
      send(.acknowledge(Acknowledge(view: 1, liveRows: 1, fetchedRows: 0, sequence: row.sequence)), context)
    default: break
    }
  }

  private func askForTime(_ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((client: self, context: context), eventLoop: context.eventLoop)
    for turn in 0..<20 {
      context.eventLoop.scheduleTask(in: .milliseconds(5 * Int64(turn))) {
        let request = ClockRequest(clientMicroseconds: Board.now)
        bound.value.client.send(.clockRequest(request), bound.value.context)
      }
    }
  }

  /// Reads nothing any more, and says that it has drawn rows nonetheless.
  private func stall(_ context: ChannelHandlerContext) {
    _ = context.channel.setOption(.autoRead, value: false)
    board.opened()
    let bound = NIOLoopBound((client: self, context: context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleRepeatedTask(initialDelay: .milliseconds(100), delay: .milliseconds(20)) {
      task in
      guard bound.value.context.channel.isActive else { return task.cancel() }
      let drawn = Acknowledge(view: 1, liveRows: 4, fetchedRows: 0, sequence: 1)
      bound.value.client.send(.acknowledge(drawn), bound.value.context)
    }
  }

  /// Holds a row against what its sweep has in this client's span.
  private func check(_ row: RowMessage) {
    guard board.isMeasured(row.startMicroseconds) else { return }
    guard axisColumns[row.axis] == row.columns, Int(row.columns) == board.columns else {
      return board.broken("client \(number): \(row.columns) columns")
    }
    guard let map = maps.last(where: { $0.serverMicroseconds <= row.startMicroseconds + 1 }) else {
      return board.broken("client \(number): a row without a place in time")
    }
    let recorded =
      Double(map.recordedMicroseconds - startMicroseconds)
      + Double(row.startMicroseconds - map.serverMicroseconds) * map.speed
    let sweep = Int((recorded / 1e6).rounded())
    guard abs(recorded / 1e6 - Double(sweep)) < 0.1 else {
      return board.broken("client \(number): a row between two sweeps")
    }
    let wanted = board.expected(number)[sweep % KnownBand.patterns]
    var worst: Int16 = 0
    for column in 0..<board.columns {
      worst = max(worst, abs(row.values[column] &- wanted[column]))
    }
    board.receive(
      row, of: number, worst: worst, isInOrder: lastSequence == 0 || row.sequence > lastSequence)
    lastSequence = row.sequence
  }
}
