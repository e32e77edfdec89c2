import Synchronization
import WaveSensorsWire
import WaveStorage
import WaveStore
import WaveStreams
import WaveSystem
import WaveUnits
import WaveWire

/// A recording of a source of streams under way.
///
/// What comes is taken without ever waiting for the disk, and written by `run`; where the disk takes nothing
/// for so long that too much waits, blocks are passed over and counted, and are a gap in the file.
final class StreamRecording: Sendable {
  /// Values that wait to be written at most: 32 MiB.
  static let waitingLimit = 4 << 20
  /// Time from writing to writing.
  private static let pause = Duration.milliseconds(100)
  /// How often the room on the disk is asked for.
  private static let roomMicroseconds: Int64 = 1_000_000

  /// How far a recording is.
  struct Progress: Equatable, Sendable {
    /// Since when it records, in microseconds of the monotonic clock.
    var begunMicroseconds: Int64
    /// Bytes in the file.
    var byteCount: UInt64 = 0
    /// Frames that were taken, of all groups.
    var frameCount: UInt64 = 0
    /// Length of the longest group in seconds, what is missing left out.
    var seconds = 0.0
    /// Frames that were passed over, since the disk was too slow.
    var unwrittenCount: UInt64 = 0
    /// What stands against writing now, and has lost nothing yet.
    var obstacle: String?
    /// Why it has ended by itself.
    var end: String?
  }

  private enum Item: Sendable {
    case samples(group: Int, SampleBlock)
    case note(StoreNote)
  }

  private struct State {
    var items: [Item] = []
    var waitingCount = 0
    /// Frames that each group has.
    var frames: [UInt64]
    var progress: Progress
    var isEnding = false
  }

  let path: String
  /// What makes times of the monotonic clock microseconds since 1970.
  let wallOffset: Int64
  private let writer: StoreWriter
  private let state: Mutex<State>
  private let roomFolder: String?
  private let waitingLimit: Int
  private let rates: [Double]
  /// Frames that each group may have; nil without a limit.
  private let limits: [UInt64]?

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: The file; there must be none of that name.
  ///   - info: What is recorded.
  ///   - channelCounts: Of each group how many of its channels come; those behind them are made.
  ///   - secondsLimit: How long it becomes at most; nil without a limit.
  ///   - roomFolder: Where room for others is left; nil for nowhere.
  ///   - waitingLimit: Values that wait to be written at most.
  /// - Throws: `StorageError`.
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

  /// How far it is.
  var progress: Progress { state.withLock { $0.progress } }

  /// Whether all groups have as much as was wanted.
  var isComplete: Bool { limits.map { limits in state.withLock { $0.frames == limits } } ?? false }

  /// Takes samples of a group, of the channels that come.
  func take(_ block: SampleBlock, group: Int) {
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

  /// Takes what is told beside the samples.
  func take(_ note: StoreNote) {
    state.withLock { state in
      // Notes are few; those of a disk that takes nothing end with it.
      guard !state.isEnding, state.items.count < Self.waitingLimit / 64 else { return }
      state.items.append(.note(note))
    }
  }

  /// When samples of a group were made, from one on.
  func take(_ times: SampleTimes, arrivalMicroseconds: Int64?) {
    take(
      .times(
        StoreTimes(
          group: Int(times.group), sequence: times.sequence,
          microseconds: times.microseconds.saturatingAdding(wallOffset), rateHertz: times.rateHertz,
          arrivalMicroseconds: arrivalMicroseconds.map { $0.saturatingAdding(wallOffset) })))
  }

  /// Has what came written, and the file completed.
  func end() { state.withLock { $0.isEnding = true } }

  /// Writes until it is ended, or cannot be gone on with.
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
          return await tell(end: nil)
        }
        try await writer.tick()
      } catch {
        return await tell(end: "\(error)")
      }
      await tell(end: nil)
      if MonotonicClock.microseconds >= roomDue, let roomFolder {
        roomDue = MonotonicClock.microseconds + Self.roomMicroseconds
        if let free = DiskRoom.freeByteCount(inFolder: roomFolder), free < RecordingFolder.leastFreeBytes {
          try? await writer.close()
          return await tell(
            end: "the disk is nearly full: 100 MB are left to others. What was recorded until then is whole")
        }
      }
      try? await Task.sleep(for: Self.pause)
    }
  }

  /// Writes a note; one that the format has no room for is left out.
  private func append(_ note: StoreNote) async throws(StorageError) {
    do { try await writer.append(note) } catch {
      guard case .store = error.cause else { throw error }
    }
  }

  private func tell(end: String?) async {
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
  /// The first frames.
  fileprivate func prefix(_ frames: Int) -> SampleBlock {
    let whole = count
    let samples = (0..<channelCount).flatMap { self.samples[($0 * whole)..<($0 * whole + frames)] }
    return SampleBlock(
      sequence: sequence, channelCount: channelCount, samples: samples,
      arrivalMicroseconds: arrivalMicroseconds) ?? self
  }
}
