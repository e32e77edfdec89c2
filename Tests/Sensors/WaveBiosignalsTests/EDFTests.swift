import Foundation
import TestSupport
import Testing
import WaveBiosignals

/// What make_edf.py wrote.
struct EDFFixtures: Decodable {
  struct Case: Decodable {
    let file: Data
    let labels: [String]
    let rates: [Double]
    let digital: [[Int32]]
    let ends: [[Double]]
    let start: Int64
    let notes: [Note]
    let records: Int64
  }

  struct Note: Decodable, Equatable {
    let onset: Double
    let duration: Double?
    let text: String

    init(_ annotation: EDFAnnotation) {
      onset = annotation.onsetSeconds
      duration = annotation.durationSeconds
      text = String(decoding: annotation.text, as: UTF8.self)
    }

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      onset = try list.decode(Double.self)
      duration = try list.decode(Double?.self)
      text = try list.decode(String.self)
    }
  }

  let cases: [String: Case]
  let odd: [String: Data]

  static func load() throws -> EDFFixtures {
    let url = Repository.fixture("biosignals/edf.json")
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .base64
    return try decoder.decode(EDFFixtures.self, from: Data(contentsOf: url))
  }
}

/// A whole file, read.
private struct EDFFile {
  var header: EDFHeader
  var samples: [[Int32]] = []
  var onsets: [Double?] = []
  var annotations: [EDFAnnotation] = []

  init(_ bytes: [UInt8]) throws(BiosignalError) {
    header = try EDFHeader(bytes.span)
    samples = Array(repeating: [], count: header.signals.count)
    var place = header.byteCount
    for _ in 0..<header.recordCount(fileBytes: Int64(bytes.count)) {
      let record = bytes.span.extracting(place..<(place + header.recordBytes))
      for (signal, description) in header.signals.enumerated() where !description.isAnnotations {
        EDFRecord.append(signal: signal, of: header, record, to: &samples[signal])
      }
      let (onset, notes) = EDFRecord.annotations(of: header, record)
      onsets.append(onset)
      annotations += notes
      place += header.recordBytes
    }
  }
}

@Suite struct EDFTests {
  @Test(arguments: ["EDF", "EDF+C", "BDF", "BDF+C"]) func valuesAreThoseOfPyEDFlib(name: String) throws {
    let one = try #require(EDFFixtures.load().cases[name])
    let file = try EDFFile(Array(one.file))
    let signals = file.header.signals.indices.filter { !file.header.signals[$0].isAnnotations }
    #expect(file.header.warnings == [] && file.header.recordCount == one.records)
    #expect(file.header.sampleBytes == (name.hasPrefix("B") ? 3 : 2))
    #expect(file.header.variant == (name.hasSuffix("+C") ? .continuous : .plain))
    #expect(signals.map { String(decoding: file.header.signals[$0].label, as: UTF8.self) } == one.labels)
    #expect(signals.map { file.header.rateHertz(of: $0) } == one.rates)
    #expect(signals.map { file.samples[$0] } == one.digital)
    #expect(file.header.startMicroseconds == one.start * 1_000_000)
    for (signal, ends) in zip(signals, one.ends) {
      let samples = file.samples[signal]
      let ours = [samples[0], samples[1], samples[samples.count - 1]].map {
        file.header.signals[signal].physical($0)
      }
      #expect(zip(ours, ends).allSatisfy { abs($0 - $1) < 1e-9 })
    }
    #expect(file.annotations.map(EDFFixtures.Note.init) == one.notes)
    if name.hasSuffix("+C") { #expect(file.onsets == [0, 1, 2]) }
  }

  @Test func recordsMayHaveTimesOfTheirOwn() throws {
    let file = try EDFFile(Array(try #require(EDFFixtures.load().odd["gaps"])))
    #expect(file.header.variant == .discontinuous && file.onsets == [0, 2.5, 10.25])
    #expect(file.annotations.map(EDFFixtures.Note.init).map(\.text) == ["one", "two"])
    #expect(file.annotations.allSatisfy { $0.onsetSeconds == 2.75 && $0.durationSeconds == 0.125 })
    #expect(file.samples[0] == Array(-6..<6))
    #expect(file.header.startMicroseconds == 2_529_624_600_000_000)
  }

  @Test func odditiesAreReadAndReported() throws {
    let file = try EDFFile(Array(try #require(EDFFixtures.load().odd["live"])))
    #expect(
      file.header.recordCount == nil
        && file.samples == [[-6, -5, -4, -3, -2, -1, 0, 1], [-2, -1, 0, 1, 2, 3, 4, 5]])
    #expect(file.header.warnings == [.startTime, .recordsUnknown, .comma(signal: 0), .noRange(signal: 1)])
    #expect(file.header.signals[0].physical(-100) == -1.5 && file.header.signals[1].physical(7) == 3)
    #expect(file.header.rateHertz(of: 0) == 8)
  }

  @Test func faultsAreNamed() throws {
    let bytes = Array(try #require(EDFFixtures.load().cases["EDF"]).file)
    func fault(_ change: (inout [UInt8]) -> Void) -> BiosignalError? {
      var bytes = bytes
      change(&bytes)
      do {
        _ = try EDFHeader(bytes.span)
        return nil
      } catch { return error }
    }
    func writing(_ text: String, at place: Int) -> (inout [UInt8]) -> Void {
      { $0.replaceSubrange(place..<(place + text.utf8.count), with: text.utf8) }
    }
    #expect(fault { $0 = [] } == .empty)
    #expect(fault { $0.removeSubrange(255...) } == .edf(.truncated, byte: 255))
    #expect(fault { $0.removeSubrange(1000...) } == .edf(.truncated, byte: 1000))
    #expect(fault(writing("1", at: 0)) == .edf(.noHeader, byte: 0))
    #expect(fault(writing("x", at: 252)) == .edf(.malformed(.signalCount), byte: 252))
    #expect(fault(writing("9999", at: 252)) == .edf(.tooManySignals(limit: 2048), byte: 252))
    #expect(fault(writing("zz", at: 236)) == .edf(.malformed(.recordCount), byte: 236))
    #expect(fault(writing("-1      ", at: 244)) == .edf(.malformed(.recordSeconds), byte: 244))
    // Only records of annotations alone have no duration.
    #expect(fault(writing("0       ", at: 244)) == .edf(.malformed(.recordSeconds), byte: 244))
    #expect(fault(writing("many", at: 256 + 3 * 216)) == .edf(.malformed(.samplesPerRecord), byte: 904))
    #expect(fault(writing("99999999", at: 256 + 3 * 216)) == .edf(.malformed(.samplesPerRecord), byte: 904))
    #expect(fault(writing("low     ", at: 256 + 3 * 104)) == .edf(.malformed(.physicalLow), byte: 568))
  }

  @Test func anyBytesAreReadOrRefused() throws {
    let fixtures = try EDFFixtures.load()
    var generator = SeededGenerator(seed: 8)
    for file in fixtures.odd.values + [try #require(fixtures.cases["BDF+C"]).file] {
      for _ in 0..<400 {
        var bytes = Array(file)
        for _ in 0..<Int.random(in: 1...4, using: &generator) { bytes.mutate(using: &generator) }
        guard let read = try? EDFFile(bytes) else { continue }
        #expect(read.samples.allSatisfy { $0.count <= bytes.count / 2 })
      }
    }
  }
}
