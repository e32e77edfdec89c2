public import WaveSensorsWire
public import WaveSignal
public import WaveStreams
import WaveUnits
import WaveWire

/// The stored channels with a common rate: their raw samples, displayed samples and times.
///
/// The displayed samples are the result of filtering the raw ones; without filters, there is only one
/// history. This is a large value type, so do not copy it.
public struct StreamGroup: Sendable {
  /// The number of blocks stored at each level: two for each column of a wide screen.
  public static let blockCapacity = 4096
  /// The ratio of a group's history memory to the memory of a channel that is added later.
  static let addedShare = 16
  /// The time span that the coarse levels of detail cover, in seconds: one day.
  public static let reachSeconds = 86_400.0

  /// The sample rate in hertz, as described by the source.
  public let rateHertz: Double
  /// The number of channels received from the source.
  public let sourceChannelCount: Int
  /// The derived channels, which follow the received channels.
  ///
  /// Each can use the channels before it.
  public internal(set) var mixtures: [ChannelMixture]
  /// The times of the samples, in server time.
  public private(set) var times = StreamTimes()
  /// The reason for each piece of the sample times, and the revision in which it was added.
  var pieceNotes: [(reason: SampleTimes.Reason, revision: Int)] = []
  /// The number of pieces of sample times added so far.
  public private(set) var timesRevision = 0
  /// A number that increases whenever displayed past data changes.
  public internal(set) var generation = 0

  /// The number of samples stored for each of the initial channels.
  let sampleCapacity: Int
  /// The number of samples stored for a channel that is added later.
  let addedCapacity: Int
  /// The number of samples that the coarse levels of detail cover.
  let reachSamples: UInt64
  /// The initial number of channels, before any were added.
  let firstChannelCount: Int
  var raw: StreamHistory
  var filtered: StreamHistory?
  var filters: [BiquadCascade] = []
  var sections: [Biquad] = []
  private var change: FilterChange?
  private var arrivals = ArrivalLog()

  /// The state of a filter change in progress.
  private struct FilterChange {
    var history: StreamHistory
    var filters: [BiquadCascade]
    var next: UInt64
  }

  /// Allocates the memory for a group of channels.
  ///
  /// - Parameters:
  ///   - rateHertz: The sample rate in hertz, above 0.
  ///   - sourceChannelCount: The number of channels received from the source.
  ///   - mixtures: The channels derived from the received ones.
  ///   - historyBytes: The size of one history in bytes; there are up to three while a filter changes.
  ///   - reachSamples: The number of samples that the coarse levels cover; nil for one day.
  public init(
    rateHertz: Double, sourceChannelCount: Int, mixtures: [ChannelMixture] = [], historyBytes: Int,
    reachSamples: UInt64? = nil
  ) {
    self.rateHertz = rateHertz
    self.sourceChannelCount = Swift.max(1, sourceChannelCount)
    self.mixtures = mixtures
    let count = self.sourceChannelCount + mixtures.count
    sampleCapacity = Self.sampleCapacity(rateHertz: rateHertz, bytes: historyBytes / count)
    addedCapacity = Swift.min(
      sampleCapacity, Self.sampleCapacity(rateHertz: rateHertz, bytes: historyBytes / Self.addedShare))
    firstChannelCount = count
    let day = UInt64(saturating: Swift.min(Swift.max(rateHertz * Self.reachSeconds, 1), 1e15))
    self.reachSamples = reachSamples ?? day
    raw = Self.history(channelCount: count, sampleCapacity: sampleCapacity, reachSamples: self.reachSamples)
  }

  static func history(channelCount: Int, sampleCapacity: Int, reachSamples: UInt64) -> StreamHistory {
    StreamHistory(
      channelCount: channelCount, sampleCapacity: sampleCapacity, blockCapacity: blockCapacity,
      reachSamples: reachSamples)
  }

  /// Returns the number of samples of a channel that fit into a number of bytes, including the blocks of
  /// coarser levels.
  ///
  /// The result is at least 4096 samples, and at most one hour of samples.
  static func sampleCapacity(rateHertz: Double, bytes: Int) -> Int {
    let hour = Swift.min(rateHertz * 3600, Double(1 << 26))
    var capacity = 4096
    while capacity < 1 << 26, Double(capacity) < hour {
      // A sample takes ten bytes, including its share of the blocks of four and more samples that span the
      // same time.
      guard capacity * 2 * 10 + 12 * blockCapacity * 16 <= bytes else { break }
      capacity *= 2
    }
    return capacity
  }

  /// The total number of channels.
  public var channelCount: Int { raw.channelCount }
  /// Whether any sample has been received.
  public var hasBegun: Bool { raw.receivedCount > 0 }
  /// The sequence number expected for the next sample.
  public var endSequence: UInt64 { raw.endSequence }
  /// The number of received frames, each with one sample of every channel.
  public var receivedCount: UInt64 { raw.receivedCount }
  /// The number of missing frames.
  public var missingCount: UInt64 { raw.missingCount }
  /// The memory used by samples and blocks, in bytes.
  public var byteCount: Int { raw.byteCount + (filtered?.byteCount ?? 0) + (change?.history.byteCount ?? 0) }

  /// Appends a block of the received channels.
  ///
  /// Frames whose sequence numbers already exist are skipped; omitted numbers leave a gap.
  /// - Returns: The number of frames missing before the block; nil if it has no new frames, or the wrong
  ///   channel count.
  /// - Complexity: O(samples × sections of the filters).
  @discardableResult
  public mutating func append(_ block: SampleBlock) -> UInt64? {
    let count = block.count
    guard block.channelCount == sourceChannelCount, count > 0,
      block.sequence <= EnvelopePyramid.sequenceLimit - UInt64(count)
    else { return nil }
    let isFirst = !hasBegun
    let end = isFirst ? block.sequence : raw.endSequence
    let known = end > block.sequence ? Int(Swift.min(end - block.sequence, UInt64(count))) : 0
    guard known < count else { return nil }
    let frames = count - known
    var samples: [Double] = []
    samples.reserveCapacity(frames * channelCount)
    for channel in 0..<sourceChannelCount {
      samples.append(contentsOf: block.samples[(channel * count + known)..<((channel + 1) * count)])
    }
    for mixture in mixtures { mixture.append(of: samples, frames: frames, to: &samples) }
    let sequence = block.sequence &+ UInt64(known)
    guard
      let whole = SampleBlock(
        sequence: sequence, channelCount: channelCount, samples: samples,
        arrivalMicroseconds: block.arrivalMicroseconds)
    else { return nil }
    raw.append(whole)
    arrivals.add(end: raw.endSequence, at: block.arrivalMicroseconds)
    if filtered != nil {
      if sequence != end { for index in filters.indices { filters[index].reset() } }
      filtered?.append(Self.filtered(whole, by: &filters))
    }
    return sequence - end
  }

  private static func filtered(_ block: SampleBlock, by filters: inout [BiquadCascade]) -> SampleBlock {
    var block = block
    let count = block.count
    var samples = block.samples.mutableSpan
    for channel in filters.indices {
      var part = samples._mutatingExtracting((channel * count)..<((channel + 1) * count))
      filters[channel].process(&part)
    }
    return block
  }

  /// Sets the times of all samples from a given sample onward; times that do not fit into a message are
  /// ignored.
  public mutating func addTimes(
    from sequence: UInt64, microseconds: Int64, rateHertz: Double, reason: SampleTimes.Reason
  ) {
    guard sequence < EnvelopePyramid.sequenceLimit,
      microseconds.magnitude <= WireLimits.microseconds.magnitude, rateHertz <= WireLimits.hertz
    else { return }
    let newest = times.pieces.last
    times.add(from: sequence, microseconds: Double(microseconds), rateHertz: rateHertz)
    guard times.pieces.last != newest else { return }
    timesRevision += 1
    if times.pieces.last?.sequence == newest?.sequence, !pieceNotes.isEmpty { pieceNotes.removeLast() }
    pieceNotes.append((reason, timesRevision))
    // Filters after a step must not be affected by samples before it.
    if reason == .step { for index in filters.indices { filters[index].reset() } }
    // The two oldest pieces have been merged, so one of their notes is removed.
    if pieceNotes.count > times.pieces.count { pieceNotes.remove(at: 1) }
  }

  // MARK: - Displayed samples

  /// Sets the filters for the displayed samples.
  ///
  /// The stored samples are filtered first, one slice at a time. The display switches to the filtered samples
  /// when all of them are available.
  ///
  /// - Parameter sections: The filter sections applied to each channel; if empty, raw samples are displayed.
  /// - Complexity: O(capacity); `filterSlice` performs the filtering.
  public mutating func setFilter(_ sections: [Biquad]) {
    change = nil
    self.sections = sections
    guard !sections.isEmpty else {
      if filtered != nil { generation += 1 }
      filtered = nil
      filters = []
      return
    }
    var next = Self.history(
      channelCount: firstChannelCount, sampleCapacity: sampleCapacity, reachSamples: reachSamples)
    for _ in firstChannelCount..<channelCount {
      next.addChannel(
        Span(), from: 0, sampleCapacity: addedCapacity, blockCapacity: Self.blockCapacity,
        reachSamples: reachSamples)
    }
    let first = raw.firstSequence(level: 0)
    if hasBegun { next.begin(at: first) }
    change = FilterChange(
      history: next, filters: (0..<channelCount).map { _ in BiquadCascade(sections) }, next: first)
    filterSlice(frames: 0)
  }

  /// Whether some stored samples have not been filtered yet.
  public var isFiltering: Bool { change != nil }

  /// Filters the next `frames` stored samples.
  ///
  /// - Complexity: O(frames × channels × sections).
  public mutating func filterSlice(frames: Int) {
    guard var running = change else { return }
    change = nil
    // Skip samples that the ring has discarded in the meantime.
    let first = Swift.max(running.next, raw.firstSequence(level: 0))
    var end = hasBegun ? Swift.min(raw.endSequence, first + UInt64(Swift.max(0, frames))) : first
    for (piece, note) in zip(times.pieces, pieceNotes) where note.reason == .step {
      if piece.sequence == first { for index in running.filters.indices { running.filters[index].reset() } }
      if piece.sequence > first { end = Swift.min(end, piece.sequence) }
    }
    if first < end {
      var samples: [Double] = []
      samples.reserveCapacity(Int(end - first) * channelCount)
      var floats: [Float] = []
      for channel in 0..<channelCount {
        floats.removeAll(keepingCapacity: true)
        raw.envelope(channel: channel, level: 0, blocks: first..<end, into: &floats)
        for value in floats { samples.append(Double(value)) }
      }
      if let block = SampleBlock(
        sequence: first, channelCount: channelCount, samples: samples, arrivalMicroseconds: 0)
      {
        running.history.append(Self.filtered(block, by: &running.filters))
      }
    }
    running.next = end
    guard hasBegun, end < raw.endSequence else {
      filtered = running.history
      filters = running.filters
      generation += 1
      return
    }
    change = running
  }

  /// The displayed history.
  private var shown: StreamHistory { filtered ?? raw }

  /// Returns the number of the first stored block of a level in the displayed history.
  public func firstBlock(level: Int) -> UInt64 { shown.firstBlock(level: level) }

  /// Returns the sequence number of the first sample with data at a level in the displayed history.
  public func firstSequence(level: Int) -> UInt64 { shown.firstSequence(level: level) }

  /// Appends a channel's displayed blocks; see `StreamHistory.envelope`.
  public func envelope(channel: Int, level: Int, blocks: Range<UInt64>, into values: inout [Float]) {
    shown.envelope(channel: channel, level: level, blocks: blocks, into: &values)
  }

  /// Returns the newest value, extremes and RMS of a channel's displayed samples in a range.
  public func reading(channel: Int, sequences: Range<UInt64>) -> StreamReading {
    shown.reading(channel: channel, sequences: sequences)
  }

  /// Returns the arrival time of a sample, or the sample's own time if the arrival is no longer stored; 0
  /// before the first sample.
  public func arrivalMicroseconds(of sequence: UInt64) -> Int64 {
    if let known = arrivals.microseconds(of: sequence) { return known }
    guard let made = times.microseconds(of: sequence), made.magnitude < Double(WireLimits.microseconds)
    else { return 0 }
    return Int64(saturating: made)
  }

  /// Returns the pieces of the sample times that were added after a revision, as messages.
  public func times(after revision: Int, source: UInt16, group: UInt8) -> [SampleTimes] {
    var found: [SampleTimes] = []
    for (index, piece) in times.pieces.enumerated() where index < pieceNotes.count {
      guard pieceNotes[index].revision > revision else { continue }
      // If the oldest pieces were merged, their average rate can be any number.
      found.append(
        SampleTimes(
          source: source, group: group, reason: pieceNotes[index].reason, sequence: piece.sequence,
          microseconds: Int64(saturating: piece.microseconds),
          rateHertz: Swift.min(piece.rateHertz, WireLimits.hertz)))
    }
    return found
  }
}
