import GRDB
import GRDBSQLite
import WaveTableFormats

/// Direct use of SQLite's C functions on statements prepared by GRDB.
///
/// Reading rows through GRDB takes three times as long as the scan itself.
enum UnsafeSQLite {
  /// The number of steps of SQLite's virtual machine between two checks of the gate.
  private static let watchedSteps: CInt = 1000

  /// Interrupts the connection's running statement once a gate has cancelled its pass.
  ///
  /// The gate must outlive the connection.
  static func watch(_ gate: ScanGate, on database: Database) {
    sqlite3_progress_handler(
      database.sqliteConnection, watchedSteps,
      { context in
        guard let context else { return 0 }
        return Unmanaged<ScanGate>.fromOpaque(context).takeUnretainedValue().isRunningEnded ? 1 : 0
      }, Unmanaged.passUnretained(gate).toOpaque())
  }

  /// Steps to the next row.
  ///
  /// - Returns: Whether there is a next row.
  /// - Throws: `DatabaseError`.
  static func step(_ statement: Statement, _ database: Database) throws -> Bool {
    switch sqlite3_step(statement.sqliteStatement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw failure(database)
    }
  }

  /// Resets a statement, which releases its current row.
  static func reset(_ statement: Statement) { sqlite3_reset(statement.sqliteStatement) }

  /// Returns the error of the last call on a connection.
  static func failure(_ database: Database) -> DatabaseError {
    let connection = database.sqliteConnection
    return DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
      message: String(cString: sqlite3_errmsg(connection)))
  }

  /// Appends the cells of the current row.
  static func cells(_ statement: Statement, count: Int, into cells: inout [TableCell]) {
    let handle = statement.sqliteStatement
    for index in 0..<CInt(count) {
      switch sqlite3_column_type(handle, index) {
      case SQLITE_INTEGER: cells.append(.integer(sqlite3_column_int64(handle, index)))
      case SQLITE_FLOAT: cells.append(.real(sqlite3_column_double(handle, index)))
      case SQLITE_TEXT: cells.append(TableCell(text: text(handle, index)))
      case SQLITE_BLOB: cells.append(.blob(byteCount: Int(sqlite3_column_bytes(handle, index))))
      default: cells.append(.null)
      }
    }
  }

  /// Reads the current row, whose first column is the key.
  static func fill(_ row: inout WholeRows.Row, by statement: Statement, columnCount: Int) {
    let handle = statement.sqliteStatement
    row.key = sqlite3_column_int64(handle, 0)
    row.cells.removeAll(keepingCapacity: true)
    row.texts.removeAll(keepingCapacity: true)
    for column in 0..<columnCount {
      let index = CInt(truncatingIfNeeded: column + 1)
      switch sqlite3_column_type(handle, index) {
      case SQLITE_INTEGER: row.cells.append(.integer(sqlite3_column_int64(handle, index)))
      case SQLITE_FLOAT: row.cells.append(.real(sqlite3_column_double(handle, index)))
      case SQLITE_TEXT:
        let start = row.texts.count
        row.texts.append(contentsOf: text(handle, index))
        row.cells.append(.text(start..<row.texts.count))
      default: row.cells.append(.null)
      }
    }
  }

  /// Adds the cells of the current row to samples.
  ///
  /// - Returns: The size of the row's text and blobs, in bytes.
  static func note(_ statement: Statement, in samples: inout [ColumnSample]) -> Int {
    let handle = statement.sqliteStatement
    var byteCount = 0
    for column in samples.indices {
      let index = CInt(column)
      switch sqlite3_column_type(handle, index) {
      case SQLITE_INTEGER: samples[column].add(sqlite3_column_int64(handle, index))
      case SQLITE_FLOAT: samples[column].add(sqlite3_column_double(handle, index))
      case SQLITE_TEXT:
        let text = text(handle, index)
        byteCount += text.count
        samples[column].add(text.span)
      case SQLITE_BLOB:
        byteCount += Int(sqlite3_column_bytes(handle, index))
        samples[column].addBlob()
      default: break
      }
    }
    return byteCount
  }

  /// Inserts the current row of one statement, unchanged, by executing a second statement.
  static func copy(_ row: Statement, count: Int, by insertion: Statement, _ database: Database) throws {
    let (source, target) = (row.sqliteStatement, insertion.sqliteStatement)
    for index in 0..<CInt(count) {
      guard sqlite3_bind_value(target, index + 1, sqlite3_column_value(source, index)) == SQLITE_OK else {
        throw failure(database)
      }
    }
    let isDone = sqlite3_step(target) == SQLITE_DONE
    let failure = isDone ? nil : failure(database)
    sqlite3_reset(target)
    if let failure { throw failure }
  }

  /// Returns the text of a cell in SQLite's memory, which is valid until the next step.
  private static func text(_ handle: OpaquePointer, _ index: CInt) -> UnsafeBufferPointer<UInt8> {
    // Get the text before its length, since getting the text can convert it and change its length.
    let start = sqlite3_column_text(handle, index)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
  }

  /// Reads the value of a cell according to a plan.
  ///
  /// The cell is an unprotected value, so no other thread may use the connection in the meantime
  /// (sqlite.org/c3ref/value.html).
  /// - Returns: The value as a floating-point number and, if it is an integer, also as an integer.
  @inline(__always)
  private static func value(
    _ handle: OpaquePointer, _ index: CInt, _ plan: ColumnPlan
  ) -> (value: Double, whole: Int64?) {
    let cell = sqlite3_column_value(handle, index)
    switch sqlite3_value_type(cell) {
    case SQLITE_FLOAT:
      let value = sqlite3_value_double(cell)
      return plan.realFactor == 0 ? (value, nil) : plan.scaled(value)
    case SQLITE_INTEGER:
      let whole = sqlite3_value_int64(cell)
      return plan.realFactor == 0 ? (Double(whole), whole) : plan.scaled(Double(whole))
    case SQLITE_TEXT: return plan.value(text(handle, index).span)
    default: return (.nan, nil)
    }
  }

  /// Reads all rows of a statement in chunks.
  ///
  /// The first column of the statement is the key.
  ///
  /// - Returns: The number of rows.
  /// - Throws: `ScanFailure` or `TableError.cancelled`, after earlier rows have been passed on.
  static func scan(
    _ statement: Statement, _ database: Database, plans: [ColumnPlan], isEnded: () -> Bool,
    progress: (Int) -> Bool, each: (TableChunk) -> Void
  ) throws -> Int {
    let filler = UnsafeChunkFiller(plans: plans)
    try pass(statement, database, isEnded: isEnded) { handle in
      let row = filler.row
      filler.keys[row] = sqlite3_column_int64(handle, 0)
      for column in 0..<plans.count {
        let (value, whole) = value(handle, CInt(truncatingIfNeeded: column + 1), plans[column])
        let place = column * UnsafeChunkFiller.blockRows + row
        filler.values[place] = value
        if let whole {
          filler.wholes[place] = whole
        } else {
          filler.wholes[place] = 0
          if !value.isNaN { filler.isWhole[column] = false }
        }
      }
      filler.row += 1
      guard filler.row == UnsafeChunkFiller.blockRows else { return true }
      filler.flush(each)
      return progress(filler.rowCount)
    } end: {
      filler.finish(each)
      return filler.rowCount
    }
    return filler.rowCount
  }

  /// Reads the text of all rows of a statement, replacing each text by its code.
  ///
  /// The first column of the statement is the key.
  ///
  /// - Throws: `ScanFailure` or `TableError.cancelled`, after earlier rows have been passed on.
  static func scanTexts(
    _ statement: Statement, _ database: Database, columnCount: Int, isEnded: () -> Bool,
    progress: (Int) -> Bool, each: (TextChunk) -> Void
  ) throws -> [TextDictionary] {
    var collector = TextCollector(columnCount: columnCount)
    try pass(statement, database, isEnded: isEnded) { handle in
      collector.begin(key: sqlite3_column_int64(handle, 0))
      for column in 0..<columnCount {
        let index = CInt(truncatingIfNeeded: column + 1)
        switch sqlite3_column_type(handle, index) {
        case SQLITE_NULL, SQLITE_BLOB: collector.appendMissing(of: column)
        default:
          let text = text(handle, index)
          collector.append(text.span, of: column)
        }
      }
      guard collector.rowCount % 1024 == 0 else { return true }
      collector.deliver(each)
      return progress(collector.rowCount)
    } end: {
      collector.deliver(isLast: true, each)
      return collector.rowCount
    }
    return collector.dictionaries
  }

  /// Steps through all rows of a statement and resets it.
  ///
  /// Inlined, so that the closures cost nothing.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - database: The connection.
  ///   - isEnded: Returns whether the pass has been cancelled; called before each step.
  ///   - each: Reads the current row, and returns whether to go on.
  ///   - end: Passes the last rows on, also those before an error, and returns the number of rows.
  /// - Throws: `ScanFailure` or `TableError.cancelled`.
  @inline(__always)
  private static func pass(
    _ statement: Statement, _ database: Database, isEnded: () -> Bool, each: (OpaquePointer) -> Bool,
    end: () -> Int
  ) throws {
    let handle = statement.sqliteStatement
    var outcome = SQLITE_ROW
    var isCancelled = isEnded()
    while !isCancelled {
      outcome = sqlite3_step(handle)
      guard outcome == SQLITE_ROW else { break }
      isCancelled = !each(handle) || isEnded()
    }
    let failure = isCancelled || outcome == SQLITE_DONE ? nil : failure(database)
    let rowCount = end()
    sqlite3_reset(handle)
    if isCancelled { throw TableError.cancelled }
    if let failure { throw ScanFailure(error: failure, rowCount: rowCount) }
  }

  /// The error that ended a scan, and the number of rows read before it.
  struct ScanFailure: Error {
    let error: DatabaseError
    let rowCount: Int
  }
}

/// A buffer that collects rows in a block that fits in the processor's cache, and appends the block's columns
/// to chunks.
private final class UnsafeChunkFiller {
  static let blockRows = 256

  /// The number of rows in the block.
  var row = 0
  let keys: UnsafeMutablePointer<Int64>
  /// The values of the block, column by column, with `blockRows` values for each column.
  let values: UnsafeMutablePointer<Double>
  let wholes: UnsafeMutablePointer<Int64>
  /// Whether all values of the chunk are integers, for each column.
  let isWhole: UnsafeMutablePointer<Bool>
  /// The number of rows that have been moved from the block to chunks.
  private(set) var rowCount = 0

  private let plans: [ColumnPlan]
  private var chunk: TableChunk

  init(plans: [ColumnPlan]) {
    self.plans = plans
    keys = .allocate(capacity: Self.blockRows)
    keys.initialize(repeating: 0, count: Self.blockRows)
    values = .allocate(capacity: plans.count * Self.blockRows)
    values.initialize(repeating: .nan, count: plans.count * Self.blockRows)
    wholes = .allocate(capacity: plans.count * Self.blockRows)
    wholes.initialize(repeating: 0, count: plans.count * Self.blockRows)
    isWhole = .allocate(capacity: plans.count)
    isWhole.initialize(repeating: true, count: plans.count)
    chunk = Self.empty(firstRow: 0, plans)
  }

  deinit {
    keys.deallocate()
    values.deallocate()
    wholes.deallocate()
    isWhole.deallocate()
  }

  private static func empty(firstRow: Int, _ plans: [ColumnPlan]) -> TableChunk {
    TableChunk(
      firstRow: firstRow, keys: [], values: plans.map { _ in [] },
      integers: plans.map { $0.kind == .integer || $0.kind == .time ? [] : nil })
  }

  /// Appends the block to the current chunk and passes the chunk to a closure when it is full.
  func flush(_ each: (TableChunk) -> Void) {
    if chunk.keys.isEmpty { reserve() }
    chunk.keys.append(contentsOf: UnsafeBufferPointer(start: keys, count: row))
    for column in plans.indices {
      let place = column * Self.blockRows
      chunk.values[column].append(contentsOf: UnsafeBufferPointer(start: values + place, count: row))
      if isWhole[column] {
        chunk.integers[column]?.append(contentsOf: UnsafeBufferPointer(start: wholes + place, count: row))
      } else {
        chunk.integers[column] = nil
      }
    }
    rowCount += row
    row = 0
    if chunk.keys.count >= TableChunk.rowLimit { deliver(each) }
  }

  /// Passes the remaining rows to a closure as a last chunk.
  func finish(_ each: (TableChunk) -> Void) {
    flush(each)
    if !chunk.keys.isEmpty { deliver(each) }
  }

  private func reserve() {
    // The first chunk starts small, so that a short table with many columns does not use much memory.
    let capacity = rowCount == 0 ? Self.blockRows : TableChunk.rowLimit
    chunk.keys.reserveCapacity(capacity)
    for column in plans.indices {
      chunk.values[column].reserveCapacity(capacity)
      chunk.integers[column]?.reserveCapacity(capacity)
    }
  }

  private func deliver(_ each: (TableChunk) -> Void) {
    let full = chunk
    chunk = Self.empty(firstRow: full.firstRow + full.rowCount, plans)
    for column in plans.indices { isWhole[column] = true }
    each(full)
  }
}
