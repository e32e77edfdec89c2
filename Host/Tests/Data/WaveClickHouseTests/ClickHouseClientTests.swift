import HostTestSupport
import NIOHTTP1
import Synchronization
import Testing
import WaveClickHouse
import WaveSystem

@Suite struct ClickHouseClientTests {
  private func client(
    _ server: FakeServer, password: String = "", limits: ClickHouseLimits = .init()
  ) throws -> ClickHouseClient {
    ClickHouseClient(
      try ClickHouseAddress("clickhouse://ann@127.0.0.1:\(server.port)/some%20where/table"),
      password: password, limits: limits)
  }

  /// What an error that a client throws says.
  private func error(_ work: () async throws(ClickHouseError) -> Void) async -> ClickHouseError? {
    do throws(ClickHouseError) { try await work() } catch { return error }
    return nil
  }

  /// Waits until the server has been asked to end a query.
  private func kill(_ server: FakeServer) async throws -> FakeServer.Request {
    try await server.request { $0.sql.hasPrefix("KILL") }
  }

  @Test func passwordAndQueryAreNotInTheAddress() async throws {
    let server = try await FakeServer { _ in .init(body: [1, 2, 3]) }
    let client = try client(
      server, password: "se cret ä&?", limits: .init(executionSeconds: 7, memoryBytes: 1000, threads: 3))
    #expect(try await client.query("SELECT 'ü'", settings: ["max_block_size": "9"]) == [1, 2, 3])
    await client.close()
    let request = try #require(server.requests.first)
    #expect(request.sql == "SELECT 'ü'")
    #expect(request.headers.first(name: "X-ClickHouse-User") == "ann")
    #expect(request.headers.first(name: "X-ClickHouse-Key") == "se cret ä&?")
    #expect(!request.uri.contains("cret") && !request.uri.contains("SELECT"))
    for part in [
      "database=some%20where", "readonly=2", "wait_end_of_query=1", "max_execution_time=7",
      "max_memory_usage=1000", "max_threads=3", "max_block_size=9", "query_id=waveglass-",
    ] {
      #expect(request.uri.contains(part))
    }
    await server.close()
  }

  @Test func eachQueryHasAnIdOfItsOwn() async throws {
    let server = try await FakeServer { _ in .init() }
    let client = try client(server)
    for _ in 0..<5 { _ = try await client.query("SELECT 1") }
    await client.close()
    #expect(Set(server.requests.map(\.uri)).count == 5)
    await server.close()
  }

  @Test func settingsThatTheProfileForbidsAreLeftOutFromThenOn() async throws {
    let server = try await FakeServer { request in
      request.uri.contains("max_") || request.uri.contains("readonly")
        ? .init(
          status: .internalServerError,
          body: Array(
            """
            Code: 164, e.displayText() = DB::Exception: Cannot override setting (x) in readonly mode, \
            e.what() = DB::Exception
            """
            .utf8))
        : .init(body: [7])
    }
    let client = try client(server)
    #expect(!client.settingsAreRefused)
    #expect(try await client.query("SELECT 1") == [7])
    #expect(client.settingsAreRefused)
    let count = server.requests.count
    #expect(try await client.query("SELECT 1") == [7])
    #expect(server.requests.count == count + 1)
    await client.close()
    await server.close()
  }

  /// What writes is refused by the same code, and must not be tried again as what may write.
  @Test func aRefusedWriteIsNotTriedAgain() async throws {
    let server = try await FakeServer { _ in
      .init(
        status: .internalServerError,
        body: Array("Code: 164, e.displayText() = DB::Exception: Cannot create table in readonly mode".utf8))
    }
    let client = try client(server)
    let error = await error { () throws(ClickHouseError) in _ = try await client.query("CREATE TABLE x") }
    #expect(error == .readOnly("Cannot create table in readonly mode"))
    #expect(server.requests.count == 1)
    await client.close()
    await server.close()
  }

  @Test func aSilentServerDoesNotHoldWhoLeaves() async throws {
    let server = try await FakeServer { $0.sql.hasPrefix("KILL") ? .init(body: [65]) : nil }
    let client = try client(server)
    let task = Task { await error { () throws(ClickHouseError) in _ = try await client.query("SELECT 1") } }
    _ = try await server.request()
    task.cancel()
    #expect(await task.value == .cancelled)
    let kill = try await kill(server)
    let id = try #require(server.requests[0].uri.split(separator: "query_id=").last?.prefix { $0 != "&" })
    #expect(kill.sql == "KILL QUERY WHERE query_id = '\(id)' ASYNC")
    await client.close()
    await server.close()
  }

  @Test func whoIsCancelledBeforeDoesNotAsk() async throws {
    let server = try await FakeServer { _ in .init() }
    let client = try client(server)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await error { () throws(ClickHouseError) in _ = try await client.query("SELECT 1") }
    }
    #expect(await task.value == .cancelled)
    await client.close()
    #expect(server.requests.isEmpty)
    await server.close()
  }

  @Test func aServerThatNeverAnswersIsTooSlow() async throws {
    let server = try await FakeServer { $0.sql.hasPrefix("KILL") ? .init(body: [65]) : nil }
    let client = try client(server, limits: .init(executionSeconds: 1, connectSeconds: 1))
    let error = await error { () throws(ClickHouseError) in _ = try await client.query("SELECT 1") }
    guard case .tooSlow = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    _ = try await kill(server)
    await client.close()
    await server.close()
  }

  @Test func aLongAnswerIsNotTaken() async throws {
    let server = try await FakeServer { _ in .init(body: [UInt8](repeating: 1, count: 1001)) }
    for (limit, isTaken) in [(1001, true), (1000, false)] {
      let client = try client(server, limits: .init(answerBytes: limit))
      let error = await error { () throws(ClickHouseError) in _ = try await client.query("SELECT 1") }
      #expect(error == (isTaken ? nil : .answerTooLarge(limit: limit)))
      await client.close()
    }
    await server.close()
  }

  @Test func aCutAnswerIsNoAnswer() async throws {
    let server = try await FakeServer { _ in .init(body: [1, 2, 3], isCut: true) }
    let client = try client(server)
    let whole = await error { () throws(ClickHouseError) in _ = try await client.query("SELECT 1") }
    #expect(whole == .answerCut(place: client.address.place))
    let parts = await error { () throws(ClickHouseError) in
      try await client.stream("SELECT 1") { _ throws(ClickHouseError) in true }
    }
    #expect(parts == .answerCut(place: client.address.place))
    await client.close()
    await server.close()
  }

  @Test func aStreamGivesAllAndInOrder() async throws {
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
    let server = try await FakeServer { _ in .init(body: bytes) }
    let client = try client(server)
    var taken: [UInt8] = []
    try await client.stream("SELECT 1") { part throws(ClickHouseError) in
      taken += part
      return true
    }
    #expect(taken == bytes)
    await client.close()
    await server.close()
  }

  @Test func whatTheServerSaysInTheMiddleIsNeverData() async throws {
    let message =
      "Code: 241, e.displayText() = DB::Exception: Memory limit exceeded, e.what() = DB::Exception\n"
    let framed =
      """
      \r\n__exception__\r\nPU1FNUFH98\r\nCode: 241. DB::Exception: Memory limit exceeded (version \
      26.1.1.1)\r\n95 PU1FNUFH98\r\n__exception__\r\n
      """
    for (text, headers) in [(message, [:]), (framed, ["X-ClickHouse-Exception-Tag": "PU1FNUFH98"])] {
      let data = [UInt8](repeating: 5, count: 200_000)
      let server = try await FakeServer { request in
        request.sql.hasPrefix("KILL")
          ? .init(body: [65]) : .init(headers: .init(Array(headers)), body: data + Array(text.utf8))
      }
      let client = try client(server)
      var taken: [UInt8] = []
      let error = await error { () throws(ClickHouseError) in
        try await client.stream("SELECT 1") { part throws(ClickHouseError) in
          taken += part
          return true
        }
      }
      guard case .tooMuchMemory(let words) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(words.hasPrefix("Memory limit exceeded"))
      #expect(taken.allSatisfy { $0 == 5 })
      await client.close()
      await server.close()
    }
  }

  @Test func whoHasEnoughEndsTheStream() async throws {
    let server = try await FakeServer { request in
      .init(body: request.sql.hasPrefix("KILL") ? [65] : [UInt8](repeating: 1, count: 2_000_000))
    }
    let client = try client(server)
    var parts = 0
    try await client.stream("SELECT 1") { _ throws(ClickHouseError) in
      parts += 1
      return false
    }
    #expect(parts == 1)
    _ = try await kill(server)
    await client.close()
    await server.close()
  }

  @Test func aStreamCanBeLeftWhileItWaits() async throws {
    let server = try await FakeServer { $0.sql.hasPrefix("KILL") ? .init(body: [65]) : nil }
    let client = try client(server)
    let task = Task {
      await error { () throws(ClickHouseError) in
        try await client.stream("SELECT 1") { _ throws(ClickHouseError) in true }
      }
    }
    _ = try await server.request()
    task.cancel()
    #expect(await task.value == .cancelled)
    _ = try await kill(server)
    await client.close()
    await server.close()
  }

  @Test func whatIsWrittenStandsBehindTheStatement() async throws {
    let server = try await FakeServer { _ in .init() }
    let client = try client(server)
    try await client.write("INSERT INTO t FORMAT RowBinary", body: [0x20, 0x0A, 0xFF], settings: ["a": "b"])
    await client.close()
    let request = try #require(server.requests.first)
    #expect(request.headers.first(name: "Content-Encoding") == "gzip")
    var packed = request.body
    var body: [UInt8] = []
    let inflater = GzipInflater(limit: 1000)
    try inflater.inflate(&packed) {
      body += $0
      return true
    }
    #expect(inflater.isComplete)
    #expect(body == Array("INSERT INTO t FORMAT RowBinary\n".utf8) + [0x20, 0x0A, 0xFF])
    #expect(!request.uri.contains("readonly") && request.uri.contains("a=b"))
    await server.close()
  }

  @Test func whatOnlyReadsIsSentOnceMoreWhereTheConnectionIsGone() async throws {
    let count = Atomic<Int>(0)
    let server = try await FakeServer { _ in
      .init(body: [7], isDropped: count.add(1, ordering: .relaxed).oldValue.isMultiple(of: 2))
    }
    let client = try client(server)
    #expect(try await client.query("SELECT 1") == [7])
    #expect(server.requests.count == 2)
    let error = await error { () throws(ClickHouseError) in try await client.write("INSERT INTO t VALUES (1)")
    }
    #expect(error == .notReachable(place: client.address.place, reason: "the connection was broken off"))
    #expect(server.requests.count == 3)
    await client.close()
    await server.close()
  }

  @Test func progressIsWhatTheServerReports() async throws {
    let server = try await FakeServer { request in
      guard request.sql.contains("system.processes") else { return nil }
      var row = RowBinaryWriter()
      row.integer(UInt64(250))
      row.integer(UInt64(1000))
      row.double(1.5)
      return .init(body: row.bytes)
    }
    let client = try client(server)
    let received = Mutex<[ClickHouseProgress]>([])
    let seen = AsyncStream<Void>.makeStream()
    let task = Task {
      await error { () throws(ClickHouseError) in
        _ = try await client.query("SELECT 1") { progress in
          received.withLock { $0.append(progress) }
          seen.continuation.yield()
        }
      }
    }
    for await _ in seen.stream { break }
    task.cancel()
    #expect(await task.value == .cancelled)
    let progress = received.withLock { $0[0] }
    #expect(progress == ClickHouseProgress(readRows: 250, totalRows: 1000, elapsedSeconds: 1.5))
    #expect(progress.fraction == 0.25)
    await client.close()
    await server.close()
  }

  @Test func nobodyThereIsSaidSo() async throws {
    let server = try await FakeServer { _ in .init() }
    let port = server.port
    await server.close()
    let client = ClickHouseClient(
      try ClickHouseAddress("clickhouse://127.0.0.1:\(port)/a/b"), password: "")
    let error = await error { () throws(ClickHouseError) in _ = try await client.query("SELECT 1") }
    #expect(error == .notReachable(place: "127.0.0.1:\(port)", reason: "nothing is listening there"))
    await client.close()
  }

  @Test func errorsOfTheServerHaveNames() async throws {
    for (code, status, name) in [
      (192, 401, "refusedPassword"), (516, 403, "refusedPassword"), (81, 404, "noSuchDatabase"),
      (60, 404, "noSuchTable"), (47, 404, "noSuchColumn"), (279, 500, "shardLost"), (209, 500, "shardLost"),
      (32, 500, "shardLost"), (159, 500, "tooSlow"), (202, 500, "tooManyQueries"), (497, 500, "notAllowed"),
      (396, 500, "answerTooLarge"), (999, 500, "server"),
    ] {
      for text in [
        """
        Code: \(code), e.displayText() = DB::NetException: it is so (10.0.0.2:9000), e.what() = \
        DB::NetException\n
        """,
        """
        Code: \(code). DB::Exception: it is so (10.0.0.2:9000). (SOME_NAME) (version 25.3.1.1 (official \
        build))\n
        """,
        "it is so (10.0.0.2:9000)",
      ] {
        let server = try await FakeServer { _ in
          .init(
            status: .init(statusCode: status), headers: ["X-ClickHouse-Exception-Code": "\(code)"],
            body: Array(text.utf8))
        }
        let client = try client(server)
        let error = await error { () throws(ClickHouseError) in _ = try await client.query("SELECT 1") }
        let found = try #require(error)
        #expect(Mirror(reflecting: found).children.first?.label == name, "\(text) \(found)")
        if case .shardLost(let shard, let words) = found {
          #expect(shard == "10.0.0.2:9000" && words == "it is so (10.0.0.2:9000)")
        }
        await client.close()
        await server.close()
      }
    }
  }

  @Test func whatIsNoClickHouseIsSaidSo() async throws {
    let server = try await FakeServer { _ in .init(status: .notFound, body: Array("<html>".utf8)) }
    let client = try client(server)
    let error = await error { () throws(ClickHouseError) in _ = try await client.query("SELECT 1") }
    #expect(error == .notClickHouse(place: client.address.place, status: 404))
    await client.close()
    await server.close()
  }
}
