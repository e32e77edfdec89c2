import WaveUnits

/// The structure of a recording: where the properties of samples change, and where samples are missing.
struct RecordingJournal: Equatable, Sendable {
  /// A run of consecutive samples at one frequency, without gaps.
  struct Capture: Equatable, Sendable {
    /// The index, in the file, of the capture's first sample.
    var start: Int
    /// The index of the first sample counted from the start of the recording, including lost samples.
    var globalIndex: Int
    /// The radio frequency that corresponds to 0 Hz in the samples; nil if it is unknown.
    var centerHertz: Double?
    /// The time of the first sample in microseconds since 1970; nil if it is unknown.
    var microseconds: Int64?
  }

  /// A gap, in which samples are missing from the recording.
  struct Gap: Equatable, Sendable {
    /// The index, in the file, of the first sample after the gap.
    var start: Int
    /// The number of missing samples.
    var lostCount: Int
    /// Whether `lostCount` was estimated from the clock.
    var isEstimate = false
  }

  /// The maximum number of captures in a recording.
  ///
  /// A larger number means that the disk or network is too slow.
  static let breakLimit = 10_000

  /// The current properties of the samples.
  private(set) var properties: SampleProperties
  private(set) var captures: [Capture] = []
  private(set) var gaps: [Gap] = []
  /// The number of samples recorded so far.
  private(set) var sampleCount = 0
  /// The number of samples lost so far.
  private(set) var lostCount = 0

  /// The number of samples lost since the last recorded sample.
  private var pendingLoss = 0
  /// Whether an unknown number of samples was lost since the last recorded sample.
  private var isLossUnknown = false
  private var needsCapture = true
  /// The time of the newest sample in microseconds since 1970; nil before the first sample.
  private var newestMicroseconds: Int64?

  init(properties: SampleProperties) { self.properties = properties }

  /// Whether the recording has too many gaps to be useful.
  var isTorn: Bool { captures.count > Self.breakLimit }

  /// Records that the properties of the samples have changed.
  /// - Returns: Whether the recording can continue; false if the format or rate changes.
  mutating func change(_ changed: SampleProperties) -> Bool {
    guard changed.format == properties.format, changed.rateHertz == properties.rateHertz else { return false }
    let hasMoved = changed.centerHertz != properties.centerHertz || changed.recorded != properties.recorded
    needsCapture = needsCapture || hasMoved
    properties = changed
    return true
  }

  /// Records that samples were lost; `count` is nil if their number is unknown.
  ///
  /// Losses before the first sample are ignored.
  mutating func lose(_ count: Int?) {
    guard sampleCount > 0 else { return }
    if let count { pendingLoss = pendingLoss.saturatingAdding(max(0, count)) } else { isLossUnknown = true }
    needsCapture = needsCapture || isLossUnknown || pendingLoss > 0
  }

  /// Records that samples have arrived.
  ///
  /// - Parameters:
  ///   - count: The number of samples.
  ///   - endMicroseconds: The time at which the last sample arrived, in microseconds since 1970.
  mutating func record(_ count: Int, endMicroseconds: Int64) {
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

  /// Marks the end of the samples, and records a loss at the end as a gap.
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

  /// Removes all samples after a given number from the journal, because they could not be written.
  mutating func cut(toSampleCount count: Int) {
    guard count < sampleCount else { return }
    sampleCount = count
    captures.removeAll { $0.start >= count }
    gaps.removeAll { $0.start > count }
    lostCount = gaps.map(\.lostCount).saturatingSum()
  }
}
