import Foundation
import GRDB
import WaveTables

/// A database that a test makes, in a folder of its own.
final class SQLiteFixture {
  let folder: TemporaryFolder
  let path: String
  let cache: CacheFolder

  /// Makes it of statements.
  init(_ name: String = "table.sqlite", _ statements: String...) throws {
    folder = try TemporaryFolder()
    path = folder.url.appending(path: name).path
    cache = try CacheFolder(path: folder.url.appending(path: "cache").path)
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { database in
      for sql in statements { try database.execute(sql: sql) }
    }
    try queue.close()
  }

  /// Writes to the database.
  func execute(_ sql: String, arguments: StatementArguments = []) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql, arguments: arguments) }
    try queue.close()
  }

  /// The file as it is.
  var bytes: Data { get throws { try Data(contentsOf: URL(filePath: path)) } }

  func table(_ name: String? = nil) throws -> SQLiteTable {
    try SQLiteTable(path: path, table: name, folder: cache)
  }
}

extension TableSource {
  /// All chunks of some columns.
  func chunks(_ columns: [Int]) throws(TableError) -> [TableChunk] {
    var chunks: [TableChunk] = []
    try scan(columns, progress: { _ in true }, each: { chunks.append($0) })
    return chunks
  }

  /// All values of a column, as texts, so that NaN equals NaN.
  func values(_ column: Int) throws(TableError) -> [String] {
    try chunks([column]).flatMap { $0.values[0] }.map { "\($0)" }
  }
}
