import TestSupport
import Testing
import WaveSeries

@testable import WaveTables

@Suite struct ColumnIndexTests {
  private static func piece(_ place: UInt64, _ count: Int) -> ColumnPiece {
    var piece = ColumnPiece()
    (piece.place, piece.byteCount, piece.checksum) = (place, count, 77)
    return piece
  }

  private static let rowCount = 65_536 + 100

  private static var index: ColumnIndex {
    var index = ColumnIndex()
    index.offset = -3.25
    index.statistics = Statistics(
      count: rowCount - 5, missingCount: 3, infiniteCount: 2, minimum: -1, maximum: 8, mean: 2,
      squaredDeviations: 99)
    for (rows, exact) in [(65_536, ColumnIndex.Exact.drawn), (100, .whole)] {
      var chunk = ColumnIndex.Chunk()
      (chunk.exact, chunk.isWhole, chunk.validCount, chunk.sum) = (exact, true, rows - 1, 1.5)
      chunk.pyramid = piece(64, 4 * SeriesChunk.pyramidFloats(of: rows))
      chunk.values = piece(800, 4 * rows)
      chunk.exacts = piece(8, exact == .drawn ? 0 : 8 * rows)
      index.chunks.append(chunk)
    }
    return index
  }

  private static var directory: ColumnDirectory {
    var directory = ColumnDirectory()
    (directory.key, directory.source, directory.rowCount) = ("1 key", "t of Ümlaut.sqlite", rowCount)
    directory.columns = [0: piece(8, 40), 1998: piece(16, 48)]
    for (form, count) in [(ColumnDirectory.Form.narrow, 4 * 65_536), (.counted, 0)] {
      var keys = ColumnDirectory.Keys()
      (keys.form, keys.first, keys.piece) = (form, -5, piece(24, count))
      directory.keys.append(keys)
    }
    return directory
  }

  @Test func readsWhatItWrote() {
    #expect(ColumnIndex(Self.index.bytes, rowCount: Self.rowCount) == Self.index)
    #expect(ColumnDirectory(Self.directory.bytes) == Self.directory)
    var none = Self.index
    none.offset = nil
    #expect(ColumnIndex(none.bytes, rowCount: Self.rowCount) == none)
    #expect(ColumnDirectory(ColumnDirectory().bytes) == nil, "A table without rows has no cache.")
    // Of another table.
    #expect(ColumnIndex(Self.index.bytes, rowCount: 65_536) == nil)
    #expect(ColumnIndex(Self.index.bytes, rowCount: Self.rowCount + 1) == nil)
  }

  @Test func anyBytesAreReadOrRefused() {
    var random = SeededGenerator(seed: 3)
    for bytes in [Self.index.bytes, Self.directory.bytes] {
      for end in 0..<bytes.count {
        let part = Array(bytes.prefix(end))
        #expect(ColumnIndex(part, rowCount: Self.rowCount) == nil && ColumnDirectory(part) == nil)
      }
      for _ in 0..<3000 {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          changed[Int.random(in: 0..<bytes.count, using: &random)] =
            [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)
            ?? 0
        }
        if let index = ColumnIndex(changed, rowCount: Self.rowCount) {
          #expect(index.chunks.count == 2 && index.chunks.allSatisfy { $0.values.place % 8 == 0 })
        }
        if let directory = ColumnDirectory(changed) {
          #expect(
            directory.rowCount > 0 && directory.keys.count == ColumnCache.chunkCount(directory.rowCount))
        }
      }
    }
  }
}
