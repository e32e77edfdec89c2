import Testing
import WaveStore

@Suite struct LimitTests {
  /// Counts what is read.
  private struct CountedSource: StoreSource {
    let bytes: [UInt8]
    var readCount = 0
    var readByteCount = 0
    var byteCount: UInt64 { UInt64(bytes.count) }

    mutating func read(at place: UInt64, count: Int, into out: inout [UInt8]) throws(StoreError) {
      readCount += 1
      readByteCount += count
      out = Array(bytes[Int(place)..<Int(place) + count])
    }
  }

  @Test func anOverviewTakesFewReadsAndOpeningReadsNoMoreThanTheTail() throws {
    var encoder = StoreEncoder(identifier: 3)
    _ = try encoder.add(.sample(channels: 1, chunkExponent: 1))
    // As many chunks as an hour and a half of 1 kHz has; sixteen thousand.
    let frames = (0..<32_768).map { [Double($0 % 1000)] }
    for start in stride(from: 0, to: frames.count, by: 1024) {
      try encoder.append(0, UInt64(start), Array(frames[start..<(start + 1024)]))
    }
    encoder.flush()
    var reader = try StoreReader(CountedSource(bytes: encoder.bytes))
    #expect(reader.source.readByteCount < 4 << 20)
    reader.source.readCount = 0
    let all = try reader.summaries(group: 0, level: 4, blocks: 0..<2048, channels: 0..<1)
    #expect(all.reduce(0) { $0 + $1.validCount } == 32_768)
    // 2048 blocks lie in summaries of 64 blocks a half as long; each takes two reads, and a third as many lie
    // above.
    #expect(reader.source.readCount < 2 * 64 * 3 / 2 + 20)
    reader.source.readCount = 0
    let overview = try reader.summaries(group: 0, level: 12, blocks: 0..<8, channels: 0..<1)
    #expect(
      overview.allSatisfy { $0.maximum == 999 && $0.validCount == 4096 } && reader.source.readCount < 12)
  }

  @Test func recordsAreCountedOnFromAnyNumber() throws {
    var encoder = StoreEncoder(identifier: 1, byteCount: 32, recordCount: .max)
    _ = try encoder.add(.sample(channels: 1, chunkExponent: 1))
    let reader = try StoreReader(StoreMemory(StoreEncoder(identifier: 1).bytes + encoder.bytes))
    #expect(reader.groupCount == 1 && reader.damagedCount == 0)
  }

  @Test func refusesWhatIsBeyondTheFormat() throws {
    var encoder = StoreEncoder(identifier: 1)
    #expect(throws: StoreError.badChannelCount(count: 0, limit: 1024)) {
      try encoder.add(.sample(channels: 0, chunkExponent: 1))
    }
    #expect(throws: StoreError.badChunk(exponent: 17, limit: 1 << 20)) {
      try encoder.add(.sample(channels: 1, chunkExponent: 17))
    }
    #expect(throws: StoreError.badChunk(exponent: 16, limit: 1 << 20)) {
      try encoder.add(.sample(channels: 17, chunkExponent: 16))
    }
    #expect(throws: StoreError.badRate) {
      try encoder.add(.sample(channels: 1, chunkExponent: 1, rateHertz: .nan))
    }
    var long = StoreGroup.sample(channels: 1, chunkExponent: 1)
    long.channels[0].unit = Array(repeating: 65, count: 1025)
    #expect(throws: StoreError.textTooLong(byteCount: 1025, limit: 1024)) { try encoder.add(long) }
    #expect(throws: StoreError.unknownGroup(0)) { try encoder.append(0, 0, [[1]]) }
    for _ in 0..<64 { _ = try encoder.add(.sample(channels: 2, chunkExponent: 0)) }
    #expect(throws: StoreError.tooManyGroups(limit: 64)) {
      try encoder.add(.sample(channels: 2, chunkExponent: 0))
    }
    #expect(throws: StoreError.wrongChannels(expected: 2, found: 1)) { try encoder.append(0, 0, [[1]]) }
    #expect(throws: StoreError.beyondSequenceLimit) { try encoder.append(0, .max, [[1, 2]]) }
    let stages = Array(repeating: StoreFilters.Stage(kind: .notch), count: 4097)
    #expect(throws: StoreError.tooManyItems(count: 4097, limit: 4096)) {
      try encoder.append(.filters(StoreFilters(group: 0, sequence: 0, stages: stages)))
    }
    #expect(throws: StoreError.unknownGroup(64)) {
      try encoder.append(.times(StoreTimes(group: 64, sequence: 0, microseconds: 0, rateHertz: 1)))
    }
    var reader = try StoreReader(StoreMemory(encoder.bytes))
    #expect(throws: StoreError.rangeTooLong(limit: 1 << 20)) {
      try reader.samples(group: 0, sequences: 0..<(1 << 20), channels: 0..<2)
    }
    #expect(throws: StoreError.wrongChannels(expected: 2, found: 3)) {
      try reader.samples(group: 0, sequences: 0..<1, channels: 0..<3)
    }
    #expect(throws: StoreError.badLevel(62)) {
      try reader.summaries(group: 0, level: 62, blocks: 0..<1, channels: 0..<2)
    }
    #expect(throws: StoreError.unknownGroup(64)) {
      try reader.samples(group: 64, sequences: 0..<1, channels: 0..<2)
    }
    #expect(try reader.samples(group: 0, sequences: .max - 4 ..< .max, channels: 0..<1).allSatisfy(\.isNaN))
    #expect(try reader.summaries(group: 0, level: 61, blocks: .max - 4 ..< .max, channels: 0..<1).count == 4)
  }

  @Test func saysWhatIsNoStore() {
    #expect(throws: StoreError.notStore) { try StoreReader(StoreMemory([])) }
    #expect(throws: StoreError.notStore) { try StoreReader(StoreMemory(Array("RIFFxxxxWAVEfmt ".utf8))) }
    var header = StoreEncoder(identifier: 5).bytes
    header[20] ^= 1
    #expect(throws: StoreError.damagedHeader) { try StoreReader(StoreMemory(header)) }
  }
}
