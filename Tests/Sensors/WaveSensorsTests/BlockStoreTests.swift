import Testing
import WaveSensorsWire

@testable import WaveSensors

/// Blocks that have come, in a ring that keeps the newest.
@Suite struct BlockStoreTests {
  private func store(level: Int = 0, channels: Int = 1) -> BlockStore {
    BlockStore(level: level, channelCount: channels)
  }

  @Test func samplesAreThoseOfTheirStream() {
    var store = store(channels: 2)
    #expect(store.newest == -1 && store.oldest == 0 && !store.has(0) && !store.has(-1))
    #expect(store.insert(.made(channels: 2, from: 10, count: 3)) == true)
    #expect((9...13).map { store.has($0) } == [false, true, true, true, false] && store.newest == 12)
    #expect((10...12).map { store.sample(0, $0) } == [10, 11, 12])
    #expect((10...12).map { store.sample(1, $0) } == [13, 14, 15])
    #expect(store.sample(2, 10).isNaN && store.sample(0, 13).isNaN && store.sample(0, -1).isNaN)
    #expect(store.bounds(1, 11) == (14, 14))
  }

  @Test func longBlocksHaveExtremes() {
    var store = store(level: 3, channels: 2)
    #expect(store.insert(.made(level: 3, channels: 2, from: 5, count: 2)) == true)
    #expect(
      store.extremes(0, 6) == (7, 8) && store.extremes(1, 5) == (9, 10) && store.bounds(1, 6) == (11, 12))
    #expect(store.extremes(2, 5).minimum.isNaN && store.extremes(0, 7).maximum.isNaN)
  }

  @Test func otherBlocksAreRefused() {
    var store = store(channels: 2)
    #expect(
      !store.insert(.made(level: 1, channels: 2, from: 0, count: 1))
        && !store.insert(.made(from: 0, count: 1)))
    #expect(store.insert(.made(channels: 2, from: 0, count: 0)) == false)
    var short = StreamColumns.made(channels: 2, from: 0, count: 2)
    short.values.removeLast()
    #expect(!store.insert(short) && store.newest == -1)
  }

  @Test func theOldestGiveWay() {
    var store = store()
    _ = store.insert(.made(from: 0, count: 2))
    _ = store.insert(.made(from: 8192, count: 1))
    #expect(!store.has(0) && store.has(1) && store.has(8192) && store.oldest == 1 && store.newest == 8192)
    // What comes too late is not stored over newer blocks.
    #expect(store.insert(.made(from: 0, count: 1)) && store.sample(0, 8192) == 8192 && store.newest == 8192)
    _ = store.insert(.made(from: 1, count: 1))
    #expect(store.has(1))
  }

  @Test func runsAreFound() {
    var store = store()
    _ = store.insert(.made(from: 10, count: 5))
    _ = store.insert(.made(from: 20, count: 5))
    #expect(
      store.endOfRun(from: 10) == 15 && store.endOfRun(from: 14) == 15 && store.endOfRun(from: 15) == 15)
    #expect(
      store.newestMissing(from: 10, through: 24) == 15...19
        && store.newestMissing(from: 10, through: 26) == 25...26)
    #expect(
      store.newestMissing(from: 17, through: 24) == 17...19
        && store.newestMissing(from: 20, through: 24) == nil)
    #expect(
      store.newestMissing(from: 19, through: 19) == 19...19 && store.newestMissing(from: 5, through: 4) == nil
    )
    #expect(store.newestMissing(from: 0, through: 100_000) == 91_809...100_000, "no more than are held")
  }
}
