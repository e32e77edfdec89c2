import Foundation
import TestSupport

/// What Tests/Fixtures/terrain/make_terrain.py wrote.
struct TerrainFixtures: Decodable {
  struct Case: Decodable {
    let name: String
    let file: Data
    let rows: Int
    let columns: Int
    let heights: [Int16]
  }

  let dted: [Case]
  let hgt: [Case]
  let zips: [String: Data]

  static let folder = Repository.fixture("terrain")

  static func load() throws -> TerrainFixtures {
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .base64
    return try decoder.decode(
      TerrainFixtures.self, from: Data(contentsOf: folder.appending(path: "terrain.json")))
  }
}

/// A folder that is gone with its last user.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "waveglass-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  @discardableResult func write(_ bytes: Data, _ name: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: file)
    return file.path
  }
}

/// Bytes behind gzip, stored: what gzip itself would unpack.
func storedGzip(_ data: Data) -> Data {
  var crc: UInt32 = .max
  for byte in data {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
  func little(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
  }
  let length = UInt32(data.count)
  return Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1] + little(length, 2) + little(~length, 2)) + data
    + Data(little(~crc, 4) + little(length, 4))
}
