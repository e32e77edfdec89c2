import Dispatch
import Synchronization
import WaveFiles

/// A table of a database whose columns are kept in the cache once they have been read.
///
/// The first pass writes the cache on a thread of its own, and later ones, in any process, take it in place of the database. A cache is of one state of a
/// file: where that is another one, or the cache is damaged, the database is read.
final class CachedTable: TableSource {
  /// Rows from which on a cache is worth its while.
  static let rowCountLimit = 20_000

  private let table: SQLiteTable
  private let folder: CacheFolder
  private let smallest: Int
  private let gate = ScanGate()
  private let turn = Mutex(())

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

  func interrupt() {
    gate.end {}
    table.interrupt()
  }

  /// Where the cache is, whatever state the file is in.
  private var path: String {
    folder.path(of: "columns-\(CacheFolder.name(of: "\(table.path)\0\(info.name)")).wgs")
  }

  func scan(
    _ columns: [Int], progress: (TableProgress) -> Bool, each: (TableChunk) -> Void
  ) throws(TableError) {
    let info = info
    let known = columns.allSatisfy { info.columns.indices.contains($0) }
    guard known, let key = table.state, info.rowCountEstimate ?? 0 >= smallest,
      columns.count <= ColumnCache.columnLimit
    else { return try table.scan(columns, progress: progress, each: each) }
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
      // A cache of many columns is not given for one of few.
      let isKept = doneCount == 0 && (reader?.columnCount ?? 0) <= columns.count
      try readTable(columns, isKept ? key : nil, from: doneCount, progress, each)
    }
  }

  /// Gives rows out of the cache.
  ///
  /// - Returns: How many; fewer than there are where the cache is damaged.
  private func read(
    _ reader: ColumnCacheReader, _ columns: [Int], _ ticket: Int, _ progress: (TableProgress) -> Bool,
    _ each: (TableChunk) -> Void
  ) throws(TableError) -> Int {
    try table.check()
    let info = info
    for start in stride(from: 0, to: reader.rowCount, by: TableChunk.rowLimit) {
      let part = Double(start) / Double(reader.rowCount)
      guard !gate.isEnded(ticket), progress(TableProgress(phase: .reading, rowCount: start, fraction: part))
      else { throw .cancelled }
      let rows = start..<min(reader.rowCount, start + TableChunk.rowLimit)
      guard let chunk = reader.chunk(rows, columns: columns, of: info) else { return start }
      each(chunk)
    }
    return reader.rowCount
  }

  /// Gives rows out of the database, and writes the cache where there is a key.
  private func readTable(
    _ columns: [Int], _ key: String?, from first: Int, _ progress: (TableProgress) -> Bool,
    _ each: (TableChunk) -> Void
  ) throws(TableError) {
    let scribe = key.flatMap { CacheScribe(path: path, key: $0, table: table, columns: columns) }
    do throws(TableError) {
      try table.scan(columns, progress: progress) { chunk in
        scribe?.put(chunk)
        if chunk.firstRow >= first { each(chunk) }
      }
    } catch {
      scribe?.finish(isWanted: false)
      throw error
    }
    // Written only where the file was the same all the time.
    scribe?.finish(isWanted: table.state == key)
  }
}

/// Writes a cache on a thread of its own.
private final class CacheScribe: Sendable {
  /// Chunks that wait to be written, before the pass waits.
  private static let waitingLimit = 6
  private let queue = DispatchQueue(label: "waveglass.cache", qos: .utility)
  private let room = DispatchSemaphore(value: 0)
  private let writer: Mutex<ColumnCacheWriter?>

  init?(path: String, key: String, table: SQLiteTable, columns: [Int]) {
    let layout = ColumnCache.Layout(columns: columns, of: table.info)
    guard layout.channelCounts.count <= 64,
      let made = try? ColumnCacheWriter(
        path: path, key: key, source: "\(table.info.name) of \(table.path)", layout: layout)
    else { return nil }
    writer = Mutex(made)
    for _ in 0..<Self.waitingLimit { room.signal() }
  }

  /// Hands over rows; waits where too many wait to be written.
  func put(_ chunk: TableChunk) {
    room.wait()
    queue.async {
      self.writer.withLock { writer in
        if writer?.append(chunk) == false { writer = nil }
      }
      self.room.signal()
    }
  }

  /// Puts the cache in its place behind all that waits, or gives it up.
  func finish(isWanted: Bool) {
    queue.async {
      self.writer.withLock { writer in
        // A cache that cannot be written is made another time.
        if isWanted { try? writer?.finish() }
        writer = nil
      }
    }
  }
}
