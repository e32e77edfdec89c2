import Testing
import WaveSensorsFeed
import WaveSensorsWire
import WaveSignal
import WaveStreams
import WaveWire

/// What a client is sent of the past: at rest, behind a filter that changes, and fetched.
@Suite struct SensorsFeedPastTests {
  @Test func aRecordingAtRestHasTheReadingsOfItsEnd() throws {
    var scene = StreamScene(channels: 2)
    var info = scene.info
    info.flags = .recording
    scene.feed.accept(info)
    try scene.hello()
    scene.pass(3_000_000)
    scene.feed.accept(
      TimeMap(source: 0, serverMicroseconds: scene.now, recordedMicroseconds: 3_000_000, speed: 0))
    scene.now += 60_000_000
    try scene.show(column: 10_000, secondsBack: 1)
    let readings = scene.deliver().compactMap { message -> StreamReadings? in
      if case .readings(let readings) = message { readings } else { nil }
    }
    #expect(readings.first?.readings.map(\.value) == [0, 1].map { Float(StreamScene.value($0, 2999)) })
    let expected = (2000..<3000).map { Float(StreamScene.value(0, $0)) }
    #expect(readings.first?.readings.first?.maximum == expected.max())
    // A view of its past waits for nothing.
    try scene.show(column: 10_000, secondsBack: 62, delay: 1_000_000)
    try scene.drain()
    #expect(scene.feed.wakeMicroseconds == nil)
    #expect(scene.client.blocks[0]?.isEmpty == false)
  }

  @Test func aViewInThePastShowsNothingYounger() throws {
    var scene = StreamScene(channels: 1)
    try scene.hello()
    try scene.show(column: 8000, secondsBack: 2, delay: 500_000)
    for _ in 0..<200 {
      scene.pass(16_000)
      scene.deliver()
      try scene.acknowledge()
      let newest = scene.client.blocks[0]?.keys.max() ?? 0
      let limit = (scene.now - 500_000 - 1_000_000_000) / 1000 + 1
      #expect(Int64(newest + 1) * 8 <= max(8, limit + 1))
    }
    #expect(scene.client.blocks[0, default: [:]].count > 300)
  }

  @Test func aFilterThatChangesSendsTheWindowAnew() throws {
    var scene = StreamScene(channels: 2)
    try scene.hello()
    scene.pass(2_000_000)
    try scene.show(column: 1000, secondsBack: 1)
    try scene.drain()
    let sections = try FilterDesign(.butterworth, .lowPass(hertz: 40), order: 2).sections(rateHertz: 1000)
    scene.archive.groups[0].setFilter(sections)
    while scene.archive.groups[0].isFiltering {
      scene.archive.groups[0].filterSlice(frames: 300)
      scene.pass(10_000)
      scene.deliver()
      try scene.acknowledge()
    }
    scene.pass(500_000)
    try scene.drain()
    // As the whole stream filtered in one go.
    var whole = (0..<scene.archive.groups[0].endSequence).map { StreamScene.value(1, $0) }
    var cascade = BiquadCascade(sections)
    var span = whole.mutableSpan
    cascade.process(&span)
    let held = scene.client.blocks[0, default: [:]]
    #expect(held.count > 1000 && scene.client.faults == [])
    for (block, values) in held {
      #expect(abs(values[1] - Float(whole[Int(block)])) < 1e-3, "block \(block)")
    }
    // Off again: as they came.
    scene.archive.groups[0].setFilter([])
    scene.feed.noteSamples(source: 0)
    try scene.drain()
    for (block, values) in scene.client.blocks[0, default: [:]] {
      #expect(values[1] == Float(StreamScene.value(1, block)))
    }
  }

  @Test func whatIsNotKeptAnyMoreIsSkipped() throws {
    var scene = StreamScene(rates: [10_000], channels: 1, historyBytes: 1 << 10)
    try scene.hello()
    scene.pass(100_000)
    try scene.show(column: 100, secondsBack: 0.1)
    for _ in 0..<4 {
      scene.deliver()
      scene.pass(20_000)
    }
    // Longer than the ring reaches, in one piece.
    for _ in 0..<8 { scene.pass(200_000) }
    try scene.drain()
    let end = scene.archive.groups[0].endSequence
    #expect(scene.client.skips == 1 && scene.client.blocks[0]?.keys.max() == end - 1)
  }

  @Test func messagesFitAndAFetchComesNewestFirst() throws {
    var scene = StreamScene(rates: [1000, 100], channels: 128, historyBytes: 1 << 24)
    try scene.hello()
    for _ in 0..<8 { scene.pass(500_000) }
    try scene.show(column: 1000, secondsBack: 0)
    try scene.drain()
    _ = try scene.send(
      .fetch(Fetch(view: scene.feed.view.view, fromMicroseconds: 0, untilMicroseconds: scene.now)))
    var lowest: [UInt8: UInt64] = [:]
    var isDone = false
    for _ in 0..<200 where !isDone {
      for message in scene.deliver() {
        var bytes: [UInt8] = []
        message.encodeFromServer(into: &bytes)
        #expect(bytes.count <= WireLimits.serverMessageBytes)
        switch message {
        case .columns(let columns) where columns.isFetched:
          let end = columns.firstBlock + UInt64(columns.blockCount)
          if let before = lowest[columns.group] { #expect(end == before) }
          lowest[columns.group] = columns.firstBlock
        case .fetched(let fetched):
          isDone = true
          #expect(fetched.oldestMicroseconds == 1_000_000_000)
        default: break
        }
      }
      #expect(scene.unreadFetched <= SensorsFeed.fetchLimit)
      try scene.acknowledge()
    }
    #expect(isDone && lowest == [0: 0, 1: 0])
    #expect(scene.client.blocks[0]?.count == Int(scene.archive.groups[0].endSequence))
  }

  @Test func aPausedViewReceivesThePastThatItFetches() throws {
    var scene = StreamScene(channels: 1)
    try scene.hello()
    for _ in 0..<4 { scene.pass(500_000) }
    // Level 4: 125 whole blocks.
    try scene.show(column: 16_000, secondsBack: 0, delay: WireLimits.microseconds / 4)
    try scene.drain()
    #expect(scene.client.blocks.isEmpty)
    _ = try scene.send(
      .fetch(Fetch(view: scene.feed.view.view, fromMicroseconds: 0, untilMicroseconds: scene.now)))
    try scene.drain()
    #expect(scene.client.blocks[0]?.keys.sorted() == Array(0..<125))
  }
}
