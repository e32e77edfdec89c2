import GRDB
import WaveSystem

/// One connection to a database, which does one thing at a time.
final class SQLiteConnection: Sendable {
  /// Seconds that a lock of another program is waited for.
  static let busySeconds = 2.0

  private let path: String
  private let queue: DatabaseQueue
  /// Ends what runs on the connection.
  let gate: ScanGate

  /// Opens a database for reading.
  ///
  /// - Parameters:
  ///   - address: What SQLite opens.
  ///   - path: What errors tell.
  ///   - gate: Ends what runs on it.
  /// - Throws: `TableError`.
  init(address: String, path: String, gate: ScanGate) throws(TableError) {
    self.path = path
    self.gate = gate
    var configuration = Configuration()
    configuration.readonly = true
    configuration.label = "waveglass.table"
    configuration.busyMode = .timeout(Self.busySeconds)
    // Views of others may hold texts in double quotes.
    configuration.acceptsDoubleQuotedStringLiterals = true
    configuration.prepareDatabase { database in
      // What sqlite.org/security.html advises for files of strangers. Mapped memory would end the process
      // with a file that is cut.
      try database.execute(
        sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
      UnsafeSQLite.watch(gate, on: database)
    }
    do { queue = try DatabaseQueue(path: address, configuration: configuration) } catch {
      throw Self.told(error, path: path)
    }
  }

  // The gate is looked at until the connection is closed.
  deinit { try? queue.close() }

  /// Reads from the database.
  ///
  /// - Throws: `TableError`.
  func read<Value>(_ work: (Database) throws -> Value) throws(TableError) -> Value {
    do { return try queue.unsafeRead(work) } catch { throw Self.told(error, path: path) }
  }

  /// Ends the statement that runs, from any thread.
  func interrupt() { queue.interrupt() }

  /// What an error of GRDB means.
  static func told(_ error: any Error, path: String) -> TableError {
    if let error = error as? TableError { return error }
    guard let error = error as? DatabaseError else {
      return .sqlite(path: path, code: 0, reason: "\(error)")
    }
    return told(error.extendedResultCode, error.message ?? "", path: path)
  }

  /// What a code of SQLite means.
  static func told(_ code: ResultCode, _ words: String, path: String, afterRows: Int? = nil) -> TableError {
    if code == .SQLITE_READONLY_ROLLBACK { return .hotJournal(path: path) }
    if code == .SQLITE_READONLY_RECOVERY || code == .SQLITE_READONLY_CANTINIT {
      return .logWithoutIndex(path: path)
    }
    switch code.primaryResultCode {
    case .SQLITE_INTERRUPT: return .cancelled
    case .SQLITE_FULL: return .file(FileError(path: path, cause: .full))
    case .SQLITE_BUSY, .SQLITE_LOCKED: return .locked(path: path)
    case .SQLITE_NOTADB: return .encrypted(path: path)
    case .SQLITE_CORRUPT, .SQLITE_FORMAT:
      if let expected = SQLiteFile.expectedByteCount(path: path), let now = FileStamp(path: path),
        now.byteCount < expected
      {
        return .truncated(path: path, byteCount: now.byteCount, expected: expected)
      }
      return .damaged(path: path, afterRows: afterRows, reason: words)
    default: return .sqlite(path: path, code: Int(code.rawValue), reason: words)
    }
  }
}
