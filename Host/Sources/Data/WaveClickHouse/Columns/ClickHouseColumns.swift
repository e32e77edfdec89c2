import Synchronization
public import WaveDataFeed
import WaveDataWire
import WaveTableFormats
public import WaveTables
import WaveWire

/// A ClickHouse table as a source of columns to draw.
///
/// Each request becomes an SQL query whose response is no larger than the picture requires.
public final class ClickHouseColumns: ColumnSource {
  struct State {
    var axes: [ColumnOrder: KnownAxis] = [:]
    /// The cached indexes of row ranks, used to show rows in the order of a column's values.
    var ranks: [RankIndex.Name: RankIndex] = [:]
    /// For each column that a query has examined, whether every row has a value.
    var fullness: [Int: Bool] = [:]
  }

  /// The availability of the table's server, shared by the table and its copies with derived columns.
  final class Health: Sendable {
    struct State {
      var loss: MissingShards?
      var showsRest: Bool
      /// The number of rows in the table when all shards last responded.
      var wholeCount: UInt64?
    }

    let state: Mutex<State>

    init(showsRest: Bool) { state = Mutex(State(showsRest: showsRest)) }
  }

  struct KnownAxis: Sendable {
    var axis: ColumnAxis
    var tick: TickExpression
    var rowCount: UInt64
    var asked = ContinuousClock.now
  }

  /// The maximum size of a query, in bytes, for which servers need no special setting.
  ///
  /// It leaves a margin for text that the server adds.
  private static let queryBytes = 200_000

  /// The address of the table.
  public let address: ClickHouseAddress
  /// The table's name and columns.
  public let info: TableInfo
  /// The kinds of requests that the source can answer.
  public let abilities: ColumnAbilities

  let client: ClickHouseClient
  let schema: ClickHouseSchema
  /// The index of the x column.
  let x: Int
  let state: Mutex<State>
  let health: Health
  /// The table without derived columns; nil if this table has no derived columns.
  private let plain: ClickHouseColumns?

  /// Opens a table by reading its schema, but none of its rows.
  ///
  /// - Parameters:
  ///   - address: The address of the table.
  ///   - client: The client for all queries.
  /// - Throws: `ClickHouseError`.
  public init(_ address: ClickHouseAddress, client: ClickHouseClient) async throws(ClickHouseError) {
    self.address = address
    self.client = client
    let schema = try await ClickHouseSchema.read(address, by: client)
    let x = try schema.x(address.x)
    if let breaker = address.tieBreaker, !schema.columns.contains(where: { $0.info.name == breaker }) {
      throw .noSuchColumn("\(schema.table) has no column \"\(breaker)\" to distinguish rows by")
    }
    self.schema = schema
    self.x = x
    state = Mutex(State())
    health = Health(showsRest: address.showsRestWithoutShard)
    plain = nil
    info = TableInfo(
      name: address.tableName, columns: schema.columns.map(\.info), key: .lasting,
      notes: Self.notes(schema, x: x, address: address, client: client))
    abilities = ColumnAbilities(
      hasRanks: true, hasValues: true, hasFormulas: true, xColumn: x, lenses: Self.lenses,
      showsRest: schema.shardCount > 1, reasons: Self.reasons(schema, x: x))
  }

  /// Creates a copy of the table with derived columns.
  private init(_ base: ClickHouseColumns, made: [ClickHouseColumn]) {
    address = base.address
    client = base.client
    schema = base.schema.adding(made)
    x = base.x
    state = Mutex(State())
    health = base.health
    plain = base
    var info = base.info
    info.columns = schema.columns.map(\.info)
    self.info = info
    abilities = base.abilities
  }

  /// Returns a copy of this table with derived columns appended.
  public func deriving(_ columns: [FormulaColumn?]) throws(ColumnFailure) -> any ColumnSource {
    var made: [ClickHouseColumn] = []
    for column in columns {
      guard let column else {
        made.append(ClickHouseColumn(nil))
        continue
      }
      do throws(FormulaExpression.Fault) {
        let expression = try FormulaExpression(column.formula, columns: schema.columns)
        made.append(ClickHouseColumn((column.name, expression)))
      } catch .needsNeighbors {
        throw .absent("diff, lag and mean need the neighbouring rows: not available over ClickHouse")
      } catch { throw .absent("it is too long for a ClickHouse query: split it into two columns") }
    }
    return ClickHouseColumns(self, made: made)
  }

  /// Returns the table that caches data for an order and filters: the table without derived columns if
  /// neither uses any, otherwise this table.
  func owner(_ order: ColumnOrder, _ filters: [ColumnFilter] = []) -> ClickHouseColumns {
    guard let plain else { return self }
    let count = plain.schema.columns.count
    return filters.columns(in: order).allSatisfy { $0 < count } ? plain : self
  }

  private static func notes(
    _ schema: ClickHouseSchema, x: Int, address: ClickHouseAddress, client: ClickHouseClient
  ) -> [String] {
    var notes = ["\(schema.engine) on \(address.shown), along \(schema.columns[x].info.name)."]
    if schema.shardCount > 1 { notes.append("\(schema.shardCount) shards.") }
    let zones = schema.columns.compactMap { column in column.type.zone.map { "\(column.info.name) \($0)" } }
    if !zones.isEmpty {
      notes.append("Times are shown in UTC; the table's time zones are \(zones.joined(separator: ", ")).")
    }
    let unread = schema.columns.compactMap { column in
      column.type.unreadName.map { "\(column.info.name) (\($0))" }
    }
    if !unread.isEmpty { notes.append("Not read: \(unread.prefix(8).joined(separator: ", ")).") }
    if client.settingsAreRefused {
      notes.append("The user is not allowed to set limits: a query may run as long as the server allows.")
    }
    return notes
  }

  private static func reasons(_ schema: ClickHouseSchema, x: Int) -> [String] {
    var reasons = [
      """
      LTTB, LTD, the median, every n-th row and the moving average need every row on one machine: only what \
      can be computed from parts of the rows is available.
      """,
      "Formulas with diff, lag or mean are not available: they need the neighbouring rows.",
    ]
    if schema.sortingKey.first != schema.columns[x].info.name {
      reasons.append(
        """
        There is no coarse picture, because the rows are not stored in the order of \
        \(schema.columns[x].info.name).
        """
      )
    }
    return reasons
  }

  /// Returns whether rows are stored in the order of a column, so that a range of x can be read without
  /// reading the other rows.
  func isSorted(by column: Int) -> Bool { schema.sortingKey.first == schema.columns[column].info.name }

  // MARK: - Queries

  /// Whether to show the rows of the other shards if a shard does not respond.
  public var showsRest: Bool {
    get { health.state.withLock { $0.showsRest } }
    set { health.state.withLock { $0.showsRest = newValue } }
  }

  /// The shards missing from the latest responses; nil if there are none.
  public var loss: MissingShards? { health.state.withLock { $0.loss } }

  /// Sends a query, and returns the response.
  ///
  /// `showsRest` determines whether rows of the other shards are returned if a shard does not respond.
  func ask(_ sql: String, settings: [String: String] = [:]) async throws(ColumnFailure) -> [UInt8] {
    var progress: (@Sendable (ClickHouseProgress) -> Void)?
    if let report = ColumnProgress.report {
      progress = { report(ColumnProgress(rowCount: $0.readRows, total: $0.totalRows)) }
    }
    var settings = settings
    settings["skip_unavailable_shards"] = "0"
    // Queries with derived columns can be long, since the columns' expressions are repeated wherever they
    // are used.
    if sql.utf8.count > Self.queryBytes { settings["max_query_size"] = "8388608" }
    do throws(ClickHouseError) {
      let bytes = try await client.query(sql, settings: settings, progress: progress)
      health.state.withLock { $0.loss = nil }
      ColumnProgress.report?.answered()
      return bytes
    } catch .shardLost(_, let text) where showsRest {
      settings["skip_unavailable_shards"] = "1"
      return try await askRest(sql, settings: settings, lost: text)
    } catch { throw Self.failure(error) }
  }

  private func askRest(
    _ sql: String, settings: [String: String], lost: String
  ) async throws(ColumnFailure) -> [UInt8] {
    do throws(ClickHouseError) {
      let bytes = try await client.query(sql, settings: settings)
      var counted = try await client.reader("SELECT count() FROM \(schema.table)", settings: settings)
      let rest = try counted.rowCount()
      health.state.withLock { state in
        let share = state.wholeCount.flatMap { whole in
          whole > 0 ? 1 - min(1, Double(rest) / Double(whole)) : nil
        }
        state.loss = MissingShards(share: share, shardCount: schema.shardCount, text: lost)
      }
      MissingShards.watch?.note()
      ColumnProgress.report?.answered()
      return bytes
    } catch { throw Self.failure(error) }
  }

  /// Sends a query, and decodes the response by a closure.
  func ask<Made>(
    _ sql: String, settings: [String: String] = [:],
    _ read: (inout RowBinaryReader) throws(ClickHouseError) -> Made
  ) async throws(ColumnFailure) -> Made {
    var reader = RowBinaryReader(try await ask(sql, settings: settings))
    do throws(ClickHouseError) { return try read(&reader) } catch { throw Self.failure(error) }
  }

  /// Selects terms from the table, and decodes the response by a closure.
  ///
  /// - Parameters:
  ///   - terms: The SQL terms to select.
  ///   - conditions: The SQL conditions of the rows, which must all hold.
  ///   - rest: The clauses after the conditions.
  ///   - settings: The settings of the query.
  ///   - read: Decodes the response.
  /// - Returns: The result of `read`.
  /// - Throws: `ColumnFailure`.
  func select<Made>(
    _ terms: String, where conditions: [String] = [], then rest: String = "",
    settings: [String: String] = [:],
    _ read: (inout RowBinaryReader) throws(ClickHouseError) -> Made
  ) async throws(ColumnFailure) -> Made {
    let clauses = SQLText.clause(conditions) + (rest.isEmpty ? "" : " " + rest)
    return try await ask(
      "SELECT \(terms) FROM \(schema.table)\(clauses) FORMAT RowBinary", settings: settings, read)
  }

  /// Converts a client error to a column failure with a message for the user.
  public static func failure(_ error: ClickHouseError) -> ColumnFailure {
    switch error {
    case .cancelled: .cancelled
    case .notReachable, .answerCut: .notReachable(error.description)
    case .shardLost(let shard, let text):
      // The screen has a button for this choice, so the text does not mention the option in the address.
      .shardLost(
        """
        a shard does not answer\(shard.map { ": \($0)" } ?? ""). Restart it, or show the rest of the rows \
        (\(text))
        """
      )
    case .tooSlow, .tooMuchMemory, .tooManyQueries, .answerTooLarge: .tooMuch(error.description)
    case .refusedPassword, .notAllowed, .readOnly: .refused(error.description)
    case .noSuchDatabase, .noSuchTable, .noSuchColumn: .changed(error.description)
    default: .other(error.description)
    }
  }

  /// Returns the table's revision, which changes whenever the table does.
  public func revision() async throws(ColumnFailure) -> ColumnRevision? {
    let axis = try await known(.rows)
    let fresh: ClickHouseSchema
    do { fresh = try await ClickHouseSchema.read(address, by: client) } catch { throw Self.failure(error) }
    // An axis that was queried less than a second ago, when the table was opened, is not queried again.
    let isFresh = axis.asked.duration(to: .now) < .seconds(1)
    var now = isFresh ? axis : try await asked(.rows)
    // Rows on an unavailable shard still belong to the table.
    if loss != nil { now = axis }
    return ColumnRevision(
      columns: fresh.fingerprint, rowCount: now.rowCount,
      ticks: axis.tick.scale == nil ? [now.axis.from, now.axis.until] : [])
  }

  // MARK: - The x axis

  /// Returns the range of x for an order and filters.
  public func axis(
    of order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnAxis {
    if case .ranks(let column) = order { return try await rankAxis(column, filters) }
    return try await known(order).axis
  }

  /// Returns the x axis of an order.
  ///
  /// Each axis is queried only once.
  func known(_ order: ColumnOrder) async throws(ColumnFailure) -> KnownAxis {
    let owner = owner(order)
    if let known = owner.state.withLock({ $0.axes[order] }) { return known }
    let made = try await asked(order)
    owner.state.withLock { $0.axes[order] = made }
    health.state.withLock { health in
      if order == .rows, health.loss == nil { health.wholeCount = made.rowCount }
    }
    return made
  }

  private func asked(_ order: ColumnOrder) async throws(ColumnFailure) -> KnownAxis {
    let number = order.column ?? x
    guard schema.columns.indices.contains(number), let value = schema.columns[number].value else {
      throw .absent("This column has no values for the x axis.")
    }
    let column = schema.columns[number]
    if let tick = TickExpression(whole: column, number: number) {
      let (least, greatest, count) = try await ends(tick)
      guard least <= greatest else {
        throw Self.failure(.brokenAnswer(byte: 0, reason: "x is from \(least) to \(greatest)"))
      }
      let limit = WireLimits.ticks - 1
      let unit = column.info.timeUnit.map { 1e6 / Double($0.perSecond) } ?? 1
      return KnownAxis(
        axis: ColumnAxis(
          kind: column.info.kind == .time ? .time : .number, from: max(-limit, min(limit, least)),
          until: max(-limit, min(limit, greatest)) + 1, offset: 0, step: unit),
        tick: tick, rowCount: count)
    }
    let (least, greatest, count) = try await select(
      "min(\(value)), max(\(value)), count()", then: column.valid.map { "WHERE \($0)" } ?? ""
    ) { reader throws(ClickHouseError) in (try reader.double(), try reader.double(), try reader.rowCount()) }
    guard let tick = TickExpression(real: column, number: number, least: least, greatest: greatest),
      let scale = tick.scale
    else { throw .absent("This column has no values for the x axis.") }
    return KnownAxis(
      axis: ColumnAxis(
        kind: .number, from: 0, until: greatest > least ? Int64(TickExpression.realTicks) + 1 : 1,
        offset: least, step: scale.step), tick: tick, rowCount: count)
  }

  /// Returns a query about columns in the pixel columns of a window, or in a range relative to its start.
  func query(
    of columns: [Int] = [], _ axis: KnownAxis, _ window: ColumnWindow, range: Range<Int>? = nil,
    _ conditions: [String]
  ) -> BucketQuery {
    BucketQuery(
      table: schema.table, columns: schema.columns, asked: columns, tick: axis.tick, window: window,
      range: range ?? 0..<window.pixels, conditions: conditions)
  }

  /// Returns the SQL conditions of filters.
  func conditions(_ filters: [ColumnFilter]) async throws(ColumnFailure) -> [String] {
    var made: [String] = []
    for filter in filters { if let condition = try await condition(filter) { made.append(condition) } }
    return made
  }

  /// Returns the SQL conditions for rows that pass filters and lie in a range of x.
  func conditions(
    _ filters: [ColumnFilter], in window: ColumnWindow
  ) async throws(ColumnFailure) -> [String] {
    let (from, until) = (window.from, window.until)
    if case .ranks(let number) = window.order {
      let range = try await rankCondition(number, from, until, keeping: filters)
      return try await conditions(filters) + [range].compactMap { $0 }
    }
    return try await conditions(filters + [.ticks(window.order, from: from, until: until, among: [])])
  }
}
