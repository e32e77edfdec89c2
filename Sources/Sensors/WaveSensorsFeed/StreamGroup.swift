public import WaveSensorsWire
public import WaveSignal
public import WaveStreams
import WaveUnits
import WaveWire

/// The channels of one rate as a server keeps them: as they came, as they are shown, and when they were made.
///
/// What is shown is filtered from what came; without filters there is one history only. A value type; it is
/// large, so do not copy it.
public struct StreamGroup: Sendable {
  /// Blocks of each level that are kept: two for each column of a wide screen.
  public static let blockCapacity = 4096
  /// A channel that is added later has so small a part of the memory of the others.
  static let addedShare = 16
  /// How far back coarse levels reach, in seconds.
  public static let reachSeconds = 86_400.0

  /// Samples in a second, as the source tells it.
  public let rateHertz: Double
  /// Channels that come.
  public let sourceChannelCount: Int
  /// Channels that are made of those; they stand behind them, each may be made of those before it.
  public internal(set) var mixtures: [ChannelMixture]
  /// Times of the samples, in server time.
  public private(set) var times = StreamTimes()
  /// Why each piece of the times began, and the count of pieces at that moment.
  var pieceNotes: [(reason: SampleTimes.Reason, revision: Int)] = []
  /// How many pieces there have ever been.
  public private(set) var timesRevision = 0
  /// Counts up whenever what is shown of the past became something else.
  public internal(set) var generation = 0

  /// Samples of a channel that are held, and of one that was added later.
  let sampleCapacity: Int
  let addedCapacity: Int
  let reachSamples: UInt64
  /// Channels that were there from the beginning.
  let firstChannelCount: Int
  var raw: StreamHistory
  var filtered: StreamHistory?
  var filters: [BiquadCascade] = []
  var sections: [Biquad] = []
  private var change: FilterChange?
  private var arrivals = ArrivalLog()

  /// What is on its way to be shown.
  private struct FilterChange {
    var history: StreamHistory
    var filters: [BiquadCascade]
    var next: UInt64
  }

  /// Makes room for channels.
  ///
  /// - Parameters:
  ///   - rateHertz: Samples in a second, above 0.
  ///   - sourceChannelCount: Channels that come.
  ///   - mixtures: Channels that are made of those.
  ///   - historyBytes: Memory of one history; there are three at most, while a filter is changed.
  ///   - reachSamples: How far back coarse levels reach; a day where it is not told.
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

  /// Samples of a channel that so much memory holds, beside the blocks above them: at most an hour, at least
  /// a moment.
  static func sampleCapacity(rateHertz: Double, bytes: Int) -> Int {
    let hour = Swift.min(rateHertz * 3600, Double(1 << 26))
    var capacity = 4096
    while capacity < 1 << 26, Double(capacity) < hour {
      // Ten bytes a sample with the blocks of four and more above it, which reach as far back.
      guard capacity * 2 * 10 + 12 * blockCapacity * 16 <= bytes else { break }
      capacity *= 2
    }
    return capacity
  }

  /// All channels.
  public var channelCount: Int { raw.channelCount }
  /// Whether any sample has come.
  public var hasBegun: Bool { raw.receivedCount > 0 }
  /// The number that the next sample should have.
  public var endSequence: UInt64 { raw.endSequence }
  /// Samples of each channel that came.
  public var receivedCount: UInt64 { raw.receivedCount }
  /// Samples of each channel that never came.
  public var missingCount: UInt64 { raw.missingCount }
  /// Bytes that samples and blocks take.
  public var byteCount: Int {
    raw.byteCount + (filtered?.byteCount ?? 0) + (change?.history.byteCount ?? 0)
  }

  /// Takes in a block of the channels that come.
  ///
  /// Frames whose numbers were there before are passed over; numbers that are skipped are a gap.
  /// - Returns: Frames that are missing before it; nil where nothing of it is new, or it has other channels.
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

  /// Says when samples were made from one on; times that no message holds are passed over.
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
    // What was before a step says nothing of what comes behind it.
    if reason == .step { for index in filters.indices { filters[index].reset() } }
    // The two oldest have become one.
    if pieceNotes.count > times.pieces.count { pieceNotes.remove(at: 1) }
  }

  // MARK: - What is shown

  /// Filters what is shown from now on: first what is held, a slice at a time, and when that is done all of
  /// it at once.
  ///
  /// - Parameter sections: Of each channel's filter; none shows samples as they came.
  /// - Complexity: O(capacity); the filtering itself is done by `filterSlice`.
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

  /// Whether held samples are still to be filtered.
  public var isFiltering: Bool { change != nil }

  /// Filters so many more of the held samples.
  ///
  /// - Complexity: O(frames × channels × sections).
  public mutating func filterSlice(frames: Int) {
    guard var running = change else { return }
    change = nil
    // What the ring has forgotten meanwhile is gone.
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

  /// The first block of a level that is held of what is shown.
  public func firstBlock(level: Int) -> UInt64 {
    filtered?.firstBlock(level: level) ?? raw.firstBlock(level: level)
  }

  /// The first sample of which something is held at a level, of what is shown.
  public func firstSequence(level: Int) -> UInt64 {
    filtered?.firstSequence(level: level) ?? raw.firstSequence(level: level)
  }

  /// Appends a channel's blocks as shown; see `StreamHistory.envelope`.
  public func envelope(channel: Int, level: Int, blocks: Range<UInt64>, into values: inout [Float]) {
    if let filtered {
      filtered.envelope(channel: channel, level: level, blocks: blocks, into: &values)
    } else {
      raw.envelope(channel: channel, level: level, blocks: blocks, into: &values)
    }
  }

  /// What a stretch of a channel comes to, as shown.
  public func reading(channel: Int, sequences: Range<UInt64>) -> StreamReading {
    filtered?.reading(channel: channel, sequences: sequences)
      ?? raw.reading(channel: channel, sequences: sequences)
  }

  /// When a sample arrived; where that is forgotten, when it was made; 0 before the first.
  public func arrivalMicroseconds(of sequence: UInt64) -> Int64 {
    if let known = arrivals.microseconds(of: sequence) { return known }
    guard let made = times.microseconds(of: sequence), made.magnitude < Double(WireLimits.microseconds) else {
      return 0
    }
    return Int64(saturating: made)
  }

  /// The pieces of the times that came after a revision, in the words of the wire.
  public func times(after revision: Int, source: UInt16, group: UInt8) -> [SampleTimes] {
    var found: [SampleTimes] = []
    for (index, piece) in times.pieces.enumerated() where index < pieceNotes.count {
      guard pieceNotes[index].revision > revision else { continue }
      // Where the oldest pieces were merged, their rate is what lies between, however close that is.
      found.append(
        SampleTimes(
          source: source, group: group, reason: pieceNotes[index].reason, sequence: piece.sequence,
          microseconds: Int64(saturating: piece.microseconds),
          rateHertz: Swift.min(piece.rateHertz, WireLimits.hertz)))
    }
    return found
  }
}
