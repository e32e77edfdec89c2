public import WaveSpectrumWire
import WaveSystem
public import WaveWire

/// Plays a recording of sweeps or samples in real time.
public actor PlaybackSource: SpectrumSource {
  private let path: String
  private let speed: Double?
  private var settings: SampleSettings
  private let isRateAsked: Bool
  private var playback: Playback
  private var reader: AsyncStream<SourceEvent>.Continuation?
  private var sleeper: Task<Void, Never>?

  /// Opens a recording for playback.
  ///
  /// - Parameters:
  ///   - path: The path of the file, whose type is detected from its content.
  ///   - speed: The number of recorded seconds per second. Nil means 1 or, if sweeps are longer than a
  ///     second, the speed at which a sweep lasts half a second; 0 pauses.
  ///   - settings: Properties of raw samples that the file does not specify, such as the rate.
  /// - Throws: `ReceiverError` if the file cannot be played.
  public init(
    path: String, speed: Double? = nil, settings: SampleSettings = SampleSettings()
  ) throws(ReceiverError) {
    self.path = path
    self.speed = speed
    self.settings = settings
    playback = try Playback(path: path, speed: speed, settings: settings)
    isRateAsked = playback.isRateUnknown
  }

  /// The current description of the source.
  ///
  /// The duration of a row depends on the speed.
  public var info: SourceInfo { playback.info }

  /// Starts playing from the beginning and returns the source's events.
  public nonisolated func events() -> AsyncStream<SourceEvent> {
    AsyncStream(keepingNewest: SourceBuffer.events) { await self.run($0) }
  }

  /// Sets the speed, the position, or the sample rate if it is unknown; all other commands are ignored.
  public func perform(_ command: Command) {
    if case .adjust(_, Playback.rateControlNumber, let value) = command { return setRate(kilohertz: value) }
    emit(playback.perform(command, at: MonotonicClock.microseconds))
  }

  /// Restarts playback with a sample rate that the user has set.
  private func setRate(kilohertz: Double) {
    let rate = Playback.rateControl(settings.rateHertz).value(nearestTo: kilohertz) * 1e3
    guard isRateAsked, rate > 0, rate != settings.rateHertz || playback.isRateUnknown else { return }
    var wanted = settings
    wanted.rateHertz = rate
    let now = MonotonicClock.microseconds
    do throws(ReceiverError) {
      var next = try Playback(path: path, speed: speed, settings: wanted)
      next.count(on: playback)
      settings = wanted
      playback = next
      var events = [.changed(next.info)] + playback.start(at: now)
      if playback.artefacts == nil { events.append(.artefacts(Artefacts())) }
      let control = Playback.rateControl(rate)
      emit(events + [.controls(SourceControls(source: 0, controls: [control]))])
    } catch { emit([Playback.failure(error)]) }
  }

  /// Narrows the bins to the width of a displayed column without interrupting playback, even while paused.
  public func resolve(stepHertz: Double) async {
    emit(playback.resolve(stepHertz: stepHertz, at: MonotonicClock.microseconds))
  }

  /// Sends what a change caused, and wakes the playback.
  private func emit(_ events: [SourceEvent]) {
    for event in events { reader?.yield(event) }
    sleeper?.cancel()
  }

  private func run(_ continuation: AsyncStream<SourceEvent>.Continuation) async {
    reader = continuation
    defer { continuation.finish() }
    for event in playback.start(at: MonotonicClock.microseconds) { continuation.yield(event) }
    let check = playback.unchecked.map { file in
      Task.detached(priority: .utility) { [weak self] in
        guard let sum = try? Checksum.check(file) else { return }
        await self?.receive(sum)
      }
    }
    defer { check?.cancel() }
    while !Task.isCancelled {
      do throws(ReceiverError) {
        for event in try playback.advance(to: MonotonicClock.microseconds) { continuation.yield(event) }
      } catch {
        continuation.yield(.notice(.failure, "\(error)"))
        return
      }
      await sleep()
    }
  }

  private func receive(_ sum: Checksum) { for event in playback.receive(sum) { reader?.yield(event) } }

  /// Sleeps until an event is due or a command arrives.
  private func sleep() async {
    let now = MonotonicClock.microseconds
    let wake = playback.wakeMicroseconds ?? .max
    guard wake > now else { return await Task.yield() }
    let wait = Duration.microseconds(min(wake - now, 3_600_000_000))
    let sleeper = Task { () -> Void in try? await Task.sleep(for: wait, tolerance: .milliseconds(1)) }
    self.sleeper = sleeper
    await withTaskCancellationHandler {
      await sleeper.value
    } onCancel: {
      sleeper.cancel()
    }
    self.sleeper = nil
  }
}
