import WaveSystem
import WaveUnits
public import WaveWire

/// The settings of a recording.
public struct RecordingSettings: Sendable {
  /// The paths of the recording's files.
  public var paths: RecordingPaths
  /// Whether an existing recording is replaced.
  public var isReplacing: Bool
  /// The number of samples to record; nil to record until it is stopped.
  public var sampleLimit: Int?

  /// Creates settings for a recording.
  public init(paths: RecordingPaths, isReplacing: Bool = false, sampleLimit: Int? = nil) {
    self.paths = paths
    self.isReplacing = isReplacing
    self.sampleLimit = sampleLimit
  }
}

/// The progress of a recording.
public struct RecordingProgress: Equatable, Sendable {
  /// The recorded duration in seconds, without gaps.
  public var seconds: Double
  /// The number of samples recorded so far.
  public var sampleCount: Int
  /// The number of bytes recorded so far.
  public var byteCount: Int
  /// The number of samples lost so far.
  public var lostCount: Int
  /// The number of gaps so far.
  public var gapCount: Int
  /// The time until the disk is full, in seconds; nil if it is unknown.
  public var secondsLeft: Double?
}

/// The reason why a recording ended early.
///
/// A recording that reaches its limit or the end of its source, or that the user stops, does not end early.
/// If files were written, they form a valid pair.
public enum RecordingEnd: Error, Equatable, Sendable {
  /// The recording could not start, so there are no files.
  case notBegun(ReceiverError)
  /// The source provided no samples, so there are no files.
  case noSamples
  /// The recording could not continue. The samples recorded so far were saved.
  case stopped(ReceiverError, RecordingProgress)
}

/// Records a source of samples as a SigMF pair, byte for byte.
///
/// Written data survives termination of the process and a power failure at any time. Lost samples become
/// gaps.
public struct SampleRecorder: Sendable {
  /// An event during a recording.
  public enum Event: Sendable {
    /// The progress, at most twice a second.
    case progress(RecordingProgress)
    /// A notice from the source.
    case notice(Notice)
  }

  /// The maximum number of bytes in a block; larger blocks require fewer disk seeks.
  static let blockBytes = 1 << 20

  private let source: any SampleSource
  private let settings: RecordingSettings
  private let clock: RecordingClock
  private let makeStore: @Sendable () throws(FileError) -> any RecordingStore

  /// Creates a recorder without opening any files.
  public init(source: any SampleSource, settings: RecordingSettings) {
    self.init(source: source, settings: settings, clock: RecordingClock()) { () throws(FileError) in
      try RecordingPair(paths: settings.paths, replacing: settings.isReplacing)
    }
  }

  init(
    source: any SampleSource, settings: RecordingSettings, clock: RecordingClock,
    makeStore: @escaping @Sendable () throws(FileError) -> any RecordingStore
  ) {
    self.source = source
    self.settings = settings
    self.clock = clock
    self.makeStore = makeStore
  }

  /// Records until the limit or the end of the source is reached, or the task is cancelled.
  ///
  /// - Parameter report: Receives progress and notices during the recording.
  /// - Returns: The final progress.
  /// - Throws: `RecordingEnd` if the recording ends early.
  public func run(
    _ report: @escaping @Sendable (Event) -> Void
  ) async throws(RecordingEnd) -> RecordingProgress {
    let properties = await source.properties
    let store: any RecordingStore
    do throws(FileError) { store = try makeStore() } catch { throw .notBegun(.file(error)) }
    do throws(ReceiverError) {
      try checkSource(properties)
      try checkRoom(store.freeByteCount, properties)
      try ReceiverError.filed(store.begin())
    } catch {
      store.discard()
      throw .notBegun(error)
    }
    let journal = RecordingJournal(properties: properties)
    let quarter = Int(saturating: min(1e9, properties.rateHertz / 4)) * properties.bytesPerSample
    let buffer = RecordingBuffer(journal: journal, blockBytes: max(1, min(Self.blockBytes, quarter)))
    let writer = RecordingWriter(store: store, journal: journal, now: clock.monotonic)
    let (written, failure, reason) = await withTaskGroup(
      of: Outcome.self, returning: (RecordingJournal, FileError?, ReceiverError?).self
    ) { group in
      group.addTask { .received(await receive(journal, into: buffer, from: store, report)) }
      group.addTask {
        let (written, failure) = await writer.run(buffer)
        return .written(written, failure)
      }
      var result: (RecordingJournal, FileError?, ReceiverError?) = (journal, nil, nil)
      for await outcome in group {
        switch outcome {
        case .received(let reason): result.2 = reason
        case .written(let written, let failure):
          (result.0, result.1) = (written, failure)
          group.cancelAll()
        }
      }
      return result
    }
    let progress = Self.progress(written, free: store.freeByteCount)
    if let failure { throw .stopped(.file(failure), progress) }
    if let reason { throw .stopped(reason, progress) }
    guard written.sampleCount > 0 else { throw .noSamples }
    return progress
  }

  private enum Outcome: Sendable {
    case received(ReceiverError?)
    case written(RecordingJournal, FileError?)
  }

  /// Forwards samples until the recording ends, and returns the error that ended it, or nil.
  private func receive(
    _ start: RecordingJournal, into buffer: RecordingBuffer, from store: any RecordingStore,
    _ report: @Sendable (Event) -> Void
  ) async -> ReceiverError? {
    var journal = start
    var reason: ReceiverError?
    var reported = clock.monotonic()
    report(.progress(Self.progress(journal, free: store.freeByteCount)))
    receiving: for await event in source.samples() {
      switch event {
      case .samples(let block):
        let wanted = settings.sampleLimit.map { $0 - journal.sampleCount } ?? .max
        let size = journal.properties.bytesPerSample
        let count = min(block.bytes.count / size, wanted)
        let isAll = count * size == block.bytes.count
        let end = block.microseconds - Self.microseconds(block.bytes.count / size - count, journal.properties)
        journal.record(count, endMicroseconds: end + clock.wallOffset())
        let bytes = isAll ? block.bytes : Array(block.bytes[..<(count * size)])
        guard await buffer.append(bytes, journal: journal), count < wanted else { break receiving }
        let time = clock.monotonic()
        if time - reported >= 500_000 {
          reported = time
          report(.progress(Self.progress(journal, free: store.freeByteCount)))
        }
      case .lost(let samples): journal.lose(samples)
      case .notice(let notice): report(.notice(notice))
      case .changed(let properties):
        guard journal.change(properties) else {
          reason = .samplesChanged
          break receiving
        }
      }
      if journal.isTorn {
        reason = .tooManyGaps(count: RecordingJournal.breakLimit)
        break receiving
      }
    }
    journal.finish()
    await buffer.close(journal)
    return reason
  }

  /// Throws an error if a file would be recorded onto itself.
  private func checkSource(_ properties: SampleProperties) throws(ReceiverError) {
    guard let path = properties.recorded?.path, let file = FileStamp(path: path) else { return }
    let targets = [settings.paths.dataPath, settings.paths.metadataPath]
    guard targets.contains(where: { FileStamp(path: $0)?.identity == file.identity }) else { return }
    throw .ontoItself(path: path)
  }

  /// Throws an error if the recording is known not to fit on the disk.
  private func checkRoom(_ free: Int?, _ properties: SampleProperties) throws(ReceiverError) {
    guard let left = free, let limit = settings.sampleLimit else { return }
    let free = left + (FileStamp(path: settings.paths.dataPath)?.byteCount ?? 0)
    let (needed, isOver) = limit.multipliedReportingOverflow(by: properties.bytesPerSample)
    guard isOver || needed > free else { return }
    let seconds = Int(saturating: Double(free / properties.bytesPerSample) / properties.rateHertz)
    throw .noRoom(
      path: settings.paths.dataPath, wantedMegabytes: isOver ? nil : needed / 1_000_000,
      freeMegabytes: free / 1_000_000, seconds: seconds)
  }

  private static func progress(_ journal: RecordingJournal, free: Int?) -> RecordingProgress {
    let properties = journal.properties
    let bytesPerSecond = properties.rateHertz * Double(properties.bytesPerSample)
    return RecordingProgress(
      seconds: Double(journal.sampleCount) / properties.rateHertz, sampleCount: journal.sampleCount,
      byteCount: journal.sampleCount * properties.bytesPerSample, lostCount: journal.lostCount,
      gapCount: journal.gaps.count, secondsLeft: free.map { Double($0) / bytesPerSecond })
  }

  private static func microseconds(_ samples: Int, _ properties: SampleProperties) -> Int64 {
    Int64(saturating: (Double(samples) / properties.rateHertz * 1e6).rounded())
  }
}

/// The clocks of a recording, which tests can replace.
struct RecordingClock: Sendable {
  /// Returns the time of `MonotonicClock` in microseconds.
  var monotonic: @Sendable () -> Int64 = { MonotonicClock.microseconds }
  /// Returns the microseconds to add to a time of `MonotonicClock` to get the time since 1970.
  var wallOffset: @Sendable () -> Int64 = { WallClock.microseconds - MonotonicClock.microseconds }
}
