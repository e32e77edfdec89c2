import Foundation
import HostTestSupport
import Synchronization
import Testing
import WaveSystem
import WaveTableFormats
import WaveTables

@testable import WaveClickHouse

/// Whole imports into a server that is made for them: every row comes once, or the import says why not.
@Suite struct ImportRunTests {
  private static let text =
    "n,time,word\n5,2024-01-01T00:00:00Z,a\n,2024-01-01T00:00:01Z,b\n7,2024-01-01T00:00:02Z,\n"
  private static let columns = [
    ("n", "Nullable(Int64)"), ("time", "DateTime('UTC')"), ("word", "Nullable(String)"),
  ]
  private static let rows: [[String?]] = [
    ["5", "1704067200", "a"], [nil, "1704067201", "b"], ["7", "1704067202", nil],
  ]

  /// A text file, a folder for what imports keep, and a server.
  private final class Place {
    let samples: Samples
    let server: ImportServer
    let path: String
    let parameters: String

    init(_ text: String, _ state: ImportServer.State, _ parameters: String = "") async throws {
      samples = try Samples()
      path = try samples.write(Array(text.utf8), "rows.csv")
      self.parameters = parameters
      server = try await ImportServer(state)
    }

    func run(
      rowNumber: String? = nil, isForced: Bool = false,
      _ progress: @Sendable (ClickHouseImport.Progress) -> Bool = { _ in true }
    ) async throws -> Result<ClickHouseImport.Report, ClickHouseError> {
      let folder = URL(filePath: path).deletingLastPathComponent().path
      let address = try ClickHouseAddress("clickhouse://127.0.0.1:\(server.port)/d/t\(parameters)")
      let client = ClickHouseClient(address, password: "", limits: ClickHouseLimits(connectSeconds: 60))
      let database = try TableFile.database(
        ofText: path, options: CSVOptions(), folder: CacheFolder(path: folder + "/cache"),
        progress: { _ in true })
      let states = try StateDirectory(path: folder + "/states")
      let made: Result<ClickHouseImport.Report, ClickHouseError>
      do throws(ClickHouseError) {
        // Who the import is to is known by the port, so that it is another server for each test.
        let work = try ClickHouseImport(path: path, database: database, to: address, states: states)
        made = .success(
          try await work.run(client, rowNumber: rowNumber, isForced: isForced, progress: progress))
      } catch { made = .failure(error) }
      await client.close()
      return made
    }
  }

  private static func state(
    _ columns: [(String, String)] = columns, rows: [[String?]] = [], engine: String = "MergeTree"
  ) -> ImportServer.State {
    var state = ImportServer.State()
    state.columns = columns.map { (name: $0.0, type: $0.1) }
    (state.rows, state.engine) = (rows, engine)
    return state
  }

  private static func unsure(_ reason: String) -> Result<ClickHouseImport.Report, ClickHouseError> {
    .failure(.unsure(table: "d.t", reason: reason))
  }

  private static func report(
    wasMade: Bool = false, _ rowCount: Int = 3, earlier: Int = 0, _ notes: [String] = []
  ) -> Result<ClickHouseImport.Report, ClickHouseError> {
    .success(
      ClickHouseImport.Report(
        table: "d.t", wasMade: wasMade, rowCount: rowCount, earlierCount: earlier, notes: notes))
  }

  @Test func aMissingTableIsMadeForTheRows() async throws {
    var state = ImportServer.State()
    state.made = Self.columns.map { (name: $0.0, type: $0.1) }
    let place = try await Place(Self.text, state)
    let seen = Mutex<[ClickHouseImport.Progress]>([])
    let found = try await place.run { progress in
      seen.withLock { $0.append(progress) }
      return true
    }
    #expect(found == Self.report(wasMade: true))
    let server = place.server.state
    #expect(server.rows == Self.rows)
    #expect(
      server.statements == [
        """
        CREATE TABLE `d`.`t` (`n` Nullable(Int64), `time` DateTime64(6, 'UTC'), `word` Nullable(String)) \
        ENGINE = MergeTree ORDER BY `time`
        """, "INSERT INTO `d`.`t` (`n`, `time`, `word`) FORMAT RowBinary",
      ])
    #expect(server.settings == ["d&async_insert=0&insert_deduplicate=0"])
    #expect(seen.withLock { $0.map(\.phase) } == [.sending, .sending])
    #expect(seen.withLock { $0.map(\.rowCount) } == [0, 3] && seen.withLock { $0.map(\.total) } == [3, 3])
    // Once all rows are there, they are not loaded again, unless somebody insists.
    #expect(try await place.run() == .failure(.imported(path: place.path, table: "d.t")))
    #expect(place.server.state.rows == Self.rows)
    #expect(try await place.run(isForced: true) == Self.report())
    #expect(place.server.state.rows == Self.rows + Self.rows)
    // A table that somebody has emptied is filled again.
    place.server.change { $0.rows = [] }
    #expect(try await place.run() == Self.report())
    #expect(place.server.state.rows == Self.rows)
    await place.server.close()
  }

  @Test func theOrderOfAMadeTableIsThatOfX() async throws {
    for (x, order, notes) in [
      ("time", "`time`", []),
      ("word", "tuple()", ["word: rows without a value cannot be ordered; the table has no order."]),
    ] as [(String, String, [String])] {
      var state = ImportServer.State()
      state.made = Self.columns.map { (name: $0.0, type: $0.1) }
      let place = try await Place(Self.text, state, "?x=\(x)")
      #expect(try await place.run() == Self.report(wasMade: true, 3, notes))
      #expect(place.server.state.statements.first?.hasSuffix(" ORDER BY \(order)") == true)
      await place.server.close()
    }
    let place = try await Place(Self.text, ImportServer.State(), "?x=speed")
    #expect(
      try await place.run()
        == .failure(.noSuchColumn("the text has no column \"speed\" for x; its columns are n, time, word")))
    await place.server.close()
  }

  @Test func aTableThatWouldLoseSomethingIsRefused() async throws {
    for (columns, engine, number, reasons) in [
      (
        [("n", "Int64"), ("word", "Nullable(String)")], "MergeTree", nil,
        ["n has 1 missing values, but the table's is not Nullable", "it has no column time"]
      ),
      (
        Self.columns, "ReplacingMergeTree", nil,
        [
          """
          its engine, ReplacingMergeTree, does not keep every row as it was written, so it would not be \
          known which rows have arrived
          """
        ]
      ),
      (
        Self.columns + [("row", "UInt8"), ("time", "Date")], "MergeTree", "word",
        ["the text already has a column word"]
      ),
      (
        [
          ("n", "Nullable(UInt8)"), ("time", "Date"), ("word", "Nullable(FixedString(1))"), ("row", "String"),
        ],
        "Memory", "row",
        [
          """
          time has times from 1704067200000000 to 1704067202000000, which the table's type cannot store \
          exactly
          """,
          "row has whole numbers from 1 to 3, which the table's type cannot store exactly",
        ]
      ),
    ] as [([(String, String)], String, String?, [String])] {
      let place = try await Place(Self.text, Self.state(columns, engine: engine))
      #expect(
        try await place.run(rowNumber: number) == .failure(.doesNotFit(table: "d.t", reasons: reasons)))
      #expect(place.server.state.rows.isEmpty && place.server.state.statements.isEmpty)
      await place.server.close()
    }
  }

  @Test func columnsThatTheTextLacksAreNoted() async throws {
    let place = try await Place(Self.text, Self.state([("extra", "Int8")] + Self.columns))
    #expect(try await place.run() == Self.report(3, ["The table fills extra with its defaults."]))
    #expect(place.server.state.rows == Self.rows.map { [nil] + $0 })
    await place.server.close()
  }

  @Test func rowsGetNumbersThatNoOtherRowHas() async throws {
    let columns = Self.columns + [("row", "UInt32")]
    let numbered = Self.rows.enumerated().map { $1 + ["\($0 + 1)"] }
    let place = try await Place(Self.text, Self.state(columns, rows: [["1", "2", "c", "4"]]))
    #expect(try await place.run(rowNumber: "row") == Self.report())
    #expect(place.server.state.rows == [["1", "2", "c", "4"]] + numbered)
    #expect(
      place.server.state.statements == ["INSERT INTO `d`.`t` (`n`, `time`, `word`, `row`) FORMAT RowBinary"])
    #expect(
      try await place.run(rowNumber: "row", isForced: true)
        == Self.unsure("3 of its rows already have numbers in row that the text's rows would get"))
    await place.server.close()
  }

  @Test func anImportThatIsStoppedGoesOnWhereItWas() async throws {
    let count = ImportBlock.rowLimit + 10
    let text = "n\n" + (1...count).map { "\($0)\n" }.joined()
    typealias Change = (inout ImportServer.State) -> Void
    let cases: [(Change, Result<ClickHouseImport.Report, ClickHouseError>)] = [
      ({ _ in }, Self.report(count, earlier: ImportBlock.rowLimit)),
      // What others have added while nothing was sent does not matter.
      ({ $0.rows.append(["-1"]) }, Self.report(count, earlier: ImportBlock.rowLimit)),
      (
        { $0.rows.removeLast(2) },
        Self.unsure("2 rows that were in the table after the last write are missing")
      ),
    ]
    for (change, result) in cases {
      let place = try await Place(text, Self.state([("n", "Int64")], rows: [["0"]]))
      #expect(try await place.run { $0.rowCount == 0 } == .failure(.cancelled))
      #expect(place.server.state.rows.count == ImportBlock.rowLimit + 1)
      #expect(
        try await place.run(rowNumber: "row")
          == .failure(.doesNotFit(table: "d.t", reasons: ["it has no column row"])))
      place.server.change { change(&$0) }
      #expect(try await place.run() == result)
      if case .success = result {
        let there = place.server.state.rows.compactMap { $0[0].flatMap { Int($0) } }.filter { $0 > 0 }
        #expect(there == Array(1...count))
      }
      await place.server.close()
    }
  }

  @Test func anotherImportIsNotGoneOnWith() async throws {
    let place = try await Place(Self.text, Self.state())
    #expect(try await place.run { $0.phase != .sending } == .failure(.cancelled))
    place.server.change { $0.columns.append((name: "row", type: "Int64")) }
    #expect(
      try await place.run(rowNumber: "row") == Self.unsure("it was started without --row-number"))
    _ = try place.samples.write(Array((Self.text + "8,2024-01-01T00:00:03Z,c\n").utf8), "rows.csv")
    #expect(
      try await place.run() == Self.unsure("\(place.path) has changed since 0 of its rows were written"))
    await place.server.close()
  }

  /// The connection ends while a block is sent, and the next run finds out what has arrived.
  @Test func aBlockThatMayHaveArrivedIsLookedFor() async throws {
    let numbered = Self.columns + [("row", "Int64")]
    let cases:
      [(String?, @Sendable (Int) -> Bool, Int, Result<ClickHouseImport.Report, ClickHouseError>, [String])] =
        [
          (nil, { _ in false }, 0, Self.report(), ["5", "-", "7"]),
          (nil, { _ in true }, 0, Self.report(earlier: 3), ["5", "-", "7"]),
          (
            nil, { $0 < 2 }, 0,
            Self.unsure("of rows 1 to 3 of the text, which were sent together, only 2 have arrived"),
            ["5", "-"]
          ),
          (
            nil, { _ in true }, 2,
            Self.unsure(
              """
              2 rows were added by another program while rows were being written, so it is not known which \
              have arrived
              """), ["5", "-", "7", "9", "9"]
          ),
          (
            nil, { _ in false }, -1,
            Self.unsure("1 rows that were in the table after the last write are missing"),
            []
          ),
          ("row", { $0 == 1 }, 0, Self.report(earlier: 3), ["-", "5", "7"]),
          ("row", { _ in false }, 0, Self.report(), ["5", "-", "7"]),
          ("row", { _ in true }, 0, Self.report(earlier: 3), ["5", "-", "7"]),
        ]
    await withThrowingTaskGroup { group in
      for (number, kept, foreign, result, values) in cases {
        group.addTask {
          let columns = number == nil ? Self.columns : numbered
          let before: [[String?]] = foreign < 0 ? [["9", "9", "z"]] : []
          let place = try await Place(Self.text, Self.state(columns, rows: before))
          place.server.change { $0.fate = .lost(kept: kept) }
          #expect(
            try await place.run(rowNumber: number)
              == .failure(
                .notReachable(
                  place: "127.0.0.1:\(place.server.port)", reason: "the connection was broken off")))
          place.server.change { state in
            if foreign < 0 { state.rows.removeFirst() }
            for _ in 0..<max(0, foreign) { state.rows.append(["9", "9", "z"]) }
          }
          #expect(try await place.run(rowNumber: number) == result)
          #expect(place.server.state.rows.map { $0[0] ?? "-" } == values)
          await place.server.close()
        }
      }
    }
  }

  @Test func oneImportRunsAtATime() async throws {
    let place = try await Place(Self.text, Self.state())
    let other = Mutex<ClickHouseError?>(nil)
    let path = place.path
    let port = place.server.port
    _ = try await place.run { _ in
      other.withLock { found in
        let folder = URL(filePath: path).deletingLastPathComponent().path
        do throws(ClickHouseError) {
          let address = try ClickHouseAddress("clickhouse://127.0.0.1:\(port)/d/t")
          guard let states = try? StateDirectory(path: folder + "/states") else { return }
          _ = try ClickHouseImport(path: path, database: (path, ""), to: address, states: states)
        } catch { found = error }
      }
      return true
    }
    #expect(
      other.withLock { $0 } == .unsure(table: "d.t", reason: "another import of \(path) into it is running"))
    await place.server.close()
  }
}
