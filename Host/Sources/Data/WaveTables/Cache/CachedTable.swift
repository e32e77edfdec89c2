import Dispatch
import Synchronization
import WaveSystem
import WaveTableFormats

/// A database table whose columns are cached once they have been read.
///
/// After the first pass, a second pass writes the cache on its own thread. Later passes, in any process, read
/// the cache instead of the database. A cache is valid for one state of the file. If the file has changed or
/// the cache is damaged, the database is read.
final class CachedTable: TableSource {
  /// The minimum number of rows for which a cache is written.
  static let rowCountLimit = 20_000

  private let table: SQLiteTable
  private let folder: CacheFolder
  private let smallest: Int
  private let gate = ScanGate()
  private let turn = Mutex(())
  private let isWriting = Atomic<Bool>(false)
  private let writing = DispatchQueue(label: "waveglass.cache", qos: .utility)

  init(_ table: SQLiteTable, folder: CacheFolder, smallest: Int = CachedTable.rowCountLimit) {
    self.table = table
    self.folder = folder
    self.smallest = smallest
  }

  var info: TableInfo { table.info }

  func row(key: Int64) throws(TableError) -> [TableCell]? { try table.row(key: key) }

  func rows(from key: Int64, count: Int) throws(TableError) -> [TableRow] {
    try table.rows(from: key, count: count)
  }

  func number(_ cell: TableCell, of column: Int) -> Double { table.number(cell, of: column) }

  func interrupt() {
    gate.end {}
    table.interrupt()
  }

  /// Reads text columns from the database, since text is not cached.
  func scanTexts(
    _ columns: [Int], progress: (TableProgress) -> Bool, each: (TextChunk) -> Void
  ) throws(TableError) -> [TextDictionary] { try table.scanTexts(columns, progress: progress, each: each) }

  /// The path of the cache, which does not depend on the file's state.
  private var path: String {
    folder.path(of: "columns-\(CacheFolder.name(of: "\(table.path)\0\(info.name)")).wgs")
  }

  func scan(
    _ columns: [Int], progress: (TableProgress) -> Bool, each: (TableChunk) -> Void
  ) throws(TableError) {
    let info = info
    let known = columns.allSatisfy { info.columns.indices.contains($0) }
    guard known, let key = table.state, info.rowCountEstimate ?? 0 >= smallest else {
      return try table.scan(columns, progress: progress, each: each)
    }
    let ticket = gate.ticket
    try turn.withLock { _ throws(TableError) in
      let reader = ColumnCacheReader(path: path, key: key)
      var doneCount = 0
      if let reader, reader.holds(columns) {
        doneCount = try gate.run(ticket) { () throws(TableError) in
          try read(reader, columns, ticket, progress, each)
        }
        guard doneCount < reader.rowCount else { return table.note(rowCount: reader.rowCount) }
        FileReplacement.remove(path)
      }
      if gate.isEnded(ticket) { throw .cancelled }
      try table.scan(columns, progress: progress) { if $0.firstRow >= doneCount { each($0) } }
      // A cache is never replaced by one with fewer columns. It is written only if the file did not change
      // during the pass.
      if doneCount > 0 || (reader?.columnCount ?? 0) < columns.count, table.state == key {
        write(columns, key)
      }
    }
  }

  func keptColumns(_ columns: [Int]) -> KeptColumns? {
    let info = info
    guard let key = table.state, columns.allSatisfy({ info.columns.indices.contains($0) }),
      let reader = ColumnCacheReader(path: path, key: key), reader.holds(columns),
      let kept = KeptColumns(reader, columns, of: info), !kept.isDamaged
    else { return nil }
    table.note(rowCount: kept.rowCount)
    return kept
  }

  func forgetKeptColumns() { FileReplacement.remove(path) }

  /// Passes rows from the cache to `each`.
  ///
  /// - Returns: The number of rows read, which is less than the number of rows in the table if the cache is
  ///   damaged.
  private func read(
    _ reader: ColumnCacheReader, _ columns: [Int], _ ticket: Int, _ progress: (TableProgress) -> Bool,
    _ each: (TableChunk) -> Void
  ) throws(TableError) -> Int {
    try table.check()
    let info = info
    var indices: [ColumnIndex] = []
    for column in columns {
      guard let index = reader.index(of: column) else { return 0 }
      indices.append(index)
    }
    let summaries = zip(columns, indices).map {
      ColumnSummary(info.columns[$0], offset: $1.offset, statistics: $1.statistics)
    }
    for place in 0..<ColumnCache.chunkCount(reader.rowCount) {
      let start = place * TableChunk.rowLimit
      let part = Double(start) / Double(reader.rowCount)
      guard !gate.isEnded(ticket), progress(TableProgress(phase: .reading, rowCount: start, fraction: part))
      else { throw .cancelled }
      guard let keys = reader.keys(ofChunk: place) else { return start }
      var chunk = TableChunk(firstRow: start, keys: keys, values: [], integers: [])
      for (index, summary) in zip(indices, summaries) {
        if gate.isEnded(ticket) { throw .cancelled }
        guard let (values, integers) = reader.values(index.chunks[place], summary) else { return start }
        chunk.values.append(values)
        chunk.integers.append(integers)
      }
      guard !reader.file.isDamaged else { return start }
      each(chunk)
    }
    return reader.rowCount
  }

  /// Waits until any pending cache has been written.
  func settle() async {
    await writing.run {}
  }

  /// Writes the cache in a separate pass, without blocking the caller.
  private func write(_ columns: [Int], _ key: String) {
    let isFirst = isWriting.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
    guard isFirst else { return }
    let (path, folder, name) = (path, folder, info.name)
    let database = table.path
    writing.async { [weak self] in
      defer { self?.isWriting.store(false, ordering: .relaxed) }
      // If the cache cannot be written, the next pass reads the database again.
      guard let own = try? SQLiteTable(path: database, table: name, folder: folder), own.state == key,
        let writer = try? ColumnCacheWriter(
          path: path, key: key, source: "\(name) of \(database)", columns: columns, of: own.info)
      else { return }
      var isWhole = true
      let pass = Result { () throws(TableError) in
        // The pass ends early if the cached table is released in the meantime.
        try own.scan(columns, progress: { _ in isWhole && self != nil }) { chunk in
          // Use no more than half of the free disk space.
          let free = DiskRoom.freeByteCount(inFolder: folder.path) ?? .max
          isWhole = isWhole && writer.byteCount <= free && writer.append(chunk)
        }
      }
      guard case .success = pass, isWhole, own.state == key else { return }
      try? writer.finish()
    }
  }
}
