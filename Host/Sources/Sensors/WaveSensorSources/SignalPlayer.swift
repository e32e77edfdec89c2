public import WaveSensorsWire
import WaveSystem
public import WaveWire

/// Plays a recording of signals by the clock: WFDB, EDF, BDF, DICOM or a table.
///
/// At its end it holds, and says so. Annotations become marks when they are played.
public actor SignalPlayer: SensorSource {
  /// What is played.
  public nonisolated let info: StreamSource
  /// Samples are due when they were made.
  public nonisolated let isTimed = true
  private var playback: SignalPlayback
  private var reader: AsyncStream<SensorEvent>.Continuation?
  private var sleeper: Task<Void, Never>?

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - file: What is played.
  ///   - speed: Recorded seconds in a second; 0 holds.
  /// - Throws: `SensorSourceError` if there is nothing to play.
  public init(_ file: SignalFile, speed: Double = 1) throws(SensorSourceError) {
    playback = try SignalPlayback(file: file, speed: speed)
    info = playback.info
  }

  /// Starts playing from the beginning.
  public nonisolated func events() -> AsyncStream<SensorEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(SensorBuffer.events)) { continuation in
      let task = Task { await run(continuation) }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Sets the speed or goes to a place.
  public func perform(_ command: Command) {
    for event in playback.perform(command, at: MonotonicClock.microseconds) { reader?.yield(event) }
    sleeper?.cancel()
  }

  private func run(_ continuation: AsyncStream<SensorEvent>.Continuation) async {
    reader = continuation
    defer { continuation.finish() }
    for event in playback.start(at: MonotonicClock.microseconds) { continuation.yield(event) }
    while !Task.isCancelled {
      do throws(SensorSourceError) {
        for event in try playback.advance(to: MonotonicClock.microseconds) { continuation.yield(event) }
      } catch {
        continuation.yield(.notice(Notice(severity: .failure, text: Array("\(error)".utf8))))
        return
      }
      await sleep()
    }
  }

  /// Sleeps until something is due, or a command comes.
  private func sleep() async {
    let now = MonotonicClock.microseconds
    let wait = (playback.wakeMicroseconds(after: now) ?? now + 3_600_000_000) - now
    let sleeper = Task { () -> Void in
      try? await Task.sleep(for: .microseconds(wait), tolerance: .milliseconds(1))
    }
    self.sleeper = sleeper
    await withTaskCancellationHandler {
      await sleeper.value
    } onCancel: {
      sleeper.cancel()
    }
    self.sleeper = nil
  }
}
