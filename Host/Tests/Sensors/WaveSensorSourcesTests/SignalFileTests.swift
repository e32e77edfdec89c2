import Foundation
import HostTestSupport
import TestSupport
import Testing
import WaveBiosignals

@testable import WaveSensorSources

@Suite struct SignalFileTests {
  /// Whether two lists of values are the same, missing ones too, but for a relative 1e-12.
  private func agree(_ one: [Double], _ other: [Double?]) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy { value, expected in
        guard let expected, !expected.isNaN else { return value.isNaN }
        return abs(value - expected) <= 1e-12 * max(1, abs(expected))
      }
  }

  /// All values of a file: channel by channel through the groups, read in pieces that do not fit anything.
  private func whole(_ file: SignalFile, pieces: Int = 17) throws -> [[Double]] {
    var all: [[Double]] = []
    for (number, group) in file.groups.enumerated() {
      var values = group.channels.map { _ in [Double]() }
      var from: Int64 = 0
      while from < group.sampleCount {
        let count = min(pieces, Int(group.sampleCount - from))
        let piece = try file.read(group: number, from: from, count: count)
        for channel in values.indices { values[channel] += piece[channel] }
        from += Int64(count)
      }
      all += values
    }
    return all
  }

  @Test func recordsOfEveryFormatAreThoseOfWFDB() throws {
    let cases = try BiosignalFixtures.load("wfdb", as: BiosignalFixtures.WFDB.self).cases
    #expect(cases.count == 41)
    for record in cases {
      let samples = try Samples()
      let file = try SignalFile(path: try samples.write(record))
      #expect(file.kind == .wfdb && file.groups.flatMap { $0.channels }.count == record.physical.count)
      let values = try whole(file)
      // Signals of one rate stand together here.
      let order = record.physical.count == 4 ? [0, 1, 3, 2] : [0, 1]
      for (own, signal) in zip(values, order) {
        #expect(agree(own, record.physical[signal]), "\(record.name)")
      }
    }
  }

  @Test func groupsSayWhatTheirFileSays() throws {
    let samples = try Samples()
    let fixture = try BiosignalFixtures.load("wfdb", as: BiosignalFixtures.WFDB.self)
    let path = try samples.write(try #require(fixture.cases.last))
    _ = try samples.write(Array(fixture.annotations.file), "made.atr")
    let file = try SignalFile(path: path)
    #expect(file.groups.map { $0.rateHertz } == [502, 125.5, 251])
    #expect(file.groups.map { $0.sampleCount } == [160, 40, 80])
    #expect(file.groups[1].channels.map { $0.label } == ["signal 1", "temperature"])
    #expect(file.groups[1].channels.map { $0.unit } == ["mmHg", "C"])
    #expect(file.groups[1].channels[0].scale?.value(33) == 1)
    #expect(file.startMicroseconds == 1_577_190_605_000_000)
    #expect(file.remarks == ["aged 50", "note"] && file.warnings.count == 1)
    #expect(file.annotations.count == 300 && file.annotations.allSatisfy { $0.seconds >= 0 })
    // Files of a record lead to it, too.
    #expect(try SignalFile(path: String(path.dropLast(3)) + "dat").groups == file.groups)
  }

  @Test(arguments: ["EDF", "EDF+C", "BDF", "BDF+C"]) func filesAreThoseOfPyEDFlib(name: String) throws {
    let one = try #require(BiosignalFixtures.load("edf", as: BiosignalFixtures.EDF.self).cases[name])
    let samples = try Samples()
    let file = try SignalFile(path: try samples.write(Array(one.file), "made.xyz"))
    #expect(file.kind == (name.hasPrefix("B") ? .bdf : .edf) && file.warnings.isEmpty)
    #expect(file.groups.map { $0.rateHertz } == one.rates)
    #expect(file.groups.flatMap { $0.channels }.map { $0.label } == one.labels)
    #expect(file.startMicroseconds == one.start * 1_000_000)
    #expect(file.annotations.map { $0.text } == (name.hasSuffix("+C") ? ["begin", "Gänge", ""] : []))
    for (number, values) in try whole(file).enumerated() {
      let scale = try #require(file.groups[number].channels[0].scale)
      #expect(values.map { scale.digital($0) } == one.digital[number])
      #expect(agree([values[0], values[1], values[values.count - 1]], one.ends[number]))
    }
  }

  @Test func recordsApartAreGaps() throws {
    let odd = try BiosignalFixtures.load("edf", as: BiosignalFixtures.EDF.self).odd
    let samples = try Samples()
    let file = try SignalFile(path: try samples.write(Array(try #require(odd["gaps"])), "gaps.edf"))
    // Records of one second and four samples at 0, 2.5 and 10.25 s.
    #expect(file.groups[0].sampleCount == 45 && file.groups[0].rateHertz == 4)
    var expected = [Double?](repeating: nil, count: 45)
    for (record, start) in [0, 10, 41].enumerated() {
      for index in 0..<4 { expected[start + index] = Double(4 * record + index - 6) }
    }
    for pieces in [1, 17, 99] { #expect(agree(try whole(file, pieces: pieces)[0], expected)) }
    #expect(file.annotations.map { $0.text } == ["one", "two"] && file.annotations[0].seconds == 2.75)
    let live = try SignalFile(path: try samples.write(Array(try #require(odd["live"])), "live.edf"))
    #expect(live.warnings.count == 5 && live.groups[0].sampleCount == 8)
  }

  @Test func recordsThatAreNotTimedFollow() {
    let (timeline, misplaced) = EDFTimeline.placed(
      onsets: [0, 0.5, .nan, 9, 8.9999], recordSeconds: 1, widths: [10, 1])
    #expect(misplaced == 3 && timeline.hasHoles)
    #expect((0..<5).map { timeline.start(ofRecord: $0, group: 0) } == [0, 10, 20, 90, 100])
    #expect(timeline.sampleCount(ofGroup: 1) == 11)
    #expect(timeline.records(of: 0, from: 29, to: 91) == 2..<4)
    #expect(timeline.records(of: 0, from: 30, to: 90).isEmpty)
    let (even, none) = EDFTimeline.placed(onsets: [0, 0.9999, 2.0001], recordSeconds: 1, widths: [100])
    #expect(none == 0 && !even.hasHoles)
  }

  @Test func waveformsAreThoseOfPydicom() throws {
    let fixture = try BiosignalFixtures.load("dicom", as: BiosignalFixtures.DICOM.self)
    let samples = try Samples()
    for one in fixture.cases {
      let file = try SignalFile(path: try samples.write(Array(one.file), "made.dcm"))
      #expect(file.groups.map { $0.rateHertz } == one.rates)
      let expected = one.values.flatMap { $0 }
      for (own, values) in zip(try whole(file), expected) { #expect(agree(own, values)) }
    }
    for data in fixture.annotated {
      let file = try SignalFile(path: try samples.write(Array(data), "noted.dcm"))
      #expect(file.startMicroseconds == 1_577_226_598_250_000)
      #expect(file.groups.map { $0.startSeconds } == [0, 0.5])
      #expect(file.remarks == ["patient: Nobody^At All", "sinus rhythm", "QT: 400 ms"])
      #expect(file.annotations.map { $0.text } == ["beat: normal", "noise", "beat: normal", "P wave"])
      #expect(file.annotations.map { $0.seconds } == [0, 0.02, 0.05, 0.54])
      #expect(abs((file.annotations[1].durationSeconds ?? 0) - 0.0405) < 1e-12)
      #expect(file.annotations[3].channel == .init(group: 1, channel: 1))
    }
  }

  @Test func outsideOfTheRecordingNothingIsThere() throws {
    let one = try #require(BiosignalFixtures.load("edf", as: BiosignalFixtures.EDF.self).cases["EDF"])
    let samples = try Samples()
    let file = try SignalFile(path: try samples.write(Array(one.file), "made.edf"))
    let all = try file.read(group: 2, from: 0, count: 3)[0]
    #expect(all.allSatisfy { $0.isFinite })
    #expect(agree(try file.read(group: 2, from: -2, count: 7)[0], [nil, nil] + all + [nil, nil]))
    #expect(agree(try file.read(group: 2, from: .max, count: 2)[0], [nil, nil]))
    #expect(agree(try file.read(group: 2, from: .min, count: 2)[0], [nil, nil]))
    #expect(try file.read(group: 2, from: 1, count: 0) == [[]])
  }

  @Test func whatCannotBeReadIsSaid() throws {
    let samples = try Samples()
    func failure(_ bytes: [UInt8], _ name: String) throws -> String {
      let path = try samples.write(bytes, name)
      do {
        _ = try SignalFile(path: path)
        return "opened"
      } catch { return "\(error)".replacingOccurrences(of: path, with: "FILE") }
    }
    #expect(try failure([], "a.edf").contains("empty"))
    #expect(try failure(Array("hello".utf8), "a.edf").contains("not a recording of sensors"))
    #expect(try failure([0x1F, 0x8B, 8], "a.edf").contains("gunzip"))
    #expect(
      try failure(Array("made 1 250 9\nnone.dat 16\n".utf8), "made.hea").contains("no none.dat beside it"))
    #expect(
      try failure(Array("made 1 250 9\n../made.dat 16\n".utf8), "out.hea").contains(
        "outside the record's folder"))
    #expect(try SignalFile(path: try samples.write(Array("made 0 250 9\n".utf8), "bare.hea")).groups.isEmpty)
    #expect(
      try failure(Array("made/3 1 250 9\nmade1 3\n".utf8), "many.hea").contains("1 of 3 segments"))
    let one = try #require(BiosignalFixtures.load("edf", as: BiosignalFixtures.EDF.self).cases["EDF"])
    #expect(try failure(Array(one.file.prefix(500)), "cut.edf").contains("cut off"))
    let path = try samples.write(Array(one.file.dropLast(1)), "short.edf")
    let file = try SignalFile(path: path)
    #expect(file.warnings == ["the file ends after 2 of 3 records"] && file.groups[0].sampleCount == 500)
    let noted = try #require(BiosignalFixtures.load("edf", as: BiosignalFixtures.EDF.self).cases["EDF+C"])
    let long = try samples.write(Array(noted.file), "noted.edf")
    #expect(throws: SensorSourceError.cancelled(path: long)) { try SignalFile(path: long) { _ in false } }
  }

  @Test func numbersComeBackFromValues() throws {
    #expect(DigitalScale(step: 0, offset: 0, low: 0, high: 1) == nil)
    #expect(DigitalScale(step: 1, offset: .nan, low: 0, high: 1) == nil)
    #expect(DigitalScale(step: 1, offset: 0, low: 2, high: 1) == nil)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let step = Double.random(in: 1e-9...1e3, using: &random) * (Bool.random(using: &random) ? 1 : -1)
      let offset = step * Double.random(in: -1e5...1e5, using: &random)
      let scale = try #require(DigitalScale(step: step, offset: offset, low: -8_388_608, high: 8_388_607))
      for _ in 0..<50 {
        let digital = Int32.random(in: scale.low...scale.high, using: &random)
        #expect(scale.digital(scale.value(digital)) == digital)
      }
      #expect(scale.digital(.infinity * step) == scale.high && scale.digital(.nan) == nil)
    }
  }
}
