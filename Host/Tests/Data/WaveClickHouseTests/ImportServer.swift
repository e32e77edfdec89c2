import HostTestSupport
import NIOHTTP1
import Synchronization
import WaveSystem
import WaveTables

@testable import WaveClickHouse

/// A server with one table, which knows no more SQL than an import sends.
final class ImportServer: Sendable {
  /// What becomes of a block that is written.
  enum Fate: Sendable {
    case stored
    /// The connection ends, and these rows of the block are stored.
    case lost(kept: @Sendable (Int) -> Bool)
  }

  struct State: Sendable {
    /// Names and types; empty if there is no table.
    var columns: [(name: String, type: String)] = []
    /// The table's columns once it is made.
    var made: [(name: String, type: String)] = []
    var engine = "MergeTree"
    var rows: [[String?]] = []
    var fate = Fate.stored
    /// The statements that write, and what the address says behind the query's id.
    var statements: [String] = []
    var settings: [String] = []
  }

  private final class Table: Sendable {
    let state: Mutex<State>
    init(_ state: State) { self.state = Mutex(state) }
  }

  private let table: Table
  private let server: FakeServer

  init(_ state: State = State()) async throws {
    let table = Table(state)
    self.table = table
    server = try await FakeServer { request in table.state.withLock { Self.answer(request, &$0) } }
  }

  var port: Int { server.port }
  var state: State { table.state.withLock { $0 } }
  func change(_ change: (inout State) -> Void) { table.state.withLock { change(&$0) } }
  func close() async { await server.close() }

  private static func answer(_ request: FakeServer.Request, _ state: inout State) -> FakeServer.Answer {
    var body = request.body
    if request.headers.contains(name: "Content-Encoding") {
      var packed = body
      body = []
      let inflater = GzipInflater(limit: 1 << 26)
      try? inflater.inflate(&packed) {
        body += $0
        return true
      }
      return insert(body, request.uri, &state)
    }
    let sql = request.sql
    var writer = RowBinaryWriter()
    if sql.hasPrefix("CREATE") {
      state.statements.append(sql)
      state.columns = state.made
    } else if sql.contains("system.settings") {
      for name in ["async_insert", "insert_deduplicate"] { writer.text(name.utf8) }
    } else if sql.contains("system.columns") {
      for column in state.columns {
        writer.text(column.name.utf8)
        writer.text(column.type.utf8)
      }
    } else if sql.contains("system.tables") {
      for text in [state.engine, state.engine, ""] { writer.text(text.utf8) }
    } else if sql.contains("system.data_type_families") {
      writer.integer(UInt64(1))
    } else if sql.contains("system.processes") {
      writer.integer(UInt64(0))
    } else {
      let numbers = numbers(sql, state)
      if sql.hasPrefix("SELECT toInt64(") {
        for number in numbers { writer.integer(number) }
      } else if sql.hasPrefix("SELECT count(), uniqExact(") {
        writer.integer(UInt64(numbers.count))
        writer.integer(UInt64(Set(numbers).count))
      } else if sql == "SELECT count() FROM `d`.`t` FORMAT RowBinary" {
        writer.integer(UInt64(state.rows.count))
      } else {
        return .init(status: .internalServerError, body: Array("Code: 999. DB::Exception: \(sql)".utf8))
      }
    }
    return .init(body: writer.bytes)
  }

  /// The numbers of rows, in the last column, from one to another.
  private static func numbers(_ sql: String, _ state: State) -> [Int64] {
    let bounds = sql.split(separator: " ").compactMap { Int64($0) }
    guard bounds.count == 2 else { return [] }
    return state.rows.compactMap { $0.last.flatMap { $0 }.flatMap { Int64($0) } }.filter {
      $0 >= bounds[0] && $0 <= bounds[1]
    }
  }

  private static func insert(_ body: [UInt8], _ uri: String, _ state: inout State) -> FakeServer.Answer {
    guard let end = body.firstIndex(of: 0x0A) else { return .init(status: .badRequest) }
    let statement = String(decoding: body[..<end], as: UTF8.self)
    state.statements.append(statement)
    // INSERT INTO `d`.`t` (`n`, `word`) FORMAT RowBinary
    let names =
      statement.split(separator: "(").last?.split(separator: ")").first?.split(separator: ", ") ?? []
    let places = state.columns.map { column in names.firstIndex { $0 == "`\(column.name)`" } }
    let types = names.compactMap { name in
      state.columns.first { "`\($0.name)`" == name }.map { ClickHouseType($0.type) }
    }
    state.settings.append(String(uri.split(separator: "&database=").last ?? ""))
    var reader = RowBinaryReader(Array(body[(end + 1)...]))
    var rows: [[String?]] = []
    while !reader.isAtEnd {
      guard let row = try? types.map({ try reader.cell(of: $0).text }) else {
        return .init(status: .badRequest)
      }
      rows.append(places.map { $0.flatMap { row[$0] } })
    }
    switch state.fate {
    case .stored:
      state.rows += rows
      return .init()
    case .lost(let kept):
      state.rows += rows.enumerated().filter { kept($0.offset) }.map(\.element)
      state.fate = .stored
      return .init(isDropped: true)
    }
  }
}
