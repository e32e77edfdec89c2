import Foundation
import HostTestSupport
import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveReceivers

/// Recorded and played times of captures, and the annotations at them.
@Suite struct SampleTimelineTests {
  private func file(_ path: String, _ settings: SampleSettings = SampleSettings()) throws -> SampleFile {
    guard case .samples(let file) = try OpenedRecording(path: path, settings: settings) else {
      throw ReceiverError.levelsOnly(path: path)
    }
    return file
  }

  /// Captures at 1000 samples a second that start at the given milliseconds, 100 samples each.
  private func timeline(_ starts: [Int], centers: [Int]? = nil) throws -> SampleTimeline {
    let files = try RecordingFiles()
    let captures = starts.indices.map { index in
      let milliseconds = starts[index] + 5000
      let second = milliseconds / 1000
      let part = String("\(1000 + milliseconds % 1000)".dropFirst())
      let time = "2026-01-02T03:04:\(second < 10 ? "0" : "")\(second).\(part)Z"
      let center = centers?[index] ?? 1_000_000
      return #"{"core:sample_start": \#(100 * index), "core:frequency": \#(center), "#
        + #""core:datetime": "\#(time)"}"#
    }
    return SampleTimeline(
      of: try file(
        files.sigMF(
          "t", global: #""core:datatype": "cu8", "core:sample_rate": 1000"#, captures: captures,
          data: [UInt8](repeating: 100, count: 200 * starts.count))))
  }

  @Test func capturesThatFollowEachOtherAreOnePart() throws {
    // A millisecond of slack to either side counts as nothing; two are a gap or a step back.
    for (second, isOne) in [(100, true), (101, true), (99, true), (102, false), (98, false)] {
      let parts = try timeline([0, second]).parts
      #expect(parts.count == (isOne ? 1 : 2), "\(second)")
      #expect(parts.last?.samples.upperBound == 200)
      #expect(parts.reduce(0) { $0 + $1.length } == 200_000)
    }
    #expect(try timeline([0, 100], centers: [1_000_000, 2_000_000]).parts.count == 2)
  }

  @Test func gapsAreShortenedToTwoSeconds() throws {
    let timeline = try timeline([0, 600, 9000])
    #expect(timeline.parts.map(\.gap) == [0, 500_000, 8_300_000])
    #expect(timeline.parts.map(\.playedStart) == [0, 600_000, 2_700_000])
    #expect(timeline.parts.map(\.recordedStart) == [0, 600_000, 9_000_000])
    #expect(timeline.playedMicroseconds == 2_800_000 && timeline.recordedMicroseconds == 9_100_000)
  }

  @Test func aClockSetBackGivesNoGapAndNoTimeBeforeOthers() throws {
    let timeline = try timeline([0, 600, 300])
    #expect(timeline.parts.map(\.gap) == [0, 500_000, 0])
    #expect(timeline.parts.map(\.playedStart) == [0, 600_000, 700_000])
    #expect(timeline.recordedMicroseconds == 700_000 && timeline.playedMicroseconds == 800_000)
  }

  @Test func timesAreConvertedBothWays() throws {
    let timeline = try timeline([0, 600, 9000])
    for (played, recorded) in [
      (0.0, 0.0), (99_999, 99_999), (300_000, 300_000), (600_000, 600_000), (650_000, 650_000),
      (2_699_000, 2_699_000), (2_700_000, 9_000_000), (2_750_000, 9_050_000),
    ] { #expect(timeline.recorded(ofPlayed: played) == recorded) }
    for (recorded, played) in [
      (0.0, 0.0), (99_999, 99_999), (100_000, 600_000), (599_000, 600_000), (600_000, 600_000),
      (700_000, 2_700_000), (9_000_000, 2_700_000), (9_050_000, 2_750_000), (9_100_000, 2_800_000),
      (1e9, 2_800_000), (-5, 0),
    ] { #expect(timeline.played(ofRecorded: recorded) == played, "\(recorded)") }
    for (sample, recorded) in [(0, 0.0), (99, 99_000), (100, 600_000), (199, 699_000), (200, 9_000_000)] {
      #expect(timeline.recorded(ofSample: sample) == recorded)
    }
  }

  @Test func theBestCoveredPartIsShown() throws {
    let timeline = try timeline([0, 150, 250], centers: [1_000_000, 2_000_000, 3_000_000])
    // Parts at 0 to 100 ms, 150 to 250 and 250 to 350.
    for (start, end, part) in [
      (0.0, 10_000.0, 0), (60_000, 160_000, 0), (95_000, 160_000, 1), (200_000, 299_000, 1),
      (201_000, 300_000, 2), (110_000, 140_000, nil), (350_000, 400_000, nil), (200_000, 300_000, 1),
    ] as [(Double, Double, Int?)] { #expect(timeline.part(from: start, until: end) == part, "\(start)") }
  }

  private func marks(_ annotations: [String], count: Int = 1000) throws -> [Annotation] {
    let files = try RecordingFiles()
    let file = try file(
      files.sigMF(
        "m", global: #""core:datatype": "cu8", "core:sample_rate": 1000"#,
        captures: [
          #"{"core:sample_start": 0, "core:frequency": 100000}"#,
          #"{"core:sample_start": 500, "core:frequency": 2500000500}"#,
        ], annotations: annotations, data: [UInt8](repeating: 100, count: 2 * count)))
    var marks = RecordingMarks(file, timeline: SampleTimeline(of: file), startMicroseconds: 3_600_000_000)
    #expect(marks.count == annotations.count)
    return marks.update(at: 0)?.marks ?? []
  }

  private func remark(_ start: Int, _ count: Int?, _ more: String = "") -> String {
    let length = count.map { #", "core:sample_count": \#($0)"# } ?? ""
    return #"{"core:sample_start": \#(start)\#(length)\#(more)}"#
  }

  @Test func aNoteKeepsItsFactsWhateverItsLength() throws {
    let found = try marks([remark(0, 5, #", "core:label": "\#(String(repeating: "ä", count: 5000))""#)])
    let note = try #require(found.first).note
    let text = EventText.string(note)
    #expect(text.hasSuffix("ä\n99.5 kHz to 100.5 kHz\n01:00:00 for 0.004 s"))
    #expect(note.count <= WireLimits.annotationNote && note.count > WireLimits.annotationNote - 2)
  }

  @Test func theListFollowsThePlace() throws {
    let files = try RecordingFiles()
    let limit = WireLimits.annotations
    let file = try file(
      files.sigMF(
        "l", global: #""core:datatype": "cu8", "core:sample_rate": 1000"#,
        captures: [#"{"core:sample_start": 0}"#], annotations: (0..<3 * limit).map { remark($0, 1) },
        data: [UInt8](repeating: 100, count: 8 * limit)))
    var marks = RecordingMarks(file, timeline: SampleTimeline(of: file), startMicroseconds: 0)
    var lists: [[Int64]] = []
    for millisecond in 0..<3 * Int64(limit) {
      guard let list = marks.update(at: millisecond * 1000) else { continue }
      #expect(list.leftOut == UInt32(2 * limit) && list.marks.count == limit)
      lists.append([millisecond, list.marks[0].startMicroseconds / 1000])
    }
    // The first list of a quarter further on, with the place in its middle.
    let (half, quarter) = (Int64(limit) / 2, Int64(limit) / 4)
    var expected: [[Int64]] = [[0, 0]]
    for turn: Int64 in 1...8 { expected.append([half + turn * quarter - 1, turn * quarter]) }
    #expect(lists == expected)
  }
}
