import GRDB
import GRDBSQLite

/// Rows on their way from the reader of a text into a database.
///
/// One thread has it at a time.
final class UnsafeCSVBatch: @unchecked Sendable {
  /// What a cell is.
  enum Tag: UInt8 {
    case null, integer, real, text
  }

  /// A row that is none of the table's.
  struct Reject: Equatable, Sendable {
    var line: Int
    var cellCount: Int
    var reason: String
    /// The beginning of what stands there.
    var text: [UInt8]
  }

  /// Cells at most, as long as there is more than one row.
  private static let cellLimit = 32_768
  /// Bytes of texts after which no more rows are taken.
  static let textLimit = 4 << 20

  let columnCount: Int
  let rowLimit: Int
  var rowCount = 0
  /// Row after row.
  let tags: UnsafeMutablePointer<UInt8>
  /// Whole numbers; the bits of numbers; of texts, where they begin and how long they are, 32 bits each.
  let words: UnsafeMutablePointer<Int64>
  var texts: [UInt8] = []
  var rejects: [Reject] = []

  init(columnCount: Int) {
    self.columnCount = columnCount
    rowLimit = max(1, Self.cellLimit / columnCount)
    tags = .allocate(capacity: rowLimit * columnCount)
    tags.initialize(repeating: 0, count: rowLimit * columnCount)
    words = .allocate(capacity: rowLimit * columnCount)
    words.initialize(repeating: 0, count: rowLimit * columnCount)
  }

  deinit {
    tags.deallocate()
    words.deallocate()
  }

  /// Whether it should be handed on before there is more.
  var isFull: Bool { rowCount == rowLimit || texts.count >= Self.textLimit }

  /// The number of rows without a value at the end of the text so far, where it was `before` ahead of this batch.
  func emptyRowsAtEnd(after before: Int) -> Int {
    for row in (0..<rowCount).reversed() {
      for cell in row * columnCount..<(row + 1) * columnCount where tags[cell] != Tag.null.rawValue {
        return rowCount - 1 - row
      }
    }
    return before + rowCount
  }

  /// Makes it ready to be filled.
  func clear() {
    rowCount = 0
    texts.removeAll(keepingCapacity: true)
    rejects.removeAll(keepingCapacity: true)
  }

  /// Puts all rows into a table.
  ///
  /// - Throws: `DatabaseError`.
  func insert(by statement: Statement, _ database: Database) throws {
    let handle = statement.sqliteStatement
    try texts.withUnsafeBytes { texts in
      var cell = 0
      for _ in 0..<rowCount {
        for column in 1...CInt(columnCount) {
          let word = words[cell]
          switch Tag(rawValue: tags[cell]) {
          case .integer: sqlite3_bind_int64(handle, column, word)
          case .real:
            sqlite3_bind_double(handle, column, Double(bitPattern: UInt64(bitPattern: word)))
          case .text:
            // The texts stay where they are until the row is in.
            let start = texts.baseAddress.map {
              ($0 + Int(word >> 32)).assumingMemoryBound(to: CChar.self)
            }
            let count = Int32(truncatingIfNeeded: word)
            // An empty text is not the same as none.
            if let start {
              sqlite3_bind_text(handle, column, start, count, nil)
            } else {
              sqlite3_bind_text(handle, column, "", 0, nil)
            }
          default: sqlite3_bind_null(handle, column)
          }
          cell += 1
        }
        let code = sqlite3_step(handle)
        sqlite3_reset(handle)
        guard code == SQLITE_DONE else {
          throw DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(database.sqliteConnection)),
            message: String(cString: sqlite3_errmsg(database.sqliteConnection)))
        }
      }
    }
  }
}
