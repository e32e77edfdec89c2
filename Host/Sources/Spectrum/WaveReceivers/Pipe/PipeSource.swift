public import WaveSpectra
public import WaveSpectrumWire
public import WaveSystem
import WaveUnits
public import WaveWire

/// A source that shows input from a pipe as it arrives: sweeps from rtl_power or hackrf_sweep, or raw
/// samples.
///
/// Input is read only as fast as it is shown, so a faster writer has to wait. After the end of the input, the
/// last rows remain visible.
public actor PipeSource: SpectrumSource {
  private let input: PipeInput
  private var rows: any PipedRows

  /// Creates a source of samples, or of sweeps whose type is detected from the first bytes.
  ///
  /// - Parameters:
  ///   - input: The pipe to read.
  ///   - name: The name to show on the screen.
  ///   - format: The format of samples; nil for sweeps.
  ///   - settings: Properties of the samples that the input does not specify.
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

  /// The current description of the source.
  ///
  /// It is an estimate until the first row.
  public var info: SourceInfo { rows.info }

  /// Starts reading and returns the source's events.
  public nonisolated func events() -> AsyncStream<SourceEvent> {
    AsyncStream(keepingNewest: SourceBuffer.events) { await self.run($0) }
  }

  /// Ignores all commands, because the program that writes to the pipe cannot be controlled.
  public func perform(_ command: Command) {}

  private func run(_ continuation: AsyncStream<SourceEvent>.Continuation) async {
    var silentSince = MonotonicClock.microseconds
    var hasReportedSilence = false
    while !Task.isCancelled {
      await emit(continuation)
      switch await input.next() {
      case .bytes(let bytes):
        silentSince = MonotonicClock.microseconds
        hasReportedSilence = false
        rows.append(bytes)
      case .nothing:
        let seconds = Double(MonotonicClock.microseconds - silentSince) / 1e6
        guard !hasReportedSilence, seconds > rows.patienceSeconds else { continue }
        hasReportedSilence = true
        let text = "Nothing has arrived from the pipe for \(Int(saturating: seconds)) s; still waiting"
        continuation.yield(.notice(.warning, text))
      case .end:
        rows.finish()
        await emit(continuation)
        let text = "The input has ended after \(rows.summary). The data received so far can still be viewed"
        continuation.yield(.notice(.failure, text))
        return await keepAlive()
      case .failure(let code):
        let text = "The input can no longer be read (error \(code)). Start the pipe again"
        continuation.yield(.notice(.failure, text))
        return await keepAlive()
      }
    }
  }

  /// Emits all events from the bytes received so far, each when it is due.
  private func emit(_ continuation: AsyncStream<SourceEvent>.Continuation) async {
    while !Task.isCancelled {
      await MonotonicClock.sleep(until: rows.dueMicroseconds)
      guard let event = rows.next(at: MonotonicClock.microseconds) else { return }
      continuation.yield(event)
    }
  }

  /// Keeps the source alive after the end of the input, so that its rows can still be viewed.
  private func keepAlive() async {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
  }
}
