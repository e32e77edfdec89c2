import FuzzTargets
import WaveTerrain

extension FuzzTarget {
  /// The directory of a zip archive, and the tile that it names: what is said lies in the archive.
  static let zip = FuzzTarget("zip", byteLimit: 600) { bytes throws(Finding) in
    let end = Result { () throws(ZipFault) in
      try ZipMember.Directory(tail: bytes, fileByteCount: bytes.count)
    }
    guard case .success(let directory) = end else { return }
    try require(directory.offset + directory.byteCount <= bytes.count, "a directory lies in its archive")
    let listed = Array(bytes[directory.offset..<(directory.offset + directory.byteCount)])
    let tile = Result { () throws(ZipFault) in
      try ZipMember.tile(in: listed, memberCount: directory.memberCount) { $0.count == 11 }
    }
    guard case .success(let member) = tile else { return }
    try require(member.name.count == 11, "a tile has a tile's name")
    let header = Array(bytes.dropFirst(member.headerOffset).prefix(ZipMember.headerByteCount))
    let place = Result { () throws(ZipFault) in
      try member.dataOffset(header: header, fileByteCount: bytes.count)
    }
    guard case .success(let offset) = place else { return }
    try require(offset + member.packedByteCount <= bytes.count, "a member lies in its archive")
  }
}
