/// The newest samples of one channel, and the extremes of blocks at coarser levels.
///
/// Coarser levels reach further back in time.
///
/// Blocks are aligned to absolute sequence numbers: block n of level k contains samples n·2^k ..< (n+1)·2^k.
/// The pyramid stores the samples and the blocks of 4, 16 … 4^12 samples, each level in its own ring. Blocks
/// of odd levels are merged from two stored blocks. Missing samples are NaN, and blocks ignore them. A sample
/// that is not finite as a Float is missing.
///
/// Memory is allocated once, when the pyramid is created. This is a value type; use it on one thread at a
/// time.
public struct EnvelopePyramid: Sendable {
  /// The coarsest level that can be read: blocks of 16,777,216 samples.
  public static let coarsestLevel = 24
  /// The upper limit for sequence numbers; samples beyond it are ignored.
  public static let sequenceLimit: UInt64 = 1 << 62

  /// A ring buffer of blocks of the same length.
  struct Ring: Sendable {
    /// The complete blocks, indexed by their number modulo the ring's length, which is a power of two.
    var blocks: [EnvelopeBlock]
    /// The sum for the incomplete block, accumulated from complete blocks of the level below.
    var open = EnvelopeSum()

    @inline(__always) func place(_ block: UInt64) -> Int {
      Int(truncatingIfNeeded: block & UInt64(blocks.count - 1))
    }
  }

  /// The samples, indexed by their number modulo the ring's length, which is a power of two.
  var samples: [Float]
  /// The rings for blocks of 4, 16 … samples.
  var rings: [Ring]

  /// The sequence number at which the history begins, with a sample or a gap.
  public private(set) var originSequence: UInt64
  /// The sequence number of the next sample.
  public private(set) var endSequence: UInt64
  /// The number of appended samples that are not missing.
  public private(set) var validCount: UInt64 = 0

  /// Allocates an empty pyramid.
  ///
  /// A screen of c columns needs 2·c blocks at the level that matches its window, so 4096 to 8192 blocks are
  /// sufficient for every screen.
  /// - Parameters:
  ///   - sequence: The sequence number of the first sample.
  ///   - sampleCapacity: The number of samples to store, 16 to 2^26, rounded up to a power of two.
  ///   - blockCapacity: The number of blocks to store at each higher level, 4 to 2^22, rounded up to a power
  ///     of two; a level stores more if it would otherwise cover less time than the level below.
  ///   - reachSamples: The number of samples that the coarse levels must cover; they store no more blocks
  ///     than this requires.
  /// - Complexity: O(capacity), with one allocation for each of 13 levels.
  public init(
    startingAt sequence: UInt64 = 0, sampleCapacity: Int, blockCapacity: Int, reachSamples: UInt64 = .max
  ) {
    let sampleCount = Self.powerOfTwo(atLeast: Swift.min(Swift.max(sampleCapacity, 16), 1 << 26))
    let blockCount = Swift.min(Swift.max(blockCapacity, 4), 1 << 22)
    samples = Array(repeating: .nan, count: sampleCount)
    rings = []
    rings.reserveCapacity(Self.coarsestLevel / 2)
    var below = sampleCount
    for index in 0..<Self.coarsestLevel / 2 {
      let needed = Int(Swift.min((reachSamples >> UInt64(2 * index + 2)) + 2, UInt64(blockCount)))
      below = Swift.max(Self.powerOfTwo(atLeast: Swift.max(needed, 4)), below / 4)
      rings.append(Ring(blocks: Array(repeating: .empty, count: below)))
    }
    originSequence = Swift.min(sequence, Self.sequenceLimit)
    endSequence = originSequence
  }

  /// The memory used by samples and blocks, in bytes.
  public var byteCount: Int {
    rings.reduce(samples.count * MemoryLayout<Float>.stride) {
      $0 + $1.blocks.count * MemoryLayout<EnvelopeBlock>.stride
    }
  }

  /// Appends samples; NaN is a missing sample.
  ///
  /// - Complexity: O(samples), without allocation.
  public mutating func append(_ values: Span<Double>) {
    let count = Int(Swift.min(UInt64(values.count), Self.sequenceLimit - endSequence))
    for index in 0..<count { push(Float(values[index])) }
  }

  /// Appends samples; NaN is a missing sample.
  ///
  /// - Complexity: O(samples), without allocation.
  public mutating func append(_ values: Span<Float>) {
    let count = Int(Swift.min(UInt64(values.count), Self.sequenceLimit - endSequence))
    for index in 0..<count { push(values[index]) }
  }

  /// Appends missing samples.
  ///
  /// - Complexity: O(count) without allocation, but at most O(capacity), however long the gap is.
  public mutating func appendGap(count: UInt64) {
    let end = endSequence + Swift.min(count, Self.sequenceLimit - endSequence)
    let held = UInt64(samples.count)
    let first = Swift.max(endSequence, end - Swift.min(end, held))
    for sequence in first..<end { samples[place(sequence)] = .nan }
    for index in rings.indices {
      let shift = UInt64(2 * index + 2)
      let (open, next) = (endSequence >> shift, end >> shift)
      guard open < next else { break }
      complete(open, ring: index)
      let length = UInt64(rings[index].blocks.count)
      let cleared = Swift.max(open + 1, next - Swift.min(next, length))
      guard cleared < next else { continue }
      for block in cleared..<next { rings[index].blocks[rings[index].place(block)] = .empty }
    }
    endSequence = end
  }

  /// Discards all samples and starts at a new sequence number, reusing the memory.
  ///
  /// - Complexity: O(capacity), without allocation.
  public mutating func restart(at sequence: UInt64) {
    for index in samples.indices { samples[index] = .nan }
    for ring in rings.indices {
      for index in rings[ring].blocks.indices { rings[ring].blocks[index] = .empty }
      rings[ring].open = EnvelopeSum()
    }
    validCount = 0
    originSequence = Swift.min(sequence, Self.sequenceLimit)
    endSequence = originSequence
  }

  @inline(__always) func place(_ sequence: UInt64) -> Int {
    Int(truncatingIfNeeded: sequence & UInt64(samples.count - 1))
  }

  @inline(__always) private mutating func push(_ value: Float) {
    let sample = value.isFinite ? value : .nan
    samples[place(endSequence)] = sample
    rings[0].open.add(sample)
    if sample == sample { validCount += 1 }
    endSequence += 1
    if endSequence & 3 == 0 { completeBlocks() }
  }

  /// Completes the blocks that end with the newest sample.
  private mutating func completeBlocks() {
    for index in rings.indices {
      let shift = UInt64(2 * index + 2)
      guard endSequence & ((1 << shift) - 1) == 0 else { return }
      complete((endSequence >> shift) - 1, ring: index)
    }
  }

  /// Stores the block accumulated so far, and adds it to the level above.
  private mutating func complete(_ block: UInt64, ring index: Int) {
    let sum = rings[index].open
    rings[index].blocks[rings[index].place(block)] = sum.block
    rings[index].open = EnvelopeSum()
    if index + 1 < rings.count { rings[index + 1].open.merge(sum) }
  }

  private static func powerOfTwo(atLeast count: Int) -> Int {
    var power = 1
    while power < count { power <<= 1 }
    return power
  }
}
