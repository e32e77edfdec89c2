import Foundation
import HostTestSupport
import Synchronization
import TestSupport
import Testing
import WaveBiosignals
import WaveSystem
@testable import WaveSensorSources

@Suite struct SignalConversionTests {
  private let samples: Samples

  init() throws { samples = try Samples() }

  private func path(_ name: String) throws -> String {
    // Where the others are.
    String(try samples.write([], "here").dropLast(4)) + name
  }

  /// A record of two rates with a missing sample, skew, annotations and a start.
  private func record() throws -> SignalFile {
    let fixture = try BiosignalFixtures.load("wfdb", as: BiosignalFixtures.WFDB.self)
    let path = try samples.write(try #require(fixture.cases.last))
    _ = try samples.write(Array(fixture.annotations.file), "made.atr")
    return try SignalFile(path: path)
  }

  private func values(_ file: SignalFile) throws -> [String: [Double]] {
    var all: [String: [Double]] = [:]
    for (number, group) in file.groups.enumerated() {
      let own = try file.read(group: number, from: 0, count: Int(group.sampleCount))
      for (channel, values) in zip(group.channels, own) { all[channel.label] = values }
    }
    return all
  }

  /// The greatest difference of two lists of values; infinite where one is missing in one of them alone.
  private func difference(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).map { $0.isNaN && $1.isNaN ? 0 : $0.isNaN || $1.isNaN ? .infinity : abs($0 - $1) }.max()
      ?? 0
  }

  @Test(arguments: ["edf", "bdf", "hea", "dat"]) func valuesSurvive(ending: String) throws {
    let source = try record()
    let expected = try values(source)
    let report = try SignalConversion.convert(source, to: try path("out.\(ending)"))
    #expect(report.paths.count == (ending == "hea" || ending == "dat" ? 3 : 1))
    let file = try SignalFile(path: report.paths[0])
    #expect(file.groups.map { $0.rateHertz } == source.groups.map { $0.rateHertz })
    #expect(
      file.groups.flatMap { $0.channels }.map { $0.unit }
        == source.groups.flatMap { $0.channels }.map { $0.unit })
    #expect(file.startMicroseconds == source.startMicroseconds)
    let read = try values(file)
    for (label, own) in expected {
      #expect(difference(own, try #require(read[label])) < 1e-9, "\(label)")
    }
    // 0.32 s of signals; those of annotations that lie behind stay where they are.
    #expect(file.annotations.count == source.annotations.count)
    let rate = source.groups[1].rateHertz
    #expect(zip(file.annotations, source.annotations).allSatisfy { abs($0.seconds - $1.seconds) < 1 / rate })
    #expect(Set(file.annotations.map { $0.text }) == Set(source.annotations.map { $0.text }))
    #expect(try file.differingChannels() == (report.paths.count == 3 ? [] : nil))
  }

  @Test func annotationsOfRecordsAreKeptWhole() throws {
    let fixture = try BiosignalFixtures.load("wfdb", as: BiosignalFixtures.WFDB.self)
    var marks = WFDBAnnotation.read(Array(fixture.annotations.file).span).annotations
    // What no symbol stands for, a channel beyond the signals, and texts that are not UTF-8.
    var rare = WFDBAnnotation(sample: (marks.last?.sample ?? 0) + 1, code: 42)
    (rare.subtype, rare.channel, rare.number, rare.text) = (-128, 200, -3, [0xE4, 0x20, 0x41])
    marks.append(rare)
    let path = try samples.write(try #require(fixture.cases.last))
    _ = try samples.write(WFDBAnnotation.write(marks), "made.atr")
    let report = try SignalConversion.convert(try SignalFile(path: path), to: try self.path("kept.hea"))
    let data = try Data(contentsOf: URL(filePath: try self.path("kept.atr")))
    let (read, isComplete) = WFDBAnnotation.read(Array(data).span)
    // Signals of one rate are written together: number 2 becomes number 3.
    let expected = marks.map { mark in
      var moved = mark
      if mark.channel == 2 { moved.channel = 3 }
      return moved
    }
    #expect(isComplete && read == expected)
    #expect(report.notes.isEmpty)
    // Other formats have a text alone, which is said.
    let other = try SignalConversion.convert(try SignalFile(path: path), to: try self.path("kept.edf"))
    #expect(other.notes.contains { $0.contains("subtype, channel and num of ") })
  }

  @Test func aSignalCalledAnnotationsStaysASignal() throws {
    let odd = try BiosignalFixtures.load("edf", as: BiosignalFixtures.EDF.self).odd
    let source = try SignalFile(path: try samples.write(Array(try #require(odd["legacy"])), "legacy.edf"))
    let expected = try values(source)
    for ending in ["edf", "bdf"] {
      let report = try SignalConversion.convert(source, to: try path("out.\(ending)"))
      #expect(report.notes.contains { $0.hasPrefix("EDF Annotations: ") && $0.hasSuffix(" as Annotations") })
      let file = try SignalFile(path: report.paths[0])
      let read = try values(file)
      #expect(read.count == 2 && file.annotations.isEmpty)
      for (label, other) in [("EEG", "EEG"), ("EDF Annotations", "Annotations")] {
        #expect(
          difference(try #require(expected[label]), try #require(read[other])) < 1e-9, "\(label)")
      }
    }
  }

  @Test func tablesHaveARateEach() throws {
    let source = try record()
    let report = try SignalConversion.convert(source, to: try path("out.csv"))
    #expect(report.paths.map { $0.suffix(9) } == ["out-1.csv", "out-2.csv", "out-3.csv"])
    #expect(
      report.notes.contains { $0.contains("mmHg") }
        && report.notes.contains { $0.contains("300 annotations") })
    for (number, path) in report.paths.enumerated() {
      let file = try SignalFile(path: path)
      #expect(abs(file.groups[0].rateHertz / source.groups[number].rateHertz - 1) < 1e-9)
      #expect(file.groups[0].channels.map { $0.label } == source.groups[number].channels.map { $0.label })
      let count = Int(source.groups[number].sampleCount)
      let one = try source.read(group: number, from: 0, count: count)
      let other = try file.read(group: 0, from: 0, count: count)
      for channel in one.indices { #expect(difference(one[channel], other[channel]) == 0) }
    }
  }

  @Test func tablesBecomeAnything() throws {
    let table =
      "time,II [mV],x [g]\n"
      + (0..<1000).map {
        "\(Double($0) / 250),\(Double($0 % 37) / 200),\($0 == 500 ? "" : "\(Double($0) / 8192)")\n"
      }.joined()
    let source = try SignalFile(path: try samples.write(Array(table.utf8), "in.csv"))
    let expected = try values(source)
    for ending in ["edf", "bdf", "hea", "dcm"] {
      let report = try SignalConversion.convert(source, to: try path("table.\(ending)"))
      let file = try SignalFile(path: report.paths[0])
      let read = try values(file)
      #expect(difference(try #require(expected["II"]), try #require(read["II"])) < 1e-9, "\(ending)")
      if ending == "dcm" {
        #expect(read["x"] == nil && report.notes.contains { $0.contains("the unit is not a voltage: x") })
        #expect(report.notes.contains { $0.contains("1 January 1970") })
      } else {
        // Whole parts of 8,192, which no decimals of nine places are.
        #expect(difference(try #require(expected["x"]), try #require(read["x"])) < 1e-9, "\(ending)")
      }
      #expect(!report.notes.contains { $0.contains("rounded") })
    }
  }

  @Test func stepsOfTablesAreFound() {
    func step(_ values: [Double]) -> Double? {
      var survey = SignalSurvey(scale: nil)
      survey.add(values)
      return survey.exact(within: -32_767...32_767)?.step
    }
    #expect(step([0.0025, -10, 9.9975, .nan]) == 0.0025 && step([3, 6, -9]) == 3 && step([]) == 1)
    #expect(step([1 / 8192.0, 3.5]) == 1 / 8192.0 && step([0, 0]) == 1)
    #expect(
      step([.pi, 1]) == nil && step([1e15, 0.5]) == nil && step([1e300]) == nil && step([1e9, 1e-9]) == nil)
  }

  /// A scale is kept only if neither the lowest nor the highest value exceeds the limits.
  @Test(arguments: [
    ([-50.0, 50], true), ([-50, 50.5], false), ([-50.5, 50], false), ([-50.5, 50.5], false),
    ([-500, -400], false), ([400, 500], false), ([.nan], true),
  ])
  func bothEndsOfAScaleAreWithinTheLimits(values: [Double], isKept: Bool) throws {
    let scale = try #require(DigitalScale(step: 0.5, offset: 0, low: -1000, high: 1000))
    var survey = SignalSurvey(scale: scale)
    survey.add(values)
    #expect(survey.exact(within: -100...100) == (isKept ? scale : nil))
  }

  @Test func whatHasNoRoomIsRoundedAndSaid() throws {
    var random = SeededGenerator(seed: 9)
    let rows = (0..<3000).map { "\(Double($0) / 250),\(random.gauss())\n" }
    let source = try SignalFile(
      path: try samples.write(Array(("time,II [mV]\n" + rows.joined()).utf8), "in.csv"))
    let expected = try #require(try values(source)["II"])
    for ending in ["edf", "bdf", "hea", "dcm"] {
      let report = try SignalConversion.convert(source, to: try path("rounded.\(ending)"))
      #expect(report.notes.contains { $0.hasPrefix("II: rounded to steps of ") })
      let file = try SignalFile(path: report.paths[0])
      let step = abs(try #require(file.groups[0].channels[0].scale).step)
      #expect(difference(expected, try #require(try values(file)["II"])) <= step * 0.5000001, "\(ending)")
      #expect(step < (ending == "bdf" ? 1e-6 : 2e-4))
    }
  }

  @Test func groupsThatEndApartArePartedAndLongOnesAreGeneral() throws {
    let fixture = try BiosignalFixtures.load("dicom", as: BiosignalFixtures.DICOM.self)
    let source = try SignalFile(
      path: try samples.write(Array(try #require(fixture.annotated.first)), "in.dcm"))
    let report = try SignalConversion.convert(source, to: try path("parted.edf"))
    #expect(report.paths.map { $0.suffix(12) } == ["parted-1.edf", "parted-2.edf"])
    let files = try report.paths.map { try SignalFile(path: $0) }
    #expect(
      files.map { $0.startMicroseconds } == [
        source.startMicroseconds, source.startMicroseconds.map { $0 + 500_000 },
      ])
    #expect(files[0].annotations.map { $0.text } == ["beat: normal", "noise", "beat: normal"])
    #expect(files[1].annotations.map { $0.text } == ["P wave"])
    let rows = (0..<20_000).map { "\(Double($0) / 500),\(Double($0 % 50) / 100)\n" }
    let long = try SignalFile(
      path: try samples.write(Array(("time,II [mV]\n" + rows.joined()).utf8), "long.csv"))
    let said = try SignalConversion.convert(long, to: try path("long.dcm"))
    #expect(said.notes.contains { $0.contains("general ECG: a 12-lead ECG has at most 16384") })
  }

  @Test func nothingIsTorn() throws {
    let source = try record()
    let target = try samples.write(Array("precious".utf8), "out.edf")
    func refusal(
      _ path: String, isReplacing: Bool = false, progress: @escaping (Double) -> Bool = { _ in true }
    ) -> String {
      do throws(SignalConversion.Failure) {
        _ = try SignalConversion.convert(source, to: path, isReplacing: isReplacing, progress: progress)
        return "converted"
      } catch {
        switch error {
        case .source(let error), .refused(let error): return "\(error)"
        case .output(let error): return "\(error)"
        case .cancelled: return "cancelled"
        }
      }
    }
    #expect(refusal(target).contains("already exists"))
    // Ended when the file was begun.
    let calls = Mutex(0)
    #expect(
      refusal(target, isReplacing: true) { part in
        calls.withLock { $0 += 1 }; return part < 0.6
      } == "cancelled")
    #expect(calls.withLock { $0 } > 3)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
    #expect(!FileManager.default.fileExists(atPath: target + ".part"))
    #expect(refusal(try path("no/where.edf")).contains("folder does not exist"))
    #expect(refusal(try path("two words.hea")).contains("letters, digits"))
    #expect(refusal(try path("out.xyz")).contains("extension is not one of a known format"))
    // An old .atr is not left beside a new record, and stands when there is none.
    _ = try samples.write([], "old.atr")
    #expect(refusal(try path("old.hea")).contains("old.atr: already exists"))
    #expect(!FileManager.default.fileExists(atPath: try path("old.hea")))
    #expect(refusal(target, isReplacing: true) == "converted")
    #expect(try SignalFile(path: target).kind == .edf)
  }

  @Test func describesARecord() throws {
    let source = try record()
    let analysis = try SignalAnalysis(path: source.path)
    #expect(analysis.kind == "WFDB" && analysis.annotationCount == 300)
    #expect(
      analysis.groups.map { $0.rateHertz } == [502, 125.5, 251] && analysis.firstTime == "2019-12-24 12:30:05"
    )
    #expect(analysis.groups[0].channels[0].step == 0.005 && analysis.warnings.count == 1)
    let fixture = try BiosignalFixtures.load("wfdb", as: BiosignalFixtures.WFDB.self)
    let one = try #require(fixture.cases.first { $0.name == "format 16, 61" })
    let path = try samples.write(one)
    #expect(try SignalAnalysis(path: path).checksums == "match")
    #expect(try SignalAnalysis(path: path, verifies: false).checksums == nil)
    var bytes = Array(try #require(one.files["made.dat"]))
    bytes[0] ^= 1
    _ = try samples.write(bytes, "made.dat")
    #expect(try SignalAnalysis(path: path).checksums == "differ: I")
  }
}
