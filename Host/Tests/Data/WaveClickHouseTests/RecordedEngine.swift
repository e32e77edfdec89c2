import Foundation
import HostTestSupport
import NIOHTTP1
import Synchronization
import TestSupport
import Testing

@testable import WaveClickHouse

/// Answers of ClickHouse itself to the questions of a test, as they were recorded: a question in other words
/// has no answer.
///
/// To record them anew, start `python3 Tests/Peers/chdb_server.py`, which prints its port, and run the tests
/// with this port in `RECORD_CLICKHOUSE`, with `RECORD_GOLDEN=1` and `--no-parallel`.
final class RecordedEngine: Sendable {
  /// The maximum length of a stored query in bytes; a longer one is stored as its beginning and a digest.
  private static let questionBytes = 600

  private final class Record: Sendable {
    let answers: Mutex<[String: [UInt8]]>
    let asked = Mutex<Set<String>>([])
    let unknown = Mutex<[String]>([])
    let port: String?

    init(_ answers: [String: [UInt8]], port: String?) {
      self.answers = Mutex(answers)
      self.port = port
    }

    func answer(_ request: FakeServer.Request) -> FakeServer.Answer {
      let question = RecordedEngine.question(request.sql)
      asked.withLock { _ = $0.insert(question) }
      if let port {
        guard let answer = RecordedEngine.send(request.sql, to: port, request.uri) else {
          return .init(status: .internalServerError)
        }
        answers.withLock { $0[question] = answer }
        return .init(body: answer)
      }
      if let known = answers.withLock({ $0[question] }) { return .init(body: known) }
      unknown.withLock { $0.append(question) }
      return .init(status: .internalServerError, body: Array("Code: 999. DB::Exception: not recorded".utf8))
    }
  }

  private let fixture: URL
  private let record: Record
  private let server: FakeServer

  /// Begins to answer.
  ///
  /// - Parameters:
  ///   - fixture: The name of the file with the answers in Tests/Fixtures/clickhouse.
  ///   - statements: What makes the table, if answers are recorded.
  /// - Throws: If the file cannot be read, or no port is free.
  private init(_ fixture: String, statements: [String]) async throws {
    self.fixture = Repository.fixture("clickhouse/\(fixture)")
    let port = ProcessInfo.processInfo.environment["RECORD_CLICKHOUSE"]
    var answers: [String: [UInt8]] = [:]
    if let port {
      for statement in statements { _ = Self.send(statement, to: port, "/?wait_end_of_query=1") }
    } else {
      let lines = try String(contentsOf: self.fixture, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      for place in stride(from: 0, to: lines.count - 1, by: 2) {
        answers[String(lines[place])] = Data(base64Encoded: String(lines[place + 1])).map { Array($0) }
      }
    }
    let record = Record(answers, port: port)
    self.record = record
    server = try await FakeServer { record.answer($0) }
  }

  /// Opens the table, as one that nothing is known of.
  private func open(_ table: String) async throws -> ClickHouseColumns {
    let address = try ClickHouseAddress("clickhouse://127.0.0.1:\(server.port)/d/\(table)")
    let client = ClickHouseClient(address, password: "", limits: ClickHouseLimits(connectSeconds: 60))
    return try await ClickHouseColumns(address, client: client)
  }

  /// Ends it, and writes what was recorded.
  ///
  /// - Returns: Questions without an answer, and answers that no question was for.
  private func finish() async throws -> (unknown: [String], unasked: [String]) {
    await server.close()
    let answers = record.answers.withLock { $0 }
    if record.port != nil {
      try FileManager.default.createDirectory(
        at: fixture.deletingLastPathComponent(), withIntermediateDirectories: true)
      let lines = answers.sorted { $0.key < $1.key }.flatMap { question, answer in
        [question, Data(answer).base64EncodedString()]
      }
      try lines.map { $0 + "\n" }.joined().write(to: fixture, atomically: true, encoding: .utf8)
    }
    let asked = record.asked.withLock { $0 }
    return (record.unknown.withLock { $0 }, answers.keys.filter { !asked.contains($0) }.sorted())
  }

  /// Asks a table, and compares what it answered with a golden file.
  ///
  /// - Parameters:
  ///   - name: The name of the golden file in Tests/Fixtures/clickhouse, and the beginning of that of the
  ///     answers.
  ///   - table: The name of the table, and parameters of its address.
  ///   - statements: What makes the table, if answers are recorded.
  ///   - ask: Asks it.
  /// - Throws: What `ask` throws, or if the answers or the golden file cannot be read.
  static func compare(
    _ name: String, _ table: String, statements: [String],
    _ ask: (ClickHouseColumns, inout Transcript) async throws -> Void
  ) async throws {
    let engine = try await RecordedEngine("\(name)-answers.txt", statements: statements)
    let columns = try await engine.open(table)
    var made = Transcript()
    try await ask(columns, &made)
    await columns.client.close()
    let (unknown, unasked) = try await engine.finish()
    #expect(unknown == [] && unasked == [])
    #expect(try GoldenText.differences(made.lines, from: "clickhouse/\(name).txt") == [])
  }

  private static func question(_ sql: String) -> String {
    // A file's lines are questions.
    let line = sql.replacing("\n", with: " ")
    guard line.utf8.count > questionBytes else { return line }
    var digest = GoldenDigest()
    digest.add(line.utf8)
    return "\(line.prefix(questionBytes / 2)) … \(line.utf8.count) bytes, \(digest.text)"
  }

  /// The answer of the engine that is recorded; nil, and its words on the screen, if it refuses.
  private static func send(_ sql: String, to port: String, _ path: String) -> [UInt8]? {
    let curl = Process()
    curl.executableURL = URL(filePath: "/usr/bin/env")
    curl.arguments = [
      "curl", "-sS", "--fail-with-body", "--data-binary", "@-", "http://127.0.0.1:\(port)\(path)",
    ]
    let (input, output) = (Pipe(), Pipe())
    (curl.standardInput, curl.standardOutput) = (input, output)
    do { try curl.run() } catch { return nil }
    input.fileHandleForWriting.write(Data(sql.utf8))
    try? input.fileHandleForWriting.close()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    curl.waitUntilExit()
    guard curl.terminationStatus == 0 else {
      print("\(sql.prefix(2000)): \(String(decoding: answer, as: UTF8.self))")
      return nil
    }
    return Array(answer)
  }
}
