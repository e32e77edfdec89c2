import WaveSeries
import WaveStore
import WaveTableFormats

/// A reader of cached columns.
///
/// Opening the cache verifies the checksums of the index. The checksums of values are verified when the
/// values are used.
final class ColumnCacheReader: Sendable {
  let directory: ColumnDirectory
  let file: MappedFile
  private let identifier: UInt64

  /// Opens a cache, or returns nil if it is missing, damaged, or for a different state of the table.
  convenience init?(path: String, key: String) {
    self.init(path: path)
    guard directory.key == key else { return nil }
  }

  /// Opens a cache of any table, or returns nil if it is missing or damaged.
  init?(path: String) {
    let headerCount = StoreFormat.recordHeaderByteCount
    let endCount = headerCount + ColumnCache.endByteCount
    guard let file = MappedFile(path: path), file.byteCount >= StoreFormat.headerByteCount + endCount,
      let header = file.bytes(at: 0, count: StoreFormat.headerByteCount),
      let identifier = try? StoreAttachment.identifier(ofHeader: header)
    else { return nil }
    let place = UInt64(file.byteCount - endCount)
    guard place % 8 == 0, let header = file.bytes(at: place, count: headerCount),
      let end = StoreAttachment(header: header, place: place, identifier: identifier),
      end.kind == ColumnCache.endKind, end.byteCount == ColumnCache.endByteCount,
      let pointer = Self.checked(file, ColumnPiece(end), identifier)
    else { return nil }
    var cursor = ColumnCursor(pointer)
    guard let piece = ColumnPiece(&cursor), let bytes = Self.checked(file, piece, identifier),
      let directory = ColumnDirectory(bytes)
    else { return nil }
    self.file = file
    self.identifier = identifier
    self.directory = directory
  }

  /// The number of rows in the table.
  var rowCount: Int { directory.rowCount }
  /// The number of columns in the cache.
  var columnCount: Int { directory.columns.count }

  /// Returns whether the cache contains all of the given columns.
  func holds(_ columns: [Int]) -> Bool { columns.allSatisfy { directory.columns[$0] != nil } }

  /// Returns the index of a column, or nil if it is not in the cache or its record is damaged.
  func index(of column: Int) -> ColumnIndex? {
    directory.columns[column].flatMap { Self.checked(file, $0, identifier) }.flatMap {
      ColumnIndex($0, rowCount: rowCount)
    }
  }

  /// Returns the mapped values of a chunk and their pyramid (the extremes of blocks of values), or nil if
  /// they are not in the file or the pyramid is damaged.
  func series(_ chunk: ColumnIndex.Chunk, in memory: SeriesMemory) -> SeriesChunk? {
    guard isIntact(chunk.pyramid), file.holds(chunk.values.place, byteCount: chunk.values.byteCount),
      file.holds(chunk.exacts.place, byteCount: chunk.exacts.byteCount)
    else { return nil }
    return SeriesChunk(
      memory, byteOffset: Int(chunk.values.place), count: chunk.values.byteCount / 4, pyramid: memory,
      pyramidByteOffset: Int(chunk.pyramid.place), validCount: chunk.validCount, sum: chunk.sum)
  }

  /// Returns whether bytes read through the mapping match their checksum.
  func isIntact(_ piece: ColumnPiece) -> Bool {
    file.withBytes(at: piece.place, count: piece.byteCount) { bytes in
      StoreAttachment.checksum(of: bytes, identifier: identifier) == piece.checksum
    } ?? false
  }

  /// Returns whether bytes match their checksum.
  ///
  /// They are read from the file, not through the mapping, so that they do not count toward the process's
  /// memory.
  func isIntact(_ piece: ColumnPiece, buffer: inout [UInt8]) -> Bool {
    file.read(at: piece.place, count: piece.byteCount, into: &buffer)
      && StoreAttachment.checksum(of: buffer.span, identifier: identifier) == piece.checksum
  }

  /// Returns the key of a row, or nil if the row does not exist.
  func key(ofRow row: Int) -> Int64? {
    guard row >= 0, row < rowCount else { return nil }
    let keys = directory.keys[row / TableChunk.rowLimit]
    let index = row % TableChunk.rowLimit
    return switch keys.form {
    case .counted: keys.first &+ Int64(index)
    case .narrow:
      file.number(UInt32.self, at: keys.piece.place, index: index).map { keys.first &+ Int64($0) }
    case .wide: file.number(Int64.self, at: keys.piece.place, index: index)
    }
  }

  /// Returns the keys of a chunk, or nil if they are damaged.
  func keys(ofChunk chunk: Int) -> [Int64]? {
    let keys = directory.keys[chunk]
    let count = ColumnCache.rows(ofChunk: chunk, rowCount).count
    guard keys.form != .counted else { return (0..<Int64(count)).map { keys.first &+ $0 } }
    guard isIntact(keys.piece) else { return nil }
    return keys.form == .wide
      ? file.numbers(Int64.self, at: keys.piece.place, count: count)
      : file.numbers(UInt32.self, at: keys.piece.place, count: count)?.map { keys.first &+ Int64($0) }
  }

  /// Returns the exact values of a chunk, and also as integers if all of them are integers.
  ///
  /// Returns nil if the values are damaged.
  func values(
    _ chunk: ColumnIndex.Chunk, _ summary: ColumnSummary
  ) -> (values: [Double], integers: [Int64]?)? {
    let count = chunk.values.byteCount / 4
    guard chunk.exact != .real else {
      guard isIntact(chunk.exacts) else { return nil }
      return file.numbers(Double.self, at: chunk.exacts.place, count: count).map { ($0, nil) }
    }
    guard isIntact(chunk.values),
      let drawn = file.numbers(Float.self, at: chunk.values.place, count: count)
    else { return nil }
    guard chunk.exact == .whole else {
      let values = drawn.map { summary.stored(fromDrawn: $0) }
      guard chunk.isWhole else { return (values, nil) }
      let wholes = values.compactMap { $0.isNaN ? 0 : Int64(exactly: $0) }
      return wholes.count == count ? (values, wholes) : nil
    }
    guard isIntact(chunk.exacts),
      let wholes = file.numbers(Int64.self, at: chunk.exacts.place, count: count)
    else { return nil }
    return (zip(drawn, wholes).map { $0.isNaN ? .nan : Double($1) }, wholes)
  }

  private static func checked(_ file: MappedFile, _ piece: ColumnPiece, _ identifier: UInt64) -> [UInt8]? {
    guard let bytes = file.bytes(at: piece.place, count: piece.byteCount),
      StoreAttachment.checksum(of: bytes.span, identifier: identifier) == piece.checksum
    else { return nil }
    return bytes
  }
}
