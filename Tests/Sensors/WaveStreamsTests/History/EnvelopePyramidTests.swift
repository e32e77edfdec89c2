import Foundation
import TestSupport
import Testing

@testable import WaveStreams

@Suite struct EnvelopePyramidTests {
  private static func value(_ random: inout SeededGenerator) -> Double {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: .nan
    case 1: [Double.infinity, -1e300, 0, -0.0].randomElement(using: &random) ?? 0
    default: Double.random(in: -5...5, using: &random)
    }
  }

  private static func gap(_ random: inout SeededGenerator) -> UInt64 {
    switch Int.random(in: 0..<30, using: &random) {
    case 0..<8: UInt64.random(in: 1...40, using: &random)
    case 8..<11: UInt64.random(in: 40...6000, using: &random)
    case 11: 1 << UInt64.random(in: 12...50, using: &random)
    default: 0
    }
  }

  /// Compares everything that can be read near the end and at random places with the naive twin.
  private static func check(
    _ pyramid: EnvelopePyramid, _ naive: NaiveEnvelope, _ random: inout SeededGenerator
  ) {
    for level in [0, 1, 2, 3, 4, 5, 7, 10, 13, 18, 23, 24].shuffled(using: &random).prefix(5) {
      let newest = naive.end >> UInt64(level)
      #expect(pyramid.completeBlocks(level: level) == newest)
      let first = newest - min(newest, UInt64.random(in: 0...33, using: &random))
      let blocks = first..<(newest + 2)
      var values: [Float] = []
      pyramid.envelope(level: level, blocks: blocks, into: &values)
      #expect(values.count == blocks.count * (level == 0 ? 1 : 2))
      for (place, block) in blocks.enumerated() {
        let held = block >= pyramid.firstBlock(level: level)
        let expected = held ? naive.reading(naive.sequences(block, level)) : .empty
        if level == 0 {
          #expect(same(values[place], expected.last))
        } else {
          #expect(same(values[2 * place], expected.minimum) && same(values[2 * place + 1], expected.maximum))
          let block = pyramid.block(block, level: level)
          #expect(UInt64(block.validCount) == expected.validCount)
          #expect(close(block.meanSquare.squareRoot(), expected.rootMeanSquare))
        }
      }
    }
  }

  @Test(arguments: [0, 1, 37, 1_099_511_627_776, 36_028_797_018_976_313] as [UInt64])
  func equalsTheNaiveTwin(origin: UInt64) {
    var random = SeededGenerator(seed: origin &+ 5)
    var pyramid = EnvelopePyramid(startingAt: origin, sampleCapacity: 256, blockCapacity: 32)
    var naive = NaiveEnvelope(origin: origin)
    for step in 0..<120 {
      let samples = (0..<Int.random(in: 0...97, using: &random)).map { _ in Self.value(&random) }
      if step % 2 == 0 {
        pyramid.append(samples)
      } else {
        pyramid.append(floats: samples.map { Float($0) })
      }
      naive.append(samples)
      let gap = Self.gap(&random)
      pyramid.appendGap(count: gap)
      naive.end += gap
      #expect(pyramid.endSequence == naive.end && pyramid.validCount == UInt64(naive.samples.count))
      if step % 6 == 0 { Self.check(pyramid, naive, &random) }
    }
  }

  @Test func coarseLevelsReachFurtherBack() {
    var pyramid = EnvelopePyramid(sampleCapacity: 100, blockCapacity: 16, reachSamples: 1 << 14)
    pyramid.append([Double](repeating: 1, count: 100_000))
    #expect(pyramid.firstSequence(level: 0) == 100_000 - 128)
    for level in 2...EnvelopePyramid.coarsestLevel {
      // A pair of which one half is forgotten is none: an odd level may lack a block that the even one below
      // holds.
      let slack: UInt64 = level % 2 == 1 ? 1 << UInt64(level - 1) : 0
      let below = pyramid.firstSequence(level: level - (level % 2 == 1 ? 1 : 2))
      #expect(pyramid.firstSequence(level: level) <= below + slack)
    }
    #expect(pyramid.firstSequence(level: 10) <= 100_000 - (1 << 14))
    // 128 samples; 32 and 9 times 16 blocks; where 2^14 samples are no more than four blocks, four or eight.
    #expect(pyramid.byteCount < 128 * 4 + (32 + 11 * 32) * 16)
  }

  @Test func aBlockThatStartedHalfWayIsThereAndOneThatWasForgottenHalfIsNot() {
    var pyramid = EnvelopePyramid(startingAt: 6, sampleCapacity: 16, blockCapacity: 4)
    pyramid.append([6, 7, 8, 9])
    #expect(
      pyramid.block(0, level: 3) == EnvelopeBlock(minimum: 6, maximum: 7, meanSquare: 42.5, validCount: 2))
    #expect(pyramid.firstBlock(level: 3) == 0 && pyramid.firstSequence(level: 3) == 6)
    pyramid.append((10..<26).map { Double($0) })
    // Samples 10 ..< 26 are held, blocks of four from 8 on, and so blocks of eight from 8 on.
    #expect(pyramid.firstSequence(level: 0) == 10 && pyramid.firstBlock(level: 3) == 1)
    #expect(pyramid.block(0, level: 3).validCount == 0)
    #expect(pyramid.block(1, level: 3).maximum == 15)
  }

  @Test func aSpikeShowsAtEveryLevel() {
    var pyramid = EnvelopePyramid(sampleCapacity: 4096, blockCapacity: 4096)
    var samples = [Double](repeating: 0, count: 3000)
    samples[1234] = 5
    pyramid.append(samples)
    for level in 1...EnvelopePyramid.coarsestLevel {
      #expect(pyramid.block(1234 >> UInt64(level), level: level).maximum == 5)
    }
  }

  @Test func readingsEqualTheNaiveTwinWhereAllIsHeld() {
    var random = SeededGenerator(seed: 9)
    var pyramid = EnvelopePyramid(startingAt: 77, sampleCapacity: 8192, blockCapacity: 2048)
    var naive = NaiveEnvelope(origin: 77)
    while naive.end < 8000 {
      let samples = (0..<Int.random(in: 0...300, using: &random)).map { _ in Self.value(&random) }
      pyramid.append(samples)
      naive.append(samples)
      let gap = Swift.min(Self.gap(&random), 300)
      pyramid.appendGap(count: gap)
      naive.end += gap
    }
    for _ in 0..<150 {
      let lower = UInt64.random(in: 0...naive.end, using: &random)
      let upper =
        lower + UInt64.random(in: 0...(1 << UInt64.random(in: 0...14, using: &random)), using: &random)
      let (found, expected) = (pyramid.reading(lower..<upper), naive.reading(lower..<upper))
      #expect(same(found.last, expected.last) && found.validCount == expected.validCount)
      #expect(same(found.minimum, expected.minimum) && same(found.maximum, expected.maximum))
      #expect(close(found.rootMeanSquare, expected.rootMeanSquare))
    }
  }

  @Test func readingsOfOldTimesTakeWholeBlocksOnly() {
    var pyramid = EnvelopePyramid(sampleCapacity: 16, blockCapacity: 64)
    var naive = NaiveEnvelope(origin: 0)
    let samples = (0..<10_000).map { Double($0 % 997) }
    pyramid.append(samples)
    naive.append(samples)
    // Of level 10 all is held: the whole is the whole, but for the last sample's neighbours nothing is lost.
    #expect(pyramid.reading(0..<20_000).validCount == 10_000)
    #expect(pyramid.reading(0..<20_000).last == naive.reading(0..<20_000).last)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      let lower = UInt64.random(in: 0..<9000, using: &random)
      let upper = lower + UInt64.random(in: 0...5000, using: &random)
      let (found, most) = (pyramid.reading(lower..<upper), naive.reading(lower..<upper))
      #expect(found.validCount <= most.validCount)
      #expect(found.validCount == 0 || (found.minimum >= most.minimum && found.maximum <= most.maximum))
      // What sticks out is less than a block of the level that is held there, at either end.
      if lower >= 10_000 - 1000, upper <= 10_000 { #expect(found.validCount + 2 * 64 >= most.validCount) }
    }
  }

  @Test func gapsOfAnyLengthEndAtTheLimit() {
    var pyramid = EnvelopePyramid(sampleCapacity: 64, blockCapacity: 64)
    pyramid.append([1, 2, 3])
    pyramid.appendGap(count: 1_000_000_000)
    pyramid.append([4])
    #expect(pyramid.block(0, level: 24).maximum == 3)
    #expect(pyramid.reading(0..<(1 << 40)) == pyramid.reading(0..<1_000_000_004))
    #expect(pyramid.reading(0..<(1 << 40)).validCount == 4)
    pyramid.appendGap(count: .max)
    #expect(pyramid.endSequence == EnvelopePyramid.sequenceLimit)
    pyramid.append([5])
    #expect(pyramid.endSequence == EnvelopePyramid.sequenceLimit && pyramid.validCount == 4)
    var values: [Float] = []
    pyramid.envelope(level: 3, blocks: UInt64.max - 4..<UInt64.max, into: &values)
    pyramid.envelope(level: 0, blocks: 0..<UInt64.max, into: &values)
    #expect(values.allSatisfy { $0.isNaN } && values.count == 8 + Int(EnvelopePyramid.blockLimit))
  }

  @Test func beginsAnewInTheSameMemory() {
    var pyramid = EnvelopePyramid(sampleCapacity: 64, blockCapacity: 16)
    pyramid.append([Double](repeating: 9, count: 300))
    pyramid.restart(at: 290)
    pyramid.append([1, 2])
    #expect(pyramid.reading(0..<1000).validCount == 2 && pyramid.reading(0..<1000).maximum == 2)
    #expect(pyramid.block(290 >> 4, level: 4).maximum == 2 && pyramid.originSequence == 290)
  }
}

@Suite struct EnvelopeOracleTests {
  private struct Oracle: Decodable {
    struct Level: Decodable {
      let level: Int
      let minimum: [Float?]
      let maximum: [Float?]
      let meanSquare: [Float?]
      let validCount: [UInt32]
    }
    let sequence: UInt64
    let samples: [Double?]
    let levels: [Level]
  }

  @Test func equalsNumPy() throws {
    let url = Repository.fixture("streams/envelopes.json")
    let oracle = try JSONDecoder().decode(Oracle.self, from: Data(contentsOf: url))
    var pyramid = EnvelopePyramid(startingAt: oracle.sequence, sampleCapacity: 4096, blockCapacity: 1024)
    pyramid.append(oracle.samples.map { $0 ?? .nan })
    #expect(oracle.levels.map(\.level) == Array(1...24))
    for level in oracle.levels {
      let first = oracle.sequence >> UInt64(level.level)
      for index in level.minimum.indices {
        let block = pyramid.block(first + UInt64(index), level: level.level)
        #expect(same(block.minimum, level.minimum[index] ?? .nan))
        #expect(same(block.maximum, level.maximum[index] ?? .nan))
        #expect(close(block.meanSquare, level.meanSquare[index] ?? .nan))
        #expect(block.validCount == level.validCount[index])
      }
    }
  }
}
