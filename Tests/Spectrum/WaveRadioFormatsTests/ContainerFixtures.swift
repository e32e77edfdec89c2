import Foundation
import TestSupport
import WaveText

/// What make_containers.py wrote.
struct ContainerFixtures: Decodable {
  struct Archive: Decodable {
    var name: String
    var blocks: [String: String]

    /// The first block.
    var start: [UInt8] { blocks["0"].map(FormatFixtures.hex) ?? [] }
  }

  struct Wave: Decodable {
    var name: String
    var bytes: String
    var rate: Double
    var levels: [Double]
    var remarks: [String]
    var center: Double?
  }

  struct SDRIQ: Decodable {
    var bytes: String
    var rate: Double
    var center: Double
    var time: Int64
    var bits: Int
  }

  var archives: [Archive]
  var waves: [Wave]
  var sdriq: [SDRIQ]

  static func load() throws -> ContainerFixtures {
    try JSONDecoder().decode(
      ContainerFixtures.self, from: Data(try FormatFixtures.bytes("containers.json")))
  }
}

extension [UInt8] {
  /// The bytes of a request; fewer where these end.
  func bytes(_ request: ByteRequest) -> [UInt8] {
    guard request.byteOffset >= 0, request.byteOffset < Int64(count) else { return [] }
    let start = Int(request.byteOffset)
    return Array(self[start..<Swift.min(count, start + request.byteCount)])
  }
}
