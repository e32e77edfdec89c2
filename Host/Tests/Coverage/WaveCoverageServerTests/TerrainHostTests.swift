import Foundation
import Synchronization
import Testing
import WaveCoverageFeed
import WaveCoverageWire
import WaveWire
import ServerTestSupport
import WaveServer

@testable import WaveCoverageServer

@Suite struct TerrainHostTests {
  private let hub: NotingHub

  init() async throws { hub = try await NotingHub() }

  /// Tiles whose heights say where they are.
  private struct Made: TerrainProvider {
    var side: UInt32 = 300
    var isBroken = false
    var surfaces: [SurfacePart] = []

    var tiles: [TerrainDescription] {
      [
        TerrainDescription(
          northDegrees: 10, westDegrees: 20, latitudeStepDegrees: 0.001, longitudeStepDegrees: 0.001,
          rowCount: side, columnCount: side, name: Array("made".utf8))
      ]
    }

    func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(TerrainFault) -> [Int16] {
      if isBroken { throw TerrainFault("The file is gone.") }
      return rows.flatMap { row in columns.map { Int16(row * 100 + $0 % 100) } }
    }

    /// Thousandths of a degree from the tile's corner: known in the north alone.
    func surfaceHeights(at posts: SurfacePosts) throws(TerrainFault) -> [Int16] {
      if isBroken { throw TerrainFault("The model is gone.") }
      return (0..<posts.rowCount * posts.columnCount).map { post in
        let (row, column) = (post / posts.columnCount, post % posts.columnCount)
        let down = 10 - posts.northDegrees + Double(row) * posts.latitudeStepDegrees
        let right = posts.westDegrees - 20 + Double(column) * posts.longitudeStepDegrees
        return down > 0.2005 ? TerrainBlock.void : Int16(((down + right) * 1000).rounded())
      }
    }
  }

  private func key(_ tile: Int, _ level: UInt8, _ row: Int, _ column: Int) -> TerrainBlockKey {
    TerrainBlockKey(tile: UInt16(tile), level: level, row: UInt16(row), column: UInt16(column))
  }

  @Test func blocksHaveTheirTilesPosts() throws {
    let host = TerrainHost([DemoTerrain(), Made()])
    let block = try host.block(key(4, 0, 2, 1))
    #expect(block.rowCount == 44 && block.columnCount == 129)
    #expect(block.heights[0] == 256 * 100 + 128 % 100)
    #expect(block.heights[129] == 257 * 100 + 28)
    let coarse = try host.block(key(4, 1, 1, 0))
    // 299 steps are 149.5 of two posts: the last one stands at the tile's edge.
    #expect(coarse.rowCount == 23 && coarse.columnCount == 129)
    #expect(coarse.heights[22 * 129] == 299 * 100)
    #expect(coarse.heights[21 * 129 + 1] == 298 * 100 + 2)
  }

  @Test func surfaceModelsAreListedAndSampledAtTheTilesPosts() throws {
    let parts = (0..<150).map { number in
      SurfacePart(
        northDegrees: 10, westDegrees: 20, southDegrees: 9.8, eastDegrees: 20.3,
        version: UInt64(number + 1), name: [])
    }
    let host = TerrainHost([DemoTerrain(), Made(surfaces: parts)])
    var received: [SurfacePart] = []
    for case .surfaces(let list) in host.catalog.messages(since: TerrainCatalog()) {
      #expect(Int(list.first) == received.count && list.total == 150)
      received += list.parts
    }
    #expect(received == parts && host.catalog.messages(since: host.catalog).isEmpty)
    #expect(
      !TerrainHost([DemoTerrain()]).catalog.messages(since: TerrainCatalog()).contains {
        if case .surfaces = $0 { true } else { false }
      })
    var surface = key(4, 0, 1, 1)
    surface.isSurface = true
    let block = try host.block(surface)
    #expect(block.key == surface && block.rowCount == 129 && block.columnCount == 129)
    #expect(block.heights[0] == 256 && block.heights[3 * 129 + 5] == 264)
    #expect(block.heights[72 * 129] == 328 && block.heights[73 * 129] == TerrainBlock.void)
    // A coarser level has every second post.
    var coarse = key(4, 1, 0, 0)
    coarse.isSurface = true
    let other = try host.block(coarse)
    #expect(other.heights[7 * 129 + 3] == 20)
    // What has none knows nothing, and one that cannot be read is refused in words.
    var hills = key(0, 0, 0, 0)
    hills.isSurface = true
    let none = try host.block(hills)
    #expect(none.heights.allSatisfy { $0 == TerrainBlock.void })
    var first = key(0, 0, 0, 0)
    first.isSurface = true
    let broken = TerrainHost([Made(isBroken: true, surfaces: parts)])
    #expect(throws: TerrainFault("The model is gone.")) { try broken.block(first) }
    // Without models there is no such block.
    let bare = TerrainHost([Made()])
    #expect(throws: TerrainFault.self) { try bare.block(first) }
  }

  @Test func whatThereIsNotIsRefusedInWords() {
    let host = TerrainHost([Made(isBroken: true)])
    for wrong in [key(1, 0, 0, 0), key(0, 0, 3, 0), key(0, 0, 0, 3)] {
      guard case .refused(let reason) = host.answer(wrong) else {
        Issue.record("\(wrong) was answered")
        continue
      }
      #expect(reason == TerrainCatalog.noSuchBlock)
    }
    guard case .refused(let reason) = host.answer(key(0, 0, 0, 0)) else {
      Issue.record("a broken file was answered")
      return
    }
    #expect(String(decoding: reason, as: UTF8.self) == "The file is gone.")
  }

  @Test func aClientIsGreetedAndAnswered() async throws {
    let host = TerrainHost([DemoTerrain()])
    let session = CoverageSession(host: host, waker: hub.waker)
    var budget = MessageBudget(perSecond: 300)
    func frame(_ messages: [CoverageMessage]) -> [UInt8] {
      var bytes: [UInt8] = []
      for message in messages { message.encodeFromClient(into: &bytes) }
      return bytes
    }
    try session.receive(frame([.hello(CoverageHello())]), at: 7, budget: &budget)
    #expect(session.isDue(at: 7))
    try session.receive(
      frame([.ask(BlockRequest(key(0, 2, 0, 0))), .ask(BlockRequest(key(9, 0, 0, 0)))]), at: 8,
      budget: &budget)
    var answers: [CoverageMessage] = []
    try await hub.until {
      var frames = MeteredFrames()
      session.collect(at: 9, into: &frames)
      var reader = CoverageMessageReader(limit: WireLimits.serverMessageBytes)
      let bytes = frames.frames.bytes
      while let message = try reader.nextFromServer(in: bytes.span.bytes) { answers.append(message) }
      return answers.count >= 6
    }
    guard case .welcome(let welcome) = answers[0], case .tiles(let tiles) = answers[1],
      case .versions(let versions) = answers[2], case .coverageOffer = answers[3],
      case .block(let block) = answers[4], case .refusal = answers[5]
    else {
      Issue.record("\(answers.map { "\($0)".prefix(40) })")
      return
    }
    #expect(versions.versions.count == 4 && !versions.versions.contains(0))
    #expect(welcome.sourceCount == 4 && tiles.tiles.count == 4 && tiles.total == 4)
    #expect(tiles.tiles.allSatisfy { $0.flags.contains(.simulated) })
    #expect(block.key == key(0, 2, 0, 0) && block.heights.contains { $0 > 0 })
  }

  /// A tile whose heights are its content's number, which changes between two questions, or while one is
  /// read; so does the wood on it.
  private final class Changing: TerrainProvider {
    let content = Mutex(1)
    let wood = Mutex(1)
    /// Whether the file is replaced while it is read the next time.
    let changesMeanwhile = Mutex(false)
    /// Posts along a side, and those along one of the tile that comes next.
    let side = Mutex<UInt32>(300)
    let nextSide = Mutex<UInt32>(300)

    var tiles: [TerrainDescription] { Made(side: side.withLock { $0 }).tiles }
    var versions: [UInt64] { content.withLock { [UInt64($0)] } }
    var revision: Int { content.withLock { $0 } + wood.withLock { $0 } }

    var surfaces: [SurfacePart] {
      [
        SurfacePart(
          northDegrees: 10, westDegrees: 20, southDegrees: 9.7, eastDegrees: 20.3,
          version: UInt64(wood.withLock { $0 }), name: [])
      ]
    }

    private func changeMeanwhile(_ number: borrowing Mutex<Int>) {
      guard
        changesMeanwhile.withLock({ changes in
          defer { changes = false }
          return changes
        })
      else { return }
      let next = nextSide.withLock { $0 }
      side.withLock { $0 = next }
      number.withLock { $0 += 1 }
    }

    func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(TerrainFault) -> [Int16] {
      let number = content.withLock { $0 }
      changeMeanwhile(content)
      let posts = Int(side.withLock { $0 })
      guard rows.allSatisfy({ $0 < posts }), columns.allSatisfy({ $0 < posts }) else {
        throw TerrainFault("The tile was replaced.")
      }
      return [Int16](repeating: Int16(number), count: rows.count * columns.count)
    }

    func surfaceHeights(at posts: SurfacePosts) throws(TerrainFault) -> [Int16] {
      let number = wood.withLock { $0 }
      changeMeanwhile(wood)
      return [Int16](repeating: Int16(-number), count: posts.rowCount * posts.columnCount)
    }
  }

  /// The tiles, models and blocks that a client receives.
  private struct News {
    var versions: [[UInt64]] = []
    var sides: [UInt32] = []
    var woods: [UInt64] = []
    var heights: [Int16] = []
    var refusals: [String] = []
    /// `t`iles, `v`ersions, `s`urfaces, `b`locks and `r`efusals, as they came.
    var order = ""
  }

  /// Collects what a client is sent, until it has `count` blocks and refusals.
  private func receive(from session: CoverageSession, blocks count: Int) async throws -> News {
    var news = News()
    try await hub.until {
      var frames = MeteredFrames()
      session.collect(at: 9, into: &frames)
      var reader = CoverageMessageReader(limit: WireLimits.serverMessageBytes)
      let bytes = frames.frames.bytes
      while let message = try reader.nextFromServer(in: bytes.span.bytes) {
        switch message {
        case .tiles(let list):
          news.sides += list.tiles.map { $0.rowCount }
          news.order += "t"
        case .versions(let list):
          news.versions.append(list.versions)
          news.order += "v"
        case .surfaces(let list):
          news.woods += list.parts.map { $0.version }
          news.order += "s"
        case .block(let block):
          news.heights.append(block.heights[0])
          news.order += "b"
        case .refusal(let refusal):
          news.refusals.append(String(decoding: refusal.text, as: UTF8.self))
          news.order += "r"
        default: break
        }
      }
      return news.heights.count + news.refusals.count >= count
    }
    return news
  }

  /// A client that has said hello, and asks.
  private func joined(_ provider: Changing) throws -> (CoverageSession, (TerrainBlockKey) throws -> Void) {
    let host = TerrainHost([provider])
    let session = CoverageSession(host: host, waker: hub.waker)
    var budget = MessageBudget(perSecond: 300)
    func send(_ message: CoverageMessage) throws {
      var bytes: [UInt8] = []
      message.encodeFromClient(into: &bytes)
      try session.receive(bytes, at: 7, budget: &budget)
    }
    try send(.hello(CoverageHello()))
    return (session, { key in try send(.ask(BlockRequest(key))) })
  }

  @Test func reportsChangedContentBeforeItsBlocks() async throws {
    let provider = Changing()
    let (session, ask) = try joined(provider)
    try ask(key(0, 0, 0, 0))
    var news = try await receive(from: session, blocks: 1)
    #expect(news.versions == [[1]] && news.heights == [1] && news.order == "stvb")
    // Replaced between two questions.
    provider.content.withLock { $0 = 2 }
    try ask(key(0, 0, 0, 1))
    news = try await receive(from: session, blocks: 1)
    #expect(news.versions == [[2]] && news.heights == [2] && news.order == "tvb")
    // Replaced while it is read: what was read is of neither, and read once more.
    provider.changesMeanwhile.withLock { $0 = true }
    try ask(key(0, 0, 1, 0))
    news = try await receive(from: session, blocks: 1)
    #expect(news.versions == [[3]] && news.heights == [3] && news.order == "tvb")
    // A client that joins later receives the current versions.
    let other = TerrainHost([provider])
    #expect(other.catalog.versions == [3] && other.catalog.messages(since: other.catalog).isEmpty)
  }

  @Test func reportsAChangedSurfaceModelBeforeItsBlocks() async throws {
    let provider = Changing()
    let (session, ask) = try joined(provider)
    var above = key(0, 0, 0, 0)
    above.isSurface = true
    try ask(above)
    var news = try await receive(from: session, blocks: 1)
    #expect(news.woods == [1] && news.heights == [-1] && news.order == "stvb")
    provider.wood.withLock { $0 = 2 }
    try ask(above)
    news = try await receive(from: session, blocks: 1)
    #expect(news.woods == [2] && news.heights == [-2] && news.order == "sb")
    provider.changesMeanwhile.withLock { $0 = true }
    try ask(above)
    news = try await receive(from: session, blocks: 1)
    #expect(news.woods == [3] && news.heights == [-3] && news.order == "sb")
    // The ground is the same as before: none of it is read once more for a wood's sake.
    provider.wood.withLock { $0 = 4 }
    try ask(key(0, 0, 0, 0))
    news = try await receive(from: session, blocks: 1)
    #expect(news.versions.isEmpty && news.heights == [1])
  }

  /// A tile with other posts replaces the one before; parts that it no longer has are refused.
  @Test func reportsATileWithOtherPostsBeforeItsBlocks() async throws {
    let provider = Changing()
    let (session, ask) = try joined(provider)
    try ask(key(0, 0, 2, 2))
    var news = try await receive(from: session, blocks: 1)
    #expect(news.sides == [300] && news.heights == [1])
    // A third of the posts, found while the old ones are asked for, which are not there any more.
    provider.nextSide.withLock { $0 = 100 }
    provider.changesMeanwhile.withLock { $0 = true }
    try ask(key(0, 0, 2, 2))
    news = try await receive(from: session, blocks: 1)
    #expect(news.sides == [100] && news.versions == [[2]] && news.heights.isEmpty && news.order == "tvr")
    #expect(news.refusals.first?.contains("no such part") == true)
    try ask(key(0, 0, 0, 0))
    news = try await receive(from: session, blocks: 1)
    #expect(news.heights == [2] && news.order == "b")
    // And more of them.
    provider.nextSide.withLock { $0 = 900 }
    provider.changesMeanwhile.withLock { $0 = true }
    try ask(key(0, 0, 0, 0))
    news = try await receive(from: session, blocks: 1)
    #expect(news.sides == [900] && news.heights == [3] && news.order == "tvb")
    try ask(key(0, 0, 6, 6))
    news = try await receive(from: session, blocks: 1)
    #expect(news.heights == [3] && news.order == "b")
  }

  @Test func aClientThatRequestsTooMuchIsDisconnected() throws {
    let session = CoverageSession(host: TerrainHost([DemoTerrain()]), waker: .none)
    var bytes: [UInt8] = []
    CoverageMessage.hello(CoverageHello()).encodeFromClient(into: &bytes)
    for row in 0..<100 { CoverageMessage.ask(BlockRequest(key(0, 0, row, 0))).encodeFromClient(into: &bytes) }
    var budget = MessageBudget(perSecond: 300)
    #expect(throws: ClientFault.self) { try session.receive(bytes, at: 7, budget: &budget) }
    session.close(at: 8)
  }
}
