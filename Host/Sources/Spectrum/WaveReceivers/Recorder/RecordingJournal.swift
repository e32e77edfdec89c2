import WaveUnits

/// What a recording consists of: where the samples begin to be something else, and where some are missing.
struct RecordingJournal: Equatable, Sendable {
  /// Samples that follow one another without a gap at one frequency.
  struct Capture: Equatable, Sendable {
    /// First sample in the file.
    var start: Int
    /// First sample counted from the beginning, lost ones too.
    var globalIndex: Int
    /// Frequency at zero; nil where it is not known.
    var centerHertz: Double?
    /// When the first sample was taken, in microseconds since 1970; nil where it is not known.
    var microseconds: Int64?
  }

  /// Samples that are missing before a sample.
  struct Gap: Equatable, Sendable {
    /// The sample behind the gap.
    var start: Int
    /// How many are missing.
    var lostCount: Int
    /// Whether the clock had to tell how many.
    var isEstimate = false
  }

  /// Breaks that a recording may have: more are a disk or a network that cannot carry it.
  static let breakLimit = 10_000

  /// What the samples are now.
  private(set) var properties: SampleProperties
  private(set) var captures: [Capture] = []
  private(set) var gaps: [Gap] = []
  /// Samples taken.
  private(set) var sampleCount = 0
  /// Samples lost.
  private(set) var lostCount = 0

  /// Losses since the last sample; those whose size is not known yet.
  private var pendingLoss = 0
  private var isLossUnknown = false
  private var needsCapture = true
  /// When the newest sample was taken, in microseconds of the day's clock.
  private var newestMicroseconds: Int64?

  init(properties: SampleProperties) { self.properties = properties }

  /// Whether there are so many breaks that the recording is of no use.
  var isTorn: Bool { captures.count > Self.breakLimit }

  /// Takes note of a change.
  /// - Returns: false where samples of another kind follow, which one recording cannot hold.
  mutating func change(_ changed: SampleProperties) -> Bool {
    guard changed.format == properties.format, changed.rateHertz == properties.rateHertz else { return false }
    let isElsewhere = changed.centerHertz != properties.centerHertz || changed.recorded != properties.recorded
    needsCapture = needsCapture || isElsewhere
    properties = changed
    return true
  }

  /// Takes note of a loss; what is lost before the first sample is not part of the recording.
  mutating func lose(_ count: Int?) {
    guard sampleCount > 0 else { return }
    if let count { pendingLoss = pendingLoss.saturatingAdding(max(0, count)) } else { isLossUnknown = true }
    needsCapture = needsCapture || isLossUnknown || pendingLoss > 0
  }

  /// Takes note of samples.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - endMicroseconds: When the last had come, in microseconds since 1970.
  mutating func take(_ count: Int, endMicroseconds: Int64) {
    guard count > 0 else { return }
    let first = endMicroseconds - Int64(saturating: (Double(count) / properties.rateHertz * 1e6).rounded())
    settleLoss(before: first)
    if needsCapture {
      let origin = properties.recorded
      captures.append(
        Capture(
          start: sampleCount, globalIndex: sampleCount.saturatingAdding(lostCount),
          centerHertz: origin?.isCenterKnown == false ? nil : properties.centerHertz,
          microseconds: origin == nil ? first : origin?.startMicroseconds))
      needsCapture = false
    }
    sampleCount += count
    newestMicroseconds = endMicroseconds
  }

  /// Takes note that no more comes.
  mutating func finish() { settleLoss(before: nil) }

  private mutating func settleLoss(before first: Int64?) {
    guard pendingLoss > 0 || isLossUnknown else { return }
    var count = pendingLoss
    if isLossUnknown, properties.recorded == nil, let first, let newest = newestMicroseconds {
      count = max(count, Int(saturating: (Double(first - newest) / 1e6 * properties.rateHertz).rounded()))
    }
    gaps.append(Gap(start: sampleCount, lostCount: count, isEstimate: isLossUnknown))
    lostCount = lostCount.saturatingAdding(count)
    pendingLoss = 0
    isLossUnknown = false
  }

  /// Leaves out what stands behind a number of samples, since they could not be written.
  mutating func cut(toSampleCount count: Int) {
    guard count < sampleCount else { return }
    sampleCount = count
    captures.removeAll { $0.start >= count }
    gaps.removeAll { $0.start > count }
    lostCount = gaps.map(\.lostCount).saturatingSum()
  }
}
