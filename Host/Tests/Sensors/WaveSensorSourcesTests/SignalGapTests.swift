import Foundation
import HostTestSupport
import Testing
@testable import WaveSensorSources
import WaveStorage
import WaveStore
import WaveSystem

/// Recordings whose gaps are longer than anything that can be filled.
@Suite struct SignalGapTests {
  private let samples: Samples
  private let folder: String

  init() throws {
    samples = try Samples()
    folder = URL(filePath: try samples.write([], ".nothing")).deletingLastPathComponent().path
  }

  /// Two seconds at 250 Hz, then as much again later: one changed cell of a table is enough for that.
  private func table(later seconds: Double, _ name: String = "in.csv") throws -> SignalFile {
    let rows = (0..<1000).map { row in
      "\(Double(row) / 250 + (row < 500 ? 0 : seconds)),\(Double(row % 37) / 200)\n"
    }
    return try SignalFile(path: try samples.write(Array(("time,II [mV]\n" + rows.joined()).utf8), name))
  }

  private func files() throws -> [String: Int] {
    try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: [:]) { sizes, name in
      sizes[name] = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.size] as? Int
    }
  }

  private func values(_ file: SignalFile, from: Int64, count: Int) throws -> [Double] {
    try file.read(group: 0, from: from, count: count)[0]
  }

  @Test(arguments: ["csv", "edf", "bdf"]) func aGapOfDecadesIsLeftOut(ending: String) throws {
    let source = try table(later: 1e9)
    let whole = source.groups[0].sampleCount
    #expect(whole > 249_000_000_000)
    let report = try SignalConversion.convert(source, to: folder + "/out." + ending)
    #expect(report.notes.contains { $0.contains("missing in long gaps") }, "\(report.notes)")
    #expect(try #require(try files()["out." + ending]) < 50_000)
    // What was written has the same samples at the same times.
    let file = try SignalFile(path: report.paths[0])
    #expect(abs(file.groups[0].sampleCount - whole) <= 250)
    let ends = [(Int64(0), 500), (whole - 500, 500)]
    for (from, count) in ends {
      let (one, other) = (
        try values(source, from: from, count: count), try values(file, from: from, count: count)
      )
      #expect(zip(one, other).allSatisfy { abs($0 - $1) < 1e-9 }, "\(from)")
    }
    #expect(try values(file, from: whole / 2, count: 1000).allSatisfy(\.isNaN))
  }

  @Test(arguments: ["hea", "dat", "dcm"]) func aGapOfDecadesIsRefusedByItsSize(ending: String) throws {
    let source = try table(later: 1e9)
    let before = try files()
    do throws(SignalConversion.Failure) {
      _ = try SignalConversion.convert(source, to: folder + "/out." + ending)
      Issue.record("converted")
    } catch {
      guard case .refused(let reason) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(
        reason.explanation.what.contains("250000000000 missing")
          && reason.explanation.what.contains("500.0 GB"), "\(reason)")
      #expect(reason.explanation.advice.contains("--fill"))
    }
    #expect(try files() == before)
  }

  @Test(arguments: ["csv", "edf", "hea", "dcm"]) func aGapThatMayBeFilledIs(ending: String) throws {
    let source = try table(later: 40)
    let whole = source.groups[0].sampleCount
    #expect(whole == 11_000)
    let path = folder + "/filled." + ending
    let report = try SignalConversion.convert(source, to: path, fillLimit: 10_000)
    #expect(!report.notes.contains { $0.contains("long gaps") })
    let file = try SignalFile(path: report.paths[0])
    #expect(file.groups[0].sampleCount >= whole)
    #expect(try values(file, from: 5000, count: 100).allSatisfy(\.isNaN))
    if ending == "csv" {
      #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count == 11_001)
      _ = try SignalConversion.convert(source, to: path, isReplacing: true, fillLimit: 9_999)
      #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count == 1001)
    }
    guard ending == "hea" || ending == "dcm" else { return }
    #expect(throws: SignalConversion.Failure.self) {
      try SignalConversion.convert(source, to: path, isReplacing: true, fillLimit: 9_999)
    }
    // What was there stays.
    #expect(try SignalFile(path: report.paths[0]).groups[0].sampleCount >= whole)
  }

  /// Nearly three centuries, which is as far as a table's nanoseconds go.
  @Test func aGapOfCenturiesIsOneOfEDF() throws {
    let source = try table(later: 9e9)
    let report = try SignalConversion.convert(source, to: folder + "/far.edf")
    let file = try SignalFile(path: report.paths[0])
    #expect(abs(file.groups[0].sampleCount - source.groups[0].sampleCount) <= 250)
  }

  /// Gaps of an EDF+D file that was written are read, and written again.
  @Test func gapsSurviveFromFormatToFormat() throws {
    let first = try SignalConversion.convert(try table(later: 1e8), to: folder + "/one.edf")
    let edf = try SignalFile(path: first.paths[0])
    let second = try SignalConversion.convert(edf, to: folder + "/two.csv")
    let table = try SignalFile(path: second.paths[0])
    let whole = edf.groups[0].sampleCount
    #expect(abs(table.groups[0].sampleCount - whole) <= 250 && whole > 25_000_000_000)
    let (one, other) = (
      try values(edf, from: whole - 400, count: 300), try values(table, from: whole - 400, count: 300)
    )
    #expect(zip(one, other).allSatisfy { $0.isNaN && $1.isNaN || abs($0 - $1) < 1e-9 })
  }

  /// A recording of ours, of a device whose numbers leapt.
  private func store(leap: UInt64, _ samples: [Double]) async throws -> SignalFile {
    let path = folder + "/leap.wgs"
    let writer = try StoreWriter(path: path)
    _ = try await writer.add(
      StoreGroup(
        name: [65], rateHertz: 1000, channels: [StoreChannel(label: [66], unit: [], low: 0, high: 1)]))
    try await writer.append(group: 0, sequence: 7, samples: samples)
    try await writer.append(group: 0, sequence: 7 + leap, samples: samples)
    try await writer.close()
    return try SignalFile(path: path)
  }

  @Test func gapsOfAStoreAreLeftOut() async throws {
    let ramp = (0..<1000).map(Double.init)
    let source = try await store(leap: 1 << 40, ramp)
    #expect(source.groups[0].sampleCount == (1 << 40) + 1000)
    let stretches = try source.stretches(group: 0)
    #expect(stretches.count == 2 && stretches.allSatisfy { $0.count < 10_000 })
    let report = try SignalConversion.convert(source, to: folder + "/leap.csv")
    #expect(try #require(try files()["leap.csv"]) < 500_000)
    let file = try SignalFile(path: report.paths[0])
    let last = file.groups[0].sampleCount
    #expect(abs(last - source.groups[0].sampleCount) < 10)
    #expect(try values(file, from: last - 1000, count: 1000) == ramp)
    #expect(throws: SignalConversion.Failure.self) {
      try SignalConversion.convert(source, to: folder + "/leap.hea")
    }
  }

  /// What EDF cannot say is refused before anything is written, and so are numbers at the end of their type.
  @Test(arguments: [45, 61]) func aGapOfMillenniaIsNoneOfEDF(exponent: Int) async throws {
    let source = try await store(leap: 1 << UInt64(exponent), [1, 2, 3])
    let before = try files()
    for ending in ["edf", "bdf", "hea", "dcm"] {
      #expect(throws: SignalConversion.Failure.self) {
        try SignalConversion.convert(source, to: folder + "/out." + ending)
      }
    }
    #expect(try files() == before)
    _ = try SignalConversion.convert(source, to: folder + "/out.csv")
    #expect(try #require(try files()["out.csv"]) < 500_000)
  }

  @Test func recordsThatAreWrittenAreCounted() {
    let plan = EDFRecordPlan(pieces: [[0..<10, 100..<101], [3..<4]], widths: [10, 1])
    #expect(plan.runs == [0..<1, 3..<4, 10..<11] && plan.count == 3 && plan.last == 10)
    #expect(plan.isDiscontinuous)
    #expect((0..<12).map { plan.ordinal(of: $0) } == [0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3])
    let whole = EDFRecordPlan(pieces: [[0..<25]], widths: [10])
    #expect(whole.runs == [0..<3] && !whole.isDiscontinuous && whole.ordinal(of: 2) == 2)
  }
}
