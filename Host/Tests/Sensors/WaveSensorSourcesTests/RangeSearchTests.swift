import TestSupport
import Testing

@testable import WaveSensorSources

/// Searches and joins of ranges, against loops that do the same step by step.
@Suite struct RangeSearchTests {
  @Test func theFirstNumberThatHoldsIsFound() {
    for low in -3..<4 {
      for high in low..<8 {
        for border in (low - 1)...(high + 1) {
          var asked: [Int] = []
          let found = (low..<high).partitionPoint { number in
            asked.append(number)
            return number >= border
          }
          #expect(found == min(high, max(low, border)), "\(border) in \(low)..<\(high)")
          #expect(asked.allSatisfy { (low..<high).contains($0) } && asked.count <= 4)
        }
      }
    }
    #expect((Int64.max - 5..<Int64.max).partitionPoint { $0 >= .max - 2 } == .max - 2)
    #expect((UInt8(0)..<255).partitionPoint { $0 >= 254 } == 254)
  }

  @Test func rangesThatTouchBecomeOne() {
    var ranges: [Range<Int>] = []
    for next in [0..<3, 3..<5, 4..<4, 4..<9, 6..<8, 10..<12, 12..<12, 13..<14] { ranges.join(next) }
    #expect(ranges == [0..<9, 10..<12, 13..<14])
    var gaps: [Range<Int>] = []
    for next in [0..<3, 5..<6, 9..<10, 12..<13, 16..<17] { gaps.join(next, gapLimit: 2) }
    #expect(gaps == [0..<6, 9..<13, 16..<17])
    var sizes: [Range<UInt8>] = []
    for next in [0..<3, 5..<6, 255..<255] as [Range<UInt8>] { sizes.join(next, gapLimit: 1) }
    #expect(sizes == [0..<3, 5..<6, 255..<255])
  }

  @Test func elementsStandWithTheFirstThatTheyMatch() {
    #expect([5, 12, 25, 31, 2, 15].grouped { $0 % 10 == $1 % 10 } == [[5, 25, 15], [12, 2], [31]])
    #expect([Int]().grouped { $0 == $1 }.isEmpty)
  }

  /// Records of given times, against a list of every sample.
  @Test func recordsAreFoundWhereTheirSamplesAre() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<40 {
      let widths: [Int64] = [Int64.random(in: 1...6, using: &random), 3]
      var onset = 0.0
      let onsets = (0..<12).map { _ -> Double in
        defer { onset += [1, 1, 1, 2.5, 4].randomElement(using: &random) ?? 1 }
        return onset
      }
      let (timeline, misplaced) = EDFTimeline.placed(onsets: onsets, recordSeconds: 1, widths: widths)
      #expect(misplaced == 0)
      for (group, width) in widths.enumerated() {
        let starts = onsets.map { Int64(($0 * Double(width)).rounded()) }
        #expect((0..<12).map { timeline.start(ofRecord: $0, group: group) } == starts)
        #expect(timeline.sampleCount(ofGroup: group) == starts[11] + width)
        let there = Set(starts.flatMap { $0..<($0 + width) })
        let stretches = timeline.stretches(ofGroup: group)
        #expect(Set(stretches.flatMap { $0 }) == there && stretches.count <= 12)
        #expect(zip(stretches, stretches.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        for from in Int64(0)..<(starts[11] + width) {
          let end = from + Int64.random(in: 1...9, using: &random)
          let expected = starts.indices.filter { starts[$0] < end && starts[$0] + width > from }
          let found = timeline.records(of: group, from: from, to: end)
          #expect(found.map { Int($0) } == expected, "\(from)..<\(end) of \(starts)")
        }
      }
    }
    let even = EDFTimeline(recordCount: 4, widths: [5])
    #expect(even.stretches(ofGroup: 0) == [0..<20] && even.sampleCount(ofGroup: 0) == 20 && !even.hasHoles)
    #expect(even.records(of: 0, from: 4, to: 10) == 0..<2 && even.records(of: 0, from: 5, to: 11) == 1..<3)
    #expect(EDFTimeline(recordCount: 0, widths: [5]).sampleCount(ofGroup: 0) == 0)
  }

  /// A start that is one sample too early is a rounding error, two are not, and no time is without end.
  @Test func recordsThatOverlapFollowTheOneBefore() {
    func placed(_ second: Double) -> (Int64, Int) {
      let (timeline, misplaced) = EDFTimeline.placed(onsets: [0, second], recordSeconds: 2, widths: [20])
      return (timeline.start(ofRecord: 1, group: 0), misplaced)
    }
    for (second, start, misplaced) in [
      (2, 20, 0), (1.9, 20, 0), (1.8, 20, 1), (2.1, 21, 0), (1e13, 100_000_000_000_000, 0), (1e14, 20, 1),
      (-1, 20, 1),
    ] as [(Double, Int64, Int)] {
      #expect(placed(second) == (start, misplaced), "\(second)")
    }
  }

  @Test func recordsThatAreWrittenHoldEverySample() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<60 {
      let widths = [Int.random(in: 1...7, using: &random), Int.random(in: 1...7, using: &random)]
      let pieces = widths.map { _ in
        var place: Int64 = 0
        return (0..<4).map { _ -> Range<Int64> in
          let first = place + Int64.random(in: 1...40, using: &random)
          place = first + Int64.random(in: 1...9, using: &random)
          return first..<place
        }
      }
      let plan = EDFRecordPlan(pieces: pieces, widths: widths)
      let wanted = Set(
        zip(pieces, widths).flatMap { pieces, width in pieces.joined().map { $0 / Int64(width) } })
      let records = plan.runs.flatMap { Array($0) }
      #expect(records == wanted.sorted() && plan.count == Int64(wanted.count) && plan.last == wanted.max())
      #expect(plan.isDiscontinuous == (wanted.count != Int(plan.last) + 1))
      for record in 0...plan.last + 2 {
        #expect(plan.ordinal(of: record) == Int64(wanted.count { $0 < record }), "\(record)")
      }
    }
    let none = EDFRecordPlan(pieces: [[]], widths: [4])
    #expect(none.last == -1 && none.count == 0 && !none.isDiscontinuous && none.ordinal(of: 3) == 0)
  }
}
