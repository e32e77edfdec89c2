import TestSupport
import Testing
import WaveStreams

@Suite struct StreamHistoryTests {
  private static func block(_ sequence: UInt64, _ channels: [[Double]]) -> SampleBlock {
    guard
      let block = SampleBlock(
        sequence: sequence, channelCount: channels.count, samples: channels.flatMap { $0 },
        arrivalMicroseconds: 0)
    else { fatalError("as many samples of each channel") }
    return block
  }

  private static func samples(_ history: StreamHistory, _ channel: Int, _ range: Range<UInt64>) -> [Float] {
    var values: [Float] = []
    history.envelope(channel: channel, level: 0, blocks: range, into: &values)
    return values
  }

  @Test func keepsEachChannelAtItsNumbers() {
    var history = StreamHistory(channelCount: 2, sampleCapacity: 64)
    history.append(Self.block(100, [[1, 2, 3], [10, 20, .nan]]))
    #expect(history.originSequence == 100 && history.endSequence == 103)
    #expect(Self.samples(history, 0, 100..<103) == [1, 2, 3])
    let second = Self.samples(history, 1, 100..<103)
    #expect(second[0] == 10 && second[2].isNaN)
    #expect(history.validCount(channel: 0) == 3 && history.validCount(channel: 1) == 2)
    #expect(history.reading(channel: 1, sequences: 0..<200).last == 20)
    var pairs: [Float] = []
    history.envelope(channel: 0, level: 1, blocks: 50..<52, into: &pairs)
    #expect(pairs == [1, 2, 3, 3] && history.completeBlocks(level: 1) == 51)
  }

  @Test func whatIsSkippedIsAGapAndWhatCameBeforeIsPassedOver() {
    var history = StreamHistory(channelCount: 1, sampleCapacity: 64)
    history.append(Self.block(10, [[1, 2]]))
    history.append(Self.block(14, [[5, 6]]))
    history.append(Self.block(11, [[-1, -1]]))
    history.append(Self.block(15, [[-1, 7, 8]]))
    history.append(Self.block(.max - 1, [[9, 9, 9]]))
    let found = Self.samples(history, 0, 10..<18)
    #expect(found[0] == 1 && found[1] == 2 && found[2].isNaN && found[3].isNaN)
    #expect(Array(found[4...]) == [5, 6, 7, 8])
    #expect(history.receivedCount == 6 && history.missingCount == 2)
    #expect(history.repeatedCount == 3 && history.refusedCount == 3)
  }

  @Test func everyFrameIsReceivedOrMissing() {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<20 {
      var history = StreamHistory(channelCount: 3, sampleCapacity: 32, blockCapacity: 8)
      let jump = UInt64(1) << UInt64.random(in: 1...40, using: &random)
      var sequence = UInt64.random(in: 0...1000, using: &random)
      for _ in 0..<60 {
        let count = Int.random(in: 0...20, using: &random)
        history.append(Self.block(sequence, (0..<3).map { _ in [Double](repeating: 1, count: count) }))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: sequence += UInt64.random(in: 0...jump, using: &random)
        case 1: sequence -= min(sequence, UInt64.random(in: 0...30, using: &random))
        case 2: history.appendGap(count: UInt64.random(in: 0...9, using: &random))
        default: sequence += UInt64(count)
        }
        #expect(history.receivedCount + history.missingCount == history.endSequence - history.originSequence)
      }
      #expect(history.validCount(channel: 2) == history.receivedCount)
    }
  }

  @Test func beginsAtTheGivenSample() {
    var history = StreamHistory(channelCount: 1, sampleCapacity: 16)
    history.begin(at: 500)
    history.append(Self.block(503, [[1]]))
    history.begin(at: 0)
    #expect(history.originSequence == 500 && history.missingCount == 3 && history.endSequence == 504)
    #expect(history.firstSequence(level: 24) == 500 && history.firstBlock(level: 2) == 125)
  }
}
