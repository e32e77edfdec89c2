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
      \(place): \(reason). Check the host and port (ClickHouse's HTTP port is 8123, or 8443 with TLS), and \
      that the server is running
      """
    case .refusedPassword(let user, let place):
      """
      \(place): login failed for the user \"\(user)\". Check the user and the password: --password-file \
      FILE, or the environment variable CLICKHOUSE_PASSWORD
      """
    case .notAllowed(let text):
      "the user is not allowed to do that (\(text)). Ask the administrator of the server for permission"
    case .noSuchDatabase(let text): "\(text). Check the database's name: SHOW DATABASES lists them"
    case .noSuchTable(let text): "\(text). Check the table's name: SHOW TABLES lists them"
    case .noSuchColumn(let text): "\(text). Check the column's name: DESCRIBE TABLE lists them"
    case .shardLost(let shard, let text):
      """
      a shard does not answer\(shard.map { ": \($0)" } ?? ""). Restart it, or show the rest of the rows \
      (lost=show in the address): \(text)
      """
    case .tooSlow(let seconds):
      "took longer than \(seconds) s. Request less data at once, or allow more time"
    case .tooMuchMemory(let text):
      "needs more of the server's memory than allowed (\(text)). Request less data at once, or allow more"
    case .tooManyQueries(let text): "the server is too busy (\(text)). Try again later"
    case .readOnly(let text):
      "the user has read-only access (\(text)). Use a user with write access"
    case .settingRefused(let text):
      "the user is not allowed to change a setting (\(text)). Leave it out"
    case .typeNotRead(let type):
      "values of the type \(type) are not supported. Cast them in a view, or leave them out"
    case .answerTooLarge(let limit):
      "the answer is longer than \(limit) bytes. Request less data at once"
    case .answerCut(let place):
      "\(place): the answer stopped in the middle. Try again, and check the server's log"
    case .brokenAnswer(let byte, let reason):
      """
      the answer is not what was requested: \(reason) at byte \(byte). Check that there is no proxy or \
      other program between this machine and the server
      """
    case .server(let code, let text):
      "the server reports: \(text) (code \(code)). Look up the code, or check the server's log"
    case .notClickHouse(let place, let status):
      "\(place): this is not a ClickHouse server (HTTP status \(status)). Check the host and port"
    case .doesNotFit(let table, let reasons):
      """
      \(table): the rows do not fit: \(reasons.joined(separator: "; ")). Change the table, give --type \
      COLUMN=TYPE, or name a table that does not exist yet
      """
    case .unsure(let table, let reason):
      """
      \(table): \(reason). Nothing more was written: check the table, or empty it and start again with \
      --force
      """
    case .imported(let path, let table):
      "\(path): all its rows were already written to \(table). Use --force to write them again"
    case .table(let error): error.description
    case .cancelled: "stopped before it finished"
    case .file(let error): error.description
    case .passwordFileOpen(let path):
      """
      \(path): other users can read the password in it, or another user owns it. Make it readable only \
      by you: chmod 600 \(path)
      """
    case .notPassword(let reason): "the password \(reason). Give it in one line of plain text"
    }
  }
}
