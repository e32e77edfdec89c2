import TestSupport
import Testing
import WaveSensorsFeed
import WaveSensorsWire
import WaveSignal
import WaveStreams
import WaveWire

/// Channels that are made of others while samples come.
@Suite struct StreamMixtureTests {
  private static let difference = ChannelMixture(first: 0, firstFactor: 1, second: 1, secondFactor: -1)
  private static let scaled = ChannelMixture(
    first: 1, firstFactor: 2.5, second: 0, secondFactor: 0, offset: -7)

  private func group(bytes: Int = 1 << 22) -> StreamGroup {
    var group = StreamGroup(rateHertz: 500, sourceChannelCount: 2, historyBytes: bytes)
    group.addTimes(from: 3, microseconds: 0, rateHertz: 500, reason: .start)
    return group
  }

  private func feed(_ group: inout StreamGroup, from sequence: UInt64, count: Int) throws {
    var random = SeededGenerator(seed: sequence)
    var samples = (0..<(2 * count)).map { _ in Double.random(in: -3...3, using: &random) }
    // Missing in the one, in the other, in both.
    if count > 40 { for place in [11, count + 12, 13, count + 13] { samples[place] = .nan } }
    let block = try #require(
      SampleBlock(sequence: sequence, channelCount: 2, samples: samples, arrivalMicroseconds: 0))
    group.append(block)
  }

  private func samples(_ group: borrowing StreamGroup, _ channel: Int, _ range: Range<UInt64>) -> [Float] {
    var values: [Float] = []
    group.envelope(channel: channel, level: 0, blocks: range, into: &values)
    return values
  }

  @Test(arguments: [0, 1, 2]) func whatIsHeldAndWhatComesAreMixedAlike(added: Int) throws {
    // Added before anything came, between, and at the end.
    var group = group()
    for part in 0..<3 {
      if part == added {
        group.add(Self.difference)
        group.add(Self.scaled)
        // Of one that was made itself.
        group.add(ChannelMixture(first: 2, firstFactor: 1, second: 3, secondFactor: 1))
      }
      // Ten are skipped between one and the next: a gap.
      try feed(&group, from: 3 + UInt64(part) * 210, count: 200)
    }
    #expect(group.channelCount == 5 && group.addedPlaces == 2..<5)
    let range = UInt64(3)..<group.endSequence
    let (a, b) = (samples(group, 0, range), samples(group, 1, range))
    let made = (2..<5).map { samples(group, $0, range) }
    #expect(a.count { $0.isNaN } == 20 + 2 * 3)
    for index in a.indices {
      let wanted = [Double(a[index]) - Double(b[index]), 2.5 * Double(b[index]) - 7]
      for (place, value) in (wanted + [wanted[0] + wanted[1]]).enumerated() {
        guard !value.isNaN else {
          #expect(made[place][index].isNaN)
          continue
        }
        // The parts are held as 32-bit floats.
        #expect(abs(Double(made[place][index]) - value) < 4e-6)
      }
    }
    // Above samples as any other channel.
    var (low, whole): ([Float], [Float]) = ([], [])
    group.envelope(channel: 2, level: 5, blocks: 1..<6, into: &low)
    for block in UInt64(1)..<6 {
      let part = samples(group, 2, (block << 5)..<((block + 1) << 5)).filter { !$0.isNaN }
      whole += [part.min() ?? .nan, part.max() ?? .nan]
    }
    #expect(low == whole)
  }

  @Test func itIsFilteredAsTheOthersAre() throws {
    let sections = try FilterDesign(.butterworth, .lowPass(hertz: 40), order: 2).sections(rateHertz: 500)
    var (early, late, changing) = (group(), group(), group())
    early.setFilter(sections)
    early.add(Self.difference)
    late.setFilter(sections)
    for part in 0..<4 {
      for index in 0..<3 {
        switch index {
        case 0: try feed(&early, from: 3 + UInt64(part) * 210, count: 200)
        case 1: try feed(&late, from: 3 + UInt64(part) * 210, count: 200)
        default: try feed(&changing, from: 3 + UInt64(part) * 210, count: 200)
        }
      }
    }
    late.add(Self.difference)
    // One that is added while a filter is on its way.
    changing.setFilter(sections)
    #expect(changing.isFiltering)
    changing.filterSlice(frames: 100)
    changing.add(Self.difference)
    #expect(changing.channelCount == 3)
    while changing.isFiltering { changing.filterSlice(frames: 64) }
    for part in 4..<6 {
      try feed(&early, from: 3 + UInt64(part) * 210, count: 200)
      try feed(&late, from: 3 + UInt64(part) * 210, count: 200)
      try feed(&changing, from: 3 + UInt64(part) * 210, count: 200)
    }
    let range = UInt64(3)..<early.endSequence
    let wanted = samples(early, 2, range)
    for other in [samples(late, 2, range), samples(changing, 2, range)] {
      for (a, b) in zip(wanted, other) { #expect(a.isNaN == b.isNaN && (a.isNaN || abs(a - b) < 1e-5)) }
    }
  }

  @Test func itFitsAFilteredHistoryThatBeganLater() throws {
    let sections = try FilterDesign(.butterworth, .lowPass(hertz: 40), order: 2).sections(rateHertz: 500)
    // 4,096 samples are held.
    var (early, late) = (group(bytes: 1), group(bytes: 1))
    early.add(Self.difference)
    for part in 0..<5 {
      try feed(&early, from: 3 + UInt64(part) * 1000, count: 1000)
      try feed(&late, from: 3 + UInt64(part) * 1000, count: 1000)
    }
    early.setFilter(sections)
    late.setFilter(sections)
    while early.isFiltering { early.filterSlice(frames: 512) }
    while late.isFiltering { late.filterSlice(frames: 512) }
    #expect(late.firstSequence(level: 0) > 3)
    late.add(Self.difference)
    try feed(&early, from: 5003, count: 300)
    try feed(&late, from: 5003, count: 300)
    let range = late.firstSequence(level: 0)..<late.endSequence
    let (wanted, found) = (samples(early, 2, range), samples(late, 2, range))
    #expect(found.count { !$0.isNaN } > 4000)
    for (a, b) in zip(wanted, found) { #expect(a.isNaN == b.isNaN && (a.isNaN || abs(a - b) < 1e-5)) }
  }

  @Test(arguments: UInt64(0)..<12) func anyOrderOfChangesKeepsChannelsAlike(seed: UInt64) throws {
    let sections = try FilterDesign(.butterworth, .lowPass(hertz: 40), order: 2).sections(rateHertz: 500)
    var random = SeededGenerator(seed: seed)
    // The same without filters says which samples are there.
    var (group, plain) = (group(bytes: 1), group(bytes: 1))
    var next: UInt64 = 3
    for _ in 0..<120 {
      switch random.next() % 8 {
      case 0: group.setFilter(sections)
      case 1: group.setFilter([])
      case 2: group.filterSlice(frames: Int(random.next() % 5000))
      case 3:
        let mixture = ChannelMixture(
          first: Int.random(in: 0..<group.channelCount, using: &random), firstFactor: 1, second: 0,
          secondFactor: -1)
        if group.channelCount < 6 {
          group.add(mixture)
          plain.add(mixture)
        }
      case 4:
        let place = Int.random(in: 0..<group.channelCount, using: &random)
        let (one, other) = (group.remove(place), plain.remove(place))
        #expect(one == other)
      default:
        if random.next() % 4 == 0 { next += random.next() >> (random.next() % 4 == 0 ? 14 : 56) }
        let count = 1 + Int(random.next() % 1500)
        try feed(&group, from: next, count: count)
        try feed(&plain, from: next, count: count)
        next += UInt64(count)
      }
      #expect(group.channelCount == plain.channelCount && group.endSequence == plain.endSequence)
      let range = (next - min(next, 100))..<next
      for channel in 0..<group.channelCount where !group.isFiltering {
        let there = samples(group, channel, range).map(\.isNaN)
        #expect(there == samples(plain, channel, range).map(\.isNaN))
      }
    }
  }

  @Test func oneThatIsTakenAwayLeavesTheOthers() throws {
    var group = group()
    group.setFilter(try FilterDesign(.butterworth, .lowPass(hertz: 40), order: 2).sections(rateHertz: 500))
    group.add(Self.difference)
    group.add(Self.scaled)
    group.add(ChannelMixture(first: 3, firstFactor: -1, second: 0, secondFactor: 0))
    try feed(&group, from: 3, count: 300)
    let before = samples(group, 4, 3..<303)
    let generation = group.generation
    // Those that come, one that is not there, and one of which another is made stay.
    let refused = [1, 5, 3].map { group.remove($0) }
    #expect(refused == [false, false, false])
    let isRemoved = group.remove(2)
    #expect(isRemoved && group.channelCount == 4 && group.generation != generation)
    #expect(isSame(samples(group, 3, 3..<303), before))
    #expect(group.mixture(at: 3) == ChannelMixture(first: 2, firstFactor: -1, second: 0, secondFactor: 0))
    try feed(&group, from: 303, count: 100)
    let (a, b) = (samples(group, 2, 303..<403), samples(group, 3, 303..<403))
    for (a, b) in zip(a, b) { #expect(a.isNaN && b.isNaN || abs(a + b) < 1e-5) }
    let removed = [3, 2, 1, 0].map { group.remove($0) }
    #expect(removed == [true, true, false, false] && group.channelCount == 2)
  }

  @Test func partsThatAreNotThereAreRefused() {
    var group = group()
    let added = [(2, 0, 1.0), (0, -1, 1), (0, 99, 0)].map { first, second, factor in
      group.add(ChannelMixture(first: first, firstFactor: 1, second: second, secondFactor: factor))
    }
    #expect(added == [false, false, true])
  }

  @Test func memoryStaysBounded() throws {
    // Two channels that hold much: a made one holds less, and says what it does not hold is missing.
    var group = group(bytes: 40 << 20)
    let before = group.byteCount
    for _ in 0..<8 { group.add(Self.difference) }
    #expect(group.byteCount - before < 8 * (5 << 20))
  }
}
