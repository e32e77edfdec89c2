public import WaveSpectra
public import WaveSpectrumWire
public import WaveSystem
import WaveUnits
public import WaveWire

/// Shows what comes over a pipe while it comes: sweeps of rtl_power and hackrf_sweep, or bare samples.
///
/// Nothing is read faster than it is shown, so that a writer that is faster waits. When the input ends the
/// picture stands.
public actor PipeSource: SpectrumSource {
  private let input: PipeInput
  private var rows: any PipedRows

  /// Reads sweeps, whose kind the first bytes tell, or samples of a format.
  ///
  /// - Parameters:
  ///   - input: Where bytes come from.
  ///   - name: What it is called on the screen.
  ///   - format: How samples are stored; nil where sweeps come.
  ///   - settings: What samples do not say of themselves.
  /// - Throws: `ReceiverError` for settings out of range.
  public init(
    input: PipeInput, name: String = "standard input", format: IQFormat? = nil,
    settings: SampleSettings = SampleSettings()
  ) throws(ReceiverError) {
    self.input = input
    if let format {
      rows = try PipedSamples(name: name, format: format, settings: settings)
    } else {
      rows = PipedSweeps(name: name, offsetDecibels: settings.offsetDecibels)
    }
  }

  /// What comes; before the first row a guess.
  public var info: SourceInfo { rows.info }

  /// Starts to read.
  public nonisolated func events() -> AsyncStream<SourceEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(SourceBuffer.events)) { continuation in
      let task = Task { await run(continuation) }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// A pipe takes no commands.
  public func perform(_ command: Command) {}

  private func run(_ continuation: AsyncStream<SourceEvent>.Continuation) async {
    var silentSince = MonotonicClock.microseconds
    var hasToldOfSilence = false
    while !Task.isCancelled {
      await give(continuation)
      switch await input.next() {
      case .bytes(let bytes):
        silentSince = MonotonicClock.microseconds
        hasToldOfSilence = false
        rows.take(bytes)
      case .nothing:
        let seconds = Double(MonotonicClock.microseconds - silentSince) / 1e6
        guard !hasToldOfSilence, seconds > rows.patienceSeconds else { continue }
        hasToldOfSilence = true
        say(
          .warning, "Nothing has come over the pipe for \(Int(saturating: seconds)) s; still listening",
          continuation)
      case .end:
        rows.finish()
        await give(continuation)
        say(
          .failure, "The input has ended after \(rows.summary). What came stays to be looked at", continuation
        )
        return await stand()
      case .failure(let code):
        say(.failure, "The input cannot be read on (error \(code)). Start the pipe again", continuation)
        return await stand()
      }
    }
  }

  /// Gives all that the bytes so far make, each when it is due.
  private func give(_ continuation: AsyncStream<SourceEvent>.Continuation) async {
    while !Task.isCancelled {
      let wait = rows.dueMicroseconds - MonotonicClock.microseconds
      if wait > 0 { try? await Task.sleep(for: .microseconds(wait), tolerance: .milliseconds(1)) }
      guard let event = rows.next(at: MonotonicClock.microseconds) else { return }
      continuation.yield(event)
    }
  }

  /// Keeps the source: what came can still be looked at.
  private func stand() async {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
  }

  private func say(
    _ severity: Notice.Severity, _ text: String, _ continuation: AsyncStream<SourceEvent>.Continuation
  ) {
    continuation.yield(.notice(Notice(severity: severity, text: Array(text.utf8))))
  }
}
