import TestSupport
import Testing
import WaveSensorsFeed
import WaveSensorsWire
import WaveSignal
import WaveStreams
import WaveWire

@Suite struct StreamGroupTests {
  private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func group(_ labels: [String], unit: String = "mV") -> StreamSource.Group {
    .init(rateHertz: 500, channels: labels.map { StreamChannel(label: text($0), unit: text(unit)) })
  }

  @Test func limbLeadsAreMadeOfTwo() throws {
    var described = group(["v1", "II", "resp", "MLI"])
    let mixtures = LimbLeads.complete(&described)
    #expect(described.channels.map { $0.lead } == [.v1, .ii, nil, .i, .iii, .aVR, .aVL, .aVF])
    #expect(described.channels.map { $0.label }.suffix(4) == ["III", "aVR", "aVL", "aVF"].map(text))
    var kept = StreamGroup(
      rateHertz: 500, sourceChannelCount: 4, mixtures: mixtures, historyBytes: 1 << 20)
    var random = SeededGenerator(seed: 3)
    let count = 300
    let samples = (0..<(4 * count)).map { _ in Double.random(in: -2...2, using: &random) }
    let block = try #require(
      SampleBlock(sequence: 7, channelCount: 4, samples: samples, arrivalMicroseconds: 0))
    kept.append(block)
    for index in 0..<count {
      let (two, one) = (samples[count + index], samples[3 * count + index])
      let expected = [two - one, -(one + two) / 2, one - two / 2, two - one / 2]
      for (place, value) in expected.enumerated() {
        var found: [Float] = []
        let sequence = 7 + UInt64(index)
        kept.envelope(channel: 4 + place, level: 0, blocks: sequence..<(sequence + 1), into: &found)
        #expect(found == [Float(value)])
      }
    }
  }

  @Test func limbLeadsThatAreThereOrCannotBeAreNotMade() {
    for labels in [["I"], ["II", "V5"], ["x", "y"]] {
      var described = group(labels)
      #expect(LimbLeads.complete(&described).isEmpty && described.channels.count == labels.count)
    }
    var whole = group(["i", "ii", "iii", "avr", "avl", "avf"])
    #expect(LimbLeads.complete(&whole).isEmpty)
    var part = group(["i", "ii", "avr"])
    #expect(LimbLeads.complete(&part).count == 3)
    // What is no voltage is no lead.
    var other = group(["I", "II"], unit: "g")
    #expect(LimbLeads.complete(&other).isEmpty && other.channels.allSatisfy { $0.lead == nil })
    var mixed = group(["I", "II"])
    mixed.channels[1].unit = text("uV")
    #expect(LimbLeads.complete(&mixed).isEmpty)
  }

  @Test func memoryIsBounded() {
    for (rate, channels, bytes) in [(1000.0, 12, 85 << 20), (250, 2, 8 << 20), (20_000, 64, 85 << 20)] {
      let group = StreamGroup(rateHertz: rate, sourceChannelCount: channels, historyBytes: bytes)
      // Below this nothing could be shown.
      let least = channels * (4096 * 10 + 12 * StreamGroup.blockCapacity * 16)
      #expect(group.byteCount <= max(bytes, least), "\(rate) \(channels)")
    }
  }

  @Test func whatCameBeforeIsPassedOver() throws {
    var group = StreamGroup(rateHertz: 100, sourceChannelCount: 1, historyBytes: 1 << 20)
    func block(_ sequence: UInt64, _ values: [Double]) throws -> SampleBlock {
      try #require(
        SampleBlock(sequence: sequence, channelCount: 1, samples: values, arrivalMicroseconds: 1))
    }
    #expect(group.append(try block(5, [1, 2, 3])) == 0)
    #expect(group.append(try block(6, [9, 9, 4])) == 0)
    #expect(group.append(try block(6, [9])) == nil)
    #expect(group.append(try block(12, [5])) == 3)
    #expect(group.append(try block(1 << 62, [5])) == nil)
    #expect(group.receivedCount == 5 && group.missingCount == 3)
    var values: [Float] = []
    group.envelope(channel: 0, level: 0, blocks: 5..<13, into: &values)
    #expect(isSame(values, [1, 2, 3, 4, .nan, .nan, .nan, 5]))
  }

  @Test func aFilterBeginsAnewBehindAGap() throws {
    let sections = try FilterDesign(.butterworth, .highPass(hertz: 1), order: 1).sections(rateHertz: 100)
    var group = StreamGroup(rateHertz: 100, sourceChannelCount: 1, historyBytes: 1 << 20)
    group.setFilter(sections)
    #expect(!group.isFiltering)
    for (sequence, level) in [(UInt64(0), 7.0), (100, -3)] {
      let block = try #require(
        SampleBlock(
          sequence: sequence, channelCount: 1, samples: Array(repeating: level, count: 50),
          arrivalMicroseconds: 1))
      group.append(block)
    }
    var values: [Float] = []
    group.envelope(channel: 0, level: 0, blocks: 0..<150, into: &values)
    for (index, value) in values.enumerated() {
      #expect((50..<100).contains(index) ? value.isNaN : abs(value) < 1e-6)
    }
  }

  @Test func aFilterBeginsAnewAtAStep() throws {
    let sections = try FilterDesign(.butterworth, .highPass(hertz: 1), order: 1).sections(rateHertz: 100)
    for isLive in [true, false] {
      var group = StreamGroup(rateHertz: 100, sourceChannelCount: 1, historyBytes: 1 << 20)
      if isLive { group.setFilter(sections) }
      for (sequence, level) in [(UInt64(0), 7.0), (50, -3)] {
        group.addTimes(
          from: sequence, microseconds: Int64(sequence) * 20_000, rateHertz: 100,
          reason: sequence == 0 ? .start : .step)
        let block = try #require(
          SampleBlock(
            sequence: sequence, channelCount: 1, samples: Array(repeating: level, count: 50),
            arrivalMicroseconds: 1))
        group.append(block)
      }
      if !isLive { group.setFilter(sections) }
      while group.isFiltering { group.filterSlice(frames: 7) }
      var values: [Float] = []
      group.envelope(channel: 0, level: 0, blocks: 0..<100, into: &values)
      #expect(values.count == 100 && values.allSatisfy { abs($0) < 1e-6 })
    }
  }

  @Test(arguments: [0, 1, .max - 1, .max] as [UInt64], [Int64.min, -1, 0, .max])
  func blocksOfAnyNumberAndTimeAreFollowed(sequence: UInt64, arrival: Int64) throws {
    var group = StreamGroup(rateHertz: 100, sourceChannelCount: 1, historyBytes: 1)
    var clock = ArrivalClock(rateHertz: 100)
    for (sequence, arrival) in [(7, 0), (sequence, arrival), (sequence, .max), (9, .min)] as [(UInt64, Int64)]
    {
      let block = try #require(
        SampleBlock(
          sequence: sequence, channelCount: 1, samples: [1, 2, 3], arrivalMicroseconds: arrival))
      clock.receive(block, into: &group)
      group.append(block)
    }
    #expect(group.endSequence < EnvelopePyramid.sequenceLimit && group.receivedCount >= 3)
    let times = group.times(after: 0, source: 0, group: 0)
    #expect(times.first?.sequence == 7)
  }

  @Test func timesThatNoClientTakesArePassedOver() throws {
    var group = StreamGroup(rateHertz: 100, sourceChannelCount: 1, historyBytes: 1)
    group.addTimes(from: 0, microseconds: .min, rateHertz: 100, reason: .start)
    group.addTimes(from: 0, microseconds: .max, rateHertz: 100, reason: .start)
    group.addTimes(from: 1 << 62, microseconds: 0, rateHertz: 100, reason: .start)
    group.addTimes(from: .max, microseconds: 0, rateHertz: 100, reason: .start)
    group.addTimes(from: 0, microseconds: 0, rateHertz: 1e300, reason: .start)
    #expect(group.times(after: 0, source: 0, group: 0).isEmpty && group.timesRevision == 0)
    group.addTimes(from: 3, microseconds: 5, rateHertz: 100, reason: .start)
    // Pieces that are merged would have a rate that no client takes.
    for index in 0..<UInt64(StreamTimes.pieceLimit) {
      group.addTimes(from: (1 << 61) + index, microseconds: 6, rateHertz: 100, reason: .drift)
    }
    for piece in group.times(after: 0, source: 0, group: 0) {
      var bytes: [UInt8] = []
      SensorsMessage.times(piece).encodeFromServer(into: &bytes)
      var reader = SensorsMessageReader(limit: WireLimits.serverMessageBytes)
      let read = try reader.nextFromServer(in: bytes.span.bytes)
      #expect(read == .times(piece))
    }
  }

  @Test func theListOfTimesIsThatOfTheMap() {
    var group = StreamGroup(rateHertz: 100, sourceChannelCount: 1, historyBytes: 1 << 20)
    var random = SeededGenerator(seed: 1)
    var client: [SampleTimes] = []
    var heard = 0
    for index in 0..<700 {
      group.addTimes(
        from: UInt64(index) * 100 + (random.next() % 5 == 0 ? 0 : 3),
        microseconds: Int64(index) * 1_000_000 + Int64(random.next() % 1000), rateHertz: 100,
        reason: index == 0 ? .start : .drift)
      for piece in group.times(after: heard, source: 0, group: 0) {
        client.removeAll { $0.sequence == piece.sequence }
        client.append(piece)
      }
      heard = group.timesRevision
    }
    // A client that heard all finds the times that the server finds, but for the oldest that the server
    // merged.
    for sequence in stride(from: UInt64(50_000), to: 70_000, by: 37) {
      let piece = client.last { $0.sequence <= sequence }
      let next = client.first { $0.sequence > sequence }
      let time = piece.map {
        min(
          Double($0.microseconds) + Double(sequence - $0.sequence) * 1e6 / $0.rateHertz,
          next.map { Double($0.microseconds) } ?? .infinity)
      }
      #expect(abs((time ?? 0) - (group.times.microseconds(of: sequence) ?? 1)) < 1000)
    }
    #expect(group.times(after: 0, source: 0, group: 0).count == StreamTimes.pieceLimit)
  }
}
