import WaveSpectra
import WaveSystem
import WaveUnits

/// A simulated receiver that generates samples in real time, from known transmitters determined by a seed.
///
/// Samples arrive every 10 ms. Samples that remain unread for more than half a second are dropped and
/// counted.
public actor DemoSamples: SampleSource {
  private static let blocksPerSecond: Int64 = 100

  private var receiver: SimulatedReceiver
  private var outlet: SampleOutlet?

  /// Creates a source; see `SimulatedReceiver` and `SimulatedTransmitters` for its signals.
  public init(seed: UInt64 = 1, rateHertz: Double = 2_400_000, centerHertz: Double = 99.5e6) {
    receiver = SimulatedReceiver(seed: seed, rateHertz: rateHertz, centerHertz: centerHertz)
  }

  /// The current properties of the samples.
  public var properties: SampleProperties {
    SampleProperties(
      format: .cu8, rateHertz: receiver.rateHertz, centerHertz: receiver.centerHertz,
      name: "Simulated receiver", isSimulated: true)
  }

  /// Changes the sample rate and centre frequency.
  public func tune(rateHertz: Double, centerHertz: Double) {
    receiver.tune(rateHertz: rateHertz, centerHertz: centerHertz)
    outlet?.emit(change: properties)
  }

  /// Starts the receiver and returns its samples.
  public nonisolated func samples() -> AsyncStream<SampleEvent> {
    AsyncStream(bufferingPolicy: SampleOutlet.policy) { continuation in
      let task = Task { await run(continuation) }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func run(_ continuation: AsyncStream<SampleEvent>.Continuation) async {
    outlet = SampleOutlet(continuation)
    defer { continuation.finish() }
    var pacer = RowPacer(
      rowsPerSecond: Self.blocksPerSecond, startMicroseconds: MonotonicClock.microseconds,
      patience: Int64(SampleOutlet.eventsWaiting))
    // A block can contain a fractional number of samples, which is carried over.
    var owed = 0.0
    while !Task.isCancelled {
      if await MonotonicClock.sleep(until: pacer.dueMicroseconds) { continue }
      guard let turn = pacer.nextRow(now: MonotonicClock.microseconds) else { continue }
      let perBlock = receiver.rateHertz / Double(Self.blocksPerSecond)
      if turn.lost > 0 {
        outlet?.lose(samples: Int(saturating: Double(turn.lost) * perBlock))
        receiver.pass(seconds: Double(turn.lost) / Double(Self.blocksPerSecond))
      }
      owed += perBlock
      let count = Int(saturating: owed)
      owed -= Double(count)
      var bytes: [UInt8] = []
      receiver.append(count: count, to: &bytes)
      outlet?.emit(IQBlock(bytes: bytes, microseconds: pacer.start(of: turn.row + 1)), samples: count)
      await Task.yield()
    }
  }
}
