import Foundation
import HostTestSupport
import Testing
import WaveBiosignals

@testable import WaveSensorSources

/// Recordings that are larger than the pieces in which they are read.
@Suite struct LargeFilesTests {
  private let samples: Samples

  init() throws { samples = try Samples() }

  /// Reads windows around some places, and nearly all at once, and compares them with a formula.
  private func expect(
    _ file: SignalFile, group: Int = 0, around places: [Int64], by value: (_ channel: Int, Int64) -> Double
  ) throws {
    for place in places {
      for (before, count) in [(5, 10), (0, 3), (1, 1), (3000, 6000)] as [(Int64, Int)] {
        let from = max(0, place - before)
        let read = try file.read(group: group, from: from, count: count)
        for channel in read.indices {
          let expected = (0..<count).map {
            from + Int64($0) < file.groups[group].sampleCount ? value(channel, from + Int64($0)) : .nan
          }
          let isSame = zip(read[channel], expected).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
          #expect(read[channel].count == count && isSame, "\(count) from \(from) of channel \(channel)")
        }
      }
    }
    let count = Int(file.groups[group].sampleCount) - 7
    let whole = try file.read(group: group, from: 7, count: count)
    for channel in whole.indices {
      let isSame = whole[channel].enumerated().allSatisfy { $1 == value(channel, Int64($0 + 7)) }
      #expect(whole[channel].count == count && isSame, "channel \(channel)")
    }
  }

  /// A number of 16 bits for every sample.
  private static func number(_ sample: Int64) -> Int { Int(sample * 7919 % 60_000) - 30_000 }

  private static func words(_ numbers: some Sequence<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in numbers {
      bytes.append(UInt8(truncatingIfNeeded: number))
      bytes.append(UInt8(truncatingIfNeeded: number >> 8))
    }
    return bytes
  }

  /// Records of 60 kB are read several at once, of 80 kB in parts.
  @Test(arguments: [15_000, 20_000]) func recordsOfEDFAreReadInPieces(width: Int) throws {
    let signal = { (label: String, sign: Int) in
      EDFBytes.Signal(label: label, low: "-32768", high: "32767", width: width) { record in
        (0..<width).map { sign * Self.number(Int64(record * width + $0)) }
      }
    }
    let made = EDFBytes(records: 20, signals: [signal("a", 1), signal("b", -1)])
    let file = try SignalFile(path: try samples.write(made.bytes, "large.edf"))
    #expect(file.groups[0].sampleCount == Int64(20 * width) && file.warnings.isEmpty)
    let wide = Int64(width)
    try expect(file, around: [0, wide, 16 * wide, 17 * wide, 18 * wide, 20 * wide]) { channel, sample in
      Double(Self.number(sample) * (channel == 0 ? 1 : -1))
    }
  }

  @Test func samplesOfWFDBAreReadInPieces() throws {
    let count: Int64 = 1_200_000
    let bytes = Self.words((0..<count).map { Self.number($0) })
    _ = try samples.write(bytes, "large.dat")
    let header = "large 2 500\nlarge.dat 16 1 16 0\nlarge.dat 16 1 16 0\n"
    let file = try SignalFile(path: try samples.write(Array(header.utf8), "large.hea"))
    #expect(file.groups[0].sampleCount == count / 2)
    let piece: Int64 = 1 << 19
    try expect(file, around: [0, piece / 2, piece, piece + 3000, count / 2]) { channel, sample in
      Double(Self.number(2 * sample + Int64(channel)))
    }
  }

  /// Differences are added up from places whose sums are known.
  @Test func differencesAreAddedFromTheNearestMark() throws {
    let count = 200_000
    let steps = (0..<count).map { Int8(truncatingIfNeeded: $0 * 37 % 251 - 125) }
    var sums: [Int] = []
    var sum = 1000
    for step in steps {
      sum += Int(step)
      sums.append(sum)
    }
    _ = try samples.write(steps.map { UInt8(bitPattern: $0) }, "steps.dat")
    let header = "steps 1 500\nsteps.dat 8 1 16 0 1000\n"
    let path = try samples.write(Array(header.utf8), "steps.hea")
    var parts: [Double] = []
    let file = try SignalFile(path: path) { part in
      parts.append(part)
      return true
    }
    let marks: [Double] = [0, 65_536, 131_072, 196_608]
    #expect(parts == marks.map { $0 / 200_000 })
    #expect(file.groups[0].sampleCount == Int64(count))
    try expect(file, around: [0, 65_536, 70_000, 131_072, 196_608, 200_000]) { _, sample in
      Double(sums[Int(sample)])
    }
    #expect(throws: SensorSourceError.cancelled(path: String(path.dropLast(3)) + "dat")) {
      try SignalFile(path: path) { $0 < 0.5 }
    }
  }

  @Test func samplesOfDICOMAreReadInPieces() throws {
    let count = 700_000
    let scale = try #require(DigitalScale(step: 1, offset: 0, low: -32_767, high: 32_767))
    let channels = ["I", "II"].map {
      DICOMWriter.Channel(label: Array($0.utf8), units: Array("mV".utf8), scale: scale)
    }
    let group = DICOMWriter.Group(label: [], rateHertz: 1000, sampleCount: count, channels: channels)
    let writer = DICOMWriter(
      storage: try DICOMWriter.storage(for: [group]), groups: [group], startMicroseconds: 0,
      identifiers: (1, 2, 3))
    let values = [1, -1].map { sign in
      (0..<count).map { Int32(sign * Self.number(Int64($0))) }
    }
    let bytes =
      writer.head() + writer.groupHead(0) + writer.samples(values) + writer.groupTail() + writer.tail()
    let file = try SignalFile(path: try samples.write(bytes, "large.dcm"))
    #expect(file.groups.map(\.sampleCount) == [Int64(count)])
    try expect(file, around: [0, 1 << 18, 1 << 19, 262_144 + 2995, 700_000]) { channel, sample in
      Double(Self.number(sample) * (channel == 0 ? 1 : -1))
    }
  }

  @Test func rowsOfTablesAreReadInPieces() throws {
    let rows = (0..<60_000).map { "\(Double($0) / 100),\(Self.number(Int64($0))),\($0)\n" }
    let path = try samples.write(Array(("time,x,y\n" + rows.joined()).utf8), "large.csv")
    var parts: [Double] = []
    let file = try SignalFile(path: path) { part in
      parts.append(part)
      return true
    }
    let size = Double(file.byteCount)
    let offsets: [Double] = [0, 262_144, 524_288, 786_432, 1_048_576]
    #expect(parts == offsets.map { $0 / size })
    try expect(file, around: [0, 4096, 8192, 15_000, 59_999]) { channel, sample in
      channel == 0 ? Double(Self.number(sample)) : Double(sample)
    }
  }

  /// All of a large recording comes out of a conversion, however many pieces it takes.
  @Test(arguments: ["csv", "edf", "hea", "dcm"]) func largeRecordingsAreConvertedWhole(ending: String) throws
  {
    let count: Int64 = 300_000
    let bytes = Self.words((0..<count).map { Self.number($0) })
    _ = try samples.write(bytes, "whole.dat")
    let header = Array("whole 1 500\nwhole.dat 16 1/mV 16 0 0 0 0 II\n".utf8)
    let source = try SignalFile(path: try samples.write(header, "whole.hea"))
    var parts: [Double] = []
    let path = String(source.path.dropLast(9)) + "out." + ending
    let report = try SignalConversion.convert(source, to: path) { part in
      parts.append(part)
      return true
    }
    #expect(parts.first == 0 && parts.last ?? 1 < 1 && zip(parts, parts.dropFirst()).allSatisfy { $0 <= $1 })
    // Samples are read once for their range, and once to be written; a table has no range.
    let reads: [String: [Double]] = ["csv": [0, 524_288], "hea": [0, 262_144, 300_000, 562_144]]
    if let expected = reads[ending] { #expect(parts == expected.map { $0 / 600_000 }) }
    let file = try SignalFile(path: report.paths[0])
    #expect(file.groups[0].sampleCount == count)
    try expect(file, around: [0, 1 << 18, 299_990]) { _, sample in Double(Self.number(sample)) }
  }
}
