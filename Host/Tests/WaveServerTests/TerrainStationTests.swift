import Foundation
import Synchronization
import Testing
import WaveFeed
import WaveWire

@testable import WaveServer

@Suite struct TerrainStationTests {
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
    let station = TerrainStation([DemoTerrain(), Made()])
    guard case .block(let block) = station.answer(key(4, 0, 2, 1)) else {
      Issue.record("no block")
      return
    }
    #expect(block.rowCount == 44 && block.columnCount == 129)
    #expect(block.heights[0] == 256 * 100 + 128 % 100)
    #expect(block.heights[129] == 257 * 100 + 28)
    guard case .block(let coarse) = station.answer(key(4, 1, 1, 0)) else {
      Issue.record("no block")
      return
    }
    // 299 steps are 149.5 of two posts: the last one stands at the tile's edge.
    #expect(coarse.rowCount == 23 && coarse.columnCount == 129)
    #expect(coarse.heights[22 * 129] == 299 * 100)
    #expect(coarse.heights[21 * 129 + 1] == 298 * 100 + 2)
  }

  @Test func modelsOfTheSurfaceAreToldAndAskedAtTheTilesPosts() throws {
    let parts = (0..<150).map { number in
      SurfacePart(
        northDegrees: 10, westDegrees: 20, southDegrees: 9.8, eastDegrees: 20.3,
        version: UInt64(number + 1), name: [])
    }
    let station = TerrainStation([DemoTerrain(), Made(surfaces: parts)])
    var told: [SurfacePart] = []
    for case .surfaces(let list) in station.greeting {
      #expect(Int(list.first) == told.count && list.total == 150)
      told += list.parts
    }
    #expect(told == parts && TerrainStation([DemoTerrain()]).greeting.isEmpty)
    var surface = key(4, 0, 1, 1)
    surface.isSurface = true
    guard case .block(let block) = station.answer(surface) else {
      Issue.record("no block")
      return
    }
    #expect(block.key == surface && block.rowCount == 129 && block.columnCount == 129)
    #expect(block.heights[0] == 256 && block.heights[3 * 129 + 5] == 264)
    #expect(block.heights[72 * 129] == 328 && block.heights[73 * 129] == TerrainBlock.void)
    // A coarser level has every second post.
    var coarse = key(4, 1, 0, 0)
    coarse.isSurface = true
    guard case .block(let other) = station.answer(coarse) else {
      Issue.record("no block")
      return
    }
    #expect(other.heights[7 * 129 + 3] == 20)
    // What has none knows nothing, and one that cannot be read is refused in words.
    var hills = key(0, 0, 0, 0)
    hills.isSurface = true
    guard case .block(let none) = station.answer(hills) else {
      Issue.record("no block")
      return
    }
    #expect(none.heights.allSatisfy { $0 == TerrainBlock.void })
    var first = key(0, 0, 0, 0)
    first.isSurface = true
    guard case .refusal(let refusal) = TerrainStation([Made(isBroken: true)]).answer(first) else {
      Issue.record("a broken model was answered")
      return
    }
    #expect(refusal.key == first && String(decoding: refusal.text, as: UTF8.self) == "The model is gone.")
  }

  @Test func whatThereIsNotIsRefusedInWords() {
    let station = TerrainStation([Made(isBroken: true)])
    for wrong in [key(1, 0, 0, 0), key(0, 0, 3, 0), key(0, 0, 0, 3)] {
      guard case .refusal(let refusal) = station.answer(wrong) else {
        Issue.record("\(wrong) was answered")
        continue
      }
      #expect(refusal.key == wrong && !refusal.text.isEmpty)
    }
    guard case .refusal(let refusal) = station.answer(key(0, 0, 0, 0)) else {
      Issue.record("a broken file was answered")
      return
    }
    #expect(String(decoding: refusal.text, as: UTF8.self) == "The file is gone.")
  }

  @Test func aClientIsGreetedAndAnswered() throws {
    let session = TerrainSession(station: TerrainStation([DemoTerrain()]))
    var budget = MessageBudget(perSecond: 300)
    func frame(_ messages: [TerrainMessage]) -> [UInt8] {
      var bytes: [UInt8] = []
      for message in messages { message.encodeFromClient(into: &bytes) }
      return bytes
    }
    try session.receive(frame([.hello(TerrainHello())]), at: 7, budget: &budget)
    #expect(session.isDue(at: 7))
    try session.receive(
      frame([.ask(TerrainAsk(key(0, 2, 0, 0))), .ask(TerrainAsk(key(9, 0, 0, 0)))]), at: 8, budget: &budget)
    var answers: [TerrainMessage] = []
    let end = Date(timeIntervalSinceNow: 20)
    while answers.count < 6, Date() < end {
      var frames = MeteredFrames()
      session.collect(at: 9, into: &frames)
      var reader = TerrainMessageReader(limit: WireLimits.serverMessageBytes)
      let bytes = frames.frames.bytes
      while let message = try reader.nextFromServer(in: bytes.span.bytes) { answers.append(message) }
      if answers.count < 6 { usleep(2000) }
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

  /// A tile whose heights are its content's number, which changes between two questions, or while one is read.
  private final class Changing: TerrainProvider {
    let content = Mutex(1)
    /// Whether the file is replaced while it is read the next time.
    let changesMeanwhile = Mutex(false)

    var tiles: [TerrainDescription] { Made().tiles }
    var versions: [UInt64] { content.withLock { [UInt64($0)] } }
    var revision: Int { content.withLock { $0 } }

    func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(TerrainFault) -> [Int16] {
      let number = content.withLock { $0 }
      if changesMeanwhile.withLock({ changes in
        defer { changes = false }
        return changes
      }) {
        content.withLock { $0 += 1 }
      }
      return [Int16](repeating: Int16(number), count: rows.count * columns.count)
    }
  }

  /// Versions and blocks that a client is sent, until there are so many blocks.
  private func told(
    _ session: TerrainSession, blocks count: Int
  ) throws -> (versions: [[UInt64]], heights: [Int16], order: String) {
    var (versions, heights, order) = ([[UInt64]](), [Int16](), "")
    let end = Date(timeIntervalSinceNow: 20)
    while heights.count < count, Date() < end {
      var frames = MeteredFrames()
      session.collect(at: 9, into: &frames)
      var reader = TerrainMessageReader(limit: WireLimits.serverMessageBytes)
      let bytes = frames.frames.bytes
      while let message = try reader.nextFromServer(in: bytes.span.bytes) {
        if case .versions(let list) = message {
          versions.append(list.versions)
          order += "v"
        }
        if case .block(let block) = message {
          heights.append(block.heights[0])
          order += "b"
        }
      }
      if heights.count < count { usleep(2000) }
    }
    return (versions, heights, order)
  }

  @Test func aContentThatChangesIsToldBeforeItsBlocks() throws {
    let provider = Changing()
    let session = TerrainSession(station: TerrainStation([provider]))
    var budget = MessageBudget(perSecond: 300)
    func send(_ message: TerrainMessage) throws {
      var bytes: [UInt8] = []
      message.encodeFromClient(into: &bytes)
      try session.receive(bytes, at: 7, budget: &budget)
    }
    try send(.hello(TerrainHello()))
    try send(.ask(TerrainAsk(key(0, 0, 0, 0))))
    var news = try told(session, blocks: 1)
    #expect(news.versions == [[1]] && news.heights == [1] && news.order == "vb")
    // Replaced between two questions.
    provider.content.withLock { $0 = 2 }
    try send(.ask(TerrainAsk(key(0, 0, 0, 1))))
    news = try told(session, blocks: 1)
    #expect(news.versions == [[2]] && news.heights == [2] && news.order == "vb")
    // Replaced while it is read: what was read is of neither, and read once more.
    provider.changesMeanwhile.withLock { $0 = true }
    try send(.ask(TerrainAsk(key(0, 0, 1, 0))))
    news = try told(session, blocks: 1)
    #expect(news.versions == [[3]] && news.heights == [3] && news.order == "vb")
    // Who comes later is told of what there is.
    let other = TerrainStation([provider])
    #expect(other.lists(since: []).versions == [3] && other.lists(since: [3]).messages.isEmpty)
  }

  @Test func whoAsksForTooMuchAtOnceIsCutOff() {
    let desk = TerrainDesk(station: TerrainStation([]))
    var taken = 0
    for row in 0..<1000 where desk.ask(key(0, 0, row, 0)) { taken += 1 }
    #expect(taken < 1000)
    desk.close()
    #expect(!desk.hasAnswers)
  }
}
