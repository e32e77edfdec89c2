import Foundation
import Synchronization
import Testing
import WaveSensorsWire
import WaveStreams
import WaveSystem
import WaveWire

@testable import WaveSensorSources

/// A board that can be plugged in and out, and a terminal that stands for a serial port.
@Suite struct LineSourceTests {
  /// A carrier whose connections are written down in advance.
  private final class Board: LineCarrier {
    typealias Connection = (arrivals: [LineArrival], ending: LineEnding)
    let name = "board"
    let mayBeginInside = false
    private let connections: Mutex<[Connection]>

    init(_ connections: [Connection]) { self.connections = Mutex(connections) }

    func carry(_ emit: @Sendable (LineArrival) async -> Void) async -> LineEnding {
      let next = connections.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let next else { return .over }
      for arrival in next.arrivals { await emit(arrival) }
      return next.ending
    }
  }

  private static func bytes(_ text: String) -> LineArrival { .bytes(Array(text.utf8)) }

  /// Notices of the connection, and all values, until a source has ended or failed.
  private func run(_ board: Board, rate: Double) async -> (notices: [String], values: [Double]) {
    let source = LineSource(carrier: board, name: "lines", rateHertz: rate)
    var notices: [String] = []
    var values: [Double] = []
    for await event in source.events() {
      switch event {
      case .block(_, let block): values += block.samples
      case .notice(let notice):
        let text = String(decoding: notice.text, as: UTF8.self)
        if !text.hasPrefix("Lines so far") { notices.append("\(notice.severity): \(text)") }
        if notice.severity == .failure { return (notices, values) }
      default: break
      }
    }
    return (notices, values)
  }

  @Test(.timeLimit(.minutes(10))) func aLostConnectionIsSaidOnceUntilItIsBack() async {
    let board = Board([
      ([], .lost("gone")),
      ([.opened, Self.bytes("1\n2\n"), .lines(Array("3".utf8)), .dropped(4), .dropped(5)], .lost("gone")),
      ([Self.bytes("\n4\n5\n")], .lost("gone")), ([.opened, Self.bytes("\n6\n")], .over),
    ])
    let (notices, values) = await run(board, rate: 100)
    #expect(
      notices == [
        "warning: board: gone; trying again", "information: board: connected again",
        "warning: board: 4 messages dropped, since they arrive too fast",
        "warning: board: gone; trying again",
        "information: board: connected again",
        "failure: The input has ended after 6 lines. The data received so far can still be viewed",
      ])
    #expect(values == [1, 2, 3, 4, 5, 6])
  }

  @Test(.timeLimit(.minutes(10))) func aFailureIsNotTriedAgain() async {
    let (notices, values) = await run(Board([([.opened, Self.bytes("1\n")], .failed("torn"))]), rate: 100)
    #expect(notices == ["failure: board: torn"] && values.isEmpty)
  }

  /// A terminal: what is written on one side is read on the other.
  private final class Terminal: Sendable {
    let side: Int32
    let path: String
    private let isOpen = Mutex(true)

    init() throws {
      side = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      // Linux's requests to unlock the other side, and for its number.
      var (lock, number): (Int32, Int32) = (0, -1)
      try #require(
        side >= 0 && ioctl(side, 0x4004_5431, &lock) == 0 && ioctl(side, 0x8004_5430, &number) == 0)
      path = "/dev/pts/\(number)"
    }

    deinit { unplug() }

    func write(_ text: String) {
      let bytes = Array(text.utf8)
      #expect(Foundation.write(side, bytes, bytes.count) == bytes.count)
    }

    func unplug() {
      isOpen.withLock { isOpen in
        if isOpen { close(side) }
        isOpen = false
      }
    }
  }

  @Test(.timeLimit(.minutes(10))) func aSerialPortGivesItsBytesAsTheyAre() async throws {
    let terminal = try Terminal()
    let port = SerialPort(path: terminal.path, speed: try #require(SerialPort.bauds[9600]))
    #expect(port.complaint() == nil && port.name == terminal.path && port.mayBeginInside)
    // Line ends, a mark for the end of a file and one for an interruption are bytes like others.
    let text = "1,2\r\n\u{3}\u{4}x\n"
    let received = Mutex<[UInt8]>([])
    let openings = Mutex(0)
    let ending = await port.carry { arrival in
      switch arrival {
      case .opened:
        openings.withLock { $0 += 1 }
        terminal.write(text)
      case .bytes(let bytes):
        let count = received.withLock { received in
          received += bytes
          return received.count
        }
        if count == text.utf8.count { terminal.unplug() }
      default: break
      }
    }
    #expect(ending == .lost("the device is no longer connected") && openings.withLock { $0 } == 1)
    #expect(received.withLock { $0 } == Array(text.utf8))
  }

  @Test func whatIsNoSerialPortIsSaid() async throws {
    let speed = try #require(SerialPort.bauds[SerialPort.baud])
    let known = SerialPort.known()
    #expect(known == known.sorted() && known.allSatisfy { $0.hasPrefix("/dev/") })
    let none = SerialPort(path: "/nowhere/tty", speed: speed)
    #expect(none.complaint() == .noDevice(path: "/nowhere/tty", known: known))
    #expect(await none.carry { _ in Issue.record("it was opened") } == .lost("there is no such device"))
    #expect(SerialPort(path: "/dev/null", speed: speed).complaint() == .notSerialPort(path: "/dev/null"))
    let ending = await SerialPort(path: "/dev/null", speed: speed).carry { _ in Issue.record("it was opened")
    }
    guard case .lost(let reason) = ending else {
      Issue.record("\(ending)")
      return
    }
    #expect(!reason.isEmpty)
    #expect(SerialPort.bauds.keys.sorted().prefix(3) == [300, 1200, 2400])
  }

  /// What comes through a pipe ends with it.
  @Test(.timeLimit(.minutes(10))) func aPipeIsReadToItsEnd() async {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let bytes = Array("1\n2\n".utf8)
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    let lines = PipedLines(input: PipeInput(descriptor: ends[0]))
    #expect(lines.name == "standard input" && !lines.mayBeginInside)
    let received = Mutex<[String]>([])
    let ending = await lines.carry { arrival in received.withLock { $0.append("\(arrival)") } }
    #expect(ending == .over && received.withLock { $0 } == ["opened", "bytes([49, 10, 50, 10])"])
    close(ends[0])
    // A folder can be opened, and not be read.
    let folder = open("/", O_RDONLY)
    let failure = await PipedLines(input: PipeInput(descriptor: folder)).carry { _ in }
    #expect(failure == .failed("it can no longer be read (error \(EISDIR)). Start the pipe again"))
    close(folder)
  }

  /// No sample comes before its time, and no block before it is due.
  @Test(.timeLimit(.minutes(10))) func aSimulationKeepsToTheClock() async throws {
    let source = SimulatedSensors(.streams(count: 1, rateHertz: 1000))
    let began = MonotonicClock.microseconds
    var (start, count) = (Int64(0), 0)
    for await event in source.events() {
      switch event {
      case .times(let times): start = times.microseconds
      case .block(_, let block):
        count += 1
        let last = Int64(block.sequence) + Int64(block.count) - 1
        #expect(start + last * 1000 <= MonotonicClock.microseconds)
      default: break
      }
      if count == 12 { break }
    }
    #expect(MonotonicClock.microseconds - began >= 12 * SimulatedSensors.blockMicroseconds)
  }

  /// Samples of a simulation follow each other, and are those of their numbers.
  @Test(.timeLimit(.minutes(10))) func aSimulationGoesOnWhereItWas() async throws {
    let source = SimulatedSensors(.streams(count: 2, rateHertz: 1000))
    var next: UInt64 = 0
    var count = 0
    var kinds: [String] = []
    for await event in source.events() {
      switch event {
      case .timeMap(let map):
        #expect(map.speed == 1)
        kinds.append("map")
      case .times(let times):
        #expect(times.sequence == 0 && times.reason == .start && times.rateHertz == 1000 && times.group == 0)
        kinds.append("times")
      case .block(let group, let block):
        // A machine that was suspended leaves samples out, and never gives one twice.
        #expect(group == 0 && block.sequence >= next && block.count > 0 && block.channelCount == 2)
        next = block.sequence + UInt64(block.count)
        count += 1
      default: Issue.record("unexpected")
      }
      if count == 4 { break }
    }
    #expect(kinds == ["map", "times"])
  }
}
