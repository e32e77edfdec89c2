import WaveSeries
import WaveStore
import WaveSystem
import WaveTableFormats

/// A writer that caches columns of a table in a file.
final class ColumnCacheWriter {
  private let columns: [Int]
  private let file: PartFile
  private let identifier = UInt64.random(in: 0 ... .max)
  private var encoder: StoreEncoder
  private var directory = ColumnDirectory()
  private var indices: [ColumnIndex]
  private var summaries: [ColumnSummary]

  /// Creates a writer and its part file, which becomes the cache when it is complete.
  ///
  /// - Parameters:
  ///   - path: The path of the finished cache.
  ///   - key: A line that identifies the state of the table.
  ///   - source: The name to show in a list of caches.
  ///   - columns: The indices of the columns to cache.
  ///   - info: The name and columns of the table.
  /// - Throws: `FileError`.
  init(path: String, key: String, source: String, columns: [Int], of info: TableInfo) throws(FileError) {
    self.columns = columns
    directory.key = key
    directory.source = source
    summaries = columns.map { ColumnSummary(info.columns[$0]) }
    indices = columns.map { _ in ColumnIndex() }
    file = try PartFile(path: path, isReplacing: true)
    encoder = StoreEncoder(identifier: identifier)
  }

  /// The number of bytes written so far.
  var byteCount: Int { Int(encoder.byteCount) }

  /// Appends a chunk of 65,536 rows, or of the remaining rows at the end of the table.
  ///
  /// - Returns: Whether the chunk was appended. If not, the incomplete cache must not be used.
  func append(_ chunk: TableChunk) -> Bool {
    guard chunk.rowCount > 0, directory.rowCount % TableChunk.rowLimit == 0,
      chunk.firstRow == directory.rowCount
    else { return false }
    do {
      directory.keys.append(try keys(chunk.keys))
      directory.rowCount += chunk.rowCount
      var pieces: [SeriesChunk] = []
      // The pyramids are stored next to each other, since all of them are read when the cache is opened.
      for (index, values) in chunk.values.enumerated() {
        let drawn = summaries[index].add(values)
        let piece = SeriesChunk(drawn.span)
        var entry = ColumnIndex.Chunk()
        (entry.validCount, entry.sum) = (piece.validCount, piece.sum)
        entry.pyramid = try writePiece(piece.withPyramid { [UInt8](numbers: $0) })
        indices[index].chunks.append(entry)
        pieces.append(piece)
      }
      for (index, piece) in pieces.enumerated() {
        let last = indices[index].chunks.count - 1
        indices[index].chunks[last].values = try writePiece(piece.withValues { [UInt8](numbers: $0) })
        try exact(chunk.values[index], chunk.integers[index], piece, index, last)
      }
      return true
    } catch { return false }
  }

  /// Stores exact values, unless the values for drawing reproduce them exactly.
  private func exact(
    _ values: [Double], _ wholes: [Int64]?, _ drawn: SeriesChunk, _ index: Int, _ last: Int
  ) throws {
    indices[index].chunks[last].isWhole = wholes != nil
    let summary = summaries[index]
    let isGiven = drawn.withValues { span in
      values.indices.allSatisfy { row in
        let value = values[row]
        let back = summary.stored(fromDrawn: span[row])
        guard !value.isNaN else { return back.isNaN }
        return back.bitPattern == value.bitPattern && (wholes.map { Int64(exactly: back) == $0[row] } ?? true)
      }
    }
    if isGiven { return }
    indices[index].chunks[last].exact = wholes == nil ? .real : .whole
    indices[index].chunks[last].exacts = try writePiece(
      wholes.map { [UInt8](numbers: $0.span) } ?? [UInt8](numbers: values.span))
  }

  private func keys(_ keys: [Int64]) throws -> ColumnDirectory.Keys {
    var kept = ColumnDirectory.Keys()
    kept.first = keys.first ?? 0
    let gaps = keys.map { UInt64(bitPattern: $0 &- kept.first) }
    if gaps.indices.allSatisfy({ gaps[$0] == UInt64($0) }) { return kept }
    if gaps.allSatisfy({ $0 <= UInt64(UInt32.max) }) {
      let narrow = gaps.map { UInt32(truncatingIfNeeded: $0) }
      kept.form = .narrow
      kept.piece = try writePiece([UInt8](numbers: narrow.span))
    } else {
      kept.form = .wide
      kept.piece = try writePiece([UInt8](numbers: keys.span))
    }
    return kept
  }

  private func writePiece(_ numbers: [UInt8]) throws -> ColumnPiece {
    try writePiece(ColumnCache.numbersKind, numbers)
  }

  private func writePiece(_ kind: UInt16, _ payload: [UInt8]) throws -> ColumnPiece {
    let record = try encoder.attach(kind: kind, payload)
    try file.append(encoder.bytes)
    encoder.discardBytes()
    return ColumnPiece(record)
  }

  /// Completes the cache and gives it its final name.
  ///
  /// - Throws: `FileError`, or `StoreError` if there are more rows than a record can describe.
  func finish() throws {
    guard directory.rowCount > 0 else { return }
    for (position, column) in columns.enumerated() {
      indices[position].offset = summaries[position].offset
      indices[position].statistics = summaries[position].statistics
      directory.columns[column] = try writePiece(ColumnCache.columnKind, indices[position].bytes)
    }
    let piece = try writePiece(ColumnCache.tableKind, directory.bytes)
    var end: [UInt8] = []
    piece.write(to: &end)
    _ = try writePiece(ColumnCache.endKind, end)
    try file.finish()
    try file.commit()
  }
}
