import WavePropagation
import WaveTerrainFormats

extension FuzzTarget {
  /// DTED files: the input is the label and the records; what lies between is put there.
  ///
  /// In inputs of an even length the records' sums are set right, which hardly any change of bytes does.
  static let dted = FuzzTarget("dted", byteLimit: 400) { bytes throws(Finding) in
    guard bytes.count >= DTEDHeader.byteCount else {
      _ = Result { () throws(TerrainFormatError) in try DTEDHeader(bytes.span) }
      return
    }
    let label = Array(bytes[..<DTEDHeader.byteCount])
    let header = Result { () throws(TerrainFormatError) in try DTEDHeader(label.span) }
    var file = label + [UInt8](repeating: 0x20, count: DTEDHeader.fullByteCount - label.count)
    file.replaceSubrange(80..<83, with: Array("DSI".utf8))
    file.replaceSubrange(728..<731, with: Array("ACC".utf8))
    file += bytes[DTEDHeader.byteCount...]
    if bytes.count % 2 == 0, case .success(let header) = header { sum(&file, header.recordByteCount) }
    switch Result(catching: { () throws(TerrainFormatError) in try DTED.tile(file.span) }) {
    case .success(let tile):
      guard case .success(let header) = header else { throw Finding("a tile has a header") }
      try require(file.count == header.fileByteCount, "a tile is as long as its header says")
      try require(
        tile.rowCount == header.rowCount && tile.columnCount == header.columnCount,
        "a tile has the posts of its header")
      try require(
        tile.heights.allSatisfy { $0 == TerrainTile.void || $0 > -16_000 }, "heights are those of places")
    case .failure(.terrain(_, let byte)):
      try require(byte >= 0 && byte <= file.count, "a fault is in the file")
    case .failure(let error): try require(error == .empty, "faults are those of terrain")
    }
  }

  /// Writes into each record what the sum of its bytes is.
  private static func sum(_ file: inout [UInt8], _ recordBytes: Int) {
    var start = DTEDHeader.fullByteCount
    while file.count - start >= recordBytes {
      let end = start + recordBytes - 4
      let sum = file[start..<end].reduce(UInt32(0)) { $0 + UInt32($1) }
      for place in 0..<4 { file[end + place] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(place))) }
      start += recordBytes
    }
  }

  /// HGT files: the first seven bytes of the input are the name.
  static let hgt = FuzzTarget("hgt", byteLimit: 120) { bytes throws(Finding) in
    guard let cell = DegreeCell(name: Array(bytes.prefix(7))) else { return }
    try require(DegreeCell(name: cell.name) == cell, "a name is read as it is written")
    let file = Array(bytes.dropFirst(7))
    guard
      case .success(let tile) = Result(catching: { () throws(TerrainFormatError) in
        try HGT.tile(file.span, cell: cell)
      })
    else { return }
    try require(2 * tile.heights.count == file.count, "every byte is one of a height")
    try require(!tile.heights.contains(-32_767), "DTED's void is one")
  }

  /// Tables of a path's profile: what is read, models take.
  static let profile = FuzzTarget("profile", byteLimit: 200) { bytes throws(Finding) in
    guard
      case .success(let profile) = Result(catching: { () throws(TerrainFormatError) in
        try ProfileTable.profile(bytes.span)
      })
    else { return }
    do throws(PropagationError) { try profile.check() } catch { throw Finding("a profile is one") }
  }
}
