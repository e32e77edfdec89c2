import Foundation
import Synchronization
import Testing
import WaveCoverageFeed
import WaveCoverageWire
import WaveWire
import ServerTestSupport
import WaveServer

@testable import WaveCoverageServer

@Suite struct TerrainFetchTests {
  /// A tile, and another for each that is asked for; what is asked for waits until it is let go.
  private final class Growing: TerrainProvider, TerrainSupply {
    private struct State {
      var tiles = [Growing.tile(10, 20)]
      var isHeld = true
      var fault: String?
      var held: [Int: CheckedContinuation<Void, Never>] = [:]
      var heldCount = 0
    }
    private let state = Mutex(State())

    static func tile(_ south: Int, _ west: Int) -> TerrainDescription {
      TerrainDescription(
        northDegrees: Double(south + 1), westDegrees: Double(west), latitudeStepDegrees: 0.1,
        longitudeStepDegrees: 0.1, rowCount: 11, columnCount: 11, name: Array("\(south) \(west)".utf8))
    }

    var tiles: [TerrainDescription] { state.withLock { $0.tiles } }
    var supply: (any TerrainSupply)? { self }
    let sourceName = "dem.example"

    func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(TerrainFault) -> [Int16] {
      [Int16](repeating: Int16(tile), count: rows.count * columns.count)
    }

    func letGo(fault: String? = nil) {
      let held = state.withLock { state in
        state.isHeld = false
        state.fault = fault
        defer { state.held = [:] }
        return state.held.values
      }
      for continuation in held { continuation.resume() }
    }

    /// Waits until it is let go, or the task is cancelled.
    private func wait() async {
      let number = state.withLock { state in
        state.heldCount += 1
        return state.heldCount
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isOver = state.withLock { state in
            guard state.isHeld, !Task.isCancelled else { return true }
            state.held[number] = continuation
            return false
          }
          if isOver { continuation.resume() }
        }
      } onCancel: {
        state.withLock { $0.held.removeValue(forKey: number) }?.resume()
      }
    }

    func fetch(
      _ cell: TerrainCell, progress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws(TerrainFault) {
      progress(430, 1000)
      await wait()
      if Task.isCancelled { throw TerrainFault("It was ended.") }
      if let fault = state.withLock({ $0.fault }) { throw TerrainFault(fault) }
      state.withLock { $0.tiles.append(Self.tile(Int(cell.south), Int(cell.west))) }
    }
  }

  private let provider = Growing()
  private let host: TerrainHost
  private let cell = TerrainCell(south: 47, west: -11)

  private let news: NotingHub

  init() async throws {
    host = TerrainHost([provider])
    news = try await NotingHub()
  }

  private func greeted(mayControl: Bool = true) throws -> CoverageSession {
    let session = CoverageSession(host: host, mayControl: mayControl, waker: news.waker)
    try send(session, .hello(CoverageHello()))
    return session
  }

  private func send(_ session: CoverageSession, _ message: CoverageMessage) throws {
    var budget = MessageBudget(perSecond: 300)
    var bytes: [UInt8] = []
    message.encodeFromClient(into: &bytes)
    try session.receive(bytes, at: 7, budget: &budget)
  }

  /// What a client is sent until a message says so, in order.
  private func answers(
    _ session: CoverageSession, until isLast: (CoverageMessage) -> Bool
  ) async throws -> [CoverageMessage] {
    var answers: [CoverageMessage] = []
    try await news.until {
      while session.isDue(at: 8), !answers.contains(where: isLast) {
        var frames = MeteredFrames()
        session.collect(at: 8, into: &frames)
        var reader = CoverageMessageReader(limit: WireLimits.serverMessageBytes)
        let bytes = frames.frames.bytes
        while let message = try reader.nextFromServer(in: bytes.span.bytes) { answers.append(message) }
      }
      return answers.contains(where: isLast)
    }
    return answers
  }

  private func phase(_ message: CoverageMessage) -> TerrainProgress.Phase? {
    if case .progress(let progress) = message { progress.phase } else { nil }
  }

  @Test func aFetchedTileIsReportedToAllClients() async throws {
    let (asking, looking) = (try greeted(), try greeted(mayControl: false))
    let greeting = try await answers(asking) { phase($0) == .offered }
    guard greeting.count > 2, case .welcome(let welcome) = greeting[0], case .tiles(let first) = greeting[1],
      case .progress(let offer) = greeting[greeting.count - 1]
    else {
      Issue.record("\(greeting)")
      return
    }
    #expect(welcome.sourceCount == 1 && first.total == 1)
    #expect(String(decoding: offer.text, as: UTF8.self) == "dem.example")
    let others = try await answers(looking) { if case .tiles = $0 { true } else { false } }
    #expect(!others.contains { phase($0) == .offered }, "who may look is offered nothing")

    try send(asking, .fetch(TerrainFetch(cell, isWanted: true)))
    let coming = try await answers(asking) { message in
      if case .progress(let progress) = message { progress.doneBytes > 0 } else { false }
    }
    guard case .progress(let progress)? = coming.last else { return }
    #expect(progress == TerrainProgress(cell: cell, phase: .coming, doneBytes: 430, totalBytes: 1000))
    provider.letGo()
    let done = try await answers(asking) { phase($0) == .present }
    guard case .tiles(let more)? = done.first, case .progress(let end)? = done.last else {
      Issue.record("\(done)")
      return
    }
    // The tile is listed before its fetch is reported as complete.
    #expect(more == TerrainList(first: 1, total: 2, tiles: [Growing.tile(47, -11)]) && end.cell == cell)
    let isSecond = { (message: CoverageMessage) -> Bool in
      if case .tiles(let list) = message { list.first == 1 } else { false }
    }
    let seen = try await answers(looking, until: isSecond)
    #expect(seen.contains(where: isSecond) && !seen.contains { phase($0) != nil })
    let block = try host.block(TerrainBlockKey(tile: 1, level: 0, row: 0, column: 0))
    #expect(block.heights.allSatisfy { $0 == 1 })
  }

  @Test func whoMayLookIsRefused() async throws {
    let session = try greeted(mayControl: false)
    try send(session, .fetch(TerrainFetch(cell, isWanted: true)))
    #expect(try await answers(session) { phase($0) == .failed }.contains { phase($0) == .failed })
    #expect(host.fetches?.revision == 0)
  }

  @Test func reportsStoppedAndFailedFetches() async throws {
    let session = try greeted()
    try send(session, .fetch(TerrainFetch(cell, isWanted: true)))
    try send(session, .fetch(TerrainFetch(cell, isWanted: false)))
    #expect(try await answers(session) { phase($0) == .stopped }.contains { phase($0) == .stopped })
    provider.letGo(fault: "There is no such file.")
    try send(session, .fetch(TerrainFetch(cell, isWanted: true)))
    let failed = try await answers(session) { phase($0) == .failed }
    guard case .progress(let progress)? = failed.last else { return }
    #expect(String(decoding: progress.text, as: UTF8.self) == "There is no such file.")
    #expect(host.catalog.tiles.count == 1)
  }

  @Test func aFewComeAtATime() async throws {
    let session = try greeted()
    for west in 0..<Int16(TerrainDownloads.limit + 1) {
      try send(session, .fetch(TerrainFetch(TerrainCell(south: 1, west: west), isWanted: true)))
    }
    let received = try await answers(session) { phase($0) == .failed }
    guard case .progress(let refused)? = received.first(where: { phase($0) == .failed }) else {
      Issue.record("\(received)")
      return
    }
    #expect(refused.cell.west == Int16(TerrainDownloads.limit))
    provider.letGo()
    _ = try await answers(session) { _ in host.catalog.tiles.count == 1 + TerrainDownloads.limit }
    #expect(host.catalog.tiles.count == 1 + TerrainDownloads.limit)
  }

  /// Reports lengths that a server may state, and then that it has finished.
  private struct Boundless: TerrainSupply {
    let sourceName = "dem.example"
    let finished: AsyncStream<Void>.Continuation

    func fetch(
      _ cell: TerrainCell, progress: @escaping @Sendable (Int, Int?) -> Void
    ) async throws(TerrainFault) {
      for done in [Int.max, .min, 0] {
        for total in [1, Int.max, .min, 0] { progress(done, total) }
        progress(done, nil)
      }
      finished.finish()
    }
  }

  @Test func lengthsOfAnySizeAreHeld() async {
    let (finished, continuation) = AsyncStream<Void>.makeStream()
    TerrainDownloads(Boundless(finished: continuation)).begin(cell, for: host)
    for await _ in finished {}
  }
}
