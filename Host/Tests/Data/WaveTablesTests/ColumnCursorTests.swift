import Foundation
import Testing
import WaveSeries

@testable import WaveTables

/// Bytes of cache files: read as they were written, and never beyond their end.
@Suite struct ColumnCursorTests {
  @Test func numbersAreReadAsTheyWereWritten() {
    var bytes: [UInt8] = []
    bytes.append(little: UInt16(0x0102))
    bytes.append(little: UInt32(0xA0B0_C0D0))
    bytes.append(little: Int64(-2))
    bytes.append(little: 0.5)
    bytes.append(9)
    #expect(bytes.prefix(6) == [2, 1, 0xD0, 0xC0, 0xB0, 0xA0] && bytes.count == 23)
    var cursor = ColumnCursor(bytes)
    #expect(cursor.restCount == 23 && !cursor.isAtEnd)
    let (short, word) = (cursor.integer(UInt16.self), cursor.integer(UInt32.self))
    #expect(short == 0x0102 && word == 0xA0B0_C0D0)
    // A number that is too large for a count is none, and its bytes are read.
    let (count, real) = (cursor.count(), cursor.double())
    #expect(count == nil && real == 0.5 && cursor.place == 22)
    // Nothing is read that is not all there.
    let (long, last) = (cursor.integer(UInt16.self), cursor.integer(UInt8.self))
    let none = cursor.integer(UInt8.self)
    #expect(long == nil && last == 9 && none == nil && cursor.isAtEnd)
  }

  /// Other programs read these files by the numbers in Documentation/Data/tables.md.
  @Test func kindsOfRecordsAreThoseOfTheDescription() {
    #expect([ColumnCache.numbersKind, ColumnCache.columnKind, ColumnCache.tableKind] == [256, 257, 258])
    #expect([ColumnCache.endKind, TileFormat.tableKind, TileFormat.tileKind] == [259, 260, 261])
  }

  @Test func textsHaveALimit() {
    func text(_ count: Int, given: Int) -> String? {
      var bytes: [UInt8] = []
      bytes.append(little: UInt64(count))
      bytes += [UInt8](repeating: 0x61, count: given)
      var cursor = ColumnCursor(bytes)
      return cursor.text()
    }
    #expect(text(0, given: 0) == "" && text(3, given: 3) == "aaa" && text(3, given: 5) == "aaa")
    #expect(text(3, given: 2) == nil && text(1, given: 0) == nil)
    let limit = ColumnCache.textLimit
    #expect(text(limit, given: limit)?.utf8.count == limit && text(limit + 1, given: limit + 1) == nil)
  }

  @Test func itemsAreAllThereOrNone() {
    func items(_ count: Int) -> (items: [Int]?, place: Int) {
      var cursor = ColumnCursor([5, 6, 7])
      let items = cursor.items(count) { cursor, index in
        cursor.integer(UInt8.self).map { Int($0) * 10 + index }
      }
      return (items, cursor.place)
    }
    #expect(items(0).items == [] && items(2).items == [50, 61] && items(2).place == 2)
    #expect(items(3).items == [50, 61, 72] && items(4).items == nil)
    var cursor = ColumnCursor([5, 6, 7])
    let (all, more) = (cursor.bytes(3).map(Array.init), cursor.bytes(1))
    #expect(all == [5, 6, 7] && more == nil)
  }

  @Test func chunksAreOfAKnownNumberOfRows() {
    let limit = TableChunk.rowLimit
    for (rows, chunks) in [(0, 0), (1, 1), (limit - 1, 1), (limit, 1), (limit + 1, 2), (2 * limit, 2)] {
      #expect(ColumnCache.chunkCount(rows) == chunks)
      let ranges = (0..<chunks).map { ColumnCache.rows(ofChunk: $0, rows) }
      #expect(ranges.flatMap { [$0.lowerBound, $0.upperBound] } == bounds(rows, chunks))
    }
    #expect((0..<5).parts(of: 2) == [0..<2, 2..<4, 4..<5] && (0..<4).parts(of: 2) == [0..<2, 2..<4])
    #expect((3..<4).parts(of: 9) == [3..<4] && (0..<0).parts(of: 3) == [])
  }

  private func bounds(_ rows: Int, _ chunks: Int) -> [Int] {
    let limit = TableChunk.rowLimit
    return (0..<chunks).flatMap { [$0 * limit, $0 == chunks - 1 ? rows : ($0 + 1) * limit] }
  }

  /// Every field of an index and a directory that can be wrong, by itself.
  @Test func wrongFieldsAreRefused() {
    func piece(_ place: UInt64, _ count: Int) -> ColumnPiece {
      var piece = ColumnPiece()
      (piece.place, piece.byteCount) = (place, count)
      return piece
    }
    var index = ColumnIndex()
    index.statistics = Statistics(
      count: 6, missingCount: 3, infiniteCount: 1, minimum: 0, maximum: 1, mean: 0.5, squaredDeviations: 1)
    var chunk = ColumnIndex.Chunk()
    chunk.validCount = 6
    chunk.pyramid = piece(8, 4 * SeriesChunk.pyramidFloats(of: 10))
    chunk.values = piece(16, 40)
    index.chunks = [chunk]
    func isRead(_ change: (inout ColumnIndex) -> Void) -> Bool {
      var changed = index
      change(&changed)
      return ColumnIndex(changed.bytes, rowCount: 10) == changed
    }
    func counts(_ count: Int, _ missing: Int, _ infinite: Int) -> Statistics {
      Statistics(
        count: count, missingCount: missing, infiniteCount: infinite, minimum: 0, maximum: 1, mean: 0.5,
        squaredDeviations: 1)
    }
    #expect(isRead { _ in } && isRead { $0.offset = 1e300 } && isRead { $0.chunks[0].validCount = 10 })
    #expect(isRead { $0.statistics = counts(10, 0, 0) } && isRead { $0.statistics = counts(1, 9, 0) })
    #expect(isRead { $0.chunks[0].isWhole = true })
    for exact in [ColumnIndex.Exact.real, .whole] {
      #expect(isRead { ($0.chunks[0].exact, $0.chunks[0].exacts) = (exact, piece(24, 80)) })
      #expect(!isRead { ($0.chunks[0].exact, $0.chunks[0].exacts) = (exact, piece(24, 0)) })
    }
    let wrong: [(inout ColumnIndex) -> Void] = [
      { $0.offset = .infinity }, { $0.statistics = counts(6, 3, 0) }, { $0.statistics = counts(7, 3, 1) },
      { $0.statistics = counts(0, 0, 0) }, { $0.statistics = counts(6, 4, 1) },
      { $0.chunks = [] }, { $0.chunks.append(chunk) }, { $0.chunks[0].validCount = 11 },
      { $0.chunks[0].pyramid.byteCount += 4 }, { $0.chunks[0].values.byteCount = 36 },
      { $0.chunks[0].exacts.byteCount = 80 }, { $0.chunks[0].values.place = 12 },
      { $0.chunks[0].pyramid.place = 9 },
    ]
    for (number, change) in wrong.enumerated() { #expect(!isRead(change), "\(number)") }

    var directory = ColumnDirectory()
    (directory.key, directory.source, directory.rowCount) = ("k", "s", 10)
    directory.columns = [2: piece(8, 40)]
    directory.keys = [ColumnDirectory.Keys()]
    func isDirectory(_ change: (inout ColumnDirectory) -> Void) -> Bool {
      var changed = directory
      change(&changed)
      return ColumnDirectory(changed.bytes) == changed
    }
    #expect(isDirectory { _ in } && isDirectory { $0.keys[0].first = -7 } && isDirectory { $0.columns = [:] })
    for (form, count) in [(ColumnDirectory.Form.counted, 0), (.narrow, 40), (.wide, 80)] {
      #expect(isDirectory { ($0.keys[0].form, $0.keys[0].piece) = (form, piece(8, count)) })
      #expect(!isDirectory { ($0.keys[0].form, $0.keys[0].piece) = (form, piece(8, count + 4)) })
    }
    #expect(!isDirectory { $0.rowCount = 0 } && !isDirectory { $0.keys = [] })
    #expect(!isDirectory { $0.key = String(repeating: "k", count: ColumnCache.textLimit + 1) })
    #expect(isDirectory { $0.key = String(repeating: "k", count: ColumnCache.textLimit) })
    // Another version of the layout.
    var bytes = directory.bytes
    bytes[0] += 1
    #expect(ColumnDirectory(bytes) == nil)
  }

  @Test func aMappedFileHoldsItsBytesAndNoMore() throws {
    let folder = try TemporaryFolder()
    let all = (0..<100 as Range<UInt8>).map { $0 }
    let file = try #require(MappedFile(path: try folder.write(all, "mapped")))
    #expect(file.byteCount == 100)
    for (place, count, isHeld) in [
      (0, 100, true), (0, 101, false), (100, 0, true), (101, 0, false), (99, 1, true), (99, 2, false),
      (50, 50, true), (50, 51, false), (3, -1, false), (UInt64.max, 1, false), (1, Int.max, false),
    ] as [(UInt64, Int, Bool)] {
      #expect(file.holds(place, byteCount: count) == isHeld, "\(place) \(count)")
      let expected = isHeld ? Array(all[Int(place)..<(Int(place) + count)]) : nil
      #expect(file.bytes(at: place, count: count) == expected)
      let counted = file.withBytes(at: place, count: count) { $0.count }
      #expect(counted == expected?.count)
      var read: [UInt8] = []
      let isRead = file.read(at: place, count: count, into: &read)
      #expect(isRead == isHeld && read == expected ?? [])
    }
    let words = file.numbers(UInt32.self, at: 96, count: 1)
    #expect(words == [0x6362_6160] && file.numbers(UInt32.self, at: 96, count: 2) == nil)
    #expect(file.numbers(UInt32.self, at: 92, count: 1) == nil, "numbers begin at multiples of eight")
    #expect(file.number(UInt16.self, at: 95, index: 1) == 0x6261)
    #expect(file.number(UInt16.self, at: 95, index: 2) == nil)
    #expect(file.number(UInt16.self, at: 4, index: -1) == nil)
    #expect(file.number(UInt16.self, at: 96, index: 1) == 0x6362)
    #expect(MappedFile(path: try folder.write([], "empty")) == nil)
    #expect(MappedFile(path: folder.url.path) == nil && MappedFile(path: folder.url.path + "/none") == nil)
  }
}
