import Foundation
import HostTestSupport
import Testing
import WaveBiosignals
import WaveSensorsWire
import WaveStreams
import WaveWire

@testable import WaveSensorSources

/// Records of several segments against what wfdb reads of them: Tests/Fixtures/biosignals/make_segments.py.
@Suite struct WFDBSegmentTests {
  private let samples: Samples
  private let cases: [BiosignalFixtures.Segments.Case]

  init() throws {
    samples = try Samples()
    cases = try BiosignalFixtures.load("segments", as: BiosignalFixtures.Segments.self).cases
  }

  /// Writes all files of a record, and gives the path of its header.
  private func write(_ one: BiosignalFixtures.Segments.Case) throws -> String {
    for (name, data) in one.files { _ = try samples.write(Array(data), name) }
    return try samples.write(Array(try #require(one.files["\(one.name).hea"])), "\(one.name).hea")
  }

  private func path(_ name: String) throws -> String {
    String(try samples.write([], "here").dropLast(4)) + name
  }

  private func agree(_ one: [Double], _ other: [Double?], within limit: Double = 1e-12) -> Bool {
    one.count == other.count
      && zip(one, other).allSatisfy { value, expected in
        guard let expected else { return value.isNaN }
        return abs(value - expected) <= limit * max(1, abs(expected))
      }
  }

  /// All values by label, read in pieces.
  private func values(_ file: SignalFile, pieces: Int) throws -> [String: [Double]] {
    var all: [String: [Double]] = [:]
    for (number, group) in file.groups.enumerated() {
      var from: Int64 = 0
      while from < group.sampleCount {
        let count = min(pieces, Int(group.sampleCount - from))
        let piece = try file.read(group: number, from: from, count: count)
        for (channel, own) in zip(group.channels, piece) { all[channel.label, default: []] += own }
        from += Int64(count)
      }
    }
    return all
  }

  @Test(arguments: [1, 17, 10_000]) func valuesAreThoseOfWFDB(pieces: Int) throws {
    #expect(cases.map { $0.name } == ["fixed", "gaps", "variable"])
    for one in cases {
      let file = try SignalFile(path: try write(one))
      let read = try values(file, pieces: pieces)
      #expect(read.count == one.labels.count)
      for (label, expected) in zip(one.labels, one.physical) {
        #expect(agree(try #require(read[label]), expected), "\(one.name) \(label)")
      }
      #expect(file.startMicroseconds == 1_577_231_998_000_000 && file.warnings.isEmpty)
      #expect(try file.differingChannels() == [])
    }
  }

  @Test func groupsAreThoseOfTheWholeRecord() throws {
    let fixed = try SignalFile(path: try write(cases[1]))
    #expect(fixed.groups.count == 1 && fixed.groups[0].rateHertz == 250 && fixed.groups[0].sampleCount == 149)
    #expect(fixed.groups[0].channels.map { $0.unit } == ["mV", "mmHg"] && fixed.remarks == ["aged 50"])
    // Of the lead steps differ, so that no scale is that of all its samples.
    #expect(fixed.groups[0].channels.map { $0.scale?.step } == [nil, 1 / 12.5])
    #expect(try fixed.stretches(group: 0) == [0..<40, 65..<97, 104..<144])
    let variable = try SignalFile(path: try write(cases[2]))
    #expect(variable.groups.map { $0.rateHertz } == [250, 62.5])
    #expect(variable.groups.map { $0.sampleCount } == [444, 111])
    #expect(variable.groups.map { $0.channels.map { $0.label } } == [["II"], ["ABP", "RESP", "PLETH"]])
    #expect(try variable.stretches(group: 0) == [40..<172, 184..<264, 312..<444])
    #expect(try variable.stretches(group: 1) == [10..<43, 46..<111])
    #expect(variable.annotations.map { $0.text } == ["N", "V", "+ (AFIB"])
    #expect(variable.annotations.map { $0.seconds } == [0.16, 0.704, 1.76])
    #expect(variable.annotations.map { $0.channel?.group } == [nil, 1, 1])
  }

  @Test(arguments: ["hea", "edf", "bdf"]) func segmentsAreConverted(ending: String) throws {
    for one in cases {
      let source = try SignalFile(path: try write(one))
      let report = try SignalConversion.convert(source, to: try path("out.\(ending)"), isReplacing: true)
      let read = try values(try SignalFile(path: report.paths[0]), pieces: 10_000)
      for (label, expected) in zip(one.labels, one.physical) {
        // What EDF's last record is filled up with lies behind.
        let own = try #require(read[label]).prefix(expected.count)
        #expect(agree(Array(own), expected, within: 1e-9), "\(one.name) \(label) \(report.notes)")
      }
    }
  }

  @Test func gapsAreTooLongToFill() throws {
    _ = try write(cases[0])
    let text = "far/3 2 250\nfixed_1 40\n~ 10000000000\nfixed_1 40\n"
    let file = try SignalFile(path: try samples.write(Array(text.utf8), "far.hea"))
    #expect(file.groups[0].sampleCount == 10_000_000_080)
    let last = try file.read(group: 0, from: 10_000_000_040, count: 40)
    let first = try file.read(group: 0, from: 0, count: 40)
    #expect(zip(first[0], last[0]).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) })
    #expect(throws: SignalConversion.Failure.self) {
      try SignalConversion.convert(file, to: try path("far.dat"), isReplacing: true)
    }
    let report = try SignalConversion.convert(file, to: try path("far.csv"))
    #expect(try SignalFile(path: report.paths[0]).groups[0].sampleCount == 10_000_000_080)
  }

  @Test func moreSegmentsThanFilesMayBeOpen() throws {
    let header = "made 1 250 4\nDATA 16\n"
    var text = "many/1500 1 250 6000\n"
    for number in 0..<1500 {
      let data = (0..<4).flatMap { [UInt8(truncatingIfNeeded: number), UInt8($0)] }
      _ = try samples.write(data, "s\(number).dat")
      _ = try samples.write(
        Array(header.replacingOccurrences(of: "DATA", with: "s\(number).dat").utf8), "s\(number).hea")
      text += "s\(number) 4\n"
    }
    let file = try SignalFile(path: try samples.write(Array(text.utf8), "many.hea"))
    let read = try file.read(group: 0, from: 0, count: 6000)[0]
    #expect(read.enumerated().allSatisfy { $1 == Double($0 / 4 % 256 + 256 * ($0 % 4)) / 200 })
  }

  @Test func segmentsArePlayed() throws {
    var playback = try SignalPlayback(file: try SignalFile(path: try write(cases[2])), speed: 1)
    #expect(playback.info.groups.map { $0.rateHertz } == [250, 62.5])
    var count = 0
    var events = playback.start(at: 0)
    events += try playback.advance(to: 10_000_000)
    for event in events {
      if case .block(0, let block) = event { count += block.count }
    }
    #expect(count > 0)
  }

  @Test func whatIsWrongWithSegmentsIsNamed() throws {
    _ = try write(cases[0])
    _ = try write(cases[2])
    func failure(_ text: String, _ name: String = "wrong.hea") throws -> String {
      let path = try samples.write(Array(text.utf8), name)
      do {
        _ = try SignalFile(path: path)
        return "opened"
      } catch { return "\(error)" }
    }
    #expect(try failure("wrong/2 2 250\nfixed_1 40\nnone 5\n").contains("there is no none.hea beside it"))
    #expect(try failure("wrong/2 2 250\nfixed_1 40\nwrong 5\n").contains("name of the record itself"))
    #expect(try failure("wrong/1 2 250\n../fixed_1 40\n").contains("outside the record's folder"))
    #expect(try failure("wrong/1 2 250\nfixed 40\n").contains("made of segments itself"))
    #expect(try failure("wrong/1 2 360\nfixed_1 40\n").contains("the rate differs"))
    #expect(try failure("wrong/1 3 250\nfixed_1 40\n").contains("the number of signals differs"))
    #expect(try failure("wrong/2 2 62.5\nvariable_layout 0\nvariable_1 9\n").contains("number of signals"))
    _ = try samples.write(Array("wide 2 250 9\nfixed_1.dat 16x2\nfixed_1.dat 16\n".utf8), "wide.hea")
    #expect(
      try failure("wrong/2 2 250\nfixed_1 40\nwide 9\n").contains("a signal's samples in a frame differs"))
    _ = try samples.write(Array("bare 2 250 9\nbare.dat 16\nbare.dat 16\n".utf8), "bare.hea")
    #expect(try failure("wrong/1 2 250\nbare 9\n").contains("there is no bare.dat beside it"))
  }

  @Test func whatIsOddInSegmentsIsSaid() throws {
    _ = try write(cases[0])
    _ = try samples.write(
      Array("other 2 250 40\nfixed_1.dat 16 200/uV\nfixed_1.dat 16 12.5(-40)/mmHg\n".utf8), "other.hea")
    let text = "odd/3 2 250 9999\nfixed_1 60\nother 40\n~ 10\n"
    let file = try SignalFile(path: try samples.write(Array(text.utf8), "odd.hea"))
    #expect(
      file.warnings == [
        "segment fixed_1 ends after 40 of 60 frames",
        "segment other: signal 0 is in uV, not mV, and is left out",
        "the header says 9999 frames, its segments have 110",
      ])
    let read = try file.read(group: 0, from: 0, count: 110)
    // Microvolts are not drawn as millivolts.
    #expect(read[0][60...].allSatisfy { $0.isNaN })
    #expect(zip(read[1][..<40], read[1][60..<100]).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) })
  }
}
