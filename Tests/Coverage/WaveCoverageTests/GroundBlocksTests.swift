import Testing
import WaveCoverageWire
import WaveWire

@testable import WaveCoverage

@Suite struct GroundBlocksTests {
  private static let keys = (0..<40).map { Samples.key(UInt16($0), 0) }

  private static func asks(_ messages: [CoverageMessage]) -> [TerrainBlockKey] {
    messages.compactMap { if case .ask(let ask) = $0 { ask.key } else { nil } }
  }

  private static func back(_ messages: [CoverageMessage]) -> [TerrainBlockKey] {
    messages.compactMap { if case .cancelBlock(let back) = $0 { back.key } else { nil } }
  }

  private static func wanting(
    seen: ArraySlice<TerrainBlockKey> = [], needed: ArraySlice<TerrainBlockKey> = []
  ) -> GroundBlocks {
    var blocks = GroundBlocks()
    blocks.handle(.want(seen: Array(seen), needed: Array(needed)))
    return blocks
  }

  @Test func whatIsWantedIsFoundOutOnceUntilItChanges() {
    var blocks = GroundBlocks()
    #expect(blocks.isStale)
    blocks.handle(.want(seen: [Self.keys[0]], needed: [Self.keys[1]]))
    #expect(!blocks.isStale && blocks.seen == [Self.keys[0]] && blocks.needed == [Self.keys[1]])
    blocks.handle(.arrived(Self.keys[0]))
    blocks.handle(.pathEnded)
    #expect(!blocks.isStale)
    let inputs: [GroundBlocks.Input] = [
      .changed, .connectionChanged, .tilesChanged, .tilesReplaced([]), .surfacesReplaced,
      .follow([Self.keys[2]]),
    ]
    for input in inputs {
      blocks.handle(.want(seen: [], needed: []))
      blocks.handle(input)
      #expect(blocks.isStale, "\(input)")
    }
    blocks.handle(.want(seen: [], needed: []))
    blocks.handle(.follow([Self.keys[2]]))
    #expect(!blocks.isStale && blocks.path == [Self.keys[2]], "it is followed already")
    blocks.handle(.pathEnded)
    #expect(blocks.path.isEmpty)
  }

  @Test func theGroundUnderThePinComesFirst() {
    var blocks = Self.wanting(seen: Self.keys[10..<12], needed: Self.keys[0..<6])
    blocks.handle(.follow([Self.keys[20]]))
    let wanted = blocks.wanted(after: [Self.keys[30]])
    let expected = [30, 0, 1, 2, 3, 20, 10, 11, 0, 1, 2, 3, 4, 5].map { Self.keys[$0] }
    #expect(wanted == expected)
  }

  @Test func aFewAreAskedForAtATimeAndEachOnce() {
    let limit = WireLimits.terrainAsks
    var blocks = Self.wanting(seen: Self.keys[...])
    let first = blocks.requests(after: [], in: TerrainStore())
    #expect(Self.asks(first) == Array(Self.keys.prefix(limit)) && blocks.asked == Self.asks(first))
    let second = blocks.requests(after: [], in: TerrainStore())
    #expect(second.isEmpty)
    blocks.handle(.arrived(Self.keys[3]))
    blocks.handle(.arrived(Self.keys[3]))
    blocks.handle(.arrived(Self.keys[39]))
    let third = blocks.requests(after: [], in: TerrainStore())
    // It has not been stored: it is asked for again.
    #expect(Self.asks(third) == [Self.keys[3]] && blocks.asked.count == limit)
  }

  @Test func whatIsThereIsNotAskedFor() {
    let store = Samples.store(blocks: [Samples.allKeys[1]])
    var blocks = Self.wanting(seen: Samples.allKeys[...])
    let asks = Self.asks(blocks.requests(after: [], in: store))
    #expect(asks == [Samples.allKeys[0], Samples.allKeys[2], Samples.allKeys[3]])
  }

  @Test func whatIsNoLongerWantedIsSentBackFirst() {
    var blocks = Self.wanting(seen: Self.keys[0..<3])
    _ = blocks.requests(after: [], in: TerrainStore())
    blocks.handle(.want(seen: [Self.keys[1], Self.keys[7]], needed: []))
    let requests = blocks.requests(after: [], in: TerrainStore())
    #expect(Self.back(requests) == [Self.keys[0], Self.keys[2]] && Self.asks(requests) == [Self.keys[7]])
    guard case .cancelBlock? = requests.first else {
      Issue.record("\(requests)")
      return
    }
    #expect(blocks.asked == [Self.keys[1], Self.keys[7]])
  }

  @Test func aRefusedBlockIsNotAskedForAgain() {
    var blocks = Self.wanting(seen: Self.keys[0..<2])
    let early = blocks.refuse(Self.keys[0])
    #expect(!early && blocks.refused.isEmpty, "it was not asked for")
    _ = blocks.requests(after: [], in: TerrainStore())
    blocks.handle(.want(seen: Array(Self.keys[0..<2]), needed: []))
    let isRefused = blocks.refuse(Self.keys[0])
    #expect(isRefused && blocks.isStale && blocks.refused == [Self.keys[0]] && blocks.asked == [Self.keys[1]])
    let double = blocks.refuse(Self.keys[0])
    #expect(!double && blocks.refused.count == 1)
    let requests = blocks.requests(after: [], in: TerrainStore())
    #expect(requests.isEmpty)
    blocks.handle(.connectionChanged)
    #expect(blocks.refused.isEmpty && blocks.asked.isEmpty)
  }

  @Test func refusalsAreBounded() {
    var blocks = GroundBlocks()
    for number in 0..<(4 * TerrainStore.limit + 1) {
      let key = Samples.key(UInt16(number / 100), UInt16(number % 100))
      blocks.handle(.want(seen: [key], needed: []))
      _ = blocks.requests(after: [], in: TerrainStore())
      let isRefused = blocks.refuse(key)
      #expect(isRefused)
    }
    #expect(blocks.refused.count == 4 * TerrainStore.limit)
  }

  @Test func tilesWithOtherPostsAreForgotten() {
    let (kept, gone) = (Samples.key(tile: 0), Samples.key(tile: 1))
    func filled() -> GroundBlocks {
      var blocks = GroundBlocks()
      blocks.handle(.want(seen: [kept, gone], needed: []))
      _ = blocks.requests(after: [], in: TerrainStore())
      _ = blocks.refuse(kept)
      _ = blocks.refuse(gone)
      let (keptToo, goneToo) = (Samples.key(1, tile: 0), Samples.key(1, tile: 1))
      blocks.handle(.want(seen: [keptToo, goneToo], needed: [kept, gone]))
      _ = blocks.requests(after: [], in: TerrainStore())
      blocks.handle(.follow([kept, gone]))
      return blocks
    }
    var blocks = filled()
    blocks.handle(.tilesReplaced([1]))
    #expect(blocks.refused == [kept] && blocks.asked.allSatisfy { $0.tile == 0 } && blocks.asked.count == 1)
    #expect(blocks.needed == [kept] && blocks.path.isEmpty)
    blocks = filled()
    blocks.handle(.tilesReplaced([2]))
    #expect(blocks.path == [kept, gone] && blocks.refused.count == 2 && blocks.asked.count == 2)
    blocks.handle(.tilesChanged)
    #expect(blocks.path.isEmpty)
  }

  @Test func otherModelsOfTheSurfaceAreAskedForAgain() {
    let (ground, surface) = (Samples.key(), Samples.key(isSurface: true))
    var blocks = Self.wanting(seen: [ground, surface])
    _ = blocks.requests(after: [], in: TerrainStore())
    blocks.handle(.surfacesReplaced)
    #expect(blocks.asked == [ground])
    _ = blocks.requests(after: [], in: TerrainStore())
    _ = blocks.refuse(ground)
    _ = blocks.refuse(surface)
    blocks.handle(.surfacesReplaced)
    #expect(blocks.refused == [ground])
  }
}
