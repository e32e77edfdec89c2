import Foundation
import HostTestSupport

/// Recordings of every format, with what is odd in them.
final class SampleRecordings {
  /// The names of the recordings, and the paths of their files.
  private(set) var all: [(name: String, path: String)] = []
  /// The folder of the files.
  let folder: String
  private let samples: Samples

  init() async throws {
    samples = try Samples()
    folder = URL(filePath: try samples.write([], ".nothing")).deletingLastPathComponent().path
    try addEDF()
    try addWFDB()
    try addTables()
    try addFixtures()
    try await addStores()
  }

  func add(_ name: String, _ bytes: [UInt8], _ file: String) throws {
    add(name, try samples.write(bytes, file))
  }

  func add(_ name: String, _ path: String) { all.append((name, path)) }

  func write(_ bytes: [UInt8], _ file: String) throws { _ = try samples.write(bytes, file) }

  private func addEDF() throws {
    let wave = { (width: Int) in { (record: Int) in (0..<width).map { 37 * (record * width + $0) - 400 } } }
    let two = EDFBytes(
      records: 3,
      signals: [
        .init(label: "EEG Fpz-Cz", transducer: "AgCl", prefilter: "HP:0.1Hz", width: 10, samples: wave(10)),
        .init(
          label: "Temp", unit: "C", low: "34", high: "40", digitalLow: "-1024", digitalHigh: "1023",
          width: 4, samples: wave(4)),
        .init(label: "EOG", low: "1000", high: "-1000", width: 10, samples: wave(10)),
      ])
    try add("EDF of two rates", two.bytes, "two.edf")
    var other = two
    (other.saidRecords, other.rest, other.date) = (2, 8, "99.99.99")
    try add("EDF with a record more than it says", other.bytes, "more.edf")
    (other.saidRecords, other.rest, other.patient) = (-1, 5, "Müller \u{E4}")
    try add("EDF without a number of records", other.bytes, "unknown.edf")
    (other.saidRecords, other.rest) = (3, -1)
    try add("EDF that is cut", other.bytes, "cut.edf")
    (other.saidRecords, other.rest) = (3, 7)
    other.signals[1].high = "34"
    try add("EDF with bytes behind and a range of no width", other.bytes, "rest.edf")
    let wide = EDFBytes(
      records: 2, seconds: "0.5", sampleBytes: 3,
      signals: [
        .init(label: "wide", digitalLow: "-8388608", digitalHigh: "8388607", width: 5) { record in
          [-8_388_608, -1, 0, 40_000 * record, 8_388_607]
        },
        .init(label: "low", digitalLow: "-32769", width: 1, samples: { [$0 - 20_000] }),
        .init(label: "high", digitalHigh: "32768", width: 1, samples: { [$0 + 20_000] }),
        .init(label: "words", width: 1, samples: { [$0 + 7] }),
      ])
    try add("BDF", wide.bytes, "wide.bdf")
    // The third record would begin before the end of the second; the fourth has no time.
    var gaps = EDFBytes(
      kind: "EDF+D", records: 5,
      signals: [
        .init(label: "a", width: 4, samples: wave(4)), .notes { _ in "" },
        .init(label: "b", width: 10, samples: wave(10)),
      ])
    gaps.signals[1].text = { record in
      ["+5,,.", "+7,,.+8;2,two,three,.", "+7,,.+6,early,.", "none", "+20,,.+25;3,late,."][record]
    }
    try add("EDF+D", gaps.bytes, "apart.edf")
    gaps.kind = "EDF+C"
    try add("EDF+C with gaps", gaps.bytes, "joined.edf")
    gaps.signals[1].text = { "+\($0 + 5),,." }
    try add("EDF+C that begins late", gaps.bytes, "late.edf")
    gaps.kind = "EDF+D"
    try add("EDF+D without gaps", gaps.bytes, "steady.edf")
    let marked = EDFBytes(
      recording: "Startdate X X X Waveglass", records: 2,
      signals: [
        .init(label: "II", unit: "mV", digitalLow: "-500", digitalHigh: "500", width: 6) { record in
          [-501, -500, -499, 0, 500, 10 * record]
        }
      ])
    try add("EDF with missing samples", marked.bytes, "marked.edf")
    var foreign = marked
    foreign.recording = "Startdate X X X Other"
    try add("EDF with samples out of range", foreign.bytes, "foreign.edf")
  }

  private static func words(_ values: some Sequence<Int>) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  private func addWFDB() throws {
    // Three samples of the first signal and one of the second in a frame.
    let frames = (0..<50).flatMap { (frame: Int) -> [Int] in
      let first = frame * 11
      return [first - 90, first - 85, first - 80, frame % 9 == 4 ? -32_768 : frame * 3]
    }
    _ = try samples.write(Self.words(frames), "w.dat")
    let signals = "w.dat 16x3 100(5)/uV 12 0 0 0 0 ECG lead II\nw.dat 16:2 0 12 7 0 0 0\n"
    for (name, head, file) in [
      ("a WFDB record", "60 50 1:02:03 04/05/2006\n", "w1"),
      ("a WFDB record without a date", "60 50 1:02:03\n", "w2"),
      ("a WFDB record without a length", "60\n", "w3"), ("a WFDB record that is cut", "60 55\n", "w4"),
      ("a WFDB record that says less", "60 40\n", "w5"),
    ] {
      try add(name, Array("\(file) 2 \(head)\(signals)# one\n#\n#   two\n".utf8), "\(file).hea")
    }
    let checked = "w6 1 100\nw6.dat 16 200 12 0 1 45 0 right\n"
    _ = try samples.write(Self.words(0..<10), "w6.dat")
    _ = try samples.write(Self.words(1..<11), "w7.dat")
    try add("a WFDB record with its checksum", Array(checked.utf8), "w6.hea")
    try add(
      "a WFDB record with another checksum", Array(checked.replacing("w6", with: "w7").utf8), "w7.hea")
    // Annotations: a note of the resolution, a beat, one of the second signal, and no end mark.
    let notes: [Int] = [22 << 10, 63 << 10 | 24]
    let text = Array("## time resolution: 120\u{0}".utf8)
    let beats: [Int] = [1 << 10 | 30, 5 << 10 | 60, 62 << 10 | 1, 28 << 10 | 45, 63 << 10 | 5]
    let atr = Self.words(notes) + text + Self.words(beats) + Array("(AFIB\u{0}".utf8)
    _ = try samples.write(atr, "w1.atr")
    _ = try samples.write(atr + [0, 0], "w3.atr")
    _ = try samples.write(Self.words(beats) + Array("(AFIB\u{0}".utf8) + [0, 0], "w5.atr")
    // Segments of 20 frames, of which one is missing, one is short and one has another unit.
    _ = try samples.write(Self.words((0..<40).map { $0 * 5 }), "s.dat")
    for (name, unit, gain, count) in [("s1", "mV", 200, 20), ("s2", "mV", 200, 30), ("s3", "V", 200, 20)] {
      let lines = "s.dat 16 \(gain)/\(unit) 12 0 0 0 0 A\ns.dat 16 50/mmHg 12 0 0 0 0 B\n"
      _ = try samples.write(Array("\(name) 2 100 \(count)\n\(lines)".utf8), "\(name).hea")
    }
    _ = try samples.write(
      Array("s4 2 100 20\ns.dat 16 100/mV 12 0 0 0 0 B\ns.dat 16 50/mmHg 12 0 0 0 0 C\n".utf8), "s4.hea")
    _ = try samples.write(
      Array("lay 2 100 0\n~ 0 200/mV 12 0 0 0 0 A\n~ 0 50/mmHg 12 0 0 0 0 B\n".utf8), "lay.hea")
    for (name, file, text) in [
      ("segments of one kind", "sega", "/5 2 100\ns1 20\n~ 7\ns2 25\ns3 20\ns1 20\n"),
      ("segments with a layout", "segb", "/4 2 100 70 10:00:00 01/02/2003\nlay 0\ns1 20\n~ 30\ns4 20\n"),
    ] {
      try add(name, Array((file + text).utf8), "\(file).hea")
    }
  }
}
