import Foundation
import HostTestSupport
import Testing
import WaveBiosignals
import WaveSystem

@testable import WaveSensorSources

@Suite struct SignalTableTests {
  /// Rows of a number each, at times.
  private func table(_ times: [Double]) -> String {
    "time,x\n" + times.enumerated().map { "\($1),\($0)\n" }.joined()
  }

  private func opened(_ text: String, _ name: String = "made.csv", rateHertz: Double? = nil) throws
    -> SignalFile
  {
    let samples = try Samples()
    return try SignalFile(path: try samples.write(Array(text.utf8), name), rateHertz: rateHertz)
  }

  @Test func anyStretchIsThatOfTheWhole() throws {
    let samples = try Samples()
    var writer = SignalCSVWriter(labels: [Array("a".utf8), Array("b".utf8)], rateHertz: 360)
    // Every row of a length of its own.
    let values: [[Double]] = (0..<2).map { channel in
      (0..<30_000).map { (index: Int) -> Double in
        index % 7 == channel ? .nan : Double(index) / Double(1 + index % 9)
      }
    }
    writer.append(values)
    let file = try SignalFile(path: try samples.write(writer.removeBytes(), "made.csv"))
    #expect(file.kind == .csv && file.groups.count == 1 && file.warnings.count == 1)
    #expect(file.groups[0].rateHertz == 360 && file.groups[0].sampleCount == 30_000)
    #expect(file.groups[0].channels.map { $0.label } == ["a", "b"] && file.startMicroseconds == nil)
    for (from, count) in [(0, 30_000), (4095, 2), (4096, 5000), (29_999, 1), (12_345, 10_000)] {
      let read = try file.read(group: 0, from: Int64(from), count: count)
      for channel in 0..<2 {
        let expected = Array(values[channel][from..<(from + count)])
        #expect(zip(read[channel], expected).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
        #expect(read[channel].count == count)
      }
    }
  }

  @Test func timesThatLeapLeaveGaps() throws {
    let file = try opened(table([0, 0.1, 0.2, 0.5, 0.6, 1.0]))
    #expect(
      file.groups[0].rateHertz == 10 && file.groups[0].sampleCount == 11 && file.groups[0].startSeconds == 0)
    let values = try file.read(group: 0, from: 0, count: 11)[0].map { $0.isNaN ? -1 : $0 }
    #expect(values == [0, 1, 2, -1, -1, 3, 4, -1, -1, -1, 5])
    #expect(try file.read(group: 0, from: 3, count: 2)[0].allSatisfy { $0.isNaN })
    #expect(try file.read(group: 0, from: 5, count: 1)[0] == [3])
  }

  @Test func timesWithFewDigitsGiveTheRate() throws {
    // 360 Hz in milliseconds: steps of 2 and 3.
    let rows = (0..<20_000).map { "\((Double($0) / 0.36).rounded() / 1000),1\n" }
    let file = try opened("time,x\n" + rows.joined())
    #expect(file.groups[0].rateHertz == 360 && file.groups[0].sampleCount == 20_000)
    let slow = (0..<300).map { (minute: Int) -> String in
      String(format: "2020-01-01T%02d:%02d:00Z,%d\n", 10 + minute / 60, minute % 60, minute)
    }
    let minutes = try opened("timestamp,x\n" + slow.joined())
    #expect(minutes.groups[0].rateHertz == 1.0 / 60 && minutes.startMicroseconds == 1_577_872_800_000_000)
  }

  @Test func timesThatStepBackAreFollowed() throws {
    let file = try opened(table([10, 11, 12, 5, 6, 8]))
    #expect(
      file.groups[0].sampleCount == 7 && file.groups[0].rateHertz == 1 && file.groups[0].startSeconds == 10)
    #expect(file.warnings.contains { $0.contains("1 times are not after") })
    let values = try file.read(group: 0, from: 0, count: 7)[0].map { $0.isNaN ? -1 : $0 }
    #expect(values == [0, 1, 2, 3, 4, -1, 5])
    // Many samples of one stamp.
    let bursts = try opened(table((0..<400).map { Double($0 / 20) }))
    #expect(bursts.groups[0].sampleCount == 400 && bursts.groups[0].rateHertz == 20)
  }

  @Test func tablesWithoutTimesHaveARateFromOutside() throws {
    #expect(try opened("a,b\n1,2\n3,4\n").groups[0].rateHertz == 1)
    #expect(try opened("a,b\n1,2\n3,4\n", rateHertz: 50).groups[0].rateHertz == 50)
    #expect(try opened("# data_rate = 2000 Hz\na,b\n1,2\n", "made.txt").groups[0].rateHertz == 2000)
    #expect(try opened("1,2\n3,4\n").groups[0].channels.map { $0.label } == ["column 1", "column 2"])
    // One row, and times alone.
    #expect(try opened("time,x\n3,4\n").groups[0].sampleCount == 1)
    #expect(try opened("time\n3\n4\n").groups.isEmpty)
  }

  @Test func faultsFarBehindAreNamed() throws {
    let samples = try Samples()
    let text = "time,x\n" + (0..<20_000).map { "\($0),\($0)\n" }.joined() + "20000,off\n"
    let path = try samples.write(Array(text.utf8), "made.csv")
    let error = #expect(throws: SensorSourceError.self) { try SignalFile(path: path) }
    #expect(error?.explanation.what.hasPrefix("line 20002, column 2: neither a number nor empty") == true)
    #expect(throws: SensorSourceError.cancelled(path: path)) { try SignalFile(path: path) { _ in false } }
  }

  @Test func logsOfReceiversAreNone() throws {
    #expect(throws: SensorSourceError.self) {
      try opened("2020-04-01, 20:15:40, 90001563, 92131769, 5208, 1, -3, -4\n")
    }
    #expect(throws: SensorSourceError.self) { try opened("hello\nworld\n") }
    let samples = try Samples()
    #expect(SignalFile.isRecording(path: try samples.write(Array("time,x\n1,2\n".utf8), "a.csv")))
    #expect(!SignalFile.isRecording(path: try samples.write([], "b.csv")))
    #expect(!SignalFile.isRecording(path: try samples.write(Array(repeating: 127, count: 99), "c.cu8")))
    #expect(!SignalFile.isRecording(path: "nowhere.edf"))
  }
}
