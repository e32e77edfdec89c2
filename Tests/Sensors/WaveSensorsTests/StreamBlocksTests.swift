import Testing
import WaveSensorsWire

@testable import WaveSensors

/// Blocks of the levels that are shown, and what they lack.
@Suite struct StreamBlocksTests {
  /// Room for samples of two groups: two streams of 1000 Hz, one of 25 Hz.
  private func prepared(level column: Double = 1000) -> (StreamBlocks, StreamSource) {
    let source = StreamSource.made([2, 1])
    var blocks = StreamBlocks(groups: 2)
    _ = blocks.prepare(source, ChannelSet(first: 3), columnMicroseconds: column, keepsOld: false)
    return (blocks, source)
  }

  @Test func thereIsRoomForWhatIsShown() {
    var (blocks, source) = prepared()
    #expect(blocks.stores.map { $0?.channelCount } == [2, 1] && blocks.stores.map { $0?.level } == [0, 0])
    // 8 samples of the fast group are in a column of 8 ms.
    var hasChanged = blocks.prepare(
      source, ChannelSet(first: 3), columnMicroseconds: 8000, keepsOld: true)
    #expect(hasChanged && blocks.stores.map { $0?.level } == [3, 0])
    #expect(blocks.earlier.map { $0?.level } == [0, nil], "the slow group is as it was")
    hasChanged = blocks.prepare(source, ChannelSet(first: 3), columnMicroseconds: 8000, keepsOld: true)
    #expect(!hasChanged)
    hasChanged = blocks.prepare(source, ChannelSet(first: 3), columnMicroseconds: 8000, keepsOld: false)
    #expect(hasChanged && blocks.earlier.allSatisfy { $0 == nil })
  }

  @Test func aGroupOfWhichNothingIsShownHasNoRoom() {
    var (blocks, source) = prepared()
    let hasChanged = blocks.prepare(source, ChannelSet(first: 1), columnMicroseconds: 1000, keepsOld: true)
    #expect(hasChanged && blocks.stores.map { $0?.channelCount } == [1, nil])
    #expect(blocks.earlier.allSatisfy { $0 == nil }, "they had other streams")
    #expect(blocks.insert(.made(group: 1, from: 0, count: 1)) == false)
  }

  @Test func blocksAreStoredWhereTheyFit() {
    var (blocks, _) = prepared()
    #expect(blocks.insert(.made(channels: 2, from: 10, count: 4)) == true)
    #expect(blocks.stores[0]?.newest == 13 && blocks.stores[1]?.newest == -1)
    #expect(blocks.insert(.made(channels: 1, from: 20, count: 4)) == false, "they have other streams")
    #expect(
      blocks.insert(.made(level: 1, channels: 2, from: 20, count: 4)) == false, "they have another level")
    #expect(blocks.stores[0]?.newest == 13)
  }

  @Test func aGroupIsForgottenAlone() {
    var (blocks, source) = prepared()
    _ = blocks.insert(.made(channels: 2, from: 10, count: 4))
    _ = blocks.insert(.made(group: 1, from: 10, count: 4))
    _ = blocks.prepare(source, ChannelSet(first: 3), columnMicroseconds: 8000, keepsOld: true)
    _ = blocks.insert(.made(level: 3, channels: 2, from: 1, count: 4))
    #expect(blocks.forget(0) == true)
    #expect(blocks.earlier[0] == nil && blocks.stores[0]?.newest == -1 && blocks.stores[0]?.level == 3)
    #expect(blocks.stores[0]?.channelCount == 2 && blocks.stores[1]?.newest == 13)
    _ = blocks.prepare(source, ChannelSet(first: 2), columnMicroseconds: 8000, keepsOld: false)
    #expect(blocks.forget(1) == false, "it had no room")
  }

  private let clocks = [StreamClock.made(), .made(rateHertz: 25)]

  @Test func liveBlocksAreWantedFromTheEndOfWhatHasComeOn() {
    var (blocks, _) = prepared()
    #expect(blocks.liveStart(from: 5e6, clocks) == 5e6, "nothing has come")
    #expect(StreamBlocks().liveStart(from: 5e6, []) == 5e6)
    _ = blocks.insert(.made(channels: 2, from: 5000, count: 400))
    #expect(blocks.liveStart(from: 5e6, clocks) == 5e6, "the slow group has none")
    _ = blocks.insert(.made(group: 1, from: 125, count: 50))
    // The last block may be under way: it comes again.
    #expect(blocks.liveStart(from: 5e6, clocks) == 5.399e6)
    #expect(blocks.liveStart(from: 5.5e6, clocks) == 5.5e6, "the window begins later")
    _ = blocks.insert(.made(channels: 2, from: 5400, count: 2000))
    #expect(blocks.liveStart(from: 5e6, clocks) == 6.96e6, "the slow group has come to 7 s")
  }

  @Test func whatIsMissingIsTheNewestRunOfAllGroups() throws {
    var (blocks, _) = prepared()
    _ = blocks.insert(.made(channels: 2, from: 5000, count: 1000))
    _ = blocks.insert(.made(channels: 2, from: 6500, count: 500))
    _ = blocks.insert(.made(group: 1, from: 125, count: 51))
    func missing(_ start: Double, _ end: Double, isComplete: Bool = false) -> [Double]? {
      blocks.missing(from: start, until: end, isComplete: isComplete, clocks).map { [$0.from, $0.until] }
    }
    #expect(missing(5e6, 6.999e6) == [6e6, 6.5e6])
    #expect(missing(5e6, 5.999e6) == nil)
    #expect(missing(4e6, 5.5e6) == [4e6, 5e6])
    // Of both groups: from the first to the last.
    #expect(missing(6.9e6, 8e6) == [7e6, 8.04e6])
    #expect(missing(6.9e6, 8e6, isComplete: true) == nil, "nothing comes after the newest")
    #expect(missing(5e6, 8e6, isComplete: true) == [6e6, 6.5e6])
    #expect(missing(-3e6, 1e6)?.first == 0, "before the first sample nothing is missing")
    #expect(missing(8e6, 7e6) == nil)
  }

  @Test func withoutAClockNothingIsKnownToBeMissing() {
    let (blocks, _) = prepared()
    #expect(blocks.missing(from: 0, until: 1e6, isComplete: false, [StreamClock(), StreamClock()]) == nil)
    let some = blocks.missing(from: 0, until: 1e6, isComplete: false, [StreamClock(), clocks[1]])
    #expect(some?.from == 0 && some?.until == 1.04e6)
  }
}
