import Testing
import WaveSpectra
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrumFeed

@Suite struct SpectrumFeedWaterfallTests {
  /// Fifteen rows: half a second of them.
  private let half = Array(repeating: "row", count: 15).joined(separator: " ")

  @Test func sendsARowForEachClosedSlot() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .waterfall))
    #expect(scene.play("\(half) ack1 \(half) ack1 \(half) ack1 row row") == "axis1 s0 s1 s2")
    let row = try #require(scene.rows.last)
    #expect(row.startMicroseconds == 11_000_000)
    #expect(row.durationMicroseconds == 500_000)
    // Every row of the slot peaks in another bin: a maximum over all of them.
    #expect(row.flags == .waterfall)
    #expect(row.sequence == 45)
    #expect(row.values.filter { $0 == 0 }.count == 5)
  }

  @Test func aGapClosesASlotByTimeAndLeavesEmptySlotsOut() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .waterfall))
    #expect(scene.play("\(half) row row +3000") == "axis1 s0 s1")
    #expect(scene.feed.wakeMicroseconds == nil)
    #expect(scene.play("ack2 \(half) \(half)") == "s7 s8")
  }

  @Test func anOpenSlotIsDueWhenItCloses() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .waterfall))
    scene.play("row row")
    let closes = try #require(scene.feed.wakeMicroseconds)
    #expect(closes > 10_500_000)
    #expect(!scene.feed.isDue(at: closes - 1))
    #expect(scene.feed.isDue(at: closes))
    scene.now = closes
    #expect(scene.collect() == "axis1 s0")
    // Then none is open.
    #expect(!scene.feed.isDue(at: closes + 1_000_000))
  }

  @Test(arguments: [0, 7, 14])
  func aSlotWithALostRowSaysSo(lost: Int) throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .waterfall))
    let steps = (0..<15).map { $0 == lost ? "lost" : "row" }.joined(separator: " ")
    scene.play("\(half) ack1 \(steps) ack1 \(half) ack1 row row")
    #expect(scene.rows.map { $0.flags.contains(.incomplete) } == [false, true, false])
    // Fetched later they still say so, from rows as they were acquired and from merged ones.
    for minute in 0..<2 {
      scene.sent = []
      let fetch = Fetch(view: 1, fromMicroseconds: 10_000_000, untilMicroseconds: 11_500_000)
      try scene.receive(.fetch(fetch))
      #expect(scene.rows.map { $0.flags.contains(.incomplete) } == [false, true, false], "\(minute)")
      for _ in 0..<40 { scene.play("\(half) ack1 got3") }
    }
  }

  @Test func aRowTooLateForItsSlotDoesNotSendItTwice() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .waterfall))
    scene.play("row row +800")
    scene.now = 10_200_000
    #expect(scene.play("row row row") == "")
  }

  @Test func theNewestClosedSlotComesAtOnce() throws {
    var scene = Scene()
    scene.play("\(half) \(half) row row")
    #expect(try scene.receive(Scene.view(1, .waterfall)) == "axis1 s1")
  }

  @Test func stillWaterfallGivesOnlyWhatIsFetched() throws {
    var scene = Scene()
    scene.play("\(half) \(half) row row")
    #expect(try scene.receive(Scene.view(1, .waterfall, frozen: 1)) == "")
    #expect(scene.play("\(half) \(half) +2000") == "")
    let fetch = Fetch(view: 1, fromMicroseconds: 10_000_000, untilMicroseconds: 11_000_000)
    #expect(try scene.receive(.fetch(fetch)) == "axis1 f1 f0 fetched")
  }

  @Test func longRowsComeAtOnceAsTheyAre() throws {
    var scene = Scene()
    scene.rowMicroseconds = 2_000_000
    try scene.receive(Scene.view(1, .waterfall))
    #expect(scene.play("row ack1 row ack1 row ack1") == "axis1 s0 s4 s8")
    #expect(scene.rows.last?.durationMicroseconds == 2_000_000)
  }

  @Test func slowClientsGetFewerAndNewerSlots() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .waterfall))
    let three = Array(repeating: half, count: 3).joined(separator: " ")
    #expect(scene.play("\(three) \(three) \(three) row row") == "axis1 s0 s1 s2 s3")
    #expect(scene.play("ack1") == "s8(4)")
  }

  @Test func fetchesNewestFirstAndSaysWhenItIsDone() throws {
    var scene = Scene()
    scene.play("\(half) \(half) \(half) \(half) row row")
    try scene.receive(Scene.view(1, .waterfall))
    let fetch = Fetch(view: 1, fromMicroseconds: 10_500_000, untilMicroseconds: 20_000_000)
    #expect(try scene.receive(.fetch(fetch)) == "f3 f2 f1 fetched")
    guard case .fetched(let done) = scene.sent.last else {
      Issue.record("not done")
      return
    }
    #expect(done.fromMicroseconds == 10_500_000)
    #expect(done.oldestMicroseconds == 10_000_000)
  }

  @Test func fetchesWithinItsOwnCredit() throws {
    var scene = Scene()
    for _ in 0..<100 { scene.play(half) }
    try scene.receive(Scene.view(1, .waterfall))
    scene.sent = []
    try scene.receive(.fetch(Fetch(view: 1, fromMicroseconds: 0, untilMicroseconds: 100_000_000)))
    #expect(scene.rows.count == 64)
    #expect(scene.rows.map(\.startMicroseconds) == scene.rows.map(\.startMicroseconds).sorted(by: >))
    scene.sent = []
    #expect(scene.play("got8").split(separator: " ").count == 8)
    // Live rows still have credit of their own.
    #expect(scene.play("\(half) row").contains("s"))
    #expect(scene.play("got64").hasSuffix("fetched"))
  }

  @Test func liveRowsGoBeforeFetchedOnes() throws {
    var scene = Scene()
    for _ in 0..<20 { scene.play(half) }
    let history = scene.history
    _ = try scene.feed.receive(Scene.view(1, .waterfall), at: scene.now) { _ in history }
    let fetch = Message.fetch(Fetch(view: 1, fromMicroseconds: 0, untilMicroseconds: scene.now))
    _ = try scene.feed.receive(fetch, at: scene.now) { _ in history }
    let batch = scene.feed.collect(at: scene.now) { _ in history }.map { scene.text(of: $0) }
    #expect(batch.prefix(2) == ["axis1", "s18"])
    #expect(batch.count == 2 + SpectrumFeed.fetchBatch)
  }

  @Test func slotsOfManyBinsAreMergedOneAtATime() throws {
    var scene = Scene()
    scene.axis.count = 4096
    scene.rowMicroseconds = 400_000
    for _ in 0..<8 { scene.play("row row row row row") }
    // By what the source says of itself, 150 rows go into each of these.
    try scene.receive(Scene.view(1, .waterfall, slot: 5_000_000))
    let history = scene.history
    let fetch = Message.fetch(Fetch(view: 1, fromMicroseconds: 0, untilMicroseconds: scene.now))
    _ = try scene.feed.receive(fetch, at: scene.now) { _ in history }
    var counts: [Int] = []
    while counts.count < 9 {
      let batch = scene.feed.collect(at: scene.now) { _ in history }
      counts.append(batch.count { if case .row = $0 { true } else { false } })
      if batch.isEmpty { break }
    }
    #expect(counts == [1, 1, 1, 0, 0])
  }

  @Test func aNewerFetchReplacesTheOneBefore() throws {
    var scene = Scene()
    for _ in 0..<100 { scene.play(half) }
    try scene.receive(Scene.view(1, .waterfall))
    try scene.receive(.fetch(Fetch(view: 1, fromMicroseconds: 0, untilMicroseconds: 100_000_000)))
    let text =
      scene.play("+1")
      + (try scene.receive(
        .fetch(Fetch(view: 1, fromMicroseconds: 10_000_000, untilMicroseconds: 11_000_000))))
    #expect(text == "")
    #expect(scene.play("got64") == "f1 f0 fetched")
  }

  @Test func fetchesOfOtherViewsAndModesAreIgnored() throws {
    var scene = Scene()
    scene.play("\(half) \(half)")
    try scene.receive(Scene.view(1, .waterfall))
    #expect(try scene.receive(.fetch(Fetch(view: 9, fromMicroseconds: 0, untilMicroseconds: 1 << 40))) == "")
    try scene.receive(Scene.view(2, .spectrum))
    #expect(try scene.receive(.fetch(Fetch(view: 2, fromMicroseconds: 0, untilMicroseconds: 1 << 40))) == "")
  }

  @Test func aFetchOfAnEmptyHistoryIsDoneAtOnce() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .waterfall))
    #expect(try scene.receive(.fetch(Fetch(view: 1, fromMicroseconds: 0, untilMicroseconds: 5))) == "fetched")
  }

  @Test func planesWithoutOneGiveTheMaximum() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .waterfall, planes: .hold))
    scene.play("\(half) row row")
    #expect(scene.rows.last?.planes == .max)
  }
}
