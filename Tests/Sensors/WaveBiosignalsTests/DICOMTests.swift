import Foundation
import TestSupport
import Testing
import WaveBiosignals

/// What make_dicom.py wrote.
struct DICOMFixtures: Decodable {
  struct Case: Decodable {
    let file: Data
    let rates: [Double]
    let stored: [[[Int64]]]
    let values: [[[Double]]]
  }

  let cases: [Case]
  let bigEndian: Data

  static func load() throws -> DICOMFixtures {
    let url = Repository.fixture("biosignals/dicom.json")
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .base64
    return try decoder.decode(DICOMFixtures.self, from: Data(contentsOf: url))
  }
}

@Suite struct DICOMTests {
  @Test func valuesAreThoseOfPydicom() throws {
    let cases = try DICOMFixtures.load().cases
    #expect(cases.count == 9)
    for one in cases {
      let bytes = Array(one.file)
      let waveforms = try DICOMWaveforms(bytes.span)
      #expect(waveforms.patientName == Array("Nobody^At All".utf8))
      #expect(waveforms.sopClass == Array("1.2.840.10008.5.1.4.1.1.9.1.2".utf8))
      #expect(waveforms.groups.map(\.rateHertz) == one.rates)
      for (number, group) in waveforms.groups.enumerated() {
        #expect(group.label == Array("GROUP \(number)".utf8))
        #expect(
          group.channels.map { String(decoding: $0.name, as: UTF8.self) } == ["Lead I", "Lead II", "Trigger"])
        #expect(group.channels.map { String(decoding: $0.units, as: UTF8.self) } == ["uV", "mV", ""])
        #expect(group.channels[0].filterLowHertz == 0.05 && group.channels[2].filterHighHertz == nil)
        for channel in 0..<3 {
          #expect(group.samples(ofChannel: channel, bytes.span) == one.stored[number][channel])
          let values = group.values(ofChannel: channel, bytes.span)
          let expected = one.values[number][channel]
          #expect(zip(values, expected).allSatisfy { abs($0 - $1) <= 1e-12 * max(1, abs($1)) })
        }
      }
    }
  }

  @Test func faultsAreNamed() throws {
    let fixtures = try DICOMFixtures.load()
    let bytes = Array(fixtures.cases[0].file)
    func fault(_ bytes: [UInt8]) -> BiosignalError? {
      do {
        _ = try DICOMWaveforms(bytes.span)
        return nil
      } catch { return error }
    }
    #expect(fault([]) == .empty)
    #expect(fault(Array(bytes.prefix(131))) == .dicom(.noHeader, byte: 0))
    #expect(fault(Array(fixtures.bigEndian)) == .dicom(.transferSyntax, byte: 132))
    for cut in stride(from: 133, to: bytes.count, by: 61) {
      guard case .dicom = fault(Array(bytes.prefix(cut))) else {
        Issue.record("cut at \(cut)")
        continue
      }
    }
  }

  @Test func anyBytesAreReadOrRefused() throws {
    var generator = SeededGenerator(seed: 21)
    for one in try DICOMFixtures.load().cases {
      for _ in 0..<300 {
        var bytes = Array(one.file)
        for _ in 0..<Int.random(in: 1...3, using: &generator) { bytes.mutate(using: &generator) }
        guard let waveforms = try? DICOMWaveforms(bytes.span) else { continue }
        for group in waveforms.groups {
          for channel in group.channels.indices {
            #expect(group.values(ofChannel: channel, bytes.span).count == group.sampleCount)
          }
        }
      }
    }
  }
}
