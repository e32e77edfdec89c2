import Logging
import ServerTestSupport
import Synchronization
import Testing
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveServer
import WaveTableFormats
import WaveTables
import WaveWire

@testable import WaveDataServer

/// The messages about a table of an engine: its columns, and whether the engine is available.
@Suite struct RemoteTableEventsTests {
  private let source = NotedColumns()
  private let failure = Failure()
  private let host: RemoteTableHost
  private let news: NotingHub
  private let events = Events()

  /// Why the table cannot be opened now.
  private final class Failure: Sendable {
    let now = Mutex<ColumnFailure?>(nil)
  }

  private final class Events: Sendable {
    private let list = Mutex<[String]>([])

    func note(_ event: TableEvent) { list.withLock { $0.append(Self.text(event)) } }

    func taken() -> [String] {
      list.withLock { list in
        defer { list = [] }
        return list
      }
    }

    private static func text(_ event: TableEvent) -> String {
      switch event {
      case .table(let table):
        "table \(table.rowCount) \(table.columnCount) \(table.flags.rawValue) "
          + String(decoding: table.detail, as: UTF8.self)
      case .abilities(let found):
        "abilities \(found.abilities.rawValue) \(found.lenses) \(found.xColumn) \(found.condition) "
          + String(decoding: found.reasons + found.conditionText, as: UTF8.self)
      case .columns(let parts):
        "columns " + parts.flatMap(\.columns).map { "\($0.kind) \($0.maximum)" }.joined(separator: ", ")
      case .axis(let axis): "axis \(axis.kind) \(axis.from)..<\(axis.until) \(axis.offset) \(axis.step)"
      case .progress(let work): "progress \(work.stage)"
      case .notice(let notice): "\(notice.severity): \(String(decoding: notice.text, as: UTF8.self))"
      }
    }
  }

  init() async throws {
    let (source, failure, events) = (source, failure, events)
    host = RemoteTableHost(
      number: 4, name: "t",
      open: { () async throws(ColumnFailure) in
        if let failure = failure.now.withLock({ $0 }) { throw failure }
        return source
      }, logger: Logger(label: "test"))
    news = try await NotingHub()
    host.publisher.join(try await news.hub(of: DataSession.self))
    let hub = try await news.run { loop in
      SessionHub<DataSession>(on: loop) { event, source in
        #expect(source == 4)
        events.note(event)
      }
    }
    host.publisher.join(hub)
  }

  /// Opens the table, and ends when its value ranges are known.
  private func open() async {
    let host = host
    let serving = Task { try await host.run() }
    await news.until { host.state.withLock { $0.table.reading == 1 && $0.table.summaries.count == 2 } }
    serving.cancel()
    _ = try? await serving.value
  }

  /// Abilities of all engines, and those of ranks.
  private static let own: UInt32 = 1 + 8 + 16 + 64 + 128 + 256 + 512 + 1024
  private static let ranks = own + 2
  private static let columns = "columns real 3.0, integer 3.0, text nan"
  private static let coarseColumns = "columns real 1.0, integer 1.0, text nan"
  private static let axis = "axis number 0..<40 2.0 0.5"
  private static let fine = "abilities \(ranks) 1 65535 fine "
  private static let table = "table 40 3 6 A note."

  @Test func rangesOfASampleComeFirst() async {
    await open()
    let once = [Self.fine, Self.coarseColumns, Self.axis, Self.table]
    #expect(events.taken() == [Self.fine] + once + [Self.fine, Self.columns, Self.axis, Self.table])
    #expect(source.taken() == ["axis", "revision", "extents of [0, 1], coarse", "extents of [0, 1]"])
    #expect(host.state.withLock { !$0.rangesArePart && $0.table.isOpen && $0.table.operands.count == 3 })
    #expect(host.greeting.count == 4 && !host.isUnread)
  }

  @Test func withoutASampleAllRowsAreRead() async {
    source.state.withLock { $0.hasCoarseExtents = false }
    await open()
    #expect(events.taken() == [Self.fine, Self.fine, Self.columns, Self.axis, Self.table])
    #expect(source.taken() == ["axis", "revision", "extents of [0, 1], coarse", "extents of [0, 1]"])
  }

  @Test func rangesOfATableThatIsTooLargeAreThoseOfASample() async throws {
    let large: UInt64 = 500_000_001
    source.state.withLock { $0.revision?.rowCount = large }
    await open()
    #expect(source.taken() == ["axis", "revision", "extents of [0, 1], coarse"])
    let detail =
      "A note. Least, greatest and mean values, and the number of missing values, are those of only a part "
      + "of the rows."
    let last = [Self.coarseColumns, Self.axis, "table \(large) 3 6 \(detail)"]
    #expect(Array(events.taken().suffix(3)) == last)
    // Pictures add what they show.
    let rows = EngineRows(host: host)
    let window = ColumnWindow(order: .rows, from: 0, until: 9, pixels: 2)
    for (maximum, expected) in [(5.0, "5.0"), (4, nil), (5, nil), (6, "6.0")] as [(Double, String?)] {
      source.state.withLock { $0.maximum = maximum }
      let lanes = [LaneRequest(column: 1, lens: ColumnLens(.m4, threshold: 0))]
      _ = await rows.answer(.picture(lanes, window, [])) { _ in }
      let widened = expected.map { maximum in
        ["columns real 1.0, integer \(maximum), text nan", "table \(large) 3 6 \(detail)"]
      }
      #expect(events.taken() == widened ?? [])
    }
    #expect(host.state.withLock { $0.table.columns[1].minimum } == -2)
  }

  @Test func ofTheLargestTableThatIsReadRangesAreExact() async throws {
    let found = try await host.exactExtents(of: [0, 1], source, rowCount: 500_000_000)
    #expect(found?.map(\.isExact) == [true, true])
    #expect(try await host.exactExtents(of: [0, 1], source, rowCount: 500_000_001) == nil)
    #expect(try await host.exactExtents(of: [], source, rowCount: .max)?.isEmpty == true)
    source.state.withLock { $0.failure = .tooMuch("took too long") }
    #expect(try await host.exactExtents(of: [0], source, rowCount: 3) == nil)
    source.state.withLock { $0.failure = .refused("no") }
    await #expect(throws: ColumnFailure.refused("no")) {
      try await host.exactExtents(of: [0], source, rowCount: 3)
    }
  }

  @Test func aTableThatCannotBeOpenedIsExplainedToLaterClients() async {
    failure.now.withLock { $0 = .refused("no such user") }
    let (host, failure) = (host, failure)
    let serving = Task { try await host.run() }
    await news.until { host.state.withLock { $0.persistentNotice != nil } }
    let notice = Notice(severity: .failure, text: "no such user")
    #expect(host.greeting.last == .notice(notice) && host.greeting.count == 3)
    #expect(
      host.state.withLock { $0.table.abilities }
        == TableAbilities(
          source: 4, abilities: [], lenses: 1, condition: .failed, conditionText: Array("no such user".utf8)))
    failure.now.withLock { $0 = nil }
    // The next attempt need not be awaited.
    while !host.state.withLock({ $0.table.isOpen }) {
      host.look()
      await Task.yield()
    }
    await news.until { host.state.withLock { $0.table.summaries[0]?.statistics.count == 38 } }
    #expect(host.state.withLock { $0.persistentNotice } == nil)
    serving.cancel()
    _ = try? await serving.value
    #expect(events.taken().prefix(2) == ["abilities 0 1 65535 failed no such user", "failure: no such user"])
  }

  @Test func missingShardsAreAShareOfTheRows() async {
    await open()
    _ = events.taken()
    let seen = "not all of 3 shards answer"
    for (share, text) in [
      (0.254, "25 % of the rows are missing"), (0.256, "26 % of the rows are missing"),
      (1, "100 % of the rows are missing"),
      (nil, "an unknown share of the rows is missing"),
    ] as [(Double?, String)] {
      source.state.withLock { $0.loss = MissingShards(share: share, shardCount: 3, text: "x") }
      host.noteSuccess()
      // The second time, nothing has changed.
      host.noteSuccess()
      #expect(events.taken() == ["abilities \(Self.ranks) 1 65535 part \(text): \(seen)"])
    }
    // When all shards answer again, incomplete pictures are drawn again.
    source.state.withLock { $0.loss = nil }
    host.noteSuccess()
    #expect(events.taken() == [Self.fine, Self.table])
  }

  @Test(arguments: [
    (ColumnFailure.notReachable("gone"), "unreachable", true), (.shardLost("gone"), "refused", true),
    (.refused("gone"), "failed", false), (.changed("gone"), "failed", false),
  ]) func onlyPicturesThatLackedRowsAreDrawnAgain(
    _ failure: ColumnFailure, _ condition: String, _ isRedrawn: Bool
  ) async {
    await open()
    _ = events.taken()
    host.note(failure)
    host.note(.cancelled)
    #expect(events.taken() == ["abilities \(Self.ranks) 1 65535 \(condition) gone"])
    host.noteSuccess()
    #expect(events.taken() == [Self.fine] + (isRedrawn ? [Self.table] : []))
    #expect(host.state.withLock { $0.persistentNotice } == nil, "the table is shown")
  }

  @Test func theUserChoosesWhetherTheRestIsShown() async {
    await open()
    _ = events.taken()
    for isShown in [true, false] {
      host.choose(ChooseLost(source: 4, showsRest: isShown))
      #expect(source.showsRest == isShown && host.state.withLock { $0.showsRest } == isShown)
      #expect(events.taken() == [Self.table])
    }
    // The choice outlives the table's next opening.
    host.choose(showsRest: true)
    source.showsRest = false
    host.state.withLock { $0.table.reading = 0 }
    await open()
    #expect(source.showsRest)
  }

  @Test func abilitiesAreThoseOfTheSource() async {
    await open()
    for (abilities, expected) in [
      (ColumnAbilities(hasRanks: false, hasValues: false), "\(Self.own) 1 65535 fine "),
      (ColumnAbilities(hasRanks: true, hasValues: true), "\(Self.own + 2 + 4) 1 65535 fine "),
      (
        ColumnAbilities(hasRanks: false, hasValues: false, hasFormulas: true, xColumn: 1),
        "\(Self.own + 32) 1 1 fine "
      ),
      (
        ColumnAbilities(
          hasRanks: false, hasValues: false, lenses: [.m4, .lttb, .movingAverage], showsRest: true,
          reasons: ["One.", "Two."]), "\(Self.own + 4096) \(1 + 8 + 256) 65535 fine One. Two."
      ),
    ] {
      source.state.withLock { $0.abilities = abilities }
      _ = events.taken()
      host.noteSuccess()
      #expect(events.taken() == ["abilities \(expected)"])
    }
    source.state.withLock { $0.abilities.reasons = [String(repeating: "x", count: 3000)] }
    host.note(.refused(String(repeating: "y", count: 3000)))
    let abilities = host.state.withLock { $0.table.abilities }
    #expect(abilities?.reasons.count == WireLimits.reasons)
    #expect(abilities?.conditionText.count == WireLimits.conditionText)
  }

  @Test func aViewThatWasTooMuchStaysFailedUntilItChanges() async {
    await open()
    let (one, two) = (TaskDriver(host: host, waker: .none), TaskDriver(host: host, waker: .none))
    func condition() -> TableAbilities.Condition? { host.state.withLock { $0.table.abilities?.condition } }
    // Another failure is forgotten at once.
    host.note(.refused("no"))
    host.keepFailure(of: one)
    host.noteSuccess()
    #expect(condition() == .fine)
    host.note(.tooMuch("took too long"))
    host.keepFailure(of: one)
    host.keepFailure(of: two)
    host.noteSuccess()
    #expect(condition() == .failed)
    host.forgetFailure(of: one)
    #expect(condition() == .failed)
    host.forgetFailure(of: two)
    #expect(condition() == .fine)
    // Nothing that has not failed now is kept.
    host.keepFailure(of: one)
    host.noteSuccess()
    #expect(condition() == .fine && host.state.withLock { $0.failedViews.isEmpty })
  }

  @Test func aChangedTableIsOpenedAgain() async {
    let host = host
    let serving = Task { try await host.run() }
    await news.until { host.state.withLock { $0.table.summaries[0]?.statistics.count == 38 } }
    source.state.withLock { $0.revision?.rowCount = 41 }
    while host.state.withLock({ $0.table.reading < 2 }) {
      host.look()
      await Task.yield()
    }
    await news.until { host.state.withLock { $0.table.description.rowCount == 41 } }
    serving.cancel()
    _ = try? await serving.value
  }
}
