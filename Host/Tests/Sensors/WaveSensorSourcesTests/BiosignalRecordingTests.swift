import Foundation
import TestSupport
import Testing
import WaveBiosignals
import WaveSensorSources
import WaveSignal

/// Real recordings, sample for sample against what wfdb, pyedflib, MNE and pydicom read:
/// Tests/Fixtures/biosignals/make_recorded.py.
@Suite(.enabled(if: Repository.wantsRecordings)) struct BiosignalRecordingTests {
  private struct Expected: Decodable {
    struct File: Decodable {
      let signals: [Digest]
      let notes: Int
    }

    struct Signal: Decodable {
      let label: String
      let unit: String
      let rate: Double
      let count: Int64
      let values: [Double?]
    }

    let records: [String: [Digest]]
    let annotations: [String: [Digest]]
    let edf: [String: File]
    let dicom: [String: [[Digest]]]
    let values: [String: [Signal]]

    static func load() throws -> Expected {
      let url = Repository.fixture("biosignals/recorded.json")
      return try JSONDecoder().decode(Expected.self, from: Data(contentsOf: url))
    }
  }

  private struct Oracle: Decodable {
    struct Filter: Decodable {
      let sos: [[Double]]
      let y: [Double]
    }

    let input: [Double]
    let filters: [String: Filter]
  }

  /// How many samples there are, and the sum of each times its place.
  private struct Digest: Decodable, Equatable {
    let count: Int
    let sum: String

    init<Sample: FixedWidthInteger>(_ samples: [Sample]) {
      count = samples.count
      var sum: UInt64 = 0
      for (place, sample) in samples.enumerated() {
        sum &+= UInt64(place + 1) &* UInt64(truncatingIfNeeded: sample)
      }
      self.sum = String(sum)
    }

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      count = try list.decode(Int.self)
      sum = try list.decode(String.self)
    }
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    let folder = Repository.recordings
    return [UInt8](try Data(contentsOf: folder.appending(path: "sensor/" + name)))
  }

  @Test func recordsAreThoseOfWFDB() throws {
    let expected = try Expected.load()
    #expect(expected.records.count == 3)
    for (name, signals) in expected.records {
      let text = try Self.bytes(name)
      let header = try WFDBHeader(text.span)
      var digests: [Digest] = []
      for described in try WFDBSignalFile.files(of: header) {
        var file = described
        let bytes = try Self.bytes("wfdb/" + String(decoding: file.name, as: UTF8.self))
        let frames = Int(try #require(header.frameCount))
        var samples = Array(repeating: [Int32](), count: file.signals.count)
        let read = file.read(bytes.span, frames: frames, into: &samples)
        #expect(read == frames)
        for (signal, own) in zip(file.signals, samples) {
          #expect(WFDBHeader.Signal.checksum(own) == header.signals[signal].checksum)
          digests.append(Digest(own))
        }
      }
      #expect(digests == signals, "\(name)")
    }
    for (name, digests) in expected.annotations {
      let bytes = try Self.bytes(name)
      let (annotations, isComplete) = WFDBAnnotation.read(bytes.span)
      let (samples, codes) = (annotations.map { $0.sample }, annotations.map { Int64($0.code) })
      #expect(isComplete && [Digest(samples), Digest(codes)] == digests)
    }
  }

  @Test func filesAreThoseOfPyEDFlib() throws {
    let expected = try Expected.load()
    #expect(expected.edf.count >= 2)
    for (name, file) in expected.edf {
      let bytes = try Self.bytes(name)
      let header = try EDFHeader(bytes.span)
      let signals = header.signals.indices.filter { !header.signals[$0].isAnnotations }
      var samples = Array(repeating: [Int32](), count: header.signals.count)
      var notes = 0
      for record in 0..<Int(header.recordCount(fileBytes: Int64(bytes.count))) {
        let start = header.byteCount + record * header.recordBytes
        let one = Array(bytes[start..<(start + header.recordBytes)])
        for signal in signals { EDFRecord.append(signal: signal, of: header, one.span, to: &samples[signal]) }
        notes += EDFRecord.annotations(of: header, one.span).annotations.count
      }
      #expect(signals.map { Digest(samples[$0]) } == file.signals, "\(name)")
      #expect(notes == file.notes, "\(name)")
    }
  }

  @Test func waveformsAreThoseOfPydicom() throws {
    let expected = try Expected.load()
    #expect(expected.dicom.count == 2)
    for (name, groups) in expected.dicom {
      let bytes = try Self.bytes(name)
      let waveforms = try DICOMWaveforms(bytes.span)
      var digests: [[Digest]] = []
      for group in waveforms.groups {
        var channels: [Digest] = []
        for channel in group.channels.indices {
          channels.append(Digest(group.samples(ofChannel: channel, bytes.span)))
        }
        digests.append(channels)
      }
      #expect(digests == groups, "\(name)")
    }
  }

  @Test func filesOpenAsTheyAreReadByOthers() throws {
    let expected = try Expected.load()
    #expect(expected.values.count == 8)
    for (name, signals) in expected.values {
      let folder = Repository.recordings
      let file = try SignalFile(path: folder.appending(path: "sensor/" + name).path)
      var ours: [(group: Int, channel: Int)] = []
      for (group, described) in file.groups.enumerated() {
        ours += described.channels.indices.map { (group, $0) }
      }
      #expect(ours.count == signals.count, "\(name)")
      for ((group, channel), signal) in zip(ours, signals) {
        let described = file.groups[group]
        #expect(
          described.channels[channel].label == signal.label && described.channels[channel].unit == signal.unit
        )
        #expect(described.sampleCount == signal.count && described.rateHertz == signal.rate)
        for (number, value) in signal.values.enumerated() {
          let place = Int64(number) * (signal.count - 1) / 39
          let own = try file.read(group: group, from: place, count: 1)[channel][0]
          #expect(value.map { abs(own - $0) <= 1e-9 * max(1, abs($0)) } ?? own.isNaN, "\(name) \(place)")
        }
      }
    }
  }

  @Test func filtersAreThoseOfSciPy() throws {
    let bytes = try Self.bytes("derived/filter_oracle.json")
    let oracle = try JSONDecoder().decode(Oracle.self, from: Data(bytes))
    #expect(oracle.filters.count == 7)
    for (name, filter) in oracle.filters {
      var samples = oracle.input
      let sections = filter.sos.map { Biquad(b0: $0[0], b1: $0[1], b2: $0[2], a1: $0[4], a2: $0[5]) }
      var cascade = BiquadCascade(sections, beginning: .silence)
      var span = samples.mutableSpan
      cascade.process(&span)
      #expect(zip(samples, filter.y).allSatisfy { abs($0 - $1) < 1e-9 }, "\(name)")
    }
  }
}
