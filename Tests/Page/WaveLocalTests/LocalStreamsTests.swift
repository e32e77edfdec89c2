import Testing
import WaveSensorsWire
import WaveSimulation
import WaveWire

@testable import WaveLocal

/// A client within the page of a source within the page.
@Suite struct LocalStreamsTests {
  /// Keeps what comes, by the number of its sample, and gives credit.
  private struct Viewer {
    var source: StreamSource?
    var times: [SampleTimes] = []
    var samples: [[UInt64: Float]] = []
    var marks: StreamMarks?

    func message(_ message: SensorsMessage) -> [UInt8] {
      var bytes: [UInt8] = []
      message.encodeFromClient(into: &bytes)
      return bytes
    }

    /// Receives what the source gives; answers with the client's credit.
    mutating func receive(_ bytes: [UInt8]) throws -> [UInt8] {
      var reader = SensorsMessageReader(limit: WireLimits.serverMessageBytes)
      var credit = Acknowledge(view: 0, liveRows: 0, fetchedRows: 0, sequence: 0)
      while let message = try reader.nextFromServer(in: bytes.span.bytes) {
        switch message {
        case .source(let info):
          source = info
          samples = Array(repeating: [:], count: info.channelCount)
        case .times(let piece): times.append(piece)
        case .marks(let list): marks = list
        case .columns(let columns):
          credit.view = columns.view
          credit.liveRows += 1
          let count = Int(columns.blockCount)
          for channel in 0..<Int(columns.channelCount) {
            for block in 0..<count {
              samples[channel][columns.firstBlock + UInt64(block)] = columns.values[channel * count + block]
            }
          }
        default: break
        }
      }
      return credit.liveRows > 0 ? message(.acknowledge(credit)) : []
    }
  }

  private func show(at now: Int64) -> SensorsMessage {
    .show(
      ShowStreams(
        view: 1, source: 0, isShowing: true, columnMicroseconds: 500, fromMicroseconds: now,
        channels: ChannelSet(first: 12)))
  }

  @Test func everySampleOfTheSimulatedHeartComes() throws {
    var now: Int64 = 10_000_000
    var server = LocalStreams(simulating: 3, at: now, wallMicroseconds: 0)
    var viewer = Viewer()
    try server.receive(viewer.message(.hello(SensorsHello())), at: now)
    _ = try viewer.receive(server.collect(at: now))
    let source = try #require(viewer.source)
    #expect(source.flags.contains(.simulated))
    #expect(source.groups[0].channels.compactMap(\.lead).count == 12)
    #expect(viewer.times.map(\.microseconds) == [now])
    // Nothing is made while nothing is shown.
    now += 500_000
    #expect(server.collect(at: now).isEmpty)
    #expect(server.wakeMicroseconds == nil)
    try server.receive(viewer.message(show(at: now - 500_000)), at: now)
    while now < 13_000_000 {
      now = max(now + 1, min(server.wakeMicroseconds ?? now, now + 16_000))
      while true {
        let bytes = server.collect(at: now)
        if bytes.isEmpty { break }
        let credit = try viewer.receive(bytes)
        if !credit.isEmpty { try server.receive(credit, at: now) }
      }
    }
    var expected: [Double] = []
    SimulatedECG(seed: 3).append(from: 0, count: 2900, to: &expected)
    for sequence in 0..<2900 {
      #expect(viewer.samples[1][UInt64(sequence)] == Float(expected[2900 + sequence]))
    }
  }

  @Test func motionThatStaysAwayIsAGap() throws {
    var now: Int64 = 1_000_000
    var server = try LocalStreams(motionAt: 50, at: now, wallMicroseconds: 0)
    var viewer = Viewer()
    try server.receive(viewer.message(.hello(SensorsHello())), at: now)
    try server.receive(viewer.message(show(at: now)), at: now)
    for step in 0..<200 {
      now += step == 100 ? 1_000_000 : 20_000
      let values: [Float] = [Float(step), 0, 9.81, .nan, 0, 0]
      server.receive(values.span, at: now)
      let credit = try viewer.receive(server.collect(at: now))
      if !credit.isEmpty { try server.receive(credit, at: now) }
    }
    let came = viewer.samples[0].filter { !$0.value.isNaN }
    #expect(came.count == 200)
    #expect(viewer.samples[0].count - came.count == 49)
    #expect(viewer.samples[3].values.allSatisfy { $0.isNaN })
    // Not six values are no moment.
    server.receive([1, 2].span, at: now + 20_000)
    var rate: LocalError?
    do throws(LocalError) { _ = try LocalStreams(motionAt: 0, at: 0, wallMicroseconds: 0) } catch {
      rate = error
    }
    #expect(rate == .rate(0))
  }

  @Test func marksAreKept() throws {
    var server = LocalStreams(simulating: 1, at: 0, wallMicroseconds: 0)
    var viewer = Viewer()
    try server.receive(viewer.message(.hello(SensorsHello())), at: 0)
    try server.receive(viewer.message(show(at: 0)), at: 0)
    try server.receive(
      viewer.message(.setMark(SetMark(source: 0, group: 0, sequence: 7, text: Array("here".utf8)))), at: 0)
    _ = try viewer.receive(server.collect(at: 0))
    #expect(viewer.marks?.marks.map(\.sequence) == [7])
    var refused: LocalError?
    do throws(LocalError) { try server.receive([1, 0, 9], at: 0) } catch { refused = error }
    #expect(refused != nil)
  }
}

/// The source that a device is tested with.
@Suite struct TestbedSourceTests {
  private func message(_ message: SensorsMessage) -> [UInt8] {
    var bytes: [UInt8] = []
    message.encodeFromClient(into: &bytes)
    return bytes
  }

  private func messages(_ bytes: [UInt8]) throws -> [SensorsMessage] {
    var reader = SensorsMessageReader(limit: WireLimits.serverMessageBytes)
    var list: [SensorsMessage] = []
    while let message = try reader.nextFromServer(in: bytes.span.bytes) { list.append(message) }
    return list
  }

  /// With any number of streams at any rate the source matches its description, and samples the formula.
  @Test(arguments: [(1, 1000), (64, 50), (128, 4000), (256, 1000), (200, 10_000)])
  func itMakesWhatIsAskedFor(streams: Int, rate: Int) throws {
    var now: Int64 = 5_000_000
    var server = LocalStreams(testbedAt: now, wallMicroseconds: 0)
    try server.receive(message(.hello(SensorsHello())), at: now)
    _ = server.collect(at: now)
    func show(_ view: UInt16, _ column: Double) -> [UInt8] {
      message(
        .show(
          ShowStreams(
            view: view, source: 0, isShowing: true, columnMicroseconds: column, fromMicroseconds: now,
            channels: ChannelSet(first: streams))))
    }
    try server.receive(show(1, 8000), at: now)
    try server.receive(
      message(.command(.adjust(source: 0, control: TestbedControl.streams.rawValue, value: Double(streams)))),
      at: now)
    try server.receive(
      message(.command(.adjust(source: 0, control: TestbedControl.rate.rawValue, value: Double(rate)))),
      at: now)
    let described = try messages(server.collect(at: now)).compactMap { message -> StreamSource? in
      if case .source(let info) = message { return info }
      return nil
    }
    let info = try #require(described.last)
    #expect(info.channelCount == streams && info.flags == [.simulated, .testbed])
    #expect(info.groups.allSatisfy { $0.rateHertz == Double(rate) && $0.channels.count <= 128 })
    try server.receive(show(2, 1e6 / Double(rate)), at: now)
    let formula = SimulatedStreams(channelCount: streams, rateHertz: rate)
    var counts = [Int](repeating: 0, count: info.groups.count)
    for _ in 0..<20 {
      now += 16_000
      for case .columns(let columns) in try messages(server.collect(at: now)) where columns.view == 2 {
        #expect(columns.level == 0)
        let group = Int(columns.group)
        #expect(columns.firstBlock == UInt64(counts[group]))
        counts[group] += Int(columns.blockCount)
        var expected: [Double] = []
        let first = group * SimulatedStreams.groupLimit
        formula.append(
          first..<first + Int(columns.channelCount), from: columns.firstBlock, count: Int(columns.blockCount),
          to: &expected)
        #expect(columns.values == expected.map { Float($0) })
        try server.receive(
          message(.acknowledge(Acknowledge(view: 2, liveRows: 1, fetchedRows: 0, sequence: 0))), at: now)
      }
    }
    #expect(counts.allSatisfy { $0 >= rate / 4 }, "\(counts)")
  }

  @Test func itHoldsWishesToWhatItCan() {
    #expect(TestbedControl.streams.value(nearestTo: 1e9) == 256)
    #expect(TestbedControl.streams.value(nearestTo: -3) == 1)
    #expect(TestbedControl.rate.value(nearestTo: 49.6) == 50)
    #expect(TestbedControl.rate.value(nearestTo: .infinity) == TestbedControl.rateLimit)
    #expect(TestbedControl.rate.value(nearestTo: .nan) == nil)
  }
}
