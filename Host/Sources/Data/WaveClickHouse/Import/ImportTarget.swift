import WaveTableFormats
import WaveTables

/// The ClickHouse table into which rows are loaded.
struct ImportTarget: Sendable {
  /// The table engines that store every row unchanged.
  ///
  /// With these, counting rows shows what has been stored.
  private static let engines: Set = [
    "MergeTree", "ReplicatedMergeTree", "SharedMergeTree", "Memory", "Distributed",
  ]
  /// The settings for an INSERT that creates a single part, which is stored by the time the server responds.
  ///
  /// Settings that a server does not know are omitted.
  private static let settings = [
    "max_insert_block_size": "1048576", "min_insert_block_size_rows": "1048576",
    "min_insert_block_size_bytes": "268435456", "insert_distributed_sync": "1", "insert_deduplicate": "0",
    "async_insert": "0",
  ]

  let client: ClickHouseClient
  /// The table's name in SQL.
  let name: String
  /// The table's name as shown to the user.
  let shown: String
  /// Whether this import created the table.
  var wasMade = false
  /// The encodings of the columns, in the order of the text file.
  var encodings: [ImportEncoding] = []
  var rowNumber: ImportEncoding?
  /// The notes for the user, one sentence each.
  var notes: [String] = []
  private var statement = ""
  private var settings: [String: String] = [:]

  /// Checks the table and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - client: The client whose address names the table.
  ///   - survey: A summary of the contents to load.
  ///   - rowNumberColumn: The column that receives the number of each row; nil for none.
  /// - Throws: `ClickHouseError`; `doesNotFit` if information would be lost.
  init(
    _ client: ClickHouseClient, for survey: ImportSurvey, rowNumberColumn: String?
  ) async throws(ClickHouseError) {
    self.client = client
    let address = client.address
    name = SQLText.name(of: address)
    shown = address.tableName
    var columns = survey.columns
    if let rowNumberColumn {
      guard !columns.contains(where: { $0.name == rowNumberColumn }) else {
        throw .doesNotFit(table: shown, reasons: ["the text already has a column \(rowNumberColumn)"])
      }
      var numbers = ImportColumn(TableColumn(name: rowNumberColumn, kind: .integer))
      if survey.rowCount > 0 { numbers.range = 1...Int64(survey.rowCount) }
      columns.append(numbers)
    }
    let known = try await Self.knownSettings(client)
    settings = Self.settings.filter { known.contains($0.key) }
    let schema: ClickHouseSchema
    do throws(ClickHouseError) { schema = try await ClickHouseSchema.read(address, by: client) } catch {
      guard case .noSuchTable = error else { throw error }
      try await make(columns)
      wasMade = true
      schema = try await ClickHouseSchema.read(address, by: client)
    }
    try fit(columns, schema)
    if rowNumberColumn != nil { rowNumber = encodings.popLast() }
    let names = columns.map { SQLText.name($0.name) }.joined(separator: ", ")
    statement = "INSERT INTO \(name) (\(names)) FORMAT RowBinary"
    note(columns)
  }

  private static func knownSettings(_ client: ClickHouseClient) async throws(ClickHouseError) -> Set<String> {
    let names = settings.keys.sorted().map { SQLText.literal($0) }.joined(separator: ", ")
    var reader = try await client.reader("SELECT name FROM system.settings WHERE name IN (\(names))")
    var known: Set<String> = []
    while !reader.isAtEnd { known.insert(try reader.string()) }
    return known
  }

  private mutating func make(_ columns: [ImportColumn]) async throws(ClickHouseError) {
    var reader = try await client.reader(
      "SELECT count() FROM system.data_type_families WHERE name = 'DateTime64'")
    let hasParts = try reader.integer(UInt64.self) > 0
    var key = columns.first { $0.kind == .time && $0.emptyCount == 0 }
    if let x = client.address.x {
      key = columns.first { $0.name == x }
      guard let found = key else {
        let names = columns.prefix(20).map(\.name).joined(separator: ", ")
        throw .noSuchColumn("the text has no column \"\(x)\" for x; its columns are \(names)")
      }
      if found.emptyCount > 0 {
        key = nil
        notes.append("\(x): rows without a value cannot be ordered; the table has no order.")
      }
    }
    let declared = columns.map { column in
      "\(SQLText.name(column.name)) \(ImportEncoding.type(for: column, hasParts: hasParts))"
    }.joined(separator: ", ")
    let order = key.map { SQLText.name($0.name) } ?? "tuple()"
    try await client.write("CREATE TABLE \(name) (\(declared)) ENGINE = MergeTree ORDER BY \(order)")
  }

  /// Chooses the encodings for existing columns.
  private mutating func fit(_ columns: [ImportColumn], _ schema: ClickHouseSchema) throws(ClickHouseError) {
    var reasons: [String] = []
    if !Self.engines.contains(schema.engine) {
      reasons.append(
        """
        its engine, \(schema.engine), does not keep every row as it was written, so it would not be known \
        which rows have arrived
        """
      )
    }
    for column in columns {
      guard let there = schema.columns.first(where: { $0.info.name == column.name }) else {
        reasons.append("it has no column \(column.name)")
        continue
      }
      switch ImportEncoding.fit(column, there.type) {
      case .success(let encoding): encodings.append(encoding)
      case .failure(let misfit): reasons.append(misfit.words)
      }
    }
    guard reasons.isEmpty else { throw .doesNotFit(table: shown, reasons: reasons) }
    let others = schema.columns.map(\.info.name).filter { name in !columns.contains { $0.name == name } }
    if !others.isEmpty {
      notes.append("The table fills \(others.prefix(10).joined(separator: ", ")) with its defaults.")
    }
  }

  private mutating func note(_ columns: [ImportColumn]) {
    for (column, encoding) in zip(columns, encodings) {
      if column.mismatchCount > 0 {
        notes.append(
          "\(column.name): \(column.mismatchCount) cells are not numbers, and are missing in the table.")
      }
      if column.kind == .time, case .integer(8, 1, 1) = encoding.form, wasMade,
        let unit = column.timeUnit, unit != .nanoseconds || column.range != nil
      {
        notes.append("\(column.name): whole \(unit.rawValue) since 1970.")
      }
    }
  }

  /// Sends a block to the server.
  func write(_ block: ImportBlock, id: String) async throws(ClickHouseError) {
    try await client.write(statement, body: block.bytes, settings: settings, id: id)
  }

  /// Returns the number of rows in the table.
  func count() async throws(ClickHouseError) -> Int {
    var reader = try await client.reader("SELECT count() FROM \(name)")
    return Int(try reader.rowCount())
  }

  /// Returns the row numbers within a range that occur in the table's column of row numbers.
  ///
  /// - Throws: `ClickHouseError`; `unsure` if a number occurs twice.
  func numbers(_ range: ClosedRange<Int>, column: String) async throws(ClickHouseError) -> Set<Int64> {
    let column = SQLText.name(column)
    var reader = try await client.reader(
      """
      SELECT toInt64(\(column)) FROM \(name) WHERE \(column) >= \(range.lowerBound) AND \(column) <= \
      \(range.upperBound)
      """
    )
    var numbers: Set<Int64> = []
    while !reader.isAtEnd {
      guard numbers.insert(try reader.integer()).inserted else {
        throw unsure("it has several rows with the same number")
      }
    }
    return numbers
  }

  /// Returns the number of table rows with a row number from the text file, and the number of distinct row
  /// numbers among them.
  func numberedCount(to last: Int, column: String) async throws(ClickHouseError) -> (all: Int, different: Int)
  {
    let column = SQLText.name(column)
    var reader = try await client.reader(
      "SELECT count(), uniqExact(\(column)) FROM \(name) WHERE \(column) >= 1 AND \(column) <= \(last)")
    return (Int(try reader.rowCount()), Int(try reader.rowCount()))
  }

  /// Returns whether an INSERT is still running on the server.
  func isRunning(_ id: String) async throws(ClickHouseError) -> Bool {
    var reader = try await client.reader(
      "SELECT count() FROM system.processes WHERE query_id = \(SQLText.literal(id))")
    return try reader.integer(UInt64.self) > 0
  }

  /// Returns the error that it is unclear which rows the table has.
  func unsure(_ reason: String) -> ClickHouseError { .unsure(table: shown, reason: reason) }
}
