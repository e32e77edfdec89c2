import GRDB
import GRDBSQLite
import WaveTableFormats

extension UnsafeCSVBatch {
  /// Inserts all rows of the batch into a table.
  ///
  /// - Throws: `DatabaseError`.
  func insert(by statement: Statement, _ database: Database) throws {
    let handle = statement.sqliteStatement
    let (rowCount, columnCount, tags, words) = (rowCount, CInt(columnCount), tags, words)
    try texts.withUnsafeBytes { texts in
      var cell = 0
      for _ in 0..<rowCount {
        for column in 1...columnCount {
          let word = words[cell]
          switch tags[cell] {
          case .null: sqlite3_bind_null(handle, column)
          case .integer: sqlite3_bind_int64(handle, column, word)
          case .real:
            sqlite3_bind_double(handle, column, Double(bitPattern: UInt64(bitPattern: word)))
          case .text:
            // SQLite does not copy the text: the batch keeps it until the row is inserted.
            let start = texts.baseAddress.map {
              ($0 + Int(word >> 32)).assumingMemoryBound(to: CChar.self)
            }
            let count = Int32(truncatingIfNeeded: word)
            // An empty string needs a non-null pointer, since SQLite would store NULL otherwise.
            if let start {
              sqlite3_bind_text(handle, column, start, count, nil)
            } else {
              sqlite3_bind_text(handle, column, "", 0, nil)
            }
          }
          cell += 1
        }
        let code = sqlite3_step(handle)
        sqlite3_reset(handle)
        guard code == SQLITE_DONE else { throw UnsafeSQLite.failure(database) }
      }
    }
  }
}
