import WaveSensorsWire
import WaveStreams
import WaveUnits
public import WaveWire

/// A buffer for the samples of a sensor, which numbers the samples and counts missing ones.
///
/// A frame is one value for each channel of a group, taken at the same time. NaN and infinities are missing
/// values. Groups are numbered from 0, in the order of the sensor's `info`. Samples for a group that does not
/// exist are ignored, and a notice is shown.
public struct SensorSamples: Sendable {
  /// The maximum age, in microseconds, of samples that a sensor can still generate, for example after the
  /// program was suspended.
  ///
  /// Older samples count as missing.
  public static let lateMicroseconds: Int64 = 2_000_000

  /// The time of the current read, on the monotonic clock of the caller.
  public private(set) var microseconds: Int64 = .min
  private var groups: [Group]
  private var readings: [SensorReading] = []
  private var groupFault = Fault.none
  private var frameFault = Fault.none

  /// The state of one group.
  private struct Group: Sendable {
    let rateHertz: Double
    let channelCount: Int
    /// The sequence number of the next frame.
    var next: UInt64 = 0
    /// The values of the frames since the last block, in order of arrival.
    var frames: [Double] = []
    /// The time at which sample 0 was due, if samples are generated on demand.
    var startMicroseconds: Int64?
  }

  /// An error in the sensor's samples.
  ///
  /// Each type of error is reported only once.
  private enum Fault: Sendable {
    case none
    case found([UInt8])
    case reported

    /// Returns the text of a fault that is still to be reported.
    mutating func report() -> [UInt8]? {
      guard case .found(let text) = self else { return nil }
      self = .reported
      return text
    }
  }

  init(_ info: StreamSource) {
    groups = info.groups.map { Group(rateHertz: $0.rateHertz, channelCount: $0.channels.count) }
  }

  /// Returns the numbers of the samples that are due by the clock but have not been appended yet.
  ///
  /// Sample *n* is due *n*/rate seconds after the first call. Samples generated for these numbers have exact
  /// times. If samples are appended before the first call, their times are derived from their arrival, and
  /// none are due.
  /// - Parameter group: The index of the group.
  /// - Returns: The sample numbers of at most the last two seconds; older samples are missing.
  public mutating func due(group: Int = 0) -> Range<UInt64> {
    guard hasGroup(group) else { return 0..<0 }
    guard let start = groups[group].startMicroseconds else {
      let next = groups[group].next
      guard next == 0 else { return next..<next }
      groups[group].startMicroseconds = microseconds
      readings.append(
        .times(
          SampleTimes(
            source: 0, group: UInt8(clamping: group), reason: .start, sequence: 0, microseconds: microseconds,
            rateHertz: groups[group].rateHertz)))
      return 0..<0
    }
    let rate = groups[group].rateHertz
    let end = UInt64(saturating: max(0, min(1e18, (Double(microseconds) - Double(start)) * rate / 1e6)))
    let late = UInt64(saturating: Double(Self.lateMicroseconds) * rate / 1e6)
    if end > groups[group].next, end - groups[group].next > max(1, late) {
      skip(end - max(1, late) - groups[group].next, group: group)
    }
    return groups[group].next..<max(groups[group].next, end)
  }

  /// Appends one frame, with a value for each channel.
  ///
  /// A frame whose value count differs from the group's channel count is ignored: it counts as missing, and a
  /// notice is shown.
  public mutating func append(_ values: Double..., group: Int = 0) { append(frame: values, group: group) }

  /// Appends one frame as a list, with a value for each channel.
  ///
  /// A frame whose value count differs from the group's channel count is ignored: it counts as missing, and a
  /// notice is shown.
  public mutating func append(frame: [Double], group: Int = 0) {
    guard hasGroup(group) else { return }
    guard frame.count == groups[group].channelCount else {
      noteFrame(of: frame.count, group: group)
      return skip(1, group: group)
    }
    for value in frame { groups[group].frames.append(value.isFinite ? value : .nan) }
    groups[group].next += 1
  }

  /// Appends several frames: all values of the first frame, then all values of the next.
  ///
  /// An incomplete last frame counts as missing, and a notice is shown.
  /// - Complexity: O(values).
  public mutating func append(frames: [Double], group: Int = 0) {
    guard hasGroup(group) else { return }
    let count = groups[group].channelCount
    let whole = frames.count - frames.count % count
    groups[group].frames.reserveCapacity(groups[group].frames.count + whole)
    for value in frames[..<whole] { groups[group].frames.append(value.isFinite ? value : .nan) }
    groups[group].next += UInt64(whole / count)
    if whole < frames.count {
      noteFrame(of: frames.count - whole, group: group)
      skip(1, group: group)
    }
  }

  /// Skips samples of every channel, leaving a gap that is counted and drawn.
  public mutating func skip(_ count: UInt64, group: Int = 0) {
    guard hasGroup(group) else { return }
    flush(group)
    let limit = EnvelopePyramid.sequenceLimit
    groups[group].next = groups[group].next + min(count, limit - min(limit, groups[group].next))
  }

  /// Marks the next sample of a group, for example when a button was pressed or a stimulus occurred.
  ///
  /// Text longer than 120 bytes is truncated.
  public mutating func mark(_ text: String, group: Int = 0) {
    guard hasGroup(group) else { return }
    let text = UTF8Text.prefix(Array(text.utf8), limit: WireLimits.markText)
    readings.append(.mark(group: group, sequence: groups[group].next, text: text))
  }

  /// Shows a notice to users, for example that a strap is loose.
  ///
  /// Text longer than 1024 bytes is truncated.
  public mutating func postNotice(_ text: String, severity: Notice.Severity = .warning) {
    let text = UTF8Text.prefix(Array(text.utf8), limit: WireLimits.text)
    readings.append(.notice(Notice(severity: severity, text: text)))
  }

  /// Turns the pending frames of a group into a block.
  private mutating func flush(_ group: Int) {
    let channels = groups[group].channelCount
    let count = groups[group].frames.count / channels
    guard count > 0 else { return }
    var samples: [Double] = []
    samples.reserveCapacity(count * channels)
    for channel in 0..<channels {
      for frame in 0..<count { samples.append(groups[group].frames[frame * channels + channel]) }
    }
    groups[group].frames.removeAll(keepingCapacity: true)
    guard
      let block = SampleBlock(
        sequence: groups[group].next - UInt64(count), channelCount: channels, samples: samples,
        arrivalMicroseconds: microseconds)
    else { return }
    readings.append(.block(group: group, isTimed: groups[group].startMicroseconds != nil, block))
  }

  /// Returns whether a group exists, and posts a notice the first time that a nonexistent group is used.
  private mutating func hasGroup(_ group: Int) -> Bool {
    if groups.indices.contains(group) { return true }
    guard case .none = groupFault else { return false }
    let text: TextWriter =
      """
      Samples came for group \(group), which the sensor does not have. Groups are counted from 0, as in its \
      info.
      """
    groupFault = .found(text.bytes)
    return false
  }

  /// Posts a notice the first time that a frame's value count differs from the group's channel count.
  private mutating func noteFrame(of count: Int, group: Int) {
    guard case .none = frameFault else { return }
    let text: TextWriter =
      """
      A frame has \(count) values, and group \(group) has \(groups[group].channelCount) channels. Give a value \
      for each; NaN where there is none.
      """
    frameFault = .found(text.bytes)
  }

  mutating func begin(at now: Int64) {
    // Otherwise, samples would be generated twice if the clock went back.
    microseconds = max(microseconds, now)
  }

  /// Returns the readings collected since the last call.
  mutating func removeReadings() -> [SensorReading] {
    for group in groups.indices { flush(group) }
    for text in [groupFault.report(), frameFault.report()].compactMap({ $0 }) {
      readings.append(.notice(Notice(severity: .warning, text: text)))
    }
    defer { readings.removeAll(keepingCapacity: true) }
    return readings
  }
}
