import WaveRadioFormats
import WaveSignal
import WaveSpectra
public import WaveSpectrumWire
import WaveSystem
import WaveUnits
public import WaveWire

/// Plays a recording in a loop, at any speed and from any position.
///
/// Callers pass in the time.
///
/// It reads no clock, so a recording of several hours can be converted to rows within a second.
/// `PlaybackSource` plays a recording in real time.
public struct Playback {
  /// The number of rows per second of server time into which samples are divided.
  public static let rowsPerSecond = 30.0

  private let player: RecordingPlayer
  private let file: SampleFile?
  private var base: SourceInfo
  private let timeline: SampleTimeline?
  let artefacts: Artefacts?
  /// The notices about the recording to show when playback starts.
  public private(set) var notices: [Notice]
  private var marks: RecordingMarks?
  /// The index of the part of the file that was last shown.
  private var part: Int?
  /// The difference between recorded and played time that was last sent, in microseconds.
  private var sentOffset: Double?
  /// The number of rows that were not created because they covered only gaps.
  private var silentRows: UInt32 = 0
  private var checksumText = ""
  private let typicalSeconds: Double
  private var schedule: PlaybackSchedule
  private var plan: ResolutionPlan?
  private var requestedStepHertz = Double.infinity
  private var shownSpeed: Double
  private var hasReportedGaps = false

  /// Opens a recording for playback.
  ///
  /// - Parameters:
  ///   - path: The path of the file, whose type is detected from its content.
  ///   - speed: The number of recorded seconds per second. Nil means 1 or, if sweeps are longer than a
  ///     second, the speed at which a sweep lasts half a second; 0 pauses.
  ///   - settings: Properties of raw samples that the file does not specify, such as the rate.
  /// - Throws: `ReceiverError` if the file cannot be played.
  public init(
    path: String, speed: Double? = nil, settings: SampleSettings = SampleSettings()
  ) throws(ReceiverError) {
    let recording = try OpenedRecording(path: path, settings: settings)
    let player = RecordingPlayer(recording, offsetDecibels: settings.offsetDecibels)
    let name = ReadOnlyFile.name(ofPath: path)
    switch recording {
    case .log(let log, _): self.init(log, player, name: name, speed: speed, offset: settings.offsetDecibels)
    case .samples(let file): try self.init(file, player, name: name, speed: speed)
    }
  }

  private init(_ log: RecordedLog, _ player: RecordingPlayer, name: String, speed: Double?, offset: Double?) {
    let typical = Double(log.timing.typicalMicroseconds) / 1e6
    let fitting = typical > 1 ? typical / 0.5 : 1
    // Allow at most 60 sweeps per second, and no sweep longer than an hour.
    let slowest = min(max(0.01, typical / 3600), fitting)
    schedule = PlaybackSchedule(
      content: .sweeps(log.timing), speed: speed ?? fitting, speeds: slowest...max(fitting, 60 * typical))
    self.player = player
    file = nil
    timeline = nil
    artefacts = nil
    typicalSeconds = typical
    shownSpeed = schedule.speed > 0 ? schedule.speed : fitting
    notices = log.notices
    base = SourceInfo(log, name: name, offset: offset, rowSeconds: typical)
  }

  private init(
    _ file: SampleFile, _ player: RecordingPlayer, name: String, speed: Double?
  ) throws(ReceiverError) {
    let survey = try SampleSurvey(glancingAt: file)
    let timeline = SampleTimeline(of: file)
    self.timeline = timeline
    schedule = PlaybackSchedule(
      content: .stream(
        totalMicroseconds: timeline.playedMicroseconds, rowsPerSecond: Self.rowsPerSecond,
        shortestMicroseconds: 0),
      speed: speed ?? 1, speeds: 0.01...4)
    self.player = player
    self.file = file
    artefacts = survey.artefacts
    typicalSeconds = 0
    shownSpeed = schedule.speed > 0 ? schedule.speed : 1
    notices = file.notices(survey)
    base = SourceInfo(file, survey, name: name, durationSeconds: timeline.recordedMicroseconds / 1e6)
    if !file.layout.remarks.isEmpty {
      marks = RecordingMarks(file, timeline: timeline, startMicroseconds: base.startMicroseconds)
    }
    // A checksum over few bytes is verified immediately, so that every client receives the result.
    if file.settings.verifies, file.layout.hashedBytes.count <= 16 << 20, let sum = try Checksum.check(file) {
      receive(sum)
    }
    try replan(at: 0)
  }

  /// The notice for samples with an unknown rate, which says how to set the rate.
  private static let rateNotice =
    "The sample rate is unknown: frequencies are fractions of it, and samples play as if it were 1 MHz. "
    + "Set it under Sample rate"

  /// The current description of the source.
  ///
  /// The duration of a row depends on the speed.
  public var info: SourceInfo {
    var info = base
    if typicalSeconds > 0 { info.rowSeconds = typicalSeconds / shownSpeed }
    if let plan { info.rowSeconds = plan.rowSeconds / shownSpeed }
    return info
  }

  /// The number of recorded seconds per second of server time.
  ///
  /// A pause does not change it.
  public var speed: Double { shownSpeed }

  /// The time of the next event in server microseconds; nil while paused.
  public var wakeMicroseconds: Int64? { schedule.wakeMicroseconds }

  /// The number of the control for setting an unknown sample rate.
  static let rateControlNumber: UInt8 = 1

  /// Returns the control for setting an unknown sample rate in kilohertz, with its current value given in
  /// hertz.
  static func rateControl(_ hertz: Double) -> SourceControl {
    SourceControl(
      id: rateControlNumber, kind: .number, value: hertz / 1e3, low: 1, high: 1e6, step: 0.001,
      name: Array("Sample rate".utf8), texts: [Array("kHz".utf8)])
  }

  /// Whether the sample rate is unknown, so that frequencies are fractions of it.
  public var isRateUnknown: Bool { file != nil && file?.rateFact == nil }

  /// Continues the sequence numbers of an earlier playback.
  mutating func count(on other: Playback) { silentRows = other.silentRows &- other.schedule.sequence }

  /// Starts playing from the beginning.
  ///
  /// - Parameter now: Server time in microseconds.
  /// - Returns: The initial events.
  public mutating func start(at now: Int64) -> [SourceEvent] {
    schedule.start(now: now)
    var events: [SourceEvent] = notices.map { .notice($0) }
    if isRateUnknown, let rate = file?.settings.rateHertz {
      events.insert(.notice(.warning, Self.rateNotice), at: 0)
      events.append(.controls(SourceControls(source: 0, controls: [Self.rateControl(rate)])))
    }
    if let artefacts { events.append(.artefacts(artefacts)) }
    if let list = marks?.update(at: base.startMicroseconds) { events.append(.annotations(list)) }
    return events
  }

  /// Sets the speed or moves to a position; all other commands are ignored.
  ///
  /// - Parameters:
  ///   - command: The command to perform.
  ///   - now: Server time in microseconds.
  /// - Returns: The resulting events.
  public mutating func perform(_ command: Command, at now: Int64) -> [SourceEvent] {
    switch command {
    case .speed(_, let factor):
      schedule.setSpeed(factor, now: now)
      guard schedule.speed > 0, schedule.speed != shownSpeed else { return [] }
      shownSpeed = schedule.speed
      // Rows with a different recorded length require a different overlap.
      do throws(ReceiverError) { try replan(at: now) } catch { return [Self.failure(error), .changed(info)] }
      return [.changed(info)]
    case .seek(_, let seconds):
      schedule.seek(seconds: timeline.map { $0.played(ofRecorded: seconds * 1e6) / 1e6 } ?? seconds, now: now)
      return []
    case .tune, .resetHold, .adjust, .takeControl: return []
    }
  }

  /// Narrows the bins to the width of a displayed column, starting with the next row, as far as the length of
  /// the recording allows.
  ///
  /// No rows are lost, because a recording also contains the samples before the current position. A log keeps
  /// its resolution, as do samples whose transform length was specified.
  ///
  /// - Parameters:
  ///   - stepHertz: The width of the narrowest column in hertz; infinity if no client is watching.
  ///   - now: Server time in microseconds.
  /// - Returns: The resulting events.
  public mutating func resolve(stepHertz: Double, at now: Int64) -> [SourceEvent] {
    requestedStepHertz = stepHertz
    let before = info
    do throws(ReceiverError) { try replan(at: now) } catch { return [Self.failure(error)] }
    let after = info
    return after == before ? [] : [.changed(after)]
  }

  /// Recomputes the transform length and overlap, and applies them if they differ from the current ones.
  private mutating func replan(at now: Int64) throws(ReceiverError) {
    guard let file else { return }
    let rate = file.settings.rateHertz
    let configuration = file.configuration(overlap: 0.5)
    let longest = timeline?.parts.map(\.samples.count).max() ?? file.sampleCount
    let most = file.settings.fftCount ?? max(64, min(FFT.countMax, longest))
    let next = ResolutionPlan(
      sampleRateHertz: rate, stepHertz: requestedStepHertz, window: configuration.window,
      rowSeconds: shownSpeed / Self.rowsPerSecond, counts: min(most, configuration.fftCount)...most,
      current: plan?.fftCount)
    guard next.fftCount != plan?.fftCount || next.hopCount != plan?.hopCount else { return plan = next }
    var chosen = configuration
    chosen.fftCount = next.fftCount
    chosen.windowCount = next.fftCount
    chosen.overlap = next.overlap
    (base.rbwHertz, base.enbwHertz) = try ReceiverError.analyzed(base.nameString, player.analyze(by: chosen))
    plan = next
    let total = timeline?.playedMicroseconds ?? file.durationSeconds * 1e6
    schedule.cut(
      shortestMicroseconds: min(Double(next.hopCount + 1) / rate * 1e6, total),
      windowMicroseconds: min(Double(next.fftCount + 1) / rate * 1e6, total), now: now)
    base.stepHertz = SourceInfo.stepHertz(of: chosen.axis)
    base.detail = Array((file.detail(chosen) + checksumText).utf8)
  }

  static func failure(_ error: ReceiverError) -> SourceEvent {
    .notice(Notice(severity: .failure, text: "\(error)".utf8(limit: WireLimits.text)))
  }

  /// Returns the events that are due.
  ///
  /// - Parameter now: Server time in microseconds.
  /// - Returns: Rows and other events, in order.
  /// - Throws: `ReceiverError` if the file can no longer be read.
  public mutating func advance(to now: Int64) throws(ReceiverError) -> [SourceEvent] {
    var events: [SourceEvent] = []
    for step in schedule.advance(now: now) {
      switch step {
      case .play(let item): try play(item, into: &events)
      case .map(let server, let recorded, let speed):
        let real = timeline?.recorded(ofPlayed: recorded) ?? recorded
        sentOffset = real - recorded
        append(map: real, server: server, speed: speed, to: &events)
      case .lost(let rows): events.append(.lost(rows: rows))
      case .skipped(let seconds):
        guard !hasReportedGaps else { continue }
        hasReportedGaps = true
        events.append(.notice(.information, "A gap of \(seconds.plainText) s in the log is shown shortened"))
      }
    }
    return events
  }

  /// Emits a row or sweep, preceded by any changes due to a new part of the file.
  private mutating func play(_ item: PlaybackSchedule.Item, into events: inout [SourceEvent])
    throws(ReceiverError)
  {
    guard let file, let timeline else {
      if let row = try player.row(item) { events.append(.row(row)) }
      return
    }
    guard let index = timeline.part(from: item.recordedStart, until: item.recordedEnd) else {
      return silentRows &+= 1
    }
    let next = timeline.parts[index]
    var item = item
    let offset = next.recordedStart - next.playedStart
    if let sentOffset, sentOffset != offset, schedule.speed > 0 {
      append(
        map: item.recordedStart + offset, server: item.startMicroseconds, speed: schedule.speed, to: &events)
    }
    sentOffset = offset
    if index != part {
      item.isFresh = true
      part = index
      enter(next, of: file, &events)
    }
    let recorded = base.startMicroseconds &+ Int64(saturating: item.recordedStart + offset)
    if let list = marks?.update(at: recorded) { events.append(.annotations(list)) }
    // The player counts the samples as stored in the file, where gaps take no space.
    let rate = file.settings.rateHertz
    let shift = Double(next.samples.lowerBound) / rate * 1e6 - next.playedStart
    item.recordedStart = max(item.recordedStart, next.playedStart) + shift
    item.recordedEnd = min(item.recordedEnd, next.playedStart + next.length) + shift
    item.sequence &-= silentRows
    guard var row = try player.row(item, within: next.samples) else { return silentRows &+= 1 }
    row.axis.firstHertz += next.centerHertz - file.shownMainCenterHertz
    events.append(.row(row))
  }

  /// Emits a change of frequency, and a notice if a gap is shortened.
  private mutating func enter(_ next: SampleTimeline.Part, of file: SampleFile, _ events: inout [SourceEvent])
  {
    let band = file.band(centerHertz: next.centerHertz)
    if file.isWide, base.lowHertz != band.lowerBound {
      base.lowHertz = band.lowerBound
      base.highHertz = band.upperBound
      base.tuneLowHertz = base.lowHertz
      base.tuneHighHertz = base.highHertz
      events.append(.changed(info))
    }
    if next.gap > SampleTimeline.gapMicroseconds, !hasReportedGaps {
      hasReportedGaps = true
      let seconds = (next.gap / 1e6).plainText
      events.append(.notice(.information, "A gap of \(seconds) s between captures is shown shortened"))
    }
  }

  private func append(map recorded: Double, server: Int64, speed: Double, to events: inout [SourceEvent]) {
    let since = Int64(saturating: min(max(recorded, -9e15), 9e15).rounded())
    let map = TimeMap(
      source: 0, serverMicroseconds: server, recordedMicroseconds: base.startMicroseconds &+ since,
      speed: speed)
    events.append(.timeMap(map))
  }

  /// The file whose checksum has yet to be verified; nil if there is none.
  var unchecked: SampleFile? {
    file.flatMap { $0.settings.verifies && $0.layout.sha512 != nil && checksumText.isEmpty ? $0 : nil }
  }

  /// Records the result of verifying the checksum.
  ///
  /// - Returns: The resulting events.
  @discardableResult
  mutating func receive(_ sum: Checksum) -> [SourceEvent] {
    checksumText = sum == .matches ? ", SHA-512 matches" : ", SHA-512 differs"
    base.detail += Array(checksumText.utf8)
    guard let warning = sum.warning else { return [.changed(info)] }
    let notice = Notice(severity: .warning, text: warning.utf8(limit: WireLimits.text))
    notices.append(notice)
    return [.changed(info), .notice(notice)]
  }
}
