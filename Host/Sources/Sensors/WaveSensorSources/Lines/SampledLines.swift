import WaveBiosignals
import WaveSensorsWire
import WaveStreams
import WaveUnits
import WaveWire

/// A converter from a sensor's lines to streams of samples, without access to a clock or a device.
///
/// The first lines are buffered until the channels and the rate have been derived from them. No line is lost.
struct SampledLines: Sendable {
  /// The settings that are known before the first line.
  struct Settings: Equatable, Sendable {
    /// The name of the source, for display.
    var name: String
    /// The line rate in hertz; nil to derive it from arrival times.
    var rateHertz: Double?
    /// Whether the input can start in the middle of a line.
    var mayBeginInside: Bool
  }

  /// The time for which the first lines are buffered if the rate is known.
  static let shortMicroseconds: Int64 = 300_000
  /// The minimum time over which the rate is measured; ``usualFrames`` is the minimum number of lines.
  static let usualMicroseconds: Int64 = 2_000_000
  static let usualFrames: UInt64 = 16
  /// The time after which the rate is determined even if only a few lines have arrived.
  static let longMicroseconds: Int64 = 6_000_000
  /// The rate that is assumed if it cannot be determined.
  static let assumedHertz = 100.0
  /// The highest supported rate in hertz.
  static let highestHertz = 1e6
  /// The minimum interval between reports of the same type of loss.
  static let complaintMicroseconds: Int64 = 60_000_000
  /// The time over which the rate is measured to detect a change.
  static let watchMicroseconds: Int64 = 5_000_000
  /// The ratio of two rates above which they count as different.
  static let otherRate = 1.25
  /// The time without data after which the user is notified.
  static let silentMicroseconds: Int64 = 5_000_000

  /// The description of the source; it has no groups until the channels and the rate are known.
  private(set) var info: StreamSource
  private let settings: Settings
  private var reader: LineReader
  private var arrivals = ArrivalRate()
  private var isEstimated = false
  private var sequence: UInt64 = 0
  private var newest: Int64?
  /// The time of the newest data before the connection was lost; nil once samples arrive again.
  private var lostSince: Int64?
  private var reported = LineCounts()
  private var reportedMicroseconds: Int64 = .min / 2
  private var watch = ArrivalRate()
  private var watchedHertz: Double?
  private var hasReportedSilence = false

  /// Creates a converter with the given settings.
  init(_ settings: Settings) {
    self.settings = settings
    reader = LineReader(mayBeginInside: settings.mayBeginInside)
    info = StreamSource(
      source: 0, name: Array(settings.name.utf8), detail: Array("waiting for the first lines".utf8),
      groups: [])
  }

  /// The counts of the lines and values read so far.
  var counts: LineCounts { reader.counts }

  /// Processes received bytes.
  /// - Parameters:
  ///   - bytes: The received bytes.
  ///   - isWhole: Whether the last line is complete.
  ///   - now: The arrival time.
  /// - Returns: The events caused by the bytes.
  mutating func receive(_ bytes: [UInt8], isWhole: Bool = false, at now: Int64) -> [SensorEvent] {
    let lines = reader.dataLines
    var frames: [Double] = []
    reader.read(bytes.span, into: &frames)
    if isWhole { reader.finish(into: &frames) }
    guard reader.dataLines > lines else { return tick(at: now) }
    hasReportedSilence = false
    arrivals.add(frames: reader.dataLines, at: now)
    watch.add(frames: reader.dataLines, at: now)
    newest = now
    var events: [SensorEvent] = []
    if info.groups.isEmpty, reader.layout != nil { begin(&events) }
    emit(frames, at: now, &events)
    events += tick(at: now)
    return events
  }

  /// Handles the end of the data and returns the final events.
  mutating func finish(at now: Int64) -> [SensorEvent] {
    var events = receive([0x0A], at: now)
    if info.groups.isEmpty { settle(at: now, &events) }
    complain(at: now, isLast: true, &events)
    return events
  }

  /// Handles a lost connection; reading resumes with the next bytes.
  mutating func interrupt(at now: Int64) {
    reader.interrupt()
    if newest != nil, lostSince == nil { lostSince = newest }
    watch = ArrivalRate()
    watchedHertz = nil
  }

  /// Performs the tasks that are due, such as reading lines that have been buffered long enough, and reports
  /// problems.
  mutating func tick(at now: Int64) -> [SensorEvent] {
    var events: [SensorEvent] = []
    if info.groups.isEmpty {
      if isTime(now) { settle(at: now, &events) }
    } else {
      follow(at: now, &events)
      complain(at: now, isLast: false, &events)
    }
    if let newest, lostSince == nil, !hasReportedSilence, now - newest > patience {
      hasReportedSilence = true
      events.append(
        .notice(.warning, "Nothing has arrived for \((now - newest) / 1_000_000) s; still waiting"))
    }
    return events
  }

  private var patience: Int64 {
    let rate = info.groups.first?.rateHertz ?? 1
    return max(Self.silentMicroseconds, Int64(saturating: min(20e6 / rate, 86_400e6)))
  }

  // MARK: - Start

  private func isTime(_ now: Int64) -> Bool {
    guard let begin = arrivals.beginMicroseconds else { return false }
    let held = now - begin
    if settings.rateHertz != nil { return held >= Self.shortMicroseconds }
    return (held >= Self.usualMicroseconds && arrivals.frames >= Self.usualFrames)
      || (held >= Self.longMicroseconds && arrivals.frames >= 2)
  }

  private mutating func settle(at now: Int64, _ events: inout [SensorEvent]) {
    var frames: [Double] = []
    guard reader.settle(into: &frames) else { return }
    begin(&events)
    emit(frames, at: newest ?? now, &events)
  }

  /// Publishes the description of the source once the layout of the lines is known.
  private mutating func begin(_ events: inout [SensorEvent]) {
    guard let layout = reader.layout else { return }
    var how = "as given"
    var rate = settings.rateHertz ?? 0
    if settings.rateHertz == nil {
      if let estimate = arrivals.usualHertz, arrivals.seconds >= 0.2 {
        rate = min(estimate, Self.highestHertz)
        isEstimated = true
        how = "estimated from the arrival of lines"
      } else {
        rate = Self.assumedHertz
        how = "assumed: all lines arrived at once; give rate="
        events.append(
          .notice(
            .warning,
            "All lines arrived at once, so their rate is not known: \(Int(saturating: rate)) Hz is assumed")
        )
      }
    }
    describe(layout, rateHertz: rate, how)
    events.append(.changed(info))
  }

  private mutating func describe(_ layout: LineLayout, rateHertz: Double, _ how: String) {
    let count = layout.columns.count
    info.detail = Array("\(count) channel\(count == 1 ? "" : "s"), \(Self.text(rateHertz)) Hz (\(how))".utf8)
    info.groups = [
      .init(
        rateHertz: rateHertz, channels: layout.columns.map { StreamChannel(label: $0.label, unit: $0.unit) })
    ]
  }

  /// Returns a rate as text with up to three decimal places, fewer for higher rates.
  static func text(_ hertz: Double) -> String {
    let scale = hertz >= 100 ? 1.0 : hertz >= 10 ? 10 : 1000
    let rounded = (hertz * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(saturating: rounded))" : "\(rounded)"
  }

  // MARK: - Samples

  private mutating func emit(_ frames: [Double], at now: Int64, _ events: inout [SensorEvent]) {
    guard let group = info.groups.first, !frames.isEmpty else { return }
    let width = group.channels.count
    let count = frames.count / width
    if let since = lostSince {
      // Skip at least one sample, and all those that would have arrived in the meantime, so that the trace is
      // not joined across the gap.
      let due = Double(now - since) * group.rateHertz / 1e6 - Double(count)
      sequence = sequence.saturatingAdding(UInt64(saturating: max(1, min(due, 1e12))))
      lostSince = nil
    }
    let timed = TimedFrames(values: frames, channelCount: width, leaps: Array(repeating: 0, count: count))
    events += timed.blocks(from: &sequence, at: now).map { .block(group: 0, $0) }
  }

  // MARK: - Errors

  /// Restarts the streams if lines have arrived at a different rate for a long time.
  private mutating func follow(at now: Int64, _ events: inout [SensorEvent]) {
    guard let begin = watch.beginMicroseconds, now - begin >= Self.watchMicroseconds else { return }
    defer { watch = ArrivalRate() }
    guard let group = info.groups.first, let rate = watch.rateHertz, watch.frames >= Self.usualFrames,
      Self.differ(rate, group.rateHertz)
    else { return watchedHertz = nil }
    guard let before = watchedHertz, !Self.differ(rate, before) else { return watchedHertz = rate }
    watchedHertz = nil
    let old = Self.text(group.rateHertz)
    guard isEstimated, let layout = reader.layout, let usual = watch.usualHertz else {
      events.append(
        .notice(
          .warning,
          """
          About \(Self.text(rate)) lines arrive per second, not \(old) as given with rate=: the times follow \
          the lines
          """
        ))
      return
    }
    let new = min(usual, Self.highestHertz)
    events.append(
      .notice(
        .warning,
        "The rate has changed from about \(old) to about \(Self.text(new)) Hz: the streams start again"))
    describe(layout, rateHertz: new, "estimated from the arrival of lines")
    events.append(.changed(info))
  }

  private static func differ(_ one: Double, _ other: Double) -> Bool {
    max(one, other) > min(one, other) * otherRate
  }

  /// Reports the lines and values lost since the last report.
  private mutating func complain(at now: Int64, isLast: Bool, _ events: inout [SensorEvent]) {
    let counts = reader.counts
    guard counts != reported else { return }
    let kinds: [(before: UInt64, now: UInt64, text: String)] = [
      (reported.misfits, counts.misfits, "with fewer or more numbers than there are channels"),
      (reported.longLines, counts.longLines, "longer than \(LineReader.lineLimit) bytes"),
      (reported.textValues, counts.textValues, "with text instead of a number"),
      (reported.unknownLabels, counts.unknownLabels, "with a label of no channel"),
      (reported.partialLines, counts.partialLines, "cut off where reading began, skipped"),
    ]
    let isNewKind = kinds.dropLast().contains { $0.before == 0 && $0.now > 0 }
    guard isLast || isNewKind || now - reportedMicroseconds >= Self.complaintMicroseconds else { return }
    let faults = kinds.filter { $0.now > $0.before }
    guard !faults.isEmpty else { return }
    reported = counts
    reportedMicroseconds = now
    let lines = faults.map { "\($0.now - $0.before) \($0.text)" }.joined(separator: "; ")
    events.append(
      .notice(
        faults.count == 1 && counts.partialLines > 0 && counts.missingValues == 0 ? .information : .warning,
        "Lines so far: \(counts.frames) read. Since the last report: \(lines). The values that they lack are "
          + "missing, \(counts.missingValues) in all"))
  }
}

extension SensorEvent {
  /// Returns an event with a notice for the user.
  static func notice(_ severity: Notice.Severity, _ text: String) -> SensorEvent {
    .notice(Notice(severity: severity, text: Array(text.utf8)))
  }
}
