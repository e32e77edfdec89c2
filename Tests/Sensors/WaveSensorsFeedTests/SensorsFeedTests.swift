import TestSupport
import Testing
import WaveSensorsFeed
import WaveSensorsWire
import WaveSignal
import WaveStreams
import WaveWire

@Suite struct SensorsFeedTests {
  /// For any pattern of credit, delay, rate and loss, a client that keeps to the protocol ends up with what
  /// the history holds.
  @Test(arguments: 0..<60) func nothingIsLostAndNothingDoubled(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let choices: [[Double]] = [[1000], [250, 25], [8000], [100, 1000, 7]]
    let rates = choices[Int(random.next() % 4)]
    var scene = StreamScene(rates: rates, historyBytes: 1 << 23, beginsAt: random.next() % 100_000)
    try scene.hello()
    for _ in 0..<Int.random(in: 0...60, using: &random) { scene.pass(50_000) }
    for _ in 0..<3 {
      let columns: [Double] = [500, 2000, 11_000, 60_000, 700_000]
      let column = columns[Int(random.next() % 5)]
      let delay = Bool.random(using: &random) ? 0 : Int64.random(in: 1...900_000, using: &random)
      let shown = Int.random(in: 1...(2 * rates.count), using: &random)
      try scene.show(
        column: column, secondsBack: Double.random(in: -0.1...4, using: &random) + Double(delay) / 1e6,
        delay: delay, channels: shown, rate: UInt8.random(in: 1...60, using: &random))
      for _ in 0..<Int.random(in: 1...120, using: &random) {
        scene.pass(Int64.random(in: 0...30_000, using: &random), isLost: random.next() % 16 == 0)
        scene.deliver()
        #expect(scene.unreadLive <= 5)
        if random.next() % 3 != 0 { try scene.acknowledge(live: Int(random.next() % 4)) }
      }
      try scene.drain()
      #expect(scene.client.faults == [] && scene.client.skips == 0)
      for (index, rate) in rates.enumerated() where index * 2 < shown {
        let group = scene.archive.groups[index]
        let level = StreamColumns.level(rateHertz: rate, columnMicroseconds: column)
        let held = scene.client.blocks[UInt8(index), default: [:]]
        guard let first = held.keys.min(), let last = held.keys.max() else { continue }
        let end = (group.endSequence + (1 << UInt64(level)) - 1) >> UInt64(level)
        // Drained for longer than any delay, so all there is must have come.
        #expect(last + 1 == end && held.count == Int(end - first))
        let channels = Array(0..<min(2, shown - index * 2))
        for (block, values) in scene.blocks(index, level: level, channels: channels, first..<end) {
          #expect(isSame(held[block, default: []], values), "group \(index) block \(block)")
        }
      }
    }
  }

  @Test func theRightEdgeLiesBehindNowByTheDelay() throws {
    var scene = StreamScene()
    try scene.hello()
    try scene.show(column: 1000, secondsBack: 0.5, delay: 250_000)
    #expect(scene.feed.edgeMicroseconds(at: scene.now) == scene.now - 250_000)
  }

  @Test func nothingShownNothingSent() throws {
    var scene = StreamScene()
    try scene.hello()
    scene.deliver()
    scene.feed.accept(Notice(severity: .warning, text: "x"))
    for _ in 0..<100 {
      scene.pass(16_000)
      #expect(!scene.feed.isDue(at: scene.now) && scene.feed.wakeMicroseconds == nil)
    }
    try scene.show(column: 1000, secondsBack: 0.5)
    #expect(!scene.deliver().isEmpty)
    _ = try scene.send(
      .show(
        ShowStreams(
          view: 9, source: 0, isShowing: false, columnMicroseconds: 1, fromMicroseconds: 0,
          channels: ChannelSet(first: 2))))
    scene.pass(1_000_000)
    #expect(!scene.feed.isDue(at: scene.now))
    _ = try scene.send(.clockRequest(ClockRequest(clientMicroseconds: 5)))
    #expect(
      scene.deliver() == [.clockReply(ClockReply(clientMicroseconds: 5, serverMicroseconds: scene.now))])
  }

  @Test func atMostFourWaitForCredit() throws {
    var scene = StreamScene()
    try scene.hello()
    try scene.show(column: 1000, secondsBack: 1)
    for _ in 0..<40 {
      scene.pass(16_000)
      scene.deliver()
    }
    #expect(scene.unreadLive == 4)
    // What gathered comes with the next credit, in one piece.
    try scene.acknowledge(live: 1)
    scene.now += 20_000
    let columns = scene.deliver().compactMap { message -> StreamColumns? in
      if case .columns(let columns) = message { columns } else { nil }
    }
    #expect(columns.count == 1 && Int(columns[0].blockCount) > 500 && !columns[0].hasSkipped)
    #expect(columns[0].arrivalMicroseconds == scene.now - 20_000)
  }

  @Test func whoIsFarBehindIsTakenToTheNewest() throws {
    var scene = StreamScene(historyBytes: 1 << 23)
    try scene.hello()
    try scene.show(column: 1000, secondsBack: 1)
    for _ in 0..<200 {
      scene.pass(16_000)
      scene.deliver()
    }
    try scene.acknowledge()
    scene.now += 20_000
    scene.deliver()
    #expect(scene.client.skips == 1)
    let held = scene.client.blocks[0, default: [:]]
    #expect(held.count < 200)
    // It fetches what it lacks.
    _ = try scene.send(
      .fetch(
        Fetch(
          view: scene.feed.view.view, fromMicroseconds: scene.now - 4_000_000, untilMicroseconds: scene.now)))
    try scene.drain()
    let all = scene.client.blocks[0, default: [:]]
    #expect(all.count == Int(scene.archive.groups[0].endSequence))
    for (block, values) in scene.blocks(0, level: 0, channels: [0, 1], 0..<UInt64(all.count)) {
      #expect(isSame(all[block, default: []], values))
    }
    // A burst after silence is no reason to leave anything out.
    scene.pass(5_000_000)
    scene.deliver()
    #expect(scene.client.skips == 1)
  }

  @Test func theNewestBlockComesAsFarAsItIsAndAgain() throws {
    var scene = StreamScene(channels: 1)
    try scene.hello()
    try scene.show(column: 100_000, secondsBack: 1)
    scene.pass(100_000)
    scene.deliver()
    #expect(scene.client.blocks[0]?.keys.sorted() == [0, 1])
    let early = scene.client.blocks[0]?[1]
    try scene.acknowledge()
    scene.pass(20_000)
    scene.deliver()
    let blocks = scene.blocks(0, level: 6, channels: [0], 1..<2)
    #expect(scene.client.blocks[0]?[1] == blocks[1])
    #expect(early != blocks[1])
  }

  @Test func aGapIsNaNAndCounted() throws {
    var scene = StreamScene(channels: 1)
    try scene.hello()
    try scene.show(column: 1000, secondsBack: 1)
    scene.pass(100_000)
    scene.pass(50_000, isLost: true)
    scene.pass(100_000)
    let messages = scene.deliver()
    let values = scene.client.blocks[0, default: [:]]
    #expect(values.count == 250)
    for (block, value) in values { #expect(value[0].isNaN == (100..<150).contains(block)) }
    let readings = messages.compactMap { message -> StreamReadings? in
      if case .readings(let readings) = message { readings } else { nil }
    }
    #expect(readings.count == 1 && readings[0].receivedCount == 200 && readings[0].missingCount == 50)
  }

  @Test func readingsDescribeTheWindow() throws {
    var scene = StreamScene(channels: 2)
    try scene.hello()
    scene.pass(3_000_000)
    try scene.show(column: 10_000, secondsBack: 0.5)
    let readings = scene.deliver().compactMap { message -> StreamReadings? in
      if case .readings(let readings) = message { readings } else { nil }
    }
    #expect(readings.count == 1 && readings[0].readings.map(\.channel) == [0, 1])
    let expected = (2500..<3000).map { Float(StreamScene.value(1, $0)) }
    let reading = readings[0].readings[1]
    #expect(reading.minimum == expected.min() && reading.maximum == expected.max())
    #expect(reading.value == expected.last)
    let square = expected.reduce(0.0) { $0 + Double($1 * $1) } / Double(expected.count)
    #expect(abs(Double(reading.rootMeanSquare) - square.squareRoot()) < 1e-2)
    // Four a second at most.
    var count = 0
    for _ in 0..<60 {
      scene.pass(16_667)
      count += scene.deliver().count { if case .readings = $0 { true } else { false } }
      try scene.acknowledge()
    }
    #expect((3...5).contains(count))
  }

  @Test(arguments: [10, 20, 30, 60]) func theRateOfAViewIsHeld(rate: UInt8) throws {
    var scene = StreamScene()
    try scene.hello()
    try scene.show(column: 1000, secondsBack: 1, rate: rate)
    var count = 0
    // Ten seconds, in blocks of 8 ms.
    for _ in 0..<1250 {
      scene.pass(8000)
      count += scene.deliver().count { if case .columns = $0 { true } else { false } }
      try scene.acknowledge()
    }
    #expect((Int(rate) * 10 - 2...Int(rate) * 10 + 3).contains(count))
  }

  @Test func greetsWithAllThatIsKnown() throws {
    var scene = StreamScene()
    scene.feed.sources[0].times = scene.archive.times(source: 0)
    scene.feed.sources[0].timesRevisions = [1]
    let maps = (0..<70).map {
      TimeMap(source: 0, serverMicroseconds: $0, recordedMicroseconds: 2 * $0, speed: 2)
    }
    for map in maps { scene.feed.sources[0].append(map) }
    #expect(throws: ProtocolViolation.notGreeted) {
      try scene.feed.receive(.clockRequest(ClockRequest(clientMicroseconds: 1)), at: 0)
    }
    try scene.hello()
    let greeting = scene.deliver()
    #expect(
      greeting == [
        .welcome(Welcome(sourceCount: 1, serverMicroseconds: scene.now)), .source(scene.info),
      ] + maps.suffix(64).map { .timeMap($0) } + [
        .times(
          SampleTimes(
            source: 0, group: 0, reason: .start, sequence: 0, microseconds: 1_000_000_000, rateHertz: 1000))
      ])
    // A new piece is sent alone.
    let next = TimeMap(source: 0, serverMicroseconds: 90, recordedMicroseconds: 180, speed: 1)
    scene.feed.accept(next)
    // Times that are known are not sent again; those that follow come before the columns.
    scene.pass(100_000)
    scene.archive.groups[0].addTimes(
      from: 50, microseconds: 1_000_050_000, rateHertz: 1001, reason: .drift)
    try scene.show(column: 1000, secondsBack: 1)
    let messages = scene.deliver()
    #expect(messages.first == .timeMap(next))
    #expect(messages.count { if case .timeMap = $0 { true } else { false } } == 1)
    #expect(
      messages.dropFirst().first
        == .times(
          SampleTimes(
            source: 0, group: 0, reason: .drift, sequence: 50, microseconds: 1_000_050_000, rateHertz: 1001)))
    #expect(messages.count { if case .times = $0 { true } else { false } } == 1)
  }

  @Test func otherGroupsAreDescribedBeforeTheirSamples() throws {
    var scene = StreamScene(rates: [1000], channels: 1)
    try scene.hello()
    scene.pass(100_000)
    try scene.show(column: 1000, secondsBack: 1)
    try scene.drain()
    var group = StreamGroup(rateHertz: 10, sourceChannelCount: 2, historyBytes: 1 << 20)
    group.addTimes(from: 0, microseconds: scene.now, rateHertz: 10, reason: .start)
    let block = try #require(
      SampleBlock(
        sequence: 0, channelCount: 2, samples: [1, 2, 3, 4], arrivalMicroseconds: scene.now))
    group.append(block)
    scene.archive.replace(by: [group])
    scene.feed.noteSamples(source: 0)
    #expect(scene.deliver().isEmpty)
    var info = scene.info
    info.groups = [
      .init(
        rateHertz: 10, channels: (0..<2).map { StreamChannel(label: [0x61 + UInt8($0)], unit: []) })
    ]
    scene.feed.accept(info)
    scene.feed.noteSamples(source: 0)
    let messages = scene.deliver()
    guard messages.count == 4, case .source(info) = messages[0], case .times = messages[1],
      case .columns(let columns) = messages[2], case .readings = messages[3]
    else {
      Issue.record("source, times, columns, readings: \(messages)")
      return
    }
    #expect(columns.replacesEarlier && columns.channelCount == 2 && columns.values == [1, 2, 3, 4])
  }

  @Test func refusesWhatIsNotAllowed() throws {
    var scene = StreamScene()
    #expect(throws: ProtocolViolation.version(7)) {
      try scene.feed.receive(.hello(SensorsHello(version: 7)), at: 0)
    }
    try scene.hello()
    #expect(throws: ProtocolViolation.serverMessage) {
      try scene.feed.receive(.notice(Notice(severity: .warning, text: "x")), at: 0)
    }
    _ = scene.deliver()
    try scene.show(column: 1000, secondsBack: 1)
    _ = try scene.send(
      .show(
        ShowStreams(
          view: 7, source: 3, isShowing: true, columnMicroseconds: 1, fromMicroseconds: 0,
          channels: ChannelSet())))
    guard case .notice = scene.deliver().first else {
      Issue.record("an unknown source is not reported")
      return
    }
    #expect(scene.feed.view.source == 0)
    #expect(try scene.send(.command(.seek(source: 0, seconds: 3))) == .command(.seek(source: 0, seconds: 3)))
    #expect(try scene.send(.command(.tune(source: 0, lowHertz: 1, highHertz: 2))) == nil)
  }
}
