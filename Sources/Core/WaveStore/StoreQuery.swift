/// A request for samples or summaries, with the results collected so far.
struct StoreQuery {
  /// The sequence numbers of the requested frames.
  private let frames: Range<UInt64>
  private let group: StoreGroup
  private let channels: Range<Int>
  /// The level of the requested blocks of 2^level samples, or nil if samples are requested.
  private let level: Int?
  private let first: UInt64
  private let count: Int

  /// The coarsest stored level whose blocks are no longer than the requested blocks, or -1 if samples are
  /// needed.
  let storedLevel: Int
  private(set) var samples: [Double] = []
  private(set) var summaries: [StoreSummary] = []

  /// Creates a query for frames, or for blocks if a level is given.
  init(_ group: StoreGroup, _ range: Range<UInt64>, _ channels: Range<Int>, level: Int?) {
    self.group = group
    self.channels = channels
    self.level = level
    first = range.lowerBound
    count = range.count
    let shift = UInt64(level ?? 0)
    let limit = StoreFormat.sequenceLimit >> shift
    frames = (Swift.min(first, limit) << shift)..<(Swift.min(range.upperBound, limit) << shift)
    if let level, level >= group.chunkExponent {
      storedLevel = (level - group.chunkExponent) / 2
    } else {
      storedLevel = -1
    }
    if level == nil {
      samples = Array(repeating: .nan, count: count * channels.count)
    } else {
      summaries = Array(repeating: StoreSummary(), count: count * channels.count)
    }
  }

  /// Returns whether a summary can contain requested frames, or false if its position is invalid.
  func overlaps(_ node: StoreGroupIndex.Node) -> Bool {
    overlaps(node.index, shift: group.chunkExponent + 2 * node.level + 6)
  }

  /// Returns whether a chunk can contain requested frames, or false if its position is invalid.
  func overlaps(_ chunk: StoreGroupIndex.Chunk) -> Bool { overlaps(chunk.block, shift: group.chunkExponent) }

  private func overlaps(_ index: UInt64, shift: Int) -> Bool {
    guard shift <= 62, index < StoreFormat.sequenceLimit >> UInt64(shift) else { return false }
    let start = index << UInt64(shift)
    return start < frames.upperBound && start + (1 << UInt64(shift)) > frames.lowerBound
  }

  /// Adds the requested blocks of a summary to the results.
  mutating func add(_ node: StoreNode) {
    guard let level else { return }
    let shift = UInt64(group.chunkExponent + 2 * node.level)
    for (ordinal, entry) in node.mask.setBits.enumerated() {
      let start = (node.index << 6 | UInt64(entry)) << shift
      guard frames.contains(start) else { continue }
      let block = Int((start >> UInt64(level)) - first)
      for channel in channels {
        summaries[(channel - channels.lowerBound) * count + block].merge(
          node.summary(channel: channel, ordinal: ordinal))
      }
    }
  }

  /// Adds the requested frames of a run to the results.
  mutating func add(_ run: StoreRun) {
    let lower = Swift.max(run.sequence, frames.lowerBound)
    let upper = Swift.min(run.end, frames.upperBound)
    guard lower < upper else { return }
    let part = Int(lower - run.sequence)..<Int(upper - run.sequence)
    for channel in channels {
      let place = (channel - channels.lowerBound) * count
      let scale = group.channels[channel].scale
      if let level {
        if storedLevel >= 0 {
          summaries[place + Int((run.sequence >> UInt64(level)) - first)].merge(run.summary(channel: channel))
          continue
        }
        let start = run.sequence
        let first = first
        run.samples(channel: channel, frames: part, scale: scale) { frame, value in
          summaries[place + Int(((start + UInt64(frame)) >> UInt64(level)) - first)].add(value)
        }
      } else {
        let offset = Int(lower - frames.lowerBound) - part.lowerBound
        run.samples(channel: channel, frames: part, scale: scale) { frame, value in
          samples[place + offset + frame] = value
        }
      }
    }
  }
}
