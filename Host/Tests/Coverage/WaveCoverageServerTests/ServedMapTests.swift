import Foundation
import Testing
import WaveCoverageFeed
import WaveCoverageWire
import WavePropagation
import WaveSimulation
import WaveUnits
import WaveWire
import ServerTestSupport
import WaveServer

@testable import WaveCoverageServer

/// Maps that a server computes for its clients.
@Suite struct ServedMapTests {
  private static let place = Coordinate(latitudeDegrees: 46.8123, longitudeDegrees: 10.0987)
  private let host = TerrainHost([DemoTerrain()])
  private let news: NotingHub

  init() async throws { news = try await NotingHub() }

  private static func plan(_ model: CoveragePlan.Model, radius: Double) -> CoveragePlan {
    CoveragePlan(transmitter: place, frequencyHertz: 915e6, radiusMeters: radius, model: model)
  }

  /// A map that takes long.
  private static let long = plan(.irregularTerrain, radius: 12_000)

  private func joined(_ host: TerrainHost) throws -> CoverageSession {
    let session = CoverageSession(host: host, waker: news.waker)
    try send(.hello(CoverageHello()), to: session)
    return session
  }

  private func send(_ message: CoverageMessage, to session: CoverageSession) throws {
    var budget = MessageBudget(perSecond: 300)
    var bytes: [UInt8] = []
    message.encodeFromClient(into: &bytes)
    try session.receive(bytes, at: 7, budget: &budget)
  }

  /// What a client is sent until it has all that it waits for, in order.
  private func collected(
    _ session: CoverageSession, until isAll: ([CoverageMessage]) -> Bool
  ) async throws -> [CoverageMessage] {
    var answers: [CoverageMessage] = []
    try await news.until {
      while session.isDue(at: 8), !isAll(answers) {
        var frames = MeteredFrames()
        session.collect(at: 8, into: &frames)
        var reader = CoverageMessageReader(limit: WireLimits.serverMessageBytes)
        let bytes = frames.frames.bytes
        while let message = try reader.nextFromServer(in: bytes.span.bytes) { answers.append(message) }
      }
      return isAll(answers)
    }
    return answers
  }

  /// Puts a map together from what came; nil until it is whole.
  private func whole(_ answers: [CoverageMessage]) -> CoverageMap? {
    var geometry: CoverageGeometry?
    var losses: [Int16] = []
    for answer in answers {
      if case .coverageGeometry(let received) = answer { geometry = received }
      if case .coverageLosses(let part) = answer, Int(part.first) == losses.count {
        losses += part.losses
      }
    }
    return geometry.flatMap { CoverageMap($0, losses: losses) }
  }

  private func refused(_ answers: [CoverageMessage]) -> CoverageRefusal? {
    for case .coverageRefusal(let refusal) in answers { return refusal }
    return nil
  }

  /// The same map by nobody's help: the hills themselves, and a sweep over them.
  private func local(_ plan: CoveragePlan) throws -> CoverageMap {
    let hills = Hills()
    let ground = try #require(CoverageGround(within: plan, of: Hills.descriptions))
    var surface = TerrainSurface()
    for key in ground.keys {
      let tile = Hills.descriptions[Int(key.tile)]
      let posts = try #require(tile.posts(of: key))
      let block = TerrainBlock(
        key: key, rowCount: UInt8(posts.rows.count), columnCount: UInt8(posts.columns.count),
        heights: hills.heights(ofTile: Int(key.tile), rows: posts.rows, columns: posts.columns))
      surface.add(try #require(CoverageGround.tile(of: block, in: tile)))
    }
    return try swept(plan, surface)
  }

  private func swept(_ plan: CoveragePlan, _ surface: TerrainSurface) throws -> CoverageMap {
    var sweep = try CoverageSweep(
      plan, over: try surface.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters))
    sweep.advance(rays: .max)
    return sweep.map()
  }

  private func question(_ plan: CoveragePlan, number: UInt16 = 1) -> CoverageMessage {
    let level = CoverageGround(within: plan, of: Hills.descriptions)?.level ?? 0
    return .coverageRequest(CoverageRequest(plan, number: number, tileCount: 4, level: level))
  }

  @Test(arguments: [
    (CoveragePlan.Model.diffraction, 3000.0), (.p1812, 1500), (.irregularTerrain, 400), (.learned, 1500),
    (.extendedHata, 400),
  ])
  func theServedMapIsALocalSweepByteByByte(model: CoveragePlan.Model, radius: Double) async throws {
    var plan = Self.plan(model, radius: radius)
    if model == .p1812 { plan.clutter = .urban }
    let session = try joined(host)
    try send(question(plan, number: 513), to: session)
    let answers = try await collected(session) { whole($0) != nil }
    let served = try #require(whole(answers))
    let expected = try local(plan)
    #expect(served == expected, "0 ulps: the posts' places and every loss have the same bits")
    #expect(served.losses.contains { $0 > 5000 } && served.losses.contains(CoverageMap.nothing))
    // The progress rises, and the answer describes the whole request.
    var done: UInt32 = 0
    for case .coverageProgress(let progress) in answers {
      #expect(progress.number == 513 && progress.doneCount >= done && progress.doneCount <= progress.rayCount)
      done = progress.doneCount
    }
    for case .coverageLosses(let part) in answers { #expect(part.number == 513) }
    #expect(host.maps.counts.open == 0, "what is sent is forgotten")
  }

  /// Whole tiles instead of their blocks: heights are the same, and so are losses but for their last step.
  @Test func blocksMakeTheMapThatWholeTilesDo() async throws {
    // Within the two tiles in the north.
    let plan = Self.plan(.diffraction, radius: 1000)
    let session = try joined(host)
    try send(question(plan), to: session)
    let answers = try await collected(session) { whole($0) != nil }
    let served = try #require(whole(answers))
    var surface = TerrainSurface()
    for tile in 0..<2 { surface.add(try Hills().tile(tile)) }
    let other = try swept(plan, surface)
    #expect(served.rowCount == other.rowCount && served.columnCount == other.columnCount)
    let most = zip(served.losses, other.losses).map { abs(Int($0) - Int($1)) }.max()
    #expect(try #require(most) <= 2)
  }

  /// The hills, and something higher than all of them within a quarter of a kilometre of a meridian.
  private struct Wooded: TerrainProvider {
    static let part = SurfacePart(
      northDegrees: 46.83, westDegrees: 10.103, southDegrees: 46.8, eastDegrees: 10.113, version: 1,
      name: Array("woods".utf8))

    var tiles: [TerrainDescription] { Hills.descriptions }
    var surfaces: [SurfacePart] { [Self.part] }

    func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(TerrainFault) -> [Int16] {
      Hills().heights(ofTile: tile, rows: rows, columns: columns)
    }

    func surfaceHeights(at posts: SurfacePosts) throws(TerrainFault) -> [Int16] {
      (0..<posts.rowCount * posts.columnCount).map { post in
        let place = Coordinate(
          latitudeDegrees: posts.northDegrees
            - Double(post / posts.columnCount) * posts.latitudeStepDegrees,
          longitudeDegrees: posts.westDegrees
            + Double(post % posts.columnCount) * posts.longitudeStepDegrees)
        let isKnown =
          place.latitudeDegrees <= 46.83 && place.latitudeDegrees >= 46.8 && place.longitudeDegrees >= 10.103
          && place.longitudeDegrees <= 10.113
        guard isKnown else { return TerrainBlock.void }
        // What is below the ground is none.
        return abs(place.longitudeDegrees - 10.108) < 0.003 ? 4000 : -400
      }
    }
  }

  /// With models of the surface the served map is the local one over them, byte by byte; without, that of the
  /// ground.
  @Test(arguments: [CoveragePlan.Model.diffraction, .p1812])
  func theServedMapMeetsWhatStandsOnTheGround(model: CoveragePlan.Model) async throws {
    var plan = Self.plan(model, radius: 1500)
    // Clutter is where the model does not know.
    if model == .p1812 { plan.clutter = .suburban }
    let host = TerrainHost([Wooded()])
    func served(_ parts: Int) async throws -> CoverageMap {
      let session = try joined(host)
      let ask = CoverageRequest(plan, number: 4, tileCount: 4, level: 0, surfacePartCount: parts)
      try send(.coverageRequest(ask), to: session)
      let answers = try await collected(session) { whole($0) != nil }
      return try #require(whole(answers))
    }
    var ground = TerrainSurface()
    var woods = TerrainSurface()
    let blocks = try #require(CoverageGround(within: plan, of: Hills.descriptions))
    for key in blocks.keys {
      let tile = Hills.descriptions[Int(key.tile)]
      var above = key
      above.isSurface = true
      for (key, isGround) in [(key, true), (above, false)] {
        let made = try #require(CoverageGround.tile(of: try host.block(key), in: tile))
        if isGround { ground.add(made) } else { woods.add(made) }
      }
    }
    var patch = try ground.patch(around: plan.transmitter, radiusMeters: plan.radiusMeters)
    let bare = try await served(0)
    let expectedBare = try local(plan)
    #expect(bare == expectedBare)
    patch.cover(by: woods, clutterMeters: plan.clutterMeters)
    #expect(patch.surfacedCount > 500)
    var sweep = try CoverageSweep(plan, over: patch)
    sweep.advance(rays: .max)
    let expected = sweep.map()
    let covered = try await served(1)
    #expect(covered == expected, "0 ulps")
    let more = zip(covered.losses, bare.losses).count { Int($0) > Int($1) + 300 }
    #expect(more > 100, "what lies behind the woods hears less")
  }

  /// A server computes what a page requests, and a message can hold it.
  @Test func limitsOfPageAndServerGoTogether() {
    let samples = CoverageGround.samples(ofPosts: CoverageGround.servedPosts)
    #expect(samples <= Double(CoverageJobs.sampleLimit) && 4 * samples <= CoverageJobs.samplesLimit)
    #expect(1.25 * CoverageGround.servedPosts <= Double(WireLimits.coveragePosts))
    #expect(CoverageGround.pagePosts < CoverageGround.servedPosts)
  }

  @Test func aNewerQuestionEndsTheOneBefore() async throws {
    let session = try joined(host)
    try send(question(Self.long, number: 1), to: session)
    let begun = try await collected(session) { answers in
      answers.contains { if case .coverageProgress = $0 { true } else { false } }
    }
    #expect(whole(begun) == nil)
    let plan = Self.plan(.diffraction, radius: 1000)
    try send(question(plan, number: 2), to: session)
    let answers = try await collected(session) { whole($0) != nil }
    for answer in answers {
      if case .coverageProgress(let progress) = answer { #expect(progress.number == 2) }
      if case .coverageGeometry(let geometry) = answer { #expect(geometry.number == 2) }
    }
    let expected = try local(plan)
    #expect(whole(answers) == expected)
    await isIdle(host)
  }

  @Test func whoTakesItBackOrGoesIsNotComputedFor() async throws {
    let (left, gone) = (try joined(host), try joined(host))
    try send(question(Self.long, number: 9), to: left)
    try send(question(Self.long, number: 9), to: gone)
    #expect(host.maps.counts.open == 2)
    // Another question's number leaves nothing.
    try send(.coverageCancellation(CoverageCancellation(number: 8)), to: left)
    #expect(host.maps.counts.open == 2)
    try send(.coverageCancellation(CoverageCancellation(number: 9)), to: left)
    gone.close(at: 8)
    await isIdle(host)
    let late = try await collected(left) { !$0.isEmpty }
    #expect(!late.contains { if case .coverageGeometry = $0 { true } else { false } })
  }

  private func isIdle(_ host: TerrainHost) async {
    await host.maps.settle()
    #expect(host.maps.counts.running == 0 && host.maps.counts.open == 0)
  }

  @Test func noMoreIsTakenThanCanBeHeld() throws {
    let jobs = CoverageJobs(runningLimit: 1)
    var taken: [CoverageJob] = []
    guard case .coverageRequest(let ask) = question(Self.long) else { return }
    for _ in 0..<(CoverageJobs.limit + 3) {
      let job = try CoverageJob(ask, number: 1, host: host, waker: .none)
      if jobs.begin(job) { taken.append(job) }
    }
    #expect(taken.count == CoverageJobs.limit)
    #expect(jobs.counts.open == CoverageJobs.limit && jobs.counts.running == 1)
    for job in taken { jobs.end(job) }
    #expect(jobs.counts.open == 0)
  }

  /// A tile whose file is gone.
  private struct Broken: TerrainProvider {
    var tiles: [TerrainDescription] { Hills.descriptions }

    func heights(ofTile tile: Int, rows: [Int], columns: [Int]) throws(TerrainFault) -> [Int16] {
      throw TerrainFault("The file is gone.")
    }
  }

  @Test func whatCannotBeIsRefusedInWords() async throws {
    let plan = Self.plan(.diffraction, radius: 2000)
    func asking(_ edit: (inout CoverageRequest) -> Void) -> CoverageRequest {
      var ask = CoverageRequest(plan, number: 3, tileCount: 4, level: 0)
      edit(&ask)
      return ask
    }
    let cases: [(CoverageRequest, TerrainHost, String)] = [
      (asking { $0.model = 99 }, host, "does not know that model"),
      (asking { $0.frequencyHertz = 1 }, host, "the frequency is invalid"),
      (asking { $0.radiusMeters = 0 }, host, "the radius is invalid"),
      (asking { $0.radiusMeters = 1e6 }, host, "too many posts"),
      (asking { $0.latitudeDegrees = 12 }, host, "no tile"),
      (asking { $0.tileCount = 0 }, host, "no tile"),
      (asking { _ in }, TerrainHost([Broken()]), "The file is gone."),
    ]
    for (ask, host, words) in cases {
      let session = try joined(host)
      try send(.coverageRequest(ask), to: session)
      let answers = try await collected(session) { refused($0) != nil }
      let refusal = refused(answers)
      let text = String(decoding: try #require(refusal).text, as: UTF8.self)
      #expect(refusal?.number == 3 && text.contains(words), "\(text)")
    }
    await isIdle(host)
  }
}
