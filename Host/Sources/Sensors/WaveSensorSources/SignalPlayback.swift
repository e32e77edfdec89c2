import WaveSensorsWire
import WaveStreams
import WaveUnits
import WaveWire

/// A state machine that schedules the samples of a recording.
///
/// It reads no clock; callers pass in the time.
///
/// Sample *i* of a group is due at `anchorServer + (its recorded time - anchorRecorded) / speed`. Due times
/// are always computed from the anchor, so playback does not drift, however long it lasts. Sample numbers
/// continue across seeks; a jump in recorded time is marked as a step.
struct SignalPlayback: Sendable {
  /// The maximum number of samples of a group that are read in one call.
  static let framesAtOnce: Int64 = 32_768
  /// The maximum number of values played per second.
  ///
  /// It limits the speed.
  static let valuesPerSecond = 4e6
  /// The interval between blocks.
  static let blockMicroseconds: Int64 = 16_000

  /// The playback state of one group.
  private struct Track: Sendable {
    let group: Int
    let signals: SignalGroup
    /// The index, in the file, of the next sample to play.
    var next: Int64 = 0
    /// The difference between the sample number of ``next`` and its index in the file.
    var offset: UInt64

    var channelCount: Int { signals.channels.count }
    var sampleCount: Int64 { signals.sampleCount }

    /// The index of the first sample for which no time mapping has been sent.
    var timesSent: Int64 = 0

    /// Returns the sample rate in hertz at a sample.
    func rateHertz(at sample: Int64) -> Double {
      let sequence = signals.firstSequence &+ UInt64(sample)
      let piece = signals.times.pieces.last { $0.sequence <= sequence } ?? signals.times.pieces.first
      return piece?.rateHertz ?? signals.rateHertz
    }

    /// Returns the time mappings that begin in a range of samples.
    func pieces(in samples: Range<Int64>) -> [Piece] {
      let pieces = signals.times.pieces
      return pieces.indices.dropFirst().compactMap { index in
        guard pieces[index].sequence >= signals.firstSequence else { return nil }
        let sample = Int64(clamping: pieces[index].sequence - signals.firstSequence)
        guard samples.contains(sample) else { return nil }
        let before = pieces[index - 1]
        let steady =
          before.microseconds + Double(pieces[index].sequence - before.sequence) * 1e6 / before.rateHertz
        let isStep = abs(pieces[index].microseconds - steady) > SignalPlayback.stepMicroseconds
        return (
          sample, pieces[index].microseconds / 1e6, pieces[index].rateHertz, isStep ? .step : .drift
        )
      }
    }
  }

  /// A constant sample rate that applies from a given sample onward.
  private typealias Piece = (sample: Int64, seconds: Double, rateHertz: Double, reason: SampleTimes.Reason)

  /// The minimum jump in times that counts as a step.
  ///
  /// It exceeds the drift of a crystal oscillator.
  private static let stepMicroseconds = 50_000.0

  let file: SignalFile
  let info: StreamSource
  let leftOut: String?
  private let speedLimit: Double
  private var tracks: [Track]
  private var nextAnnotation = 0
  /// The selected speed, in recorded seconds per second.
  private var speed: Double
  private var anchorServer: Int64 = 0
  private var anchorRecorded = 0.0
  private var hasEnded = false
  /// The reason to report with the next change to the mapping between sample numbers and times.
  private var reason = SampleTimes.Reason.start

  /// Prepares to play a recording, without starting playback.
  ///
  /// - Throws: `SensorSourceError` if the recording has no signals.
  init(file: SignalFile, speed: Double) throws(SensorSourceError) {
    self.file = file
    var groups: [StreamSource.Group] = []
    var tracks: [Track] = []
    // Leave room for the limb leads that can be derived from others.
    var left = WireLimits.channels - 4
    var leftOutCount = 0
    for (number, group) in file.groups.enumerated() {
      let isPlayable =
        group.sampleCount > 0 && group.rateHertz > 0 && group.rateHertz <= 1e9 && group.startSeconds.isFinite
      guard isPlayable, !group.channels.isEmpty, group.channels.count <= left,
        groups.count < WireLimits.streamGroups
      else {
        leftOutCount += group.channels.count
        continue
      }
      left -= group.channels.count
      groups.append(
        .init(
          rateHertz: group.rateHertz,
          channels: group.channels.map {
            StreamChannel(label: Array($0.label.utf8), unit: Array($0.unit.utf8))
          }))
      tracks.append(Track(group: number, signals: group, offset: group.firstSequence))
    }
    guard !file.hasAnnotationsAlone else {
      throw .annotationsOnly(count: file.annotations.count, path: file.path)
    }
    guard !tracks.isEmpty else { throw .nothingToPlay(path: file.path) }
    self.tracks = tracks
    leftOut = leftOutCount > 0 ? "\(leftOutCount) channels of the recording are left out." : nil
    let load = tracks.reduce(0) { $0 + Double($1.channelCount) * $1.rateHertz(at: 0) }
    speedLimit = max(1, Self.valuesPerSecond / load)
    self.speed = min(max(0, speed), speedLimit)
    var flags: StreamSource.Flags = .recording
    if file.startMicroseconds != nil, file.kind != .dicom, file.kind != .store { flags.insert(.zoneless) }
    let name = file.path.split(separator: "/").last.map { String($0) } ?? file.path
    let rates = groups.map { "\(Self.plain($0.rateHertz)) Hz" }.joined(separator: ", ")
    let seconds = file.durationSeconds
    info = StreamSource(
      source: 0, flags: flags,
      recordingSeconds: seconds.isFinite ? min(max(0, seconds), WireLimits.seconds) : 0,
      recordingStartMicroseconds: Self.held(Double(file.startMicroseconds ?? 0)),
      name: Array(name.utf8), detail: Array("\(file.kind.rawValue), \(rates)".utf8), groups: groups)
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() && number < 1e15 ? "\(Int(saturating: number))" : "\(number)"
  }

  /// Returns the time of the next call to ``advance(to:)``; nil if nothing is being played.
  func wakeMicroseconds(after now: Int64) -> Int64? { isRunning ? now + Self.blockMicroseconds : nil }

  private var isRunning: Bool { speed > 0 && !hasEnded }

  /// Returns the current position, in recorded seconds.
  private func position(at now: Int64) -> Double {
    isRunning ? anchorRecorded + Double(now - anchorServer) / 1e6 * speed : anchorRecorded
  }

  /// Starts playback, and returns the events to emit first.
  mutating func start(at now: Int64) -> [SensorEvent] {
    anchorServer = now
    let events = (file.look.map { [SensorEvent.look($0)] } ?? []) + anchored()
    let lines = ([leftOut].compactMap { $0 } + file.warnings).prefix(4)
    return events + lines.map { .notice(.information, $0) }
  }

  /// Returns the events that are due.
  ///
  /// - Throws: `SensorSourceError` if reading the file fails.
  mutating func advance(to now: Int64) throws(SensorSourceError) -> [SensorEvent] {
    guard isRunning else { return [] }
    var events: [SensorEvent] = []
    let position = position(at: now)
    var isMore = false
    for index in tracks.indices {
      let track = tracks[index]
      let due = track.signals.count(until: position)
      let end = min(due, track.next + Self.framesAtOnce)
      isMore = isMore || end < due
      guard end > track.next else { continue }
      for piece in track.pieces(in: track.timesSent..<max(track.timesSent, end)) {
        if let times = times(index, piece) { events.append(times) }
      }
      tracks[index].timesSent = end
      let values = try file.read(group: track.group, from: track.next, count: Int(end - track.next))
      for run in file.kind == .store ? Self.runs(values) : [values[0].indices] {
        let block = SampleBlock(
          sequence: UInt64(track.next + Int64(run.lowerBound)) &+ track.offset,
          channelCount: track.channelCount, samples: values.flatMap { $0[run] }, arrivalMicroseconds: now)
        if let block { events.append(.block(group: index, block)) }
      }
      tracks[index].next = end
    }
    events += marks(until: position)
    guard !isMore, tracks.allSatisfy({ $0.next >= $0.sampleCount }) else { return events }
    hasEnded = true
    anchorRecorded = file.durationSeconds
    anchorServer = now
    let text = "The recording has ended. Move back in it to see it again."
    return events + [map(), .notice(.information, text)]
  }

  /// Returns the runs of samples for which at least one channel has a value.
  ///
  /// Other samples never arrived.
  private static func runs(_ values: [[Double]]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in values[0].indices where values.contains(where: { !$0[index].isNaN }) {
      runs.join(index..<(index + 1))
    }
    return runs
  }

  /// Returns the annotations that are due by a recorded time.
  private mutating func marks(until seconds: Double) -> [SensorEvent] {
    var events: [SensorEvent] = []
    while nextAnnotation < file.annotations.count, file.annotations[nextAnnotation].seconds <= seconds {
      let annotation = file.annotations[nextAnnotation]
      nextAnnotation += 1
      let index = tracks.firstIndex { $0.group == annotation.channel?.group } ?? 0
      guard let place = place(of: annotation.seconds, in: tracks[index].signals), !annotation.text.isEmpty
      else { continue }
      events.append(
        .mark(
          group: index, sequence: UInt64(place) &+ tracks[index].offset, text: Array(annotation.text.utf8)))
    }
    return events
  }

  /// Returns the index of the sample nearest to a time; nil if the time is outside the recording.
  private func place(of seconds: Double, in group: SignalGroup) -> Int64? {
    if !group.times.pieces.isEmpty {
      guard let sequence = group.times.sequence(at: seconds * 1e6), sequence >= group.firstSequence else {
        return nil
      }
      let place = Int64(clamping: sequence - group.firstSequence)
      return place <= group.sampleCount ? place : nil
    }
    let place = ((seconds - group.startSeconds) * group.rateHertz).rounded()
    return place >= 0 && place <= Double(group.sampleCount) ? Int64(saturating: place) : nil
  }

  /// Sets the speed or moves to a position; other commands are ignored.
  mutating func perform(_ command: Command, at now: Int64) -> [SensorEvent] {
    switch command {
    case .speed(_, let factor):
      let wanted = min(max(0, factor), speedLimit)
      guard wanted != speed else { return [] }
      anchorRecorded = position(at: now)
      anchorServer = now
      // Server time continues during a pause, but recorded time does not.
      if speed == 0 || wanted == 0 { reason = .step } else if reason != .step { reason = .drift }
      speed = wanted
      return anchored()
    case .seek(_, let seconds):
      anchorRecorded = min(max(0, seconds), file.durationSeconds)
      anchorServer = now
      hasEnded = false
      reason = .step
      for index in tracks.indices {
        var next = tracks[index].signals.count(until: anchorRecorded)
        // Include the sample exactly at the position.
        if next > 0, tracks[index].signals.seconds(of: next - 1) >= anchorRecorded { next -= 1 }
        tracks[index].offset &+= UInt64(bitPattern: tracks[index].next &- next)
        tracks[index].next = next
      }
      let from = anchorRecorded
      nextAnnotation = file.annotations.firstIndex { $0.seconds >= from } ?? file.annotations.count
      return anchored()
    default: return []
    }
  }

  /// Returns the events that must follow a change of the anchor: the time map and the sample times.
  private mutating func anchored() -> [SensorEvent] {
    guard isRunning else { return [map()] }
    var events = [map()]
    for (index, track) in tracks.enumerated() {
      // Samples that were due before the anchor but have not been played keep the times of the previous
      // speed.
      let isLate = track.next < track.sampleCount && track.signals.seconds(of: track.next) < anchorRecorded
      let first = isLate ? track.signals.count(until: anchorRecorded) : track.next
      guard first < track.sampleCount else { continue }
      tracks[index].timesSent = first + 1
      let piece = (first, track.signals.seconds(of: first), track.rateHertz(at: first), reason)
      if let times = times(index, piece) { events.append(times) }
    }
    reason = .drift
    return events
  }

  /// Returns an event with the times of all samples from a given sample onward.
  private func times(_ index: Int, _ piece: Piece) -> SensorEvent? {
    let server = Double(anchorServer) + (piece.seconds - anchorRecorded) / speed * 1e6
    let rate = piece.rateHertz * speed
    // A file can contain any times and rates, but clients can display only a limited range.
    guard server.magnitude < Double(WireLimits.microseconds), rate > 0, rate <= WireLimits.hertz else {
      return nil
    }
    return .times(
      SampleTimes(
        source: 0, group: UInt8(clamping: index), reason: piece.reason,
        sequence: UInt64(piece.sample) &+ tracks[index].offset,
        microseconds: Int64(saturating: server.rounded()), rateHertz: rate))
  }

  private func map() -> SensorEvent {
    let recorded = Double(file.startMicroseconds ?? 0) + anchorRecorded * 1e6
    return .timeMap(
      TimeMap(
        source: 0, serverMicroseconds: anchorServer, recordedMicroseconds: Self.held(recorded),
        speed: isRunning ? speed : 0))
  }

  /// Clamps a time to the range of valid server times.
  private static func held(_ microseconds: Double) -> Int64 {
    let limit = Double(WireLimits.microseconds)
    return Int64(saturating: max(-limit, min(limit, microseconds.rounded())))
  }
}
