import WaveTableFormats
import WaveTables

/// The schema of a table on the server: its columns and its sorting key.
struct ClickHouseSchema: Sendable {
  /// The maximum number of columns in a table.
  static let columnLimit = 10_000

  /// The table's name as quoted in SQL.
  let table: String
  let columns: [ClickHouseColumn]
  /// The table engine, for example `MergeTree`, `Distributed` or `View`.
  let engine: String
  /// The columns by which rows are sorted, the most significant first; empty if unknown.
  let sortingKey: [String]
  /// The number of shards of a Distributed table; 0 for other tables.
  let shardCount: Int

  /// The names and types of the table's own columns, compared to detect a changed schema.
  var fingerprint: [String] { columns.filter { !$0.isMade }.map { "\($0.info.name) \($0.type)" } }

  /// Returns the schema with additional columns appended.
  func adding(_ made: [ClickHouseColumn]) -> ClickHouseSchema {
    ClickHouseSchema(
      table: table, columns: columns + made, engine: engine, sortingKey: sortingKey, shardCount: shardCount)
  }

  /// Reads the schema from the server.
  ///
  /// - Throws: `ClickHouseError`; `.noSuchTable` if the table does not exist or the user has no access to it.
  static func read(
    _ address: ClickHouseAddress, by client: ClickHouseClient
  ) async throws(ClickHouseError) -> ClickHouseSchema {
    let place =
      "database = \(SQLText.literal(address.database)) AND table = \(SQLText.literal(address.table))"
    var reader = try await client.reader(
      "SELECT name, type FROM system.columns WHERE \(place) LIMIT \(columnLimit)")
    var columns: [ClickHouseColumn] = []
    while !reader.isAtEnd {
      let name = try reader.string()
      columns.append(ClickHouseColumn(name: name, type: ClickHouseType(try reader.string())))
    }
    guard !columns.isEmpty else {
      throw .noSuchTable(
        "there is no table \(address.tableName), or \(address.user) is not allowed to see it")
    }
    let (engine, full, key) = try await Self.engine(address.database, address.table, client)
    var (sortingKey, shardCount) = (names(key), 0)
    if engine == "Distributed" {
      // A Distributed table stores its rows in another table, which is usually also on this server.
      let parts = arguments(full)
      sortingKey = []
      if parts.count >= 3 {
        sortingKey = names(try await Self.engine(parts[1], parts[2], client).key)
        var counted = try await client.reader(
          "SELECT uniqExact(shard_num) FROM system.clusters WHERE cluster = \(SQLText.literal(parts[0]))")
        shardCount = Int(clamping: try counted.integer(UInt64.self))
      }
    }
    return ClickHouseSchema(
      table: SQLText.name(of: address), columns: columns, engine: engine, sortingKey: sortingKey,
      shardCount: shardCount)
  }

  private static func engine(
    _ database: String, _ table: String, _ client: ClickHouseClient
  ) async throws(ClickHouseError) -> (name: String, full: String, key: String) {
    var reader = try await client.reader(
      """
      SELECT engine, engine_full, sorting_key FROM system.tables WHERE database = \
      \(SQLText.literal(database)) AND name = \(SQLText.literal(table)) LIMIT 1
      """
    )
    guard !reader.isAtEnd else { return ("", "", "") }
    return (try reader.string(), try reader.string(), try reader.string())
  }

  /// Returns the leading column names in a list such as a sorting key, up to the first expression.
  static func names(_ list: String) -> [String] {
    var made: [String] = []
    for part in list.split(separator: ",") {
      let name = part.drop { $0 == " " }.filter { $0 != "`" }
      guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }) else { break }
      made.append(name)
    }
    return made
  }

  /// Returns the arguments of a table engine from its definition, without quotes.
  static func arguments(_ full: String) -> [String] {
    guard let open = full.firstIndex(of: "("), let close = full.lastIndex(of: ")"), open < close else {
      return []
    }
    return full[full.index(after: open)..<close].split(separator: ",").map {
      String(
        $0.drop { $0 == " " || $0 == "'" || $0 == "`" }.reversed().drop {
          $0 == " " || $0 == "'" || $0 == "`"
        }.reversed())
    }
  }

  /// Returns the index of the x column: the requested one, otherwise the first suitable column of the sorting
  /// key, otherwise the first time column, otherwise the first integer column.
  ///
  /// - Throws: `ClickHouseError.noSuchColumn`.
  func x(_ wanted: String?) throws(ClickHouseError) -> Int {
    if let wanted {
      guard let place = columns.firstIndex(where: { $0.info.name == wanted }) else {
        let known = columns.prefix(20).map(\.info.name).joined(separator: ", ")
        throw .noSuchColumn("\(table) has no column \"\(wanted)\" for x; its columns are \(known)")
      }
      guard columns[place].value != nil else {
        throw .noSuchColumn("\"\(wanted)\" has no numbers or times, and cannot be used for x")
      }
      return place
    }
    for name in sortingKey {
      if let place = columns.firstIndex(where: { $0.info.name == name && $0.value != nil }) { return place }
    }
    if let place = columns.firstIndex(where: { $0.info.kind == .time }) { return place }
    if let place = columns.firstIndex(where: { $0.whole != nil }) { return place }
    if let place = columns.firstIndex(where: { $0.value != nil }) { return place }
    throw .noSuchColumn("\(table) has no column of numbers or times that could be used for x")
  }
}
