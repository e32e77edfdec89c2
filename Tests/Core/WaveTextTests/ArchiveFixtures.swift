import Foundation
import TestSupport
import WaveText

/// The archives that make_containers.py wrote.
struct ArchiveFixtures: Decodable {
  struct Archive: Decodable {
    struct Member: Decodable, Equatable {
      var name: String
      var kind: String
      var byteOffset: Int64
      var byteCount: Int64

      init(_ member: TarReader.Member) {
        // tarfile takes the bar off the names of folders.
        let name =
          member.kind == .folder && member.name.last == 0x2F ? member.name.dropLast() : member.name[...]
        self.name = String(decoding: name, as: UTF8.self)
        kind = "\(member.kind)"
        byteOffset = member.byteOffset
        byteCount = member.byteCount
      }

      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        name = try list.decode(String.self)
        kind = try list.decode(String.self)
        byteOffset = try list.decode(Int64.self)
        byteCount = try list.decode(Int64.self)
      }
    }

    var name: String
    var blocks: [String: String]
    var size: Int64
    var members: [Member]

    /// The bytes of a request; fewer where the archive ends.
    func bytes(_ request: ByteRequest) -> [UInt8] {
      guard request.byteOffset < size else { return [] }
      return blocks[String(request.byteOffset)].map(FormatFixtures.hex)
        ?? [UInt8](repeating: 0, count: request.byteCount)
    }
  }

  var archives: [Archive]

  static func load() throws -> ArchiveFixtures {
    try JSONDecoder().decode(ArchiveFixtures.self, from: Data(try FormatFixtures.bytes("containers.json")))
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
