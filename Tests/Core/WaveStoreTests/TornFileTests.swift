import TestSupport
import Testing
import WaveStore

@Suite struct TornFileTests {
  /// A small store of two groups, and what was recorded up to each of its records' ends.
  struct Recording {
    var file: [UInt8] = []
    /// Ends of records, and the frames that are there then.
    var stages: [(end: Int, frames: [NaiveStore], noteCount: Int)] = []
    let groups = [StoreGroup.sample(channels: 1, chunkExponent: 0), .sample(channels: 2, chunkExponent: 2)]

    init(steps: Int) throws {
      var random = SeededGenerator(seed: 5)
      var encoder = StoreEncoder(identifier: 0x1234_5678_9ABC_DEF0)
      var naives = [NaiveStore(), NaiveStore()]
      var noteCount = 0
      for group in groups { _ = try encoder.add(group) }
      for step in 0..<steps {
        let group = step % 7 == 6 ? 1 : 0
        let sequence = naives[group].end + (step % 6 == 5 ? 70 : 0)
        let frames = (0..<(step % 4 + 1)).map { _ in
          (0...group).map { _ in (Double.random(in: 0...9, using: &random) * 200).rounded() / 200 }
        }
        // Frame by frame, so that each record's end is known.
        for (offset, frame) in frames.enumerated() {
          try encoder.append(group, sequence + UInt64(offset), [frame])
          if group == 0 || offset == frames.count - 1 { encoder.flush() }
          addStage(&encoder, &naives, group, sequence + UInt64(offset), [frame], noteCount)
        }
        if step % 20 == 19 {
          try encoder.append(
            .annotation(StoreAnnotation(identifier: UInt32(step), group: 0, sequence: 0, label: [65])))
          noteCount += 1
          addStage(&encoder, &naives, group, 0, [], noteCount)
        }
      }
      encoder.close()
      addStage(&encoder, &naives, 0, 0, [], noteCount)
    }

    private mutating func addStage(
      _ encoder: inout StoreEncoder, _ naives: inout [NaiveStore], _ group: Int, _ sequence: UInt64,
      _ frames: [[Double]], _ noteCount: Int
    ) {
      _ = naives[group].append(sequence, frames)
      guard !encoder.bytes.isEmpty else { return }
      encoder.drain(into: &file)
      stages.append((file.count, naives, noteCount))
    }
  }

  @Test func whateverByteItEndsAtAllWholeRecordsAreThereAndItGoesOn() throws {
    let recording = try Recording(steps: 12)
    let stages = recording.stages
    #expect(recording.file.count > 4_000 && stages.count > 18)
    var stage = 0
    for length in 0..<recording.file.count {
      while stage + 1 < stages.count, stages[stage + 1].end <= length { stage += 1 }
      let cut = Array(recording.file[..<length])
      guard length >= 32 else {
        #expect(throws: length < 8 ? StoreError.notStore : .damagedHeader) {
          try StoreReader(StoreMemory(cut))
        }
        continue
      }
      var reader = try StoreReader(StoreMemory(cut))
      #expect(reader.damagedCount == 0 && reader.byteCount <= UInt64(length))
      guard stages[stage].end <= length, reader.groupCount == 2 else {
        #expect(length < stages[0].end)
        continue
      }
      // What is found is what one of the stages was, or that and a record more of the next one.
      #expect(reader.byteCount >= UInt64(stages[stage].end))
      for group in 0..<2 {
        let before = stages[stage].frames[group]
        let after = stages[min(stage + 1, stages.count - 1)].frames[group]
        let count = reader.receivedCount(group: group)
        #expect(count == UInt64(before.frames.count) || count == UInt64(after.frames.count))
        // Each cut looks at what is near it; every one at the end of a record looks at all.
        let isWhole = length == stages[stage].end
        let end = after.end + 3
        let from = isWhole ? 0 : end - min(end, 8)
        let found = try reader.frames(group, from..<end)
        let expected = (count == UInt64(after.frames.count) ? after : before).frames.filter { $0.key >= from }
        #expect(found == expected)
      }
      if length == stages[stage].end { #expect(try reader.notes().count == stages[stage].noteCount) }
      if length % 61 == 0 || length == stages[stage].end { try goOn(cut, &reader) }
    }
  }

  /// Goes on with a store that was cut, and expects that nothing is lost of either part.
  private func goOn(_ cut: [UInt8], _ reader: inout StoreReader<StoreMemory>) throws {
    var file = Array(cut[..<Int(reader.byteCount)])
    let end = reader.nextSequence(group: 0)
    let (counts, notes) = ((0..<2).map { reader.receivedCount(group: $0) }, try reader.notes())
    var encoder = try StoreEncoder(resuming: &reader)
    let added = (0..<90).map { [Double($0)] }
    try encoder.append(0, end, added)
    try encoder.append(1, reader.nextSequence(group: 1) + 2, [[1, 2]])
    try encoder.append(.annotation(StoreAnnotation(identifier: 1, group: 0, sequence: 0, label: [66])))
    encoder.close()
    encoder.drain(into: &file)
    var whole = try StoreReader(StoreMemory(file))
    #expect(whole.isClosed && whole.damagedCount == 0 && whole.byteCount == UInt64(file.count))
    #expect(whole.receivedCount(group: 0) == counts[0] + 90 && whole.receivedCount(group: 1) == counts[1] + 1)
    #expect(try whole.notes().count == notes.count + 1)
    // The summaries above, some of which were open when it was cut, count every frame.
    for group in 0..<2 {
      let all = try whole.summaries(group: group, level: 40, blocks: 0..<1, channels: 0..<1)
      #expect(all[0].validCount == whole.receivedCount(group: group))
    }
    let blocks = (end >> 6)..<(end >> 6) + 3
    let found = try whole.summaries(group: 0, level: 6, blocks: blocks, channels: 0..<1)
    let samples = try whole.samples(
      group: 0, sequences: blocks.lowerBound << 6..<blocks.upperBound << 6, channels: 0..<1)
    for block in 0..<3 {
      var expected = StoreSummary()
      for sample in samples[(block * 64)..<(block * 64 + 64)] { expected.add(sample) }
      #expect(sameSummary(found[block], expected))
    }
  }

  @Test func aDamagedByteTakesItsRecordAndNoOther() throws {
    let recording = try Recording(steps: 26)
    let last = try #require(recording.stages.last)
    let frameCount = last.frames.reduce(0) { $0 + $1.frames.count }
    for place in stride(from: 32, to: recording.file.count, by: 17) {
      var file = recording.file
      file[place] ^= 0x10
      var reader = try StoreReader(StoreMemory(file))
      guard reader.groupCount == 2 else { continue }
      var foundCount = 0
      for group in 0..<2 {
        let end = last.frames[group].end
        let found = try reader.frames(group, 0..<end)
        foundCount += found.count
        // What is there is what was recorded.
        #expect(found.allSatisfy { last.frames[group].frames[$0.key] == $0.value })
      }
      // A run holds four frames at most, a summary stands above 256.
      #expect(foundCount >= frameCount - 260)
      #expect(foundCount == frameCount || reader.damagedCount > 0 || !reader.isClosed)
    }
  }

  /// A store of twenty samples with a checkpoint after each, and where those begin.
  private func checkpoints() throws -> (file: [UInt8], places: [Int]) {
    var encoder = StoreEncoder(identifier: 4)
    var file: [UInt8] = []
    var places: [Int] = []
    _ = try encoder.add(.sample(channels: 1, chunkExponent: 0))
    encoder.drain(into: &file)
    for number in 0..<20 {
      try encoder.append(0, UInt64(number), [[Double(number)]])
      encoder.drain(into: &file)
      encoder.close()
      places.append(file.count)
      encoder.drain(into: &file)
    }
    return (file, places)
  }

  @Test func damagedCheckpointsCostNothingButReading() throws {
    let (file, places) = try checkpoints()
    for count in [1, 7, 8, 9, 20] {
      var damaged = file
      for place in places.suffix(count) { damaged[place + 40] ^= 1 }
      var reader = try StoreReader(StoreMemory(damaged))
      #expect(try reader.frames(0, 0..<30).count == 20)
    }
  }

  /// After eight damaged checkpoints the whole file is read, which meets the damage at its beginning.
  ///
  /// Damage counts once a record follows it, so the last checkpoint's does not.
  @Test(arguments: [(6, 5), (7, 6), (8, 8), (9, 9), (19, 19)])
  func onlyTheNewestCheckpointsAreTried(count: Int, damagedCount: Int) throws {
    let (whole, places) = try checkpoints()
    var file = whole
    for place in places.suffix(count) + places.prefix(1) { file[place + 40] ^= 1 }
    let reader = try StoreReader(StoreMemory(file))
    #expect(reader.damagedCount == damagedCount && reader.receivedCount(group: 0) == 20)
  }

  @Test func aTailOfZerosOrOfAnotherFileIsNoPartOfIt() throws {
    let recording = try Recording(steps: 30)
    let other = try Recording(steps: 10)
    var foreign = StoreEncoder(identifier: 99)
    _ = try foreign.add(.sample(channels: 1, chunkExponent: 0))
    try foreign.append(0, 1 << 30, (0..<100).map { [Double($0)] })
    for tail in [[UInt8](repeating: 0, count: 100_000), foreign.bytes, Array(other.file.prefix(31))] {
      var reader = try StoreReader(StoreMemory(recording.file + tail))
      #expect(reader.byteCount == UInt64(recording.file.count) && reader.damagedCount == 0)
      #expect(reader.sequences(group: 0).upperBound == recording.stages.last?.frames[0].end)
      let resumed = try StoreEncoder(resuming: &reader)
      #expect(resumed.byteCount - UInt64(resumed.bytes.count) == UInt64(recording.file.count))
    }
  }

  @Test func mutatedFilesTrapNowhereAndSayNothingThatWasNot() throws {
    let recording = try Recording(steps: 40)
    let last = try #require(recording.stages.last)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      var file = recording.file
      for _ in 0..<Int.random(in: 1...6, using: &random) { file.mutate(using: &random) }
      guard var reader = try? StoreReader(StoreMemory(file)) else { continue }
      _ = try? reader.notes()
      for group in 0..<min(2, reader.groupCount) {
        for frame in try reader.frames(group, 0..<last.frames[group].end) {
          #expect(last.frames[group].frames[frame.key] == frame.value)
        }
        _ = try reader.summaries(group: group, level: 9, blocks: 0..<40, channels: 0..<1)
      }
      _ = try? StoreEncoder(resuming: &reader)
    }
  }
}
