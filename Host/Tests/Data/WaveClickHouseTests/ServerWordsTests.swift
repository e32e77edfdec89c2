import Testing

@testable import WaveClickHouse

/// What is made of the words that servers of many versions answer with.
@Suite struct ServerWordsTests {
  private static func address() throws -> ClickHouseAddress {
    try ClickHouseAddress("clickhouse://ann@there/base/table")
  }

  private static func error(
    _ text: String, status: Int = 500, header: Int? = nil, executionSeconds: Int = 77
  ) throws -> ClickHouseError {
    var limits = ClickHouseLimits()
    limits.executionSeconds = executionSeconds
    return ServerText(Array(text.utf8)).error(status: status, header: header, of: try address(), limits)
  }

  @Test func onlyTheReasonIsShown() {
    let long = String(repeating: "x", count: 600)
    for (text, code, words) in [
      (
        "Code: 60, e.displayText() = DB::Exception: Table a.b doesn't exist., e.what() = DB::Exception", 60,
        "Table a.b doesn't exist"
      ),
      (
        "Code: 60. DB::Exception: Table a.b does not exist. (NO_TABLE) (version 25.3.1.1 (official build))\n",
        60, "Table a.b does not exist"
      ),
      ("Code: 1. DB::Exception: no\n  way\u{7}at\tall (A). Stack trace:\n0. main", 1, "no way at all (A)"),
      ("Code: 1. DB::Exception: no. Stack trace (when copying this): 0. main", 1, "no"),
      ("Code: 7. DB::Exception: a (version b) (NOT_A NAME) (version 26.1)", 7, "a (version b) (NOT_A NAME)"),
      ("Code: 7. DB::Exception: a (x_Y)", 7, "a (x_Y)"), ("Code: 7. DB::Exception: a (AB)", 7, "a (AB)"),
      ("Code: 999999. DB::Exception: six", 999_999, "six"),
      ("Code: 1000000. DB::Exception: seven", nil, "Code: 1000000. DB::Exception: seven"),
      ("Code: . DB::Exception: none", nil, "Code: . DB::Exception: none"),
      ("<html>, no. ", nil, "<html>, no"),
      (
        """
        Code: 279. DB::Exception: All connection tries failed. Log: Code: 210. DB::NetException: Connection \
        refused (10.0.0.2:9000). (NETWORK_ERROR) (version 25.1) Code: 210. DB::E: other (version 25.1)
        """, 279, "Connection refused (10.0.0.2:9000)"
      ),
      ("Code: 5. DB::Exception: " + long, 5, String(repeating: "x", count: 499) + "…"),
      ("Code: 5. DB::Exception: " + long.prefix(500), 5, String(long.prefix(500))), ("", nil, ""),
    ] as [(String, Int?, String)] {
      let found = ServerText(Array(text.utf8))
      #expect(found.code == code && found.words == words, "\(text)")
    }
  }

  @Test func theLastServerThatIsNamedIsTheShard() {
    for (words, shard) in [
      ("refused (10.0.0.2:9000)", "10.0.0.2:9000"),
      ("a:1, then [::1]:9001; \"b_c.d-e:65535\"", "b_c.d-e:65535"),
      ("at shard:9000ms", "shard:9000"), ("a:0", nil), ("a:65536", nil), ("a:x", nil), (":9000", nil),
      ("DB::NetException:5", nil),
      ("Code:5", nil), ("ho/st:9000", nil), ("häuser:9000", nil), ("nothing", nil),
    ] as [(String, String?)] {
      #expect(ServerText(Array(words.utf8)).shard == shard, "\(words)")
    }
  }

  @Test func everyCodeHasItsError() throws {
    let place = try Self.address().place
    let password = ClickHouseError.refusedPassword(user: "ann", place: place)
    for (code, expected) in [
      (192, password), (193, password), (194, password), (195, password), (516, password),
      (291, .notAllowed("so")),
      (497, .notAllowed("so")), (81, .noSuchDatabase("so")), (60, .noSuchTable("so")),
      (8, .noSuchColumn("so")),
      (10, .noSuchColumn("so")), (16, .noSuchColumn("so")), (47, .noSuchColumn("so")),
      (198, .shardLost(shard: nil, "so")),
      (203, .shardLost(shard: nil, "so")), (209, .shardLost(shard: nil, "so")),
      (210, .shardLost(shard: nil, "so")),
      (279, .shardLost(shard: nil, "so")), (519, .shardLost(shard: nil, "so")), (3, .server(code: 3, "so")),
      (32, .server(code: 32, "so")), (159, .tooSlow(seconds: 77)), (160, .tooSlow(seconds: 77)),
      (241, .tooMuchMemory("so")),
      (201, .tooManyQueries("so")), (202, .tooManyQueries("so")), (164, .readOnly("so")),
      (452, .settingRefused("so")),
      (158, .answerTooLarge(limit: ClickHouseLimits().answerBytes)),
      (307, .answerTooLarge(limit: ClickHouseLimits().answerBytes)),
      (396, .answerTooLarge(limit: ClickHouseLimits().answerBytes)), (777, .server(code: 777, "so")),
    ] as [(Int, ClickHouseError)] {
      #expect(try Self.error("Code: \(code). DB::Exception: so") == expected, "\(code)")
      // The text of the answer names the code before the header does.
      #expect(try Self.error("Code: \(code). DB::Exception: so", header: 999) == expected, "\(code)")
      #expect(try Self.error("so", header: code) == expected, "\(code)")
    }
    for code in [3, 32] {
      #expect(
        try Self.error("Code: \(code). DB::Exception: end of (a:9000)")
          == .shardLost(shard: "a:9000", "end of (a:9000)"))
    }
    for (words, isSetting) in [
      ("Cannot override setting x", true), ("Setting 'readonly' cannot be y", true),
      ("Cannot modify 'x' setting", true),
      ("Cannot modify table x", false), ("It is so: Cannot override setting", false),
    ] {
      let found = try Self.error("Code: 164. DB::Exception: \(words)")
      #expect(found == (isSetting ? .settingRefused(words) : .readOnly(words)), "\(words)")
    }
    for (status, isPassword) in [(401, true), (403, true), (400, false), (404, false), (200, false)] {
      #expect(
        try Self.error("no", status: status)
          == (isPassword ? password : .notClickHouse(place: place, status: status)))
    }
  }

  @Test func theTimeThatWasAllowedIsRead() throws {
    for (words, seconds) in [
      ("maximum: 3", 3), ("maximum: 2 then maximum: 5.9", 5), ("maximum: 3000.5 ms", 3), ("maximum: 0.1", 1),
      ("maximum: 10 ms", 1),
      ("maximum: x", 77), ("minimum: 4", 77), ("maximum: 123456789012", 123_456_789_012),
      ("maximum: 1234567890123", 77),
    ] {
      #expect(try Self.error("Code: 159. DB::Exception: \(words)") == .tooSlow(seconds: seconds), "\(words)")
    }
  }

  /// Of a stream, what stands at its end is held back, for it may be an error.
  @Test func theEndOfAStreamIsHeldBack() {
    let count = AnswerTail.byteCount
    var tail = AnswerTail(tag: nil)
    #expect(tail.append([UInt8](repeating: 1, count: 3 * count - 1)).isEmpty)
    #expect(tail.append([2]) == [UInt8](repeating: 1, count: 2 * count))
    #expect(tail.append([3]).isEmpty)
    let end = tail.finish()
    #expect(end.failure == nil && end.data == [UInt8](repeating: 1, count: count - 1) + [2, 3])
  }

  @Test func aMessageAtTheEndIsNotData() {
    for (text, words) in [
      ("1234Code: 5. DB::Exception: no (version 26.1)\n", "no"),
      ("Code: 5. DB::Exception: no (version 26.1)\n", "no"),
      ("Code: x Code: 5, e.displayText() = DB::Exception: no, e.what() = DB::Exception\n", "no"),
      ("Code: 5. DB::Exception: no (version 26.1)", nil), ("Code: 5. DB::Exception: no\n", nil),
      ("Code: 5, e.displayText() = DB::Exception: no\n", nil),
      ("Code: 1234567. DB::Exception: no (version 26.1)\n", nil),
      ("Code: . DB::Exception: no (version 26.1)\n", nil),
      ("Code: 5. DB::Exception: n\u{1}o (version 26.1)\n", nil),
      ("Code: 5. DB::Exception: n\ro\t, (version 26.1)\n", "n o"), ("Code: 5", nil), ("Code:", nil),
      ("", nil),
    ] as [(String, String?)] {
      var tail = AnswerTail(tag: nil)
      #expect(tail.append(text.utf8).isEmpty)
      let end = tail.finish()
      #expect(end.failure?.words == words, "\(text)")
      #expect(end.data == (words == nil ? Array(text.utf8) : []), "\(text)")
    }
  }

  @Test func aTaggedMessageIsFoundByItsTag() {
    let message =
      "__exception__\r\nABC\r\nCode: 5. DB::Exception: no (version 26.1)\r\n40 ABC\r\n__exception__\r\n"
    for (text, isFound) in [
      ("12\r\n" + message, true), (message, true), (message.replacing("ABC", with: "ABD"), false),
      ("Code: 5. DB::Exception: no (version 26.1)\n", false), ("__exception__\r\nAB", false), ("", false),
    ] {
      var tail = AnswerTail(tag: "ABC")
      _ = tail.append(text.utf8)
      let end = tail.finish()
      #expect((end.failure != nil) == isFound && end.data == (isFound ? [] : Array(text.utf8)), "\(text)")
      if isFound { #expect(end.failure?.code == 5 && end.failure?.words.hasPrefix("no") == true) }
    }
  }

  @Test func patienceIsALittleLongerThanTheLimit() throws {
    var limits = ClickHouseLimits(executionSeconds: 30, memoryBytes: 0, connectSeconds: 4, threads: 0)
    func client() throws -> ClickHouseClient {
      ClickHouseClient(try Self.address(), password: "", limits: limits)
    }
    #expect(try client().patience([:]) == 36)
    #expect(try client().patience(["max_execution_time": "5"]) == 11)
    #expect(try client().patience(["max_execution_time": "0"]) == 7)
    #expect(try client().patience(["max_execution_time": "99999999"]) == 86_406)
    #expect(try client().readingSettings([:]) == ["max_execution_time": "30"])
    (limits.memoryBytes, limits.threads) = (1, 1)
    #expect(
      try client().readingSettings(["max_threads": "8", "a": "b"])
        == ["max_execution_time": "30", "max_memory_usage": "1", "max_threads": "8", "a": "b"])
  }
}
