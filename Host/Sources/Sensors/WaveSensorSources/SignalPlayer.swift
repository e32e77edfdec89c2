public import WaveSensorsWire
import WaveSystem
public import WaveWire

/// A source that plays a signal recording in real time: WFDB, EDF, BDF, DICOM, a table or a store.
///
/// Playback pauses at the end, with a notice. Annotations become marks as they are played.
public actor SignalPlayer: SensorSource {
  /// The description of the recording.
  public nonisolated let info: StreamSource
  /// Whether the source supplies the times of its samples.
  ///
  /// It does, because samples are due at their recorded times.
  public nonisolated let isTimed = true
  private var playback: SignalPlayback
  private var reader: AsyncStream<SensorEvent>.Continuation?
  private var sleeper: Task<Void, Never>?

  /// Creates a player for a recording.
  ///
  /// - Parameters:
  ///   - file: The recording to play.
  ///   - speed: The initial speed, in recorded seconds per second; 0 pauses.
  /// - Throws: `SensorSourceError` if there is nothing to play.
  public init(_ file: SignalFile, speed: Double = 1) throws(SensorSourceError) {
    playback = try SignalPlayback(file: file, speed: speed)
    info = playback.info
  }

  /// Starts playing from the beginning and returns the events.
  public nonisolated func events() -> AsyncStream<SensorEvent> {
    AsyncStream(keepingNewest: SensorBuffer.events) { await self.run($0) }
  }

  /// Sets the speed or moves to a position.
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
        continuation.yield(.notice(.failure, "\(error)"))
        return
      }
      await sleep()
    }
  }

  /// Sleeps until an event is due or a command arrives.
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
