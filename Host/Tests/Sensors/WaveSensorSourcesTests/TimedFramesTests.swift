import Testing
import WaveStreams

@testable import WaveSensorSources

@Suite struct TimedFramesTests {
  @Test func framesBetweenTimesThatLeapAreMissing() {
    // Two and a half samples are late, not missing.
    let frames = TimedFrames(
      values: (0..<12).map { Double($0) }, channelCount: 2, leaps: [0, 1, 2.5, 2.51, 0.2, 1000.4])
    var sequence: UInt64 = 7
    let blocks = frames.blocks(from: &sequence, at: 5)
    #expect(blocks.map(\.sequence) == [7, 12, 1013] && sequence == 1014)
    #expect(blocks.map(\.samples) == [[0, 2, 4, 1, 3, 5], [6, 8, 7, 9], [10, 11]])
    #expect(blocks.allSatisfy { $0.arrivalMicroseconds == 5 })
  }

  @Test func aLeapBeforeTheFirstFrameMovesIt() {
    var sequence: UInt64 = 0
    let blocks = TimedFrames(values: [1], channelCount: 1, leaps: [11]).blocks(from: &sequence, at: 0)
    #expect(blocks.map(\.sequence) == [10] && sequence == 11)
  }

  @Test func noFramesAreNoBlocksAndAWildLeapIsHeld() {
    var sequence: UInt64 = 3
    let none = TimedFrames(values: [], channelCount: 3, leaps: []).blocks(from: &sequence, at: 0)
    #expect(none.isEmpty && sequence == 3)
    for leap in [.infinity, 1e300, 1e13] {
      let wild = TimedFrames(values: [1], channelCount: 1, leaps: [leap]).blocks(from: &sequence, at: 0)
      #expect(wild.count == 1)
    }
    #expect(sequence == 3 + 3 * 1_000_000_000_001)
    // The numbers of samples end somewhere; what comes then has none of its own.
    sequence = .max - 2
    _ = TimedFrames(values: [1, 2], channelCount: 1, leaps: [1e12, 1e12]).blocks(from: &sequence, at: 0)
    #expect(sequence == .max)
    // Times that go back are in order here: whoever gives them has seen to it.
    let back = TimedFrames(values: [1, 2], channelCount: 1, leaps: [-5, .nan]).blocks(from: &sequence, at: 0)
    #expect(back.map(\.samples) == [[1, 2]])
  }
}
