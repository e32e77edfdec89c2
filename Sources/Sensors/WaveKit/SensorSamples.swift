import WaveSensorsWire
import WaveStreams
import WaveUnits
public import WaveWire

/// Receives the samples of a sensor, numbers them, and counts missing ones.
///
/// A frame is one value for each channel of a group, taken at the same time. NaN is a missing value, and so
/// is an infinite one. Groups are those of the sensor's info, counted from 0. Samples for a group that does
/// not exist are ignored, and the screen says so.
public struct SensorSamples: Sendable {
  /// The maximum delay of a sensor that makes the samples that are due, for example after the program slept.
  ///
  /// Older samples are missing.
  public static let lateMicroseconds: Int64 = 2_000_000

  /// The time at which the sensor is read, on the monotonic clock of the caller.
  public private(set) var microseconds: Int64 = .min
  private var groups: [Group]
  private var readings: [SensorReading] = []
  private var groupFault = Fault.none
  private var frameFault = Fault.none

  /// The samples of one group.
  private struct Group: Sendable {
    let rateHertz: Double
    let channelCount: Int
    /// The number of the next frame.
    var next: UInt64 = 0
    /// Frames since the last block, value by value in the order of their arrival.
    var frames: [Double] = []
    /// The time at which sample 0 was due, if samples are made by the clock.
    var startMicroseconds: Int64?
  }

  /// A fault in the sensor's samples; each kind is reported once.
  private enum Fault: Sendable {
    case none
    case found([UInt8])
    case reported
  }

  init(_ info: StreamSource) {
    groups = info.groups.map { Group(rateHertz: $0.rateHertz, channelCount: $0.channels.count) }
  }

  /// Returns the numbers of the samples that are due by the clock and have not been appended.
  ///
  /// Sample *n* is due *n*/rate seconds after the first call. If a sensor makes its samples by these numbers,
  /// they have exact times. If samples are appended before the first call, their times follow from their
  /// arrival, and none are due.
  /// - Parameter group: The number of the group.
  /// - Returns: The numbers of at most the last two seconds; older samples are missing.
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

  /// Appends one frame: a value for each channel.
  ///
  /// A frame with another number of values is ignored: it is missing, and the screen says so.
  public mutating func append(_ values: Double..., group: Int = 0) { append(frame: values, group: group) }

  /// Appends one frame as a list: a value for each channel.
  ///
  /// A frame with another number of values is ignored: it is missing, and the screen says so.
  public mutating func append(frame: [Double], group: Int = 0) {
    guard hasGroup(group) else { return }
    let count = groups[group].channelCount
    guard frame.count == count else {
      noteFrame(of: frame.count, group: group)
      return skip(1, group: group)
    }
    for value in frame { groups[group].frames.append(value.isFinite ? value : .nan) }
    groups[group].next += 1
  }

  /// Appends several frames: all values of the first frame, then all of the next.
  ///
  /// An incomplete last frame is missing, and the screen says so.
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

  /// Records that samples of each channel are missing: a gap, which is counted and drawn.
  public mutating func skip(_ count: UInt64, group: Int = 0) {
    guard hasGroup(group) else { return }
    flush(group)
    let limit = EnvelopePyramid.sequenceLimit
    groups[group].next = groups[group].next + min(count, limit - min(limit, groups[group].next))
  }

  /// Marks the next sample of a group, for a pressed button or a stimulus, for example.
  ///
  /// A text longer than 120 bytes is cut.
  public mutating func mark(_ text: String, group: Int = 0) {
    guard hasGroup(group) else { return }
    let bytes = Array(text.utf8)
    let count = UTF8Text.validCount(bytes, limit: WireLimits.markText)
    readings.append(.mark(group: group, sequence: groups[group].next, text: Array(bytes[..<count])))
  }

  /// Shows a notice to users: that a strap is loose, for example.
  ///
  /// A text longer than 1024 bytes is cut.
  public mutating func say(_ text: String, severity: Notice.Severity = .warning) {
    let bytes = Array(text.utf8)
    let count = UTF8Text.validCount(bytes, limit: WireLimits.text)
    readings.append(.notice(Notice(severity: severity, text: Array(bytes[..<count]))))
  }

  /// Makes a block of the waiting frames of a group.
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

  /// Whether a group exists; if not, this is reported once.
  private mutating func hasGroup(_ group: Int) -> Bool {
    if groups.indices.contains(group) { return true }
    guard case .none = groupFault else { return false }
    var text = TextWriter()
    text.append("Samples came for group ")
    text.append(integer: group)
    text.append(", which the sensor does not have. Groups are counted from 0, as in its info.")
    groupFault = .found(text.bytes)
    return false
  }

  /// Reports once that a frame has another number of values than the group has channels.
  private mutating func noteFrame(of count: Int, group: Int) {
    guard case .none = frameFault else { return }
    var text = TextWriter()
    text.append("A frame has ")
    text.append(integer: count)
    text.append(" values, and group ")
    text.append(integer: group)
    text.append(" has ")
    text.append(integer: groups[group].channelCount)
    text.append(" channels. Hand in a value for each; NaN where there is none.")
    frameFault = .found(text.bytes)
  }

  mutating func begin(at now: Int64) {
    // If the clock went back, samples would be made twice.
    microseconds = max(microseconds, now)
  }

  /// Returns the readings since the last call.
  mutating func removeReadings() -> [SensorReading] {
    for group in groups.indices { flush(group) }
    if case .found(let text) = groupFault {
      groupFault = .reported
      readings.append(.notice(Notice(severity: .warning, text: text)))
    }
    if case .found(let text) = frameFault {
      frameFault = .reported
      readings.append(.notice(Notice(severity: .warning, text: text)))
    }
    defer { readings.removeAll(keepingCapacity: true) }
    return readings
  }
}
