import Foundation
import HostTestSupport
import TestSupport

/// The committed files of Tests/Fixtures/biosignals, as the scripts there made them.
enum BiosignalFixtures {
  struct WFDB: Decodable {
    struct Case: Decodable {
      let name: String
      let header: String
      let files: [String: Data]
      let physical: [[Double?]]
    }

    struct Annotations: Decodable { let file: Data }

    let cases: [Case]
    let annotations: Annotations
  }

  struct Segments: Decodable {
    struct Case: Decodable {
      let name: String
      let rate: Double
      let labels: [String]
      let physical: [[Double?]]
      let files: [String: Data]
    }

    let cases: [Case]
  }

  struct EDF: Decodable {
    struct Case: Decodable {
      let file: Data
      let labels: [String]
      let rates: [Double]
      let digital: [[Int32]]
      let ends: [[Double]]
      let start: Int64
      let records: Int
    }

    struct Noted: Decodable {
      let file: Data
      let kind: String
      let start: Int64
      let notes: [Note]
    }

    struct Note: Decodable {
      let seconds: Double
      let durationSeconds: Double?
      let text: String

      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        seconds = try list.decode(Double.self)
        durationSeconds = try list.decode(Double?.self)
        text = try list.decode(String.self)
      }
    }

    let cases: [String: Case]
    let odd: [String: Data]
    let noted: [Noted]
  }

  struct DICOM: Decodable {
    struct Case: Decodable {
      let file: Data
      let rates: [Double]
      let values: [[[Double]]]
    }

    let cases: [Case]
    let annotated: [Data]
  }

  static func load<Fixture: Decodable>(_ name: String, as type: Fixture.Type) throws -> Fixture {
    let url = Repository.fixture("biosignals/\(name).json")
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .base64
    return try decoder.decode(type, from: Data(contentsOf: url))
  }
}

extension Samples {
  /// Writes a WFDB record, and gives the path of its header.
  func write(_ record: BiosignalFixtures.WFDB.Case) throws -> String {
    for (name, data) in record.files { _ = try write(Array(data), name) }
    return try write(Array(record.header.utf8), "made.hea")
  }
}
