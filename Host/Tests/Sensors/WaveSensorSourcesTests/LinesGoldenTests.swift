import TestSupport
import Testing

@testable import WaveSensorSources

/// What sensors that write lines send, and what becomes of it, against a text that is written with
/// `RECORD_GOLDEN=1`.
@Suite struct LinesGoldenTests {
  /// Lines that arrive at given times, in milliseconds.
  private struct Run {
    var lines: SampledLines
    var text: [String]

    init(_ name: String, rate: Double? = nil, inside: Bool = false) {
      lines = SampledLines(.init(name: name, rateHertz: rate, mayBeginInside: inside))
      text = ["== \(name)", EventText.describe(lines.info)]
    }

    mutating func write(_ bytes: String, at milliseconds: Int64, isWhole: Bool = false) {
      let events = lines.receive(Array(bytes.utf8), isWhole: isWhole, at: milliseconds * 1000)
      if !events.isEmpty { text += ["\(milliseconds):"] + EventText.lines(events) }
    }

    mutating func tick(at milliseconds: Int64) {
      let events = lines.tick(at: milliseconds * 1000)
      if !events.isEmpty { text += ["\(milliseconds), tick:"] + EventText.lines(events) }
    }

    mutating func end(at milliseconds: Int64) -> [String] {
      text += ["\(milliseconds), end:"] + EventText.lines(lines.finish(at: milliseconds * 1000))
      return text + ["\(lines.counts)"]
    }
  }

  @Test func linesAreTakenAsTheyWere() throws {
    var all: [String] = []
    // The shortest time after which a rate is known: two seconds and sixteen lines after the first.
    var run = Run("eight a second")
    for number in 0..<18 { run.write("\(number),\(number * number)\n", at: Int64(number) * 125) }
    run.tick(at: 2125)
    for number in 18..<30 { run.write("\(number),2\n", at: Int64(number) * 125) }
    all += run.end(at: 4000)
    run = Run("five a second")
    for number in 0..<34 { run.write("\(number)\n", at: Int64(number) * 200) }
    all += run.end(at: 6700)
    run = Run("one in three seconds")
    for number in 0..<4 { run.write("\(number)\n", at: Int64(number) * 3000) }
    run.tick(at: 9001)
    all += run.end(at: 9100)
    run = Run("a rate that is given", rate: 40)
    for number in 0..<20 { run.write("x:\(number)\ty:2\n", at: Int64(number) * 25) }
    run.tick(at: 500)
    all += run.end(at: 501)
    run = Run("all at once")
    run.write("1 2 3\n4 5 6\n", at: 10)
    run.tick(at: 5999)
    run.tick(at: 20_000)
    all += run.end(at: 20_001)
    run = Run("nothing at all")
    run.tick(at: 10_000)
    all += run.end(at: 10_000)
    run = Run("silence", rate: 2)
    for number in 0..<8 { run.write("\(number)\n", at: Int64(number) * 500) }
    // Twenty samples at 2 Hz are ten seconds.
    for time in [13_500, 13_501, 13_502, 40_000] { run.tick(at: Int64(time)) }
    run.write("8\n", at: 40_100)
    for time in [50_100, 50_101, 60_000] { run.tick(at: Int64(time)) }
    all += run.end(at: 60_001)
    run = Run("silence of a fast one", rate: 100)
    for number in 0..<80 { run.write("\(number)\n", at: Int64(number) * 10) }
    for time in [5790, 5791, 5792] { run.tick(at: Int64(time)) }
    all += run.end(at: 5800)
    let differences = try GoldenText.differences(all, from: "biosignals/lines.txt")
    #expect(differences == [])
  }
}
