import WaveSimulation
public import WaveSpectrumWire
import WaveSystem
public import WaveWire

/// A simulated receiver of the FM band in real time, for use without hardware; see `SimulatedSource`.
public actor DemoSource: SpectrumSource {
  private var source: SimulatedSource
  private var reader: AsyncStream<SourceEvent>.Continuation?

  /// Creates a source whose signals are determined by a seed.
  public init(seed: UInt64 = 1) { source = SimulatedSource(seed: seed) }

  /// The current description of the source, which changes when the source is tuned.
  public var info: SourceInfo { source.info }

  /// Starts the simulation and returns its events.
  public nonisolated func events() -> AsyncStream<SourceEvent> {
    AsyncStream(keepingNewest: SourceBuffer.events) { await self.run($0) }
  }

  /// Tunes the source.
  ///
  /// All other commands are ignored, because a simulation has nothing else to control.
  public func perform(_ command: Command) { if source.perform(command) { reader?.yield(.changed(info)) } }

  private func run(_ continuation: AsyncStream<SourceEvent>.Continuation) async {
    reader = continuation
    defer { continuation.finish() }
    source.start(at: MonotonicClock.microseconds)
    while !Task.isCancelled {
      if await MonotonicClock.sleep(until: source.dueMicroseconds) { continue }
      guard let turn = source.nextTurn(at: MonotonicClock.microseconds), let row = turn.row else { continue }
      if turn.lost > 0 { continuation.yield(.lost(rows: turn.lost)) }
      continuation.yield(.row(row))
      await Task.yield()
    }
  }
}
