import WaveStreams
import WaveWire

/// What of a recording of signals is due when: a state machine that is told the time and knows no clock.
///
/// Sample *i* of a group is due at `anchorServer + (its recorded time - anchorRecorded) / speed`, always counted from the anchor, so that
/// nothing drifts however long it plays. Numbers of samples go on through seeks; where they jump in recorded time, there is a step.
struct SignalPlayback: Sendable {
  /// Samples of a group that are read at once at most.
  static let framesAtOnce: Int64 = 32_768
  /// Values a second that are played at most, which bounds the speed.
  static let valuesPerSecond = 4e6
  /// Time from block to block.
  static let blockMicroseconds: Int64 = 16_000

  /// What is played of one group.
  private struct Track: Sendable {
    let group: Int
    let channelCount: Int
    let rateHertz: Double
    let startSeconds: Double
    let sampleCount: Int64
    /// The next sample in the file.
    var next: Int64 = 0
    /// What its number is ahead of its place in the file.
    var offset: UInt64 = 0

    /// Samples that are due at a recorded time.
    func due(_ seconds: Double) -> Int64 {
      let place = ((seconds - startSeconds) * rateHertz).rounded(.down)
      return place < 0 ? 0 : place < Double(sampleCount) ? Int64(place) + 1 : sampleCount
    }

    func seconds(of sample: Int64) -> Double { startSeconds + Double(sample) / rateHertz }
  }

  let file: SignalFile
  let info: StreamSource
  let leftOut: String?
  private let speedLimit: Double
  private var tracks: [Track]
  private var nextAnnotation = 0
  /// Recorded seconds in a second as chosen.
  private var speed: Double
  private var anchorServer: Int64 = 0
  private var anchorRecorded = 0.0
  private var hasEnded = false
  /// Why the next pieces of time begin.
  private var reason = SampleTimes.Reason.start

  /// Opens a recording for playing.
  ///
  /// - Throws: `DeviceError` where there are no signals.
  init(file: SignalFile, speed: Double) throws(DeviceError) {
    self.file = file
    var groups: [StreamSource.Group] = []
    var tracks: [Track] = []
    // Room for limb leads that are made.
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
      tracks.append(
        Track(
          group: number, channelCount: group.channels.count, rateHertz: group.rateHertz,
          startSeconds: group.startSeconds, sampleCount: group.sampleCount))
    }
    guard !tracks.isEmpty else {
      throw DeviceError(
        what: "there are no signals in it that can be played", place: file.path,
        advice: "Look at what it has with waveglass info")
    }
    self.tracks = tracks
    leftOut = leftOutCount > 0 ? "\(leftOutCount) channels of the recording are left out." : nil
    let load = tracks.reduce(0) { $0 + Double($1.channelCount) * $1.rateHertz }
    speedLimit = max(1, Self.valuesPerSecond / load)
    self.speed = min(max(0, speed), speedLimit)
    var flags: StreamSource.Flags = .recording
    if file.startMicroseconds != nil, file.kind != .dicom { flags.insert(.zoneless) }
    let name = file.path.split(separator: "/").last.map { String($0) } ?? file.path
    let rates = groups.map { "\(Self.plain($0.rateHertz)) Hz" }.joined(separator: ", ")
    info = StreamSource(
      source: 0, flags: flags, recordingSeconds: min(max(0, file.durationSeconds), WireLimits.seconds),
      name: Array(name.utf8), detail: Array("\(file.kind.rawValue), \(rates)".utf8), groups: groups)
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() && number < 1e15 ? "\(Int(number))" : "\(number)"
  }

  /// When to ask again.
  func wakeMicroseconds(after now: Int64) -> Int64? { isRunning ? now + Self.blockMicroseconds : nil }

  private var isRunning: Bool { speed > 0 && !hasEnded }

  /// Where it is, in recorded seconds.
  private func position(at now: Int64) -> Double {
    isRunning ? anchorRecorded + Double(now - anchorServer) / 1e6 * speed : anchorRecorded
  }

  /// Begins to play.
  mutating func start(at now: Int64) -> [SensorEvent] {
    anchorServer = now
    var events = anchored()
    let lines = ([leftOut].compactMap { $0 } + file.oddities).prefix(4)
    events += lines.map { .notice(Notice(severity: .information, text: Array($0.utf8))) }
    return events
  }

  /// Plays what is due.
  ///
  /// - Throws: `DeviceError` where the file cannot be read on.
  mutating func advance(to now: Int64) throws(DeviceError) -> [SensorEvent] {
    guard isRunning else { return [] }
    var events: [SensorEvent] = []
    let position = position(at: now)
    var isMore = false
    for index in tracks.indices {
      let track = tracks[index]
      let due = track.due(position)
      let end = min(due, track.next + Self.framesAtOnce)
      isMore = isMore || end < due
      guard end > track.next else { continue }
      let values = try file.read(group: track.group, from: track.next, count: Int(end - track.next))
      let block = SampleBlock(
        sequence: UInt64(track.next) &+ track.offset, channelCount: track.channelCount,
        samples: values.flatMap { $0 }, arrivalMicroseconds: now)
      tracks[index].next = end
      if let block { events.append(.block(group: index, block)) }
    }
    events += marks(until: position)
    guard !isMore, tracks.allSatisfy({ $0.next >= $0.sampleCount }) else { return events }
    hasEnded = true
    anchorRecorded = file.durationSeconds
    anchorServer = now
    let text = "The recording has ended. Go back in it to see it again."
    return events + [map(), .notice(Notice(severity: .information, text: text))]
  }

  /// Annotations whose time has come.
  private mutating func marks(until seconds: Double) -> [SensorEvent] {
    var events: [SensorEvent] = []
    while nextAnnotation < file.annotations.count, file.annotations[nextAnnotation].seconds <= seconds {
      let annotation = file.annotations[nextAnnotation]
      nextAnnotation += 1
      let index = tracks.firstIndex { $0.group == annotation.channel?.group } ?? 0
      let place = ((annotation.seconds - tracks[index].startSeconds) * tracks[index].rateHertz).rounded()
      guard place >= 0, place <= Double(tracks[index].sampleCount), !annotation.text.isEmpty else { continue }
      events.append(
        .mark(
          group: index, sequence: UInt64(place) &+ tracks[index].offset, text: Array(annotation.text.utf8)))
    }
    return events
  }

  /// Sets the speed or goes to a place; nothing else means anything to a recording.
  mutating func perform(_ command: Command, at now: Int64) -> [SensorEvent] {
    switch command {
    case .speed(_, let factor):
      let wanted = min(max(0, factor), speedLimit)
      guard wanted != speed else { return [] }
      anchorRecorded = position(at: now)
      anchorServer = now
      // Over a pause time goes on, the recording does not.
      if speed == 0 || wanted == 0 { reason = .step } else if reason != .step { reason = .drift }
      speed = wanted
      return anchored()
    case .seek(_, let seconds):
      anchorRecorded = min(max(0, seconds), file.durationSeconds)
      anchorServer = now
      hasEnded = false
      reason = .step
      for index in tracks.indices {
        let place = ((anchorRecorded - tracks[index].startSeconds) * tracks[index].rateHertz).rounded(.up)
        let next = place > 0 ? min(Int64(min(place, 9e18)), tracks[index].sampleCount) : 0
        tracks[index].offset &+= UInt64(bitPattern: tracks[index].next &- next)
        tracks[index].next = next
      }
      let from = anchorRecorded
      nextAnnotation = file.annotations.firstIndex { $0.seconds >= from } ?? file.annotations.count
      return anchored()
    default: return []
    }
  }

  /// How recorded time runs from the anchor on, and when samples are made from there.
  private mutating func anchored() -> [SensorEvent] {
    guard isRunning else { return [map()] }
    var events = [map()]
    for (index, track) in tracks.enumerated() where track.next < track.sampleCount {
      let seconds = track.seconds(of: track.next)
      let server = Double(anchorServer) + (seconds - anchorRecorded) / speed * 1e6
      guard server.magnitude < Double(WireLimits.microseconds) else { continue }
      events.append(
        .times(
          SampleTimes(
            source: 0, group: UInt8(clamping: index), reason: reason,
            sequence: UInt64(track.next) &+ track.offset, microseconds: Int64(server.rounded()),
            rateHertz: track.rateHertz * speed)))
    }
    reason = .drift
    return events
  }

  private func map() -> SensorEvent {
    let recorded = Double(file.startMicroseconds ?? 0) + anchorRecorded * 1e6
    let limit = Double(WireLimits.microseconds)
    return .timeMap(
      TimeMap(
        source: 0, serverMicroseconds: anchorServer,
        recordedMicroseconds: Int64(max(-limit, min(limit, recorded.rounded()))),
        speed: isRunning ? speed : 0))
  }
}
