import Testing
import WaveBiosignals
import WaveSensorsWire
import WaveStreams
import WaveSystem
import WaveWire

@testable import WaveSensorSources

/// Lines that arrive by a clock turned by hand.
private struct Bench {
  var lines: SampledLines
  private(set) var now: Int64 = 1_000_000
  private(set) var blocks: [SampleBlock] = []
  private(set) var infos: [StreamSource] = []
  private(set) var notices: [String] = []

  init(rate: Double? = nil, inside: Bool = false) {
    lines = SampledLines(.init(name: "test", rateHertz: rate, mayBeginInside: inside))
  }

  mutating func receive(_ events: [SensorEvent]) {
    for event in events {
      switch event {
      case .block(_, let block): blocks.append(block)
      case .changed(let info): infos.append(info)
      case .notice(let notice): notices.append(String(decoding: notice.text, as: UTF8.self))
      default: Issue.record("unexpected")
      }
    }
  }

  mutating func write(_ text: String) { receive(lines.receive(Array(text.utf8), at: now)) }

  /// Lets time pass, and a source write so many lines a second, in bursts of 20 ms.
  mutating func run(seconds: Double, rate: Double, _ line: (Int) -> String) {
    var written = 0
    for step in 1...Int(seconds * 50) {
      now += 20_000
      var text = ""
      while Double(written) < Double(step) / 50 * rate {
        text += line(written)
        written += 1
      }
      if text.isEmpty { receive(lines.tick(at: now)) } else { write(text) }
    }
  }

  mutating func wait(seconds: Double) {
    for _ in 0..<Int(seconds * 10) {
      now += 100_000
      receive(lines.tick(at: now))
    }
  }

  var values: [Double] { blocks.flatMap { $0.samples } }
  /// Numbers that were left out.
  var gaps: [UInt64] {
    zip(blocks, blocks.dropFirst()).map { $1.sequence - $0.sequence - UInt64($0.count) }.filter { $0 > 0 }
  }
}

@Suite struct SampledLinesTests {
  @Test(arguments: [1.0, 10, 50, 100, 250, 1000, 3600])
  func theRateIsDerivedFromArrivals(_ rate: Double) {
    var bench = Bench()
    bench.run(seconds: 10, rate: rate) { "\($0)\n" }
    #expect(bench.infos.count == 1)
    #expect(abs((bench.infos.last?.groups.first?.rateHertz ?? 0) / rate - 1) < 0.02)
    let detail = String(decoding: bench.infos.last?.detail ?? [], as: UTF8.self)
    #expect(detail.contains("estimated"))
    // What was held meanwhile is there.
    #expect(bench.values == (0..<Int(rate * 10)).map { Double($0) } && bench.gaps.isEmpty)
    #expect(bench.notices.isEmpty)
  }

  @Test func aRateThatIsGivenIsTaken() {
    var bench = Bench(rate: 200)
    bench.run(seconds: 1, rate: 190) { "a:\($0),b:2\n" }
    #expect(bench.infos.map { $0.groups.first?.rateHertz } == [200])
    #expect(
      bench.infos.last?.groups.first?.channels.map { String(decoding: $0.label, as: UTF8.self) } == [
        "a", "b",
      ])
    #expect(bench.blocks.first?.channelCount == 2)
    #expect(bench.blocks.reduce(0) { $0 + $1.count } == 190)
  }

  @Test func linesOfAFileAreTakenAtARateThatIsSaid() {
    var bench = Bench()
    bench.write("1\n2\n3\n")
    bench.receive(bench.lines.finish(at: bench.now))
    #expect(bench.values == [1, 2, 3] && bench.infos.last?.groups.first?.rateHertz == 100)
    #expect(bench.notices.contains { $0.contains("assumed") })
  }

  /// A lost connection leaves a gap as long as it lasted; lines that were cut are no samples.
  @Test func aLostConnectionIsAGap() {
    var bench = Bench(inside: true)
    bench.run(seconds: 4, rate: 100) { "1\($0)\n" }
    bench.write("12")
    bench.lines.interrupt(at: bench.now)
    bench.wait(seconds: 3)
    bench.run(seconds: 2, rate: 100) { "\($0)\n" }
    #expect(bench.gaps.count == 1 && abs(Int(bench.gaps[0]) - 300) <= 3)
    let counts = bench.lines.counts
    #expect(counts.frames == 598 && counts.partialLines == 3)
    #expect(bench.blocks.reduce(0) { $0 + $1.count } == 598)
    // It ends at the number that the clock says.
    let end = bench.blocks.last.map { $0.sequence + UInt64($0.count) } ?? 0
    #expect(abs(Int(end) - 900) <= 4)
  }

  @Test func silenceIsSaidOnce() {
    var bench = Bench()
    bench.run(seconds: 3, rate: 100) { "\($0)\n" }
    bench.wait(seconds: 30)
    #expect(bench.notices.filter { $0.contains("Nothing has arrived") }.count == 1)
    bench.run(seconds: 1, rate: 100) { "\($0)\n" }
    bench.wait(seconds: 30)
    #expect(bench.notices.filter { $0.contains("Nothing has arrived") }.count == 2)
    #expect(bench.gaps.isEmpty, "nobody says that a sample is lost")
  }

  /// Ten times the rate: nothing is lost, and the streams begin anew with the right one, which is said.
  @Test func anotherRateIsFollowedWhereItWasEstimated() {
    var bench = Bench()
    bench.run(seconds: 10, rate: 100) { "\($0)\n" }
    bench.run(seconds: 20, rate: 1000) { "\($0)\n" }
    #expect(bench.infos.map { $0.groups.first?.rateHertz } == [100, 1000])
    #expect(
      bench.notices.count == 1 && bench.notices[0].contains("rate has changed from about 100 to about 1000"))
    #expect(bench.values.count == 21_000 && bench.gaps.isEmpty)
    var given = Bench(rate: 100)
    given.run(seconds: 10, rate: 100) { "\($0)\n" }
    given.run(seconds: 20, rate: 1000) { "\($0)\n" }
    #expect(given.infos.count == 1 && given.notices.contains { $0.contains("not 100 as given") })
  }

  @Test func whatIsWrongIsCountedAndSaidOnceAMinute() {
    var bench = Bench()
    bench.run(seconds: 90, rate: 100) { $0 % 50 == 49 ? "1,x\n" : $0 % 50 == 48 ? "1\n" : "1,2\n" }
    #expect(bench.notices.count == 2)
    #expect(
      bench.notices.allSatisfy { $0.contains("text instead of a number") && $0.contains("fewer or more") })
    #expect(bench.lines.counts.frames == 9000 && bench.lines.counts.misfits == 180)
    #expect(bench.values.count == 18_000 && bench.values.filter { $0.isNaN }.count == 180 * 3)
  }

  @Test func aDatagramEndsItsLine() {
    var bench = Bench(rate: 100)
    for number in 0..<40 {
      bench.receive(bench.lines.receive(Array("\(number)".utf8), isWhole: true, at: Int64(number) * 10_000))
    }
    #expect(bench.values == (0..<40).map { Double($0) })
  }

  @Test(arguments: [
    "lines:", "lines:/nowhere/tty", "lines:/dev/null", "lines:tcp://host", "lines:tcp://:80",
    "lines:tcp://host:0",
    "lines:udp://", "lines:udp://:70000", "lines:/dev/tty?baud=7", "lines:udp://:5000?baud=9600",
    "lines:-?baud=9600",
    "lines:tcp://host:80?rate=0", "mqtt://", "mqtt://host", "mqtt://host:1883/", "mqtt:///topic",
    "mqtt://host:x/topic",
    "mqtt://host/all/#", "mqtt://host/+/x", "mqtt://host/x?password=y", "phyphox://", "phyphox://:80",
    "phyphox://host:x", "phyphox://host?rate=1",
  ])
  func saysWhatToWriteInstead(_ argument: String) throws {
    let failure = #expect(throws: (any Error).self) { try SensorFactory.open(.sensors(argument)) }
    let error = try #require(failure as? any ExplainedError)
    #expect(!error.explanation.what.isEmpty && !error.explanation.advice.isEmpty)
  }
}
