import Logging
import Synchronization
import WaveSensorSources
import WaveSensorsFeed
import WaveSystem
import WaveSensorsWire
import WaveServer
import WaveStorage
import WaveStore
import WaveStreams
import WaveUnits
import WaveWire

/// Methods that record a source while clients view it.
extension SensorSourceHost {
  static let recordControl = SensorControls.firstOfServer + 3
  static let secondsControl = SensorControls.firstOfServer + 4
  static let bytesControl = SensorControls.firstOfServer + 5
  static let unwrittenControl = SensorControls.firstOfServer + 6

  /// The state of a source's recordings.
  struct Recorder: Sendable {
    /// The recording in progress.
    var current: StreamRecording?
    /// The task that writes the current recording.
    var work: Task<Void, Never>?
    /// The most recently published progress.
    var reported: StreamRecording.Progress?
    /// The last recorded revision of each group's sample times.
    var revisions: [Int] = []
    /// The appearance of the source in a viewer.
    var look: StreamLook?
    /// An appearance that has been received only in part.
    var pending: StreamLook?
    /// Whether a recording is requested.
    var isWanted = false
    /// The samples received since recording was requested, buffered until the file exists.
    var held: [(group: Int, block: SampleBlock)] = []
    var heldCount = 0
    /// The requested file, and the maximum length in seconds; nil for a file in the server's recording
    /// folder.
    var file: (path: String, secondsLimit: Double?)?
    /// The most recently ended recording.
    var last: StreamRecording?

    /// Ends the recording, because the source has restarted with different streams.
    mutating func sourceRestarted() {
      current?.end()
      look = nil
      forgetHeld()
    }

    /// Discards the samples buffered for a file that does not exist yet.
    mutating func forgetHeld() {
      held = []
      heldCount = 0
    }

    /// Withdraws the request for a recording.
    mutating func withdraw() {
      isWanted = false
      forgetHeld()
    }
  }

  /// The recording in progress; if there is none, the most recent one.
  var recording: StreamRecording? { state.withLock { $0.recorder.current ?? $0.recorder.last } }

  /// Whether a recording is in progress.
  var isRecording: Bool { state.withLock { $0.recorder.current != nil } }

  /// Starts recording to a file.
  ///
  /// If the source's description is not known yet, recording starts once it is known.
  func record(path: String, secondsLimit: Double?) async throws(StorageError) {
    state.withLock {
      $0.recorder.file = (path, secondsLimit)
      $0.recorder.isWanted = true
    }
    try await openRecording()
  }

  /// Starts recording to the server's recording folder; without a folder, nothing is recorded or buffered.
  func record() async {
    guard folder != nil else { return }
    let isBusy = state.withLock { state in
      defer { state.recorder.isWanted = true }
      return state.recorder.current != nil
    }
    guard !isBusy else { return }
    do throws(StorageError) { try await openRecording() } catch { refuse("\(error)") }
  }

  /// Continues recording in a new file after the source has restarted.
  func restartRecording() async {
    await closeRecording()
    do throws(StorageError) { try await openRecording() } catch { refuse("\(error)") }
  }

  private func openRecording() async throws(StorageError) {
    let (info, counts, layout, file) = state.withLock {
      ($0.description.info, $0.archive.groups.map(\.sourceChannelCount), $0.archive.layout, $0.recorder.file)
    }
    guard !info.groups.isEmpty else { return }
    if file == nil, let obstacle = folder?.obstacle { return refuse(obstacle) }
    guard let path = file?.path ?? folder?.newPath(name: info.name, microseconds: WallClock.microseconds)
    else { return }
    let recording = try await StreamRecording(
      path: Self.free(path), info: info, channelCounts: counts, secondsLimit: file?.secondsLimit,
      roomFolder: file == nil ? folder?.path : nil)
    let work = Task { await recording.run() }
    let isCurrent = state.withLock { state in
      guard state.archive.layout == layout, state.recorder.current == nil, state.recorder.isWanted else {
        return false
      }
      state.recorder.current = recording
      state.recorder.work = work
      state.recorder.reported = nil
      Self.begin(recording, &state)
      return true
    }
    guard isCurrent else {
      recording.end()
      return await work.value
    }
    logger.info("recording", metadata: ["source": "\(number)", "path": "\(recording.path)"])
    publishControls()
  }

  /// Returns a path at which no file exists: the given path, or that path with a number appended.
  private static func free(_ path: String) -> String {
    guard FileStamp(path: path) != nil, path.hasSuffix(".wgs") else { return path }
    let base = path.dropLast(4)
    return (2...999).lazy.map { "\(base)-\($0).wgs" }.first { FileStamp(path: $0) == nil } ?? path
  }

  /// Ends the recording and waits until all of it is written.
  func endRecording() async {
    state.withLock { $0.recorder.withdraw() }
    await closeRecording()
  }

  private func closeRecording() async {
    let (recording, work) = state.withLock { state in
      defer {
        state.recorder.last = state.recorder.current ?? state.recorder.last
        state.recorder.current = nil
        state.recorder.work = nil
      }
      return (state.recorder.current, state.recorder.work)
    }
    guard let recording else { return }
    recording.end()
    await work?.value
    reportEnd(of: recording)
    publishControls()
  }

  /// Writes the initial state to the file, and then the samples that were buffered for it.
  private static func begin(_ recording: StreamRecording, _ state: inout State) {
    state.recorder.revisions = state.archive.groups.map(\.timesRevision)
    for group in state.archive.groups.indices {
      let next =
        state.recorder.held.first { $0.group == group }?.block.sequence
        ?? state.archive.groups[group].endSequence
      guard let time = state.archive.groups[group].times.microseconds(of: next), time.magnitude < 9e15,
        let piece = state.archive.groups[group].times.pieces.last(where: { $0.sequence <= next })
          ?? state.archive.groups[group].times.pieces.first
      else { continue }
      recording.append(
        SampleTimes(
          source: 0, group: UInt8(clamping: group), reason: .start, sequence: next,
          microseconds: Int64(saturating: time.rounded()), rateHertz: piece.rateHertz),
        arrivalMicroseconds: nil)
      for later in state.archive.groups[group].times(after: 0, source: 0, group: UInt8(clamping: group))
      where later.sequence > next { recording.append(later, arrivalMicroseconds: nil) }
    }
    noteFilters(recording, state)
    if state.recorder.look != nil || state.archive.groups.contains(where: { !$0.addedPlaces.isEmpty }) {
      noteView(recording, state)
    }
    for (group, block) in state.recorder.held { recording.append(block, group: group) }
    state.recorder.forgetHeld()
  }

  /// Writes the current appearance and the derived streams to the recording.
  static func noteView(_ recording: StreamRecording, _ state: borrowing State) {
    let info = state.description.info
    var view =
      state.recorder.look?.view(groups: info.groups)
      ?? StoreView(mode: .scroll, windowSeconds: .nan, channels: [])
    view.mixtures = StreamMixing.stored(info, state.archive)
    recording.append(.view(view))
  }

  /// Writes the current filters for the displayed samples to the recording.
  static func noteFilters(_ recording: StreamRecording, _ state: borrowing State) {
    for group in state.archive.groups.indices {
      let stages = state.filters.stages(rateHertz: state.archive.groups[group].rateHertz)
      let sequence = state.archive.groups[group].endSequence
      recording.append(.filters(StoreFilters(group: group, sequence: sequence, stages: stages)))
    }
  }

  /// Records a block, preceded by the times of its samples.
  static func note(_ block: SampleBlock, group: Int, _ state: inout State) {
    guard let recording = state.recorder.current else {
      let count = state.recorder.heldCount + block.samples.count
      guard state.recorder.isWanted, count <= StreamRecording.waitingLimit else { return }
      state.recorder.held.append((group, block))
      state.recorder.heldCount = count
      return
    }
    noteTimes(group: group, arrivalMicroseconds: block.arrivalMicroseconds, &state)
    recording.append(block, group: group)
  }

  /// Records changes to a group's time mapping.
  static func noteTimes(group: Int, arrivalMicroseconds: Int64?, _ state: inout State) {
    guard let recording = state.recorder.current, group < state.recorder.revisions.count else { return }
    let revision = state.archive.groups[group].timesRevision
    guard revision != state.recorder.revisions[group] else { return }
    let pieces = state.archive.groups[group].times(
      after: min(revision, state.recorder.revisions[group]), source: 0, group: UInt8(clamping: group))
    state.recorder.revisions[group] = revision
    for piece in pieces { recording.append(piece, arrivalMicroseconds: arrivalMicroseconds) }
  }

  /// Records that a mark was set, moved or removed.
  static func noteMark(_ mark: UInt32, group: Int, sequence: UInt64, text: [UInt8], _ state: borrowing State)
  {
    guard let recording = state.recorder.current, state.archive.groups.indices.contains(group) else { return }
    let delay = state.filters.delayMilliseconds / 1000 * state.archive.groups[group].rateHertz
    recording.append(
      .annotation(
        StoreAnnotation(
          identifier: mark, group: group, sequence: sequence, delaySamples: delay,
          microseconds: MonotonicClock.microseconds + recording.wallOffset, isRemoved: text.isEmpty,
          label: text)))
  }

  /// Receives one part of the appearance of the source in a viewer.
  func setLook(_ part: StreamLook, for client: ClientID) {
    state.withLock { state in
      // If several clients are connected, only the appearance sent by the client in control is recorded.
      guard state.audience.holder == nil || state.audience.holder == client else { return }
      if part.firstPlace == 0 { state.recorder.pending = part } else { state.recorder.pending?.append(part) }
      guard let look = state.recorder.pending, look.isWhole else { return }
      state.recorder.pending = nil
      guard look != state.recorder.look else { return }
      state.recorder.look = look
      if let recording = state.recorder.current { Self.noteView(recording, state) }
    }
  }

  /// Returns the controls for recording, including its progress.
  static func recordingControls(
    _ recorder: Recorder, mayRecord: Bool, _ info: StreamSource, at now: Int64
  ) -> [SourceControl] {
    guard mayRecord, !info.flags.contains(.recording), !info.groups.isEmpty else { return [] }
    var controls = [
      SourceControl.toggle(id: recordControl, name: Array("Record".utf8), isOn: recorder.current != nil)
    ]
    guard let progress = recorder.current?.progress else { return controls }
    let seconds = Double((now - progress.begunMicroseconds) / 1_000_000)
    controls.append(.fact(secondsControl, "Recorded", max(0, seconds), "s", step: 1))
    let megabytes = (Double(progress.byteCount) / 1e5).rounded() / 10
    controls.append(.fact(bytesControl, "On the disk", megabytes, "MB", step: 0.1))
    let lost = Double(progress.unwrittenCount)
    if lost > 0 { controls.append(.fact(unwrittenControl, "Not written", lost, "samples", step: 1)) }
    return controls
  }

  /// Publishes the recording's progress and handles its end.
  func keepRecording() async {
    let (current, reported) = state.withLock { ($0.recorder.current, $0.recorder.reported) }
    guard let current else { return }
    let progress = current.progress
    state.withLock { $0.recorder.reported = progress }
    if progress.end != nil { return await endRecording() }
    if let obstacle = progress.obstacle, reported?.obstacle == nil {
      warn("The recording is waiting: \(plain(obstacle, current)).")
    }
    if progress.unwrittenCount > 0, reported?.unwrittenCount ?? 0 == 0 {
      warn("The disk is too slow for the recording: samples that it cannot store are missing.")
    }
    publishControls()
  }

  private func reportEnd(of recording: StreamRecording) {
    let progress = recording.progress
    let metadata: Logger.Metadata = [
      "source": "\(number)", "path": "\(recording.path)", "bytes": "\(progress.byteCount)",
      "unwritten": "\(progress.unwrittenCount)",
    ]
    guard let end = progress.end else { return logger.info("recorded", metadata: metadata) }
    warn("The recording has ended: \(plain(end, recording)).")
    logger.warning("recording ended", metadata: metadata.merging(["reason": "\(end)"]) { $1 })
  }

  private func refuse(_ reason: String) {
    state.withLock { $0.recorder.withdraw() }
    warn("Nothing is recorded: \(reason).")
    logger.warning("recording refused", metadata: ["source": "\(number)", "reason": "\(reason)"])
    publishControls()
  }

  /// Returns a failure reason without the file's path, which clients must not see.
  private func plain(_ reason: String, _ recording: StreamRecording) -> String {
    reason.hasPrefix(recording.path + ": ") ? String(reason.dropFirst(recording.path.utf8.count + 2)) : reason
  }

  private func warn(_ text: String) {
    publish(.notice(Notice(severity: .warning, text: text.utf8(limit: WireLimits.text))))
  }
}
