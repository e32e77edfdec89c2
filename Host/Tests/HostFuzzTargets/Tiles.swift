import FuzzTargets
import WaveStore
import WaveTables

extension FuzzTarget {
  /// Tiles, and files of them: the first byte chooses.
  ///
  /// 0: one tile; 1: a file as it is; else a file of records whose sums are right, each a kind, a length of
  /// two bytes and a payload.
  static let tiles = FuzzTarget("tiles", byteLimit: 4096) { bytes throws(Finding) in
    guard let choice = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    if choice % 3 == 0 { return try checkTile(rest) }
    let file = choice % 3 == 1 ? rest : records(rest)
    var source = StoreMemory(file)
    guard let index = TileIndex(&source) else { return }
    try require(index.byteCount <= UInt64(file.count), "a file of tiles ends in its file")
    let tiles = index.records(&source)
    try require(tiles.count <= index.count, "a tile has a place")
    for tile in tiles { try checkTile(tile.bytes ?? []) }
    var cut = StoreMemory(Array(file[..<Int(index.byteCount)]))
    try require(TileIndex(&cut) == index, "a file that is cut behind its last whole record is the same")
  }

  private static func checkTile(_ bytes: [UInt8]) throws(Finding) {
    guard let tile = TileRecord(bytes) else { return }
    guard let written = tile.bytes else { throw Finding("what was read can be written") }
    try require(written.count == bytes.count, "a tile has one form")
    try require(TileRecord(written)?.bytes == written, "a tile is read as it is written")
  }

  /// A file of records, each a kind, a length and a payload.
  private static func records(_ bytes: [UInt8]) -> [UInt8] {
    var encoder = StoreEncoder(identifier: 7)
    var place = 0
    while place + 3 <= bytes.count {
      let count = min(Int(bytes[place + 1]) | Int(bytes[place + 2]) << 8, bytes.count - place - 3)
      let payload = Array(bytes[(place + 3)..<(place + 3 + count)])
      do throws(StoreError) {
        _ = try encoder.attach(kind: StoreAttachment.firstKind + UInt16(bytes[place]), payload)
      } catch { return encoder.bytes }
      place += 3 + count
    }
    return encoder.bytes
  }
}
