import WaveBiosignals
public import WaveSensorsWire
import WaveSystem
import WaveWire

/// A source for a sensor that writes lines: a board on a serial port, or a program connected over the network
/// or through a pipe.
///
/// `SampledLines` interprets the lines; this type supplies bytes and times, and reconnects after a lost
/// connection.
public actor LineSource: SensorSource {
  /// The interval at which `SampledLines.tick(at:)` is called.
  private static let tick = Duration.milliseconds(100)

  /// Whether the source supplies the times of its samples.
  ///
  /// It does not, because times are derived from the arrival of lines.
  public nonisolated let isTimed = false
  private let carrier: any LineCarrier
  private var lines: SampledLines
  private var delay = ReconnectDelay(seed: UInt64.random(in: 0...UInt64.max))
  private var trouble = ""
  private var dropped = 0
  private var droppedReportMicroseconds: Int64 = .min / 2
  private var outlet: AsyncStream<SensorEvent>.Continuation?
  /// Whether the input has ended, so that no more data will arrive.
  private var isOver = false

  /// Creates a source that reads from a carrier.
  init(carrier: any LineCarrier, name: String, rateHertz: Double?) {
    self.carrier = carrier
    lines = SampledLines(.init(name: name, rateHertz: rateHertz, mayBeginInside: carrier.mayBeginInside))
  }

  /// The current description of the source.
  ///
  /// It has no channels until they are detected from the first lines.
  public var info: StreamSource { lines.info }

  /// Starts reading and returns the events.
  public nonisolated func events() -> AsyncStream<SensorEvent> {
    AsyncStream(keepingNewest: SensorBuffer.events) { await self.run($0) }
  }

  private func run(_ continuation: AsyncStream<SensorEvent>.Continuation) async {
    outlet = continuation
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.keepTime() }
      group.addTask { await self.connect() }
      await group.waitForAll()
    }
    continuation.finish()
  }

  private func keepTime() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: Self.tick, tolerance: .milliseconds(20))
      // After the end of the input, no further ticks are needed.
      guard !isOver else { continue }
      emit(lines.tick(at: MonotonicClock.microseconds))
    }
  }

  private func connect() async {
    while !Task.isCancelled {
      let ending = await carrier.carry { await self.receive($0) }
      guard !Task.isCancelled else { return }
      switch ending {
      case .lost(let reason):
        lines.interrupt(at: MonotonicClock.microseconds)
        if trouble != reason {
          trouble = reason
          emit([.notice(.warning, "\(carrier.name): \(reason); trying again")])
        }
        try? await Task.sleep(for: .microseconds(delay.next()), tolerance: .milliseconds(20))
      case .over:
        isOver = true
        emit(lines.finish(at: MonotonicClock.microseconds))
        let text = "The input has ended after \(lines.counts.frames) lines."
        return emit([.notice(.failure, text + " The data received so far can still be viewed")])
      case .failed(let reason):
        isOver = true
        return emit([.notice(.failure, "\(carrier.name): \(reason)")])
      }
    }
  }

  private func receive(_ arrival: LineArrival) {
    let now = MonotonicClock.microseconds
    switch arrival {
    case .opened:
      if !trouble.isEmpty { emit([.notice(.information, "\(carrier.name): connected again")]) }
      trouble = ""
    case .bytes(let bytes):
      delay.reset()
      emit(lines.receive(bytes, at: now))
    case .lines(let bytes):
      delay.reset()
      emit(lines.receive(bytes, isWhole: true, at: now))
    case .dropped(let count):
      dropped += count
      guard now - droppedReportMicroseconds >= 60_000_000 else { return }
      droppedReportMicroseconds = now
      emit([.notice(.warning, "\(carrier.name): \(dropped) messages dropped, since they arrive too fast")])
    }
  }

  private func emit(_ events: [SensorEvent]) { for event in events { outlet?.yield(event) } }
}
