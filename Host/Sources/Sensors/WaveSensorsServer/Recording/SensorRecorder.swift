import Logging
public import WaveSensorSources
import WaveSensorsFeed
import WaveServer
import WaveStorage
import WaveSystem
import WaveWire

/// A recorder that writes the streams of a source to a file without displaying them.
public struct SensorRecorder: Sendable {
  /// The progress of a recording.
  public struct Summary: Equatable, Sendable {
    /// The path of the file.
    public var path: String
    /// The recorded length in seconds, not counting missing samples.
    public var seconds: Double
    /// The number of recorded frames, summed over the groups; a frame has one sample of each channel in its
    /// group.
    public var frameCount: UInt64
    /// The number of frames that never arrived.
    public var missingCount: UInt64
    /// The number of frames that arrived but could not be written.
    public var unwrittenCount: UInt64
    /// The size of the file in bytes.
    public var byteCount: UInt64
  }

  /// An event during a recording.
  public enum Event: Sendable {
    /// The progress, reported at most twice a second.
    case progress(Summary)
    /// A notice for the user.
    case notice(String)
  }

  /// The reason why a recording failed.
  ///
  /// A recording does not fail if it reaches its limit, its source ends, or the user stops it.
  public enum Failure: Error, Equatable, Sendable {
    /// The file could not be created.
    case notBegun(String)
    /// No samples arrived; no file was created.
    case noSamples
    /// The recording could not continue; the data written so far is complete.
    case stopped(String, Summary)
  }

  /// The memory for the history in bytes.
  ///
  /// A small amount is enough, because no client views the history.
  private static let historyBytes = 12 << 20
  private static let lookInterval = Duration.milliseconds(50)

  private let source: any SensorSource
  private let path: String
  private let secondsLimit: Double?

  /// Creates a recorder without starting it.
  ///
  /// - Parameters:
  ///   - source: The source to record.
  ///   - path: The path of the file, which must not exist.
  ///   - secondsLimit: The length in seconds; nil to record until the source ends or the task is cancelled.
  public init(source: any SensorSource, path: String, secondsLimit: Double? = nil) {
    self.source = source
    self.path = path
    self.secondsLimit = secondsLimit
  }

  /// Records until the limit is reached, the source ends, or the task is cancelled.
  ///
  /// - Parameter report: Receives the events of the recording.
  /// - Returns: The final summary.
  /// - Throws: `Failure` if nothing could be recorded, or the recording had to stop.
  public func run(_ report: @escaping @Sendable (Event) -> Void) async throws(Failure) -> Summary {
    // Check the path before any sample arrives, so that an unusable one is reported immediately.
    if FileStamp(path: path) != nil { throw .notBegun(FileError(path: path, cause: .exists).description) }
    var quiet = Logger(label: "waveglass.record")
    quiet.logLevel = .critical
    let host = await SensorSourceHost(
      number: 0, source: source, logger: quiet, historyBytes: Self.historyBytes)
    host.hear { event in
      if case .notice(let notice) = event { report(.notice(String(decoding: notice.text, as: UTF8.self))) }
    }
    do throws(StorageError) { try await host.record(path: path, secondsLimit: secondsLimit) } catch {
      throw .notBegun(error.description)
    }
    let work = Task { await host.run() }
    defer { work.cancel() }
    var reported: Int64 = 0
    // Count the polls instead of reading the clock, since the time for which a machine was suspended must not
    // count.
    var lookCount = 0
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.lookInterval)
      let isOver = host.condition.state == .ended
      if let recording = host.recording {
        if MonotonicClock.microseconds - reported > 500_000 {
          reported = MonotonicClock.microseconds
          report(.progress(summary(recording, host)))
        }
        lookCount += recording.progress.frameCount > 0 ? 1 : 0
        if recording.progress.end != nil || recording.isComplete || isLate(after: lookCount) { break }
      }
      if isOver { break }
    }
    await host.endRecording()
    guard let recording = host.recording else { throw .noSamples }
    let summary = summary(recording, host)
    if let end = recording.progress.end { throw .stopped(end, summary) }
    guard summary.frameCount > 0 else {
      FileReplacement.remove(recording.path)
      throw .noSamples
    }
    return summary
  }

  /// Returns whether to stop waiting because samples arrive too slowly.
  private func isLate(after lookCount: Int) -> Bool {
    guard let secondsLimit else { return false }
    return Self.lookInterval * lookCount > .seconds(2 * secondsLimit + 5)
  }

  private func summary(_ recording: StreamRecording, _ host: SensorSourceHost) -> Summary {
    let progress = recording.progress
    var missing: UInt64 = 0
    host.read { missing = $0.missingCount }
    return Summary(
      path: recording.path, seconds: progress.seconds, frameCount: progress.frameCount, missingCount: missing,
      unwrittenCount: progress.unwrittenCount, byteCount: progress.byteCount)
  }
}
