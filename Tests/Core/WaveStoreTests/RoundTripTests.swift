import TestSupport
import Testing
import WaveStore

@Suite struct RoundTripTests {
  /// A sample of each kind that is stored in its own way.
  static func value(_ kind: Int, _ random: inout SeededGenerator) -> Double {
    if Int.random(in: 0..<9, using: &random) == 0 { return .nan }
    switch kind % 6 {
    case 0: return Double.random(in: -5...5, using: &random)
    case 1: return Double(Float.random(in: -5...5, using: &random))
    case 2: return StoreScale(zero: 1024, divisor: 200).value(.random(in: -100...100, using: &random))
    case 3: return StoreScale(zero: 1024, divisor: 200).value(.random(in: -30_000...30_000, using: &random))
    case 4:
      return StoreScale(zero: 1024, divisor: 200).value(.random(in: -2_000_000...2_000_000, using: &random))
    default:
      return [Double.infinity, -.infinity, -0.0, 1e300, Double.leastNonzeroMagnitude].randomElement(
        using: &random) ?? 0
    }
  }

  private static func frames(_ count: Int, _ channels: Int, _ random: inout SeededGenerator) -> [[Double]] {
    let kind = Int.random(in: 0..<6, using: &random)
    return (0..<count).map { _ in (0..<channels).map { value(kind + $0, &random) } }
  }

  /// Compares all that can be read with the naive twin.
  private static func check(
    _ reader: inout StoreReader<StoreMemory>, _ group: Int, _ naive: NaiveStore,
    _ random: inout SeededGenerator
  ) throws {
    #expect(reader.receivedCount(group: group) == UInt64(naive.frames.count))
    let range = reader.sequences(group: group)
    #expect(range.upperBound == naive.end && range.lowerBound == (naive.frames.keys.min() ?? 0))
    #expect(reader.missingCount(group: group) == UInt64(range.count - naive.frames.count))
    let channels = reader.group(group).channels.indices
    let from = naive.frames.keys.randomElement(using: &random).map { $0 - min($0, 9) } ?? 0
    let samples = try reader.samples(group: group, sequences: from..<(from + 500), channels: channels)
    for channel in channels {
      for offset in 0..<500 {
        let expected = naive.frames[from + UInt64(offset)]?[channel] ?? .nan
        #expect(sameSample(samples[channel * 500 + offset], expected))
      }
    }
    for level in [0, 1, 2, 3, 4, 5, 6, 8, 9, 11, 14, 20, 40, 61].shuffled(using: &random).prefix(4) {
      let first = from >> UInt64(level)
      let found = try reader.summaries(
        group: group, level: level, blocks: first..<(first + 9), channels: channels.suffix(1))
      for offset in 0..<9 {
        let expected = naive.summary(channels.count - 1, level, first + UInt64(offset))
        #expect(sameSummary(found[offset], expected), "level \(level)")
      }
    }
    #expect(reader.damagedCount == 0)
  }

  @Test(arguments: 0..<8) func whatComesBackIsWhatWasRecorded(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var encoder = StoreEncoder(identifier: 77)
    var naives = [NaiveStore(), NaiveStore()]
    let exponents = [[0, 3], [2, 1], [4, 0], [1, 5]][seed % 4]
    for group in 0..<2 {
      let number = try encoder.add(.sample(channels: group + 1, chunkExponent: exponents[group]))
      #expect(number == group)
      naives[group].end = seed > 4 ? 1 << 50 : 1000
    }
    var file: [UInt8] = []
    encoder.drain(into: &file)
    var reader = try StoreReader(StoreMemory(file))
    var repeated = 0
    for step in 0..<80 {
      let group = Int.random(in: 0..<2, using: &random)
      var sequence = naives[group].end
      switch Int.random(in: 0..<12, using: &random) {
      case 0: sequence -= min(sequence, 5)
      case 1: sequence += UInt64.random(in: 1...300, using: &random)
      case 2: sequence += 1 << UInt64.random(in: 8...40, using: &random)
      default: break
      }
      let frames = Self.frames(Int.random(in: 0...40, using: &random), group + 1, &random)
      repeated += try encoder.append(group, sequence, frames) - naives[group].append(sequence, frames)
      if step % 3 == 0 { encoder.flush() }
      if step % 5 == 0 {
        encoder.flush()
        encoder.drain(into: &file)
        reader.source.bytes = file
        try reader.refresh()
        try Self.check(&reader, group, naives[group], &random)
      }
    }
    #expect(repeated == 0)
    encoder.close()
    #expect(encoder.byteCount == UInt64(file.count + encoder.bytes.count))
    encoder.drain(into: &file)
    var whole = try StoreReader(StoreMemory(file))
    #expect(whole.isClosed && whole.byteCount == UInt64(file.count))
    for group in 0..<2 { for _ in 0..<5 { try Self.check(&whole, group, naives[group], &random) } }
  }

  @Test func valuesOfIntegersComeBackToTheLastBitInAsManyBytes() throws {
    // The scales of WFDB, EDF and DICOM.
    let scales = [
      StoreScale(zero: -17, divisor: 193.7), StoreScale(zero: -32_768, factor: 6.1 / 65_535, offset: -3.2),
      StoreScale(factor: 4.88 * 1.01, offset: 0.3),
    ]
    for (scale, range) in zip(scales, [-100...100, -32_768...32_767, -9_000_000...9_000_000]) {
      let channel = StoreChannel(label: [], unit: [], scale: scale)
      var encoder = StoreEncoder(identifier: 1)
      _ = try encoder.add(StoreGroup(name: [], rateHertz: 0, chunkExponent: 10, channels: [channel]))
      let before = encoder.byteCount
      let values = stride(
        from: Int32(range.lowerBound), through: Int32(range.upperBound), by: range.count / 1024 + 1
      )
      .map(scale.value)
      try encoder.append(0, 0, values.map { [$0] })
      encoder.flush()
      let width = range.count > 65_536 ? 4 : range.count > 256 ? 2 : 1
      #expect(encoder.byteCount - before == UInt64(32 + 32 + 48 + (width * values.count + 7) / 8 * 8))
      var reader = try StoreReader(StoreMemory(encoder.bytes))
      #expect(try reader.samples(group: 0, sequences: 0..<UInt64(values.count), channels: 0..<1) == values)
    }
  }

  @Test func notesComeBackAsTheyWereInTheirOrder() throws {
    var view = StoreView(
      mode: .scroll, windowSeconds: 2, speedMillimetersPerSecond: 50, gainMillimetersPerMillivolt: 5,
      channels: [.init(group: 0, channel: 1, isAutomatic: true, row: 0, low: 0, high: 1)])
    view.form = .twelve
    (view.isTriggered, view.isSwept, view.isLinked, view.isCrossed) = (true, true, true, true)
    view.trigger = .init(
      place: .init(group: 0, channel: 1), level: -0.5, isFalling: true, holdOffSeconds: 2)
    view.bands = (0..<2).map { .init(place: .init(group: 0, channel: $0), low: Double($0), high: 7) }
    view.mixtures = [
      .init(place: .init(group: 0, channel: 2), first: 1, secondFactor: -1, label: [0x64], unit: []),
      .init(
        place: .init(group: 0, channel: 3), first: 2, firstFactor: 1e-3, offset: 4,
        label: Array("×".utf8), unit: Array("V".utf8)),
    ]
    let notes: [StoreNote] = [
      .times(
        StoreTimes(
          group: 0, sequence: 5, microseconds: 1_700_000_000_000_000, rateHertz: 249.97,
          deviceMicroseconds: -3,
          arrivalMicroseconds: 1_700_000_000_000_900)),
      .times(StoreTimes(group: 0, sequence: 9, microseconds: -1, rateHertz: 0)),
      .view(
        StoreView(
          mode: .paper, windowSeconds: 10, speedMillimetersPerSecond: 25, gainMillimetersPerMillivolt: 10,
          channels: [
            .init(group: 0, channel: 1, colour: 0xFF8800, row: 3, low: -1, high: 2),
            .init(group: 0, channel: 0, isShown: false, row: 0, low: 0, high: 1),
          ])),
      .view(view),
      .filters(
        StoreFilters(
          group: 0, channel: 1, sequence: 70,
          stages: [
            .init(
              kind: .bandPass, shape: .chebyshev, order: 4, lowHertz: 0.5, highHertz: 40, parameter: 0.1,
              delaySamples: 12.5)
          ])),
      .filters(StoreFilters(group: 0, sequence: 90, stages: [])),
      .annotation(
        StoreAnnotation(
          identifier: 3, group: 0, channel: 0, sequence: 88, count: 4, delaySamples: 12.5, microseconds: 17,
          label: Array("Ω".utf8), comment: Array("a longer one".utf8))),
      .annotation(StoreAnnotation(identifier: 3, group: 0, sequence: 88, isRemoved: true, label: [])),
    ]
    var encoder = StoreEncoder(identifier: 1)
    _ = try encoder.add(.sample(channels: 2, chunkExponent: 4))
    for (number, note) in notes.enumerated() {
      try encoder.append(note)
      try encoder.append(0, UInt64(number), [[1, 2]])
      if number == 4 { encoder.close() }
    }
    encoder.flush()
    var reader = try StoreReader(StoreMemory(encoder.bytes))
    #expect(try reader.notes() == notes && !reader.isClosed)
  }

  @Test func groupsComeBackAsTheyWereDescribed() throws {
    var group = StoreGroup.sample(channels: 3, chunkExponent: 0)
    group.channels[1] = StoreChannel(
      label: Array("aVR".utf8), unit: Array("µV".utf8), low: -.infinity, high: 3,
      scale: StoreScale(zero: 1, factor: 2, divisor: 3, offset: 4))
    var encoder = StoreEncoder(identifier: .max)
    _ = try encoder.add(group)
    let reader = try StoreReader(StoreMemory(encoder.bytes))
    #expect(reader.groupCount == 1 && reader.group(0) == group && reader.identifier == .max)
    #expect(reader.sequences(group: 0).isEmpty && reader.missingCount(group: 0) == 0)
  }

  @Test func chunksLastAQuarterToHalfASecondAndFit() {
    let exponent = { (rate: Double, channels: Int) in
      StoreGroup(
        name: [], rateHertz: rate,
        channels: Array(repeating: StoreChannel(label: [], unit: []), count: channels)
      ).chunkExponent
    }
    #expect(exponent(0, 1) == 4 && exponent(1000, 13) == 8 && exponent(250, 12) == 6)
    #expect(exponent(1e9, 1) == 16 && exponent(1e9, 1024) == 10)
  }
}
