import Foundation
import NIOCore
import NIOPosix

// load record PATH
// load run ADDRESS PID CLIENTS [--seconds 20] [--rate 10] [--stalled 0]
let arguments = CommandLine.arguments

func option(_ name: String, _ usual: Int) -> Int {
  guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return usual }
  return Int(arguments[index + 1]) ?? usual
}

func fail(_ text: String) -> Never {
  FileHandle.standardError.write(Data((text + "\n").utf8))
  exit(2)
}

/// A client needs a descriptor: as many as the system lets us have.
func raiseDescriptorLimit() {
  var limit = rlimit()
  guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
  limit.rlim_cur = limit.rlim_max
  _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

func run() throws -> Bool {
  guard arguments.count >= 5, let address = URL(string: arguments[2]), let port = address.port,
    let pid = Int(arguments[3]), let clients = Int(arguments[4])
  else { fail("usage: load run ADDRESS PID CLIENTS [--seconds 20] [--rate 10] [--stalled 0]") }
  let (seconds, rate, stalled) = (option("--seconds", 20), option("--rate", 10), option("--stalled", 0))
  raiseDescriptorLimit()
  let host = address.host ?? "127.0.0.1"
  let board = Board(host: "\(host):\(port)", columns: 1024, rate: rate, clients: clients)
  for client in 0..<clients { board.prepare(client) }

  let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  let loop = group.next()
  let idle = ProcessUse(pid: pid)
  func open(_ number: Int, isStalled: Bool) throws {
    _ = try ClientBootstrap(group: loop)
      .channelOption(.socketOption(.so_rcvbuf), value: isStalled ? 1 << 12 : 1 << 17)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            LoadClient(number: number, board: board, isStalled: isStalled))
        }
      }.connect(host: host, port: port).wait()
    // Not all at once: page connections waiting to upgrade are few.
    usleep(2000)
  }
  for number in 0..<clients { try open(number, isStalled: false) }
  for number in 0..<stalled { try open(clients + number, isStalled: true) }
  for _ in 0..<100 where try loop.submit({ board.openCount + board.refusals }).wait() < clients + stalled {
    usleep(100_000)
  }
  // Every phase of a steady state, with buffers at their size.
  sleep(3)
  try loop.submit { board.measure(seconds: seconds) }.wait()
  usleep(200_000)
  let before = (ProcessUse(pid: pid), ProcessUse(pid: Int(getpid())), Board.now)
  sleep(UInt32(seconds))
  let bytes = try loop.submit { board.bytes }.wait()
  let after = (ProcessUse(pid: pid), ProcessUse(pid: Int(getpid())), Board.now)
  sleep(1)
  return try loop.submit {
    report(
      board, clients: clients, seconds: seconds, stalled: stalled, bytes: bytes, idle: idle, before: before,
      after: after)
  }.wait()
}

typealias Moment = (server: ProcessUse, generator: ProcessUse, microseconds: Int64)

/// Prints the figures; whether every row came and was right.
func report(
  _ board: Board, clients: Int, seconds: Int, stalled: Int, bytes: Int, idle: ProcessUse, before: Moment,
  after: Moment
) -> Bool {
  let elapsed = Double(after.microseconds - before.microseconds) / 1e6
  let wanted = board.rate * seconds
  // A window cuts off a row at its edge.
  let missing = board.rows.reduce(0) { $0 + max(0, wanted - 1 - $1) }
  let received = board.rows.reduce(0, +)
  let latencies = board.latencies.sorted()
  func quantile(_ share: Double) -> String {
    guard !latencies.isEmpty else { return "-" }
    return String(format: "%.1f", Double(latencies[Int(share * Double(latencies.count - 1))]) / 1000)
  }
  let server = (after.server.cpuSeconds - before.server.cpuSeconds) / elapsed * 100
  let generator = (after.generator.cpuSeconds - before.generator.cpuSeconds) / elapsed * 100
  let memory = after.server.residentKilobytes - idle.residentKilobytes
  print(
    """
    clients \(clients)\(stalled > 0 ? " and \(stalled) that read nothing" : ""), \(board.columns) columns x \
    \(board.rate) rows/s, \(seconds) s
      rows received \(received) of \(wanted * clients), lost \(missing), fewest to a client \
    \(board.rows.min() ?? 0), held up \(board.heldUp), out of order \(board.unordered)
      rows with a wrong level \(board.wrongRows), largest error \
    \(String(format: "%.1f", Double(board.worst) / 10)) dB, faults \(board.faultCount) \(board.faults)
      latency p50 \(quantile(0.5)) ms, p99 \(quantile(0.99)) ms, most \(quantile(1)) ms
      \(String(format: "%.0f", Double(bytes) / elapsed / 1000)) kB/s in all, \
    \(String(format: "%.0f", Double(bytes) / Double(max(1, received)))) bytes a row with framing
      server \(String(format: "%.0f", server)) % of a core, \
    \(String(format: "%.1f", server * elapsed / 100 / Double(max(1, received)) * 1e6)) us a row; generator \
    \(String(format: "%.0f", generator)) %
      server memory \(after.server.residentKilobytes / 1024) MB, \(memory / max(1, clients)) kB a client \
    more than idle
    """)
  return missing == 0 && board.wrongRows == 0 && board.unordered == 0 && board.faultCount == 0
}

switch arguments.count > 2 ? arguments[1] : "" {
case "record": try KnownBand().write(to: arguments[2])
case "run": exit(try run() ? 0 : 1)
default: fail("usage: load record PATH | load run ADDRESS PID CLIENTS")
}
