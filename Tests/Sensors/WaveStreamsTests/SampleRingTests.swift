import TestSupport
import Testing

@testable import WaveStreams

@Suite struct SampleRingTests {
  /// A sample that shows its frame's number and its channel.
  private static func sample(_ sequence: UInt64, _ channel: Int) -> Double {
    Double(sequence) * 10 + Double(channel)
  }

  private static func block(_ sequence: UInt64, _ count: Int, channels: Int = 2) -> SampleBlock {
    let samples = (0..<channels).flatMap { channel in
      (0..<count).map { sample(sequence + UInt64($0), channel) }
    }
    guard
      let block = SampleBlock(
        sequence: sequence, channelCount: channels, samples: samples, arrivalMicroseconds: 0)
    else { fatalError("as many samples of each channel") }
    return block
  }

  /// Consumes a stretch and checks that its samples are those of its numbers.
  private static func consume(_ ring: inout SampleRing, limit: Int = .max) -> SampleRun? {
    var samples: [Double] = []
    let run = ring.consume(limit: limit) { piece in
      for index in piece.indices { samples.append(piece[index]) }
    }
    if let run, !run.isMissing {
      let expected = (run.sequence..<run.end).flatMap { number in
        (0..<ring.channelCount).map { sample(number, $0) }
      }
      #expect(samples == expected)
    } else {
      #expect(samples == [])
    }
    return run
  }

  @Test func lengthsInAndOutDiffer() {
    var ring = SampleRing(channelCount: 2, capacity: 10, policy: .oldest)
    ring.produce(Self.block(100, 4))
    #expect(Self.consume(&ring, limit: 3) == SampleRun(sequence: 100, count: 3, isMissing: false))
    ring.produce(Self.block(104, 8))
    #expect(Self.consume(&ring) == SampleRun(sequence: 103, count: 9, isMissing: false))
    #expect(Self.consume(&ring) == nil)
    #expect(ring.deliveredCount == 12 && ring.missingCount == 0 && ring.nextSequence == 112)
  }

  @Test func whatNeverCameIsAGapInItsPlace() {
    var ring = SampleRing(channelCount: 2, capacity: 100, policy: .oldest)
    ring.produce(Self.block(0, 4))
    ring.produce(Self.block(1 << 40, 4))
    #expect(Self.consume(&ring) == SampleRun(sequence: 0, count: 4, isMissing: false))
    #expect(Self.consume(&ring) == SampleRun(sequence: 4, count: (1 << 40) - 4, isMissing: true))
    #expect(Self.consume(&ring) == SampleRun(sequence: 1 << 40, count: 4, isMissing: false))
  }

  @Test func whatCameBeforeIsPassedOver() {
    var ring = SampleRing(channelCount: 1, capacity: 100, policy: .oldest)
    ring.produce(Self.block(10, 6, channels: 1))
    ring.produce(Self.block(8, 4, channels: 1))
    ring.produce(Self.block(12, 6, channels: 1))
    #expect(Self.consume(&ring) == SampleRun(sequence: 10, count: 8, isMissing: false))
    #expect(ring.repeatedCount == 8)
    ring.restart()
    ring.produce(Self.block(0, 2, channels: 1))
    #expect(Self.consume(&ring) == SampleRun(sequence: 0, count: 2, isMissing: false))
  }

  @Test(arguments: [SampleRing.DropPolicy.oldest, .newest])
  func numbersOfAnySizeAreCounted(policy: SampleRing.DropPolicy) {
    // A device that is started anew again and again, and counts from one end of its numbers to the other.
    var ring = SampleRing(channelCount: 1, capacity: 4, policy: policy)
    for _ in 0..<12 {
      for sequence in [0, 1 << 61, .max - 1, .max] as [UInt64] {
        ring.produce(Self.numbered(sequence, 3))
      }
      ring.restart()
    }
    #expect(ring.refusedCount == 12 * 6)
    var delivered: UInt64 = 0
    while let run = ring.consume({ _ in }) { if !run.isMissing { delivered += run.count } }
    #expect(ring.deliveredCount == delivered && ring.waitingCount == 0)
    #expect(ring.producedCount >= ring.missingCount && ring.missingCount > 1 << 62)
  }

  /// A block of any number, which its samples do not show.
  private static func numbered(_ sequence: UInt64, _ count: Int) -> SampleBlock {
    guard
      let block = SampleBlock(
        sequence: sequence, channelCount: 1, samples: Array(repeating: 0, count: count),
        arrivalMicroseconds: 0)
    else { fatalError("as many samples of each channel") }
    return block
  }

  @Test func aScreenGetsTheNewestAndARecorderTheOldest() {
    var screen = SampleRing(channelCount: 2, capacity: 6, policy: .oldest)
    var recorder = SampleRing(channelCount: 2, capacity: 6, policy: .newest)
    for start in stride(from: UInt64(0), to: 12, by: 4) {
      screen.produce(Self.block(start, 4))
      recorder.produce(Self.block(start, 4))
    }
    #expect(Self.consume(&screen) == SampleRun(sequence: 0, count: 6, isMissing: true))
    #expect(Self.consume(&screen) == SampleRun(sequence: 6, count: 6, isMissing: false))
    #expect(Self.consume(&recorder) == SampleRun(sequence: 0, count: 6, isMissing: false))
    #expect(Self.consume(&recorder) == SampleRun(sequence: 6, count: 6, isMissing: true))
    screen.produce(Self.block(12, 20))
    #expect(Self.consume(&screen) == SampleRun(sequence: 12, count: 14, isMissing: true))
    #expect(Self.consume(&screen) == SampleRun(sequence: 26, count: 6, isMissing: false))
  }

  /// A list of numbers, each there or missing.
  private struct Twin {
    var waiting: [(sequence: UInt64, isMissing: Bool)] = []
    var next: UInt64?
    let capacity: Int
    let policy: SampleRing.DropPolicy

    mutating func produce(_ sequence: UInt64, _ count: Int) {
      for number in sequence..<(sequence + UInt64(count)) {
        if let next, number < next { continue }
        if let next { for lost in next..<number { waiting.append((lost, true)) } }
        next = number + 1
        let isFull = waiting.count { !$0.isMissing } == capacity
        if isFull, policy == .oldest, let oldest = waiting.firstIndex(where: { !$0.isMissing }) {
          waiting[oldest].isMissing = true
        }
        waiting.append((number, isFull && policy == .newest))
      }
    }

    mutating func consume(_ limit: Int) -> SampleRun? {
      guard let first = waiting.first else { return nil }
      var count = waiting.prefix { $0.isMissing == first.isMissing }.count
      if !first.isMissing { count = min(count, limit) }
      waiting.removeFirst(count)
      return SampleRun(sequence: first.sequence, count: UInt64(count), isMissing: first.isMissing)
    }
  }

  @Test(arguments: 0..<60) func doesAsAListWould(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let policy: SampleRing.DropPolicy = seed % 2 == 0 ? .oldest : .newest
    let capacity = Int.random(in: 1...20, using: &generator)
    var ring = SampleRing(channelCount: 3, capacity: capacity, policy: policy)
    var twin = Twin(capacity: capacity, policy: policy)
    var sequence: UInt64 = 50
    for _ in 0..<300 {
      if Bool.random(using: &generator) {
        sequence = UInt64(max(40, Int(sequence) + Int.random(in: -3...4, using: &generator)))
        let count = Int.random(in: 0...12, using: &generator)
        ring.produce(Self.block(sequence, count, channels: 3))
        twin.produce(sequence, count)
        sequence += UInt64(count)
      } else {
        let limit = Int.random(in: 1...15, using: &generator)
        #expect(Self.consume(&ring, limit: limit) == twin.consume(limit))
      }
      #expect(
        ring.producedCount == ring.deliveredCount + ring.missingCount + UInt64(ring.waitingCount),
        "nothing is lost unseen")
      #expect(ring.waitingCount == twin.waiting.count { !$0.isMissing })
    }
  }

  @Test(arguments: [SampleRing.DropPolicy.oldest, .newest]) func gapsWithoutEndTakeNoMemoryWithoutEnd(
    policy: SampleRing.DropPolicy
  ) {
    var ring = SampleRing(channelCount: 1, capacity: 100_000, policy: policy)
    for number in stride(from: UInt64(0), to: 40_000, by: 2) {
      ring.produce(Self.block(number, 1, channels: 1))
    }
    #expect(ring.producedCount == 39_999)
    #expect(ring.producedCount == ring.missingCount + UInt64(ring.waitingCount))
    var runs: [SampleRun] = []
    while let run = Self.consume(&ring) { runs.append(run) }
    #expect(runs.count <= SampleRing.runLimit)
    #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.end == $1.sequence && $0.isMissing != $1.isMissing })
    #expect(runs.first?.sequence == 0 && runs.last?.end == 39_999)
  }
}
