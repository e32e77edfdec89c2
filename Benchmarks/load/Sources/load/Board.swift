import Foundation
import WaveSpectrumWire
import WaveWire

/// What all clients have seen; used on one event loop only.
final class Board: @unchecked Sendable {
  let host: String
  let columns: Int
  let rate: Int
  private let band = KnownBand()
  private var levels: [Int: [[Int16]]] = [:]

  private(set) var openCount = 0
  private(set) var refusals = 0
  private(set) var closedInWindow = 0
  private(set) var faults: [String] = []
  private(set) var faultCount = 0
  private(set) var rows: [Int]
  private(set) var wrongRows = 0
  private(set) var worst: Int16 = 0
  private(set) var unordered = 0
  private(set) var heldUp = 0
  private(set) var bytes = 0
  private(set) var latencies: [Int32] = []
  /// The server's clock minus ours, by the quickest exchange.
  private(set) var clockOffset: Int64 = 0
  private var roundTrip = Int64.max
  private var window: Range<Int64>?

  init(host: String, columns: Int, rate: Int, clients: Int) {
    self.host = host
    self.columns = columns
    self.rate = rate
    rows = [Int](repeating: 0, count: clients)
  }

  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Counts rows that begin within so many seconds of server time from soon on.
  func measure(seconds: Int) {
    let start = Self.now + clockOffset + 200_000
    bytes = 0
    closedInWindow = 0
    latencies.reserveCapacity(rows.count * rate * seconds * 2)
    window = start..<(start + Int64(seconds) * 1_000_000)
  }

  func isMeasured(_ microseconds: Int64) -> Bool { window?.contains(microseconds) ?? false }

  func prepare(_ client: Int) { levels[client] = KnownSpan(client: client, columns: columns).expected(band) }
  func expected(_ client: Int) -> [[Int16]] { levels[client] ?? [] }

  func opened() { openCount += 1 }
  func closed(_ client: Int) { closedInWindow += 1 }
  func count(bytes: Int) { self.bytes += bytes }

  func refused(_ answer: String) {
    refusals += 1
    broken(answer.prefix { !$0.isNewline }.description)
  }

  func broken(_ fault: String) {
    faultCount += 1
    if faults.count < 5 { faults.append(fault) }
  }

  func receive(_ reply: ClockReply) {
    let now = Self.now
    guard now - reply.clientMicroseconds < roundTrip else { return }
    roundTrip = now - reply.clientMicroseconds
    clockOffset = reply.serverMicroseconds - (now + reply.clientMicroseconds) / 2
  }

  func receive(_ row: RowMessage, of client: Int, worst: Int16, isInOrder: Bool) {
    rows[client] += 1
    // One step of the coder, 0.1 dB.
    if worst > 1 { wrongRows += 1 }
    self.worst = max(self.worst, worst)
    if !isInOrder { unordered += 1 }
    if row.flags.contains(.heldUp) { heldUp += Int(row.skipped) }
    latencies.append(Int32(clamping: Self.now + clockOffset - row.startMicroseconds))
  }
}

/// What a process has used.
struct ProcessUse {
  var cpuSeconds = 0.0
  var residentKilobytes = 0

  init(pid: Int) {
    if let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
      let end = stat.lastIndex(of: ")")
    {
      let fields = stat[end...].split(separator: " ")
      if fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) {
        cpuSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
      }
    }
    if let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
    {
      residentKilobytes = Int(line.split(whereSeparator: { !$0.isNumber })[0]) ?? 0
    }
  }
}
