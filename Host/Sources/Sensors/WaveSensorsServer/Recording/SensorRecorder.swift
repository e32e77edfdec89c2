import Logging
public import WaveSensorSources
import WaveSensorsFeed
import WaveServer
import WaveStorage
import WaveSystem
import WaveWire

/// Records a source of streams into a store, without showing it.
public struct SensorRecorder: Sendable {
  /// How far a recording is.
  public struct Summary: Equatable, Sendable {
    /// The file.
    public var path: String
    /// Length in seconds, what is missing left out.
    public var seconds: Double
    /// Samples of each channel, summed over groups.
    public var frameCount: UInt64
    /// Those that never came.
    public var missingCount: UInt64
    /// Those that came and could not be written.
    public var unwrittenCount: UInt64
    /// Bytes in the file.
    public var byteCount: UInt64
  }

  /// Something that happens meanwhile.
  public enum Event: Sendable {
    /// How far it is, at most twice a second.
    case progress(Summary)
    /// Something to say.
    case notice(String)
  }

  /// Why it ended other than by its limit, its source's end or the user's wish.
  public enum Failure: Error, Equatable, Sendable {
    /// The file could not be begun.
    case notBegun(String)
    /// Nothing came; there is no file.
    case noSamples
    /// It could not be written on; what was written is whole.
    case stopped(String, Summary)
  }

  /// Memory for what nobody looks at.
  private static let historyBytes = 12 << 20
  private static let lookInterval = Duration.milliseconds(50)

  private let source: any SensorSource
  private let path: String
  private let secondsLimit: Double?

  /// Prepares a recording.
  ///
  /// - Parameters:
  ///   - source: What is recorded.
  ///   - path: The file; there must be none of that name.
  ///   - secondsLimit: How long; nil until the source ends or the task is cancelled.
  public init(source: any SensorSource, path: String, secondsLimit: Double? = nil) {
    self.source = source
    self.path = path
    self.secondsLimit = secondsLimit
  }

  /// Records until the limit, the end of the source, or the cancellation of the task.
  ///
  /// - Parameter report: Told what happens.
  /// - Returns: What was recorded.
  /// - Throws: `Failure`.
  public func run(_ report: @escaping @Sendable (Event) -> Void) async throws(Failure) -> Summary {
    // The name is taken before anything comes, so that nobody waits for what cannot be written.
    if FileStamp(path: path) != nil {
      throw .notBegun(FileError(path: path, cause: .exists).description)
    }
    var quiet = Logger(label: "waveglass.record")
    quiet.logLevel = .critical
    let station = await StreamStation(
      number: 0, source: source, logger: quiet, historyBytes: Self.historyBytes)
    station.hear { event in
      if case .notice(let notice) = event { report(.notice(String(decoding: notice.text, as: UTF8.self))) }
    }
    do throws(StorageError) { try await station.record(path: path, secondsLimit: secondsLimit) } catch {
      throw .notBegun(error.description)
    }
    let work = Task { await station.run() }
    defer { work.cancel() }
    var reported: Int64 = 0
    // Looks, not the clock: a machine that stood still has waited for nothing.
    var lookCount = 0
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.lookInterval)
      let isOver = station.condition.state == .ended
      if let recording = station.recording {
        if MonotonicClock.microseconds - reported > 500_000 {
          reported = MonotonicClock.microseconds
          report(.progress(summary(recording, station)))
        }
        lookCount += recording.progress.frameCount > 0 ? 1 : 0
        if recording.progress.end != nil || recording.isComplete || isLate(after: lookCount) { break }
      }
      if isOver { break }
    }
    await station.endRecording()
    guard let recording = station.recording else { throw .noSamples }
    let summary = summary(recording, station)
    if let end = recording.progress.end { throw .stopped(end, summary) }
    guard summary.frameCount > 0 else {
      FileReplacement.remove(recording.path)
      throw .noSamples
    }
    return summary
  }

  /// Whether a stream is so late that it is not waited for.
  private func isLate(after lookCount: Int) -> Bool {
    guard let secondsLimit else { return false }
    return Self.lookInterval * lookCount > .seconds(2 * secondsLimit + 5)
  }

  private func summary(_ recording: StreamRecording, _ station: StreamStation) -> Summary {
    let progress = recording.progress
    var missing: UInt64 = 0
    station.read { missing = $0.missingCount }
    return Summary(
      path: recording.path, seconds: progress.seconds, frameCount: progress.frameCount, missingCount: missing,
      unwrittenCount: progress.unwrittenCount, byteCount: progress.byteCount)
  }
}
