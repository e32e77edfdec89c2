import Synchronization
import WaveSensorsWire
import WaveStorage
import WaveStore
import WaveStreams
import WaveSystem
import WaveUnits
import WaveWire

/// An ongoing recording of a source of streams.
///
/// Samples are accepted without waiting for the disk; `run` writes them. If the disk is blocked for so long
/// that too many samples are queued, blocks are dropped and counted, which leaves a gap in the file.
final class StreamRecording: Sendable {
  /// The maximum number of values queued for writing: 32 MiB.
  static let waitingLimit = 4 << 20
  /// The interval between writes.
  private static let pause = Duration.milliseconds(100)
  /// The interval at which the free space on the disk is checked.
  private static let roomMicroseconds: Int64 = 1_000_000

  /// The progress of a recording.
  struct Progress: Equatable, Sendable {
    /// The start time, in microseconds of the monotonic clock.
    var begunMicroseconds: Int64
    /// The size of the file in bytes.
    var byteCount: UInt64 = 0
    /// The number of frames accepted, summed over the groups.
    var frameCount: UInt64 = 0
    /// The length of the longest group in seconds, not counting missing samples.
    var seconds = 0.0
    /// The number of frames dropped because the disk was too slow.
    var unwrittenCount: UInt64 = 0
    /// The reason why data currently cannot be written, although none has been lost yet; nil if there is no
    /// problem.
    var obstacle: String?
    /// The error that ended the recording, as text; nil if no error occurred.
    var end: String?
  }

  private enum Item: Sendable {
    case samples(group: Int, SampleBlock)
    case note(StoreNote)
  }

  private struct State {
    var items: [Item] = []
    var waitingCount = 0
    /// The number of frames accepted, for each group.
    var frames: [UInt64]
    var progress: Progress
    var isEnding = false
  }

  let path: String
  /// The time since 1970 minus the time on the monotonic clock, in microseconds.
  let wallOffset: Int64
  private let writer: StoreWriter
  private let state: Mutex<State>
  private let roomFolder: String?
  private let waitingLimit: Int
  private let rates: [Double]
  /// The maximum number of frames of each group; nil for no limit.
  private let limits: [UInt64]?

  /// Creates a recording and its file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which must not exist.
  ///   - info: The description of the source.
  ///   - channelCounts: The number of received channels in each group; the channels after them are derived.
  ///   - secondsLimit: The maximum length in seconds; nil for no limit.
  ///   - roomFolder: The folder whose free space is monitored; nil for none.
  ///   - waitingLimit: The maximum number of values queued for writing.
  /// - Throws: `StorageError` if the file cannot be created.
  init(
    path: String, info: StreamSource, channelCounts: [Int], secondsLimit: Double? = nil,
    roomFolder: String? = nil, waitingLimit: Int = StreamRecording.waitingLimit
  ) async throws(StorageError) {
    self.path = path
    self.roomFolder = roomFolder
    self.waitingLimit = waitingLimit
    let now = MonotonicClock.microseconds
    wallOffset = WallClock.microseconds - now
    rates = info.groups.map(\.rateHertz)
    limits = secondsLimit.map { seconds in
      info.groups.map { UInt64(saturating: min(1e18, max(1, (seconds * $0.rateHertz).rounded()))) }
    }
    writer = try StoreWriter(path: path)
    state = Mutex(
      State(frames: info.groups.map { _ in 0 }, progress: Progress(begunMicroseconds: now)))
    for (index, group) in info.groups.enumerated() {
      let channels = group.channels.prefix(channelCounts[index]).map { channel in
        StoreChannel(
          label: channel.label, unit: channel.unit, low: Double(channel.low), high: Double(channel.high))
      }
      _ = try await writer.add(
        StoreGroup(name: info.name, rateHertz: group.rateHertz, channels: Array(channels)))
    }
  }

  /// The current progress.
  var progress: Progress { state.withLock { $0.progress } }

  /// Whether every group has reached its limit.
  var isComplete: Bool { limits.map { limits in state.withLock { $0.frames == limits } } ?? false }

  /// Appends samples of a group's received channels.
  func append(_ block: SampleBlock, group: Int) {
    state.withLock { state in
      guard !state.isEnding, state.frames.indices.contains(group), block.count > 0 else { return }
      var block = block
      if let limits {
        let left = limits[group] - state.frames[group]
        guard left > 0 else { return }
        if UInt64(block.count) > left { block = block.prefix(Int(left)) }
      }
      state.frames[group] += UInt64(block.count)
      guard state.waitingCount + block.samples.count <= waitingLimit else {
        state.progress.unwrittenCount += UInt64(block.count)
        return
      }
      state.progress.frameCount += UInt64(block.count)
      state.progress.seconds = max(
        state.progress.seconds, Double(state.frames[group]) / max(1e-9, rates[group]))
      state.waitingCount += block.samples.count
      state.items.append(.samples(group: group, block))
    }
  }

  /// Appends a note, such as an annotation or a change of filters.
  func append(_ note: StoreNote) {
    state.withLock { state in
      // Notes are rare, so a short queue is enough; if the disk is blocked for long, they are dropped.
      guard !state.isEnding, state.items.count < Self.waitingLimit / 64 else { return }
      state.items.append(.note(note))
    }
  }

  /// Appends the times of a group's samples, starting at a given sample.
  func append(_ times: SampleTimes, arrivalMicroseconds: Int64?) {
    append(
      .times(
        StoreTimes(
          group: Int(times.group), sequence: times.sequence,
          microseconds: times.microseconds.saturatingAdding(wallOffset), rateHertz: times.rateHertz,
          arrivalMicroseconds: arrivalMicroseconds.map { $0.saturatingAdding(wallOffset) })))
  }

  /// Ends the recording; queued data is still written, and the file is completed.
  func end() { state.withLock { $0.isEnding = true } }

  /// Writes queued data until the recording ends or cannot continue.
  func run() async {
    var roomDue = MonotonicClock.microseconds
    while true {
      let (items, isEnding) = state.withLock { state in
        defer {
          state.items = []
          state.waitingCount = 0
        }
        return (state.items, state.isEnding)
      }
      do throws(StorageError) {
        for item in items {
          switch item {
          case .samples(let group, let block):
            try await writer.append(group: group, sequence: block.sequence, samples: block.samples)
          case .note(let note): try await append(note)
          }
        }
        if isEnding {
          try await writer.close()
          return await report(end: nil)
        }
        try await writer.tick()
      } catch { return await report(end: "\(error)") }
      await report(end: nil)
      if MonotonicClock.microseconds >= roomDue, let roomFolder {
        roomDue = MonotonicClock.microseconds + Self.roomMicroseconds
        if let free = DiskRoom.freeByteCount(inFolder: roomFolder), free < RecordingFolder.leastFreeBytes {
          try? await writer.close()
          return await report(
            end: "the disk is nearly full: 100 MB are kept for others. The recording until then is complete")
        }
      }
      try? await Task.sleep(for: Self.pause)
    }
  }

  /// Writes a note; a note that exceeds the format's limits is omitted.
  private func append(_ note: StoreNote) async throws(StorageError) {
    do { try await writer.append(note) } catch {
      guard case .store = error.cause else { throw error }
    }
  }

  private func report(end: String?) async {
    let (byteCount, failure) = (await writer.byteCount, await writer.failure)
    state.withLock { state in
      state.progress.byteCount = byteCount
      state.progress.obstacle = failure.map { "\($0)" }
      state.progress.end = end
      if end != nil { state.isEnding = true }
    }
  }
}

extension SampleBlock {
  /// Returns the given number of frames from the start of the block.
  fileprivate func prefix(_ frames: Int) -> SampleBlock {
    let whole = count
    let samples = (0..<channelCount).flatMap { self.samples[($0 * whole)..<($0 * whole + frames)] }
    return SampleBlock(
      sequence: sequence, channelCount: channelCount, samples: samples,
      arrivalMicroseconds: arrivalMicroseconds) ?? self
  }
}
