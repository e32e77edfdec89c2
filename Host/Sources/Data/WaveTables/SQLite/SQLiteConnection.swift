import GRDB
import WaveSystem

/// A connection to an SQLite database that runs one statement at a time.
final class SQLiteConnection: Sendable {
  /// The time to wait for locks held by other programs, in seconds.
  static let busySeconds = 2.0

  private let path: String
  private let queue: DatabaseQueue
  /// The gate used to cancel work on the connection.
  let gate: ScanGate

  /// Opens a database for reading.
  ///
  /// - Parameters:
  ///   - address: The URI for SQLite to open.
  ///   - path: The path to show in error messages.
  ///   - gate: The gate used to cancel work on the connection.
  /// - Throws: `TableError`.
  init(address: String, path: String, gate: ScanGate) throws(TableError) {
    self.path = path
    self.gate = gate
    var configuration = Configuration()
    configuration.readonly = true
    configuration.label = "waveglass.table"
    configuration.busyMode = .timeout(Self.busySeconds)
    // Views created by other programs can contain strings in double quotes.
    configuration.acceptsDoubleQuotedStringLiterals = true
    configuration.prepareDatabase { database in
      // Settings that sqlite.org/security.html recommends for untrusted files. Memory mapping is off, since
      // the process would crash if the file were truncated.
      try database.execute(
        sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
      UnsafeSQLite.watch(gate, on: database)
    }
    do { queue = try DatabaseQueue(path: address, configuration: configuration) } catch {
      throw Self.tableError(from: error, path: path)
    }
  }

  // SQLite uses the gate until the connection is closed, so the connection must be closed before the gate is
  // released.
  /// Opens a database for reading outside of passes.
  convenience init(path: String) throws(TableError) {
    try self.init(address: SQLiteFile(path: path).address, path: path, gate: ScanGate())
  }

  deinit { try? queue.close() }

  /// Runs a closure that reads from the database.
  ///
  /// - Throws: `TableError`.
  func read<Value>(_ work: (Database) throws -> Value) throws(TableError) -> Value {
    do { return try queue.unsafeRead(work) } catch { throw Self.tableError(from: error, path: path) }
  }

  /// Interrupts the running statement.
  ///
  /// This method can be called on any thread.
  func interrupt() { queue.interrupt() }

  /// Converts a GRDB error to a `TableError`.
  static func tableError(from error: any Error, path: String) -> TableError {
    if let error = error as? TableError { return error }
    guard let error = error as? DatabaseError else { return .sqlite(path: path, code: 0, reason: "\(error)") }
    return tableError(from: error.extendedResultCode, error.message ?? "", path: path)
  }

  /// Converts an SQLite result code to a `TableError`.
  static func tableError(from code: ResultCode, _ words: String, path: String, afterRows: Int? = nil)
    -> TableError
  {
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
