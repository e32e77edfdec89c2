public import WaveSystem
public import WaveTables

/// The reason a request to a ClickHouse server failed, including where it failed and what to do about it.
///
/// Server messages are one line of at most `ServerText.limit` characters, without a stack trace.
public enum ClickHouseError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text is not a valid address. The message shows it without anything that could be a password.
  case notAddress(String, reason: String)
  /// The server does not respond at this host and port.
  case notReachable(place: String, reason: String)
  /// The server refuses the user or the password.
  case refusedPassword(user: String, place: String)
  /// The user lacks a required permission; includes the server's message.
  case notAllowed(String)
  /// The server has no such database; includes the server's message.
  case noSuchDatabase(String)
  /// The server has no such table; includes the server's message.
  case noSuchTable(String)
  /// The table has no column with the requested name; includes the server's message.
  case noSuchColumn(String)
  /// A shard of the table did not respond; includes the shard's host and port if known, and the server's
  /// message.
  case shardLost(shard: String?, String)
  /// The query exceeded its time limit.
  case tooSlow(seconds: Int)
  /// The query exceeded its memory limit on the server; includes the server's message.
  case tooMuchMemory(String)
  /// The server is busy with other queries; includes the server's message.
  case tooManyQueries(String)
  /// The user has read-only access; includes the server's message.
  case readOnly(String)
  /// The user's profile forbids changing a setting; includes the server's message.
  case settingRefused(String)
  /// Values of the type with this name cannot be read.
  case typeNotRead(String)
  /// The response is longer than the given limit, in bytes.
  case answerTooLarge(limit: Int)
  /// The connection ended before the response was complete.
  case answerCut(place: String)
  /// The response is malformed, starting at the given byte offset.
  case brokenAnswer(byte: Int, reason: String)
  /// Any other error from the server, with its code and message.
  case server(code: Int, String)
  /// The server is not a ClickHouse server.
  case notClickHouse(place: String, status: Int)
  /// The rows cannot be imported into the table, for the given reasons.
  case doesNotFit(table: String, reasons: [String])
  /// Some rows of an import may not have been stored, for the given reason.
  case unsure(table: String, reason: String)
  /// An earlier import has already loaded all rows of the file into the table.
  case imported(path: String, table: String)
  /// The operation was cancelled.
  case cancelled
  /// An error from the table being read.
  case table(TableError)
  /// An error accessing a file.
  case file(FileError)
  /// The password file can be read by another user, or belongs to another user.
  case passwordFileOpen(path: String)
  /// The text cannot be used as a password, for the given reason.
  case notPassword(String)

  /// The complete error message on one line.
  public var description: String {
    switch self {
    case .notAddress(let text, let reason):
      "\(text.isEmpty ? "the address" : text): \(reason). Write clickhouse://USER@HOST:8123/DATABASE/TABLE"
    case .notReachable(let place, let reason):
      """
      \(place): \(reason). Check host and port (ClickHouse's HTTP port is 8123, or 8443 with TLS), and that \
      the server runs
      """
    case .refusedPassword(let user, let place):
      """
      \(place): does not let \"\(user)\" in. Check user and password: --password-file FILE, or the variable \
      CLICKHOUSE_PASSWORD
      """
    case .notAllowed(let text): "the user may not do that (\(text)). Ask who runs the server for the right"
    case .noSuchDatabase(let text): "\(text). Check the database's name: SHOW DATABASES lists them"
    case .noSuchTable(let text): "\(text). Check the table's name: SHOW TABLES lists them"
    case .noSuchColumn(let text): "\(text). Check the column's name: DESCRIBE TABLE lists them"
    case .shardLost(let shard, let text):
      """
      a shard does not answer\(shard.map { ": \($0)" } ?? ""). Start it again, or look at the rest \
      (lost=show in the address): \(text)
      """
    case .tooSlow(let seconds):
      "took longer than \(seconds) s. Look at less at once, or allow more time"
    case .tooMuchMemory(let text):
      "needs more of the server's memory than it may have (\(text)). Look at less at once, or allow more"
    case .tooManyQueries(let text): "the server has too much to do (\(text)). Try again later"
    case .readOnly(let text): "the user may only read (\(text)). Use one who may write"
    case .settingRefused(let text): "the user may not change a setting (\(text)). Leave it out"
    case .typeNotRead(let type):
      "values of the type \(type) are not read. Cast them in a view, or leave them out"
    case .answerTooLarge(let limit):
      "the answer is longer than \(limit) bytes. Look at less at once"
    case .answerCut(let place):
      "\(place): broke off in the middle of its answer. Try again, and look into the server's log"
    case .brokenAnswer(let byte, let reason):
      """
      the answer is not what was asked for: \(reason) at byte \(byte). Check that nothing stands between \
      here and the server
      """
    case .server(let code, let text):
      "the server says: \(text) (code \(code)). Look it up by the code, or into the server's log"
    case .notClickHouse(let place, let status):
      "\(place): what answers there is no ClickHouse server (HTTP status \(status)). Check host and port"
    case .doesNotFit(let table, let reasons):
      """
      \(table): the rows do not fit: \(reasons.joined(separator: "; ")). Change the table, give --type \
      COLUMN=TYPE, or name a table that is not there yet
      """
    case .unsure(let table, let reason):
      """
      \(table): \(reason). Nothing more was written: look at the table, and empty it to begin anew with \
      --force
      """
    case .imported(let path, let table):
      "\(path): all its rows were put into \(table) before. Put them there once more with --force"
    case .table(let error): error.description
    case .cancelled: "ended before it was done"
    case .file(let error): error.description
    case .passwordFileOpen(let path):
      """
      \(path): others can read the password in it, or it is not yours. Make it yours alone: chmod 600 \(path)
      """
    case .notPassword(let reason): "the password \(reason). Give it in one line of plain text"
    }
  }
}
