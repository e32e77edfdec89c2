import WaveSignal
public import WaveWire

/// A simulated receiver over the FM band, for trying things out without hardware.
///
/// Rows come 30 times a second at the end of their interval. Some are lost every 40 seconds or so, as on a bad cable: the
/// sequence jumps and the loss is reported.
public actor DemoSource: SpectrumSource {
  /// Rows made in a second.
  public static let rowsPerSecond: Int64 = 30

  private var band: SimulatedBand
  private var reader: AsyncStream<SourceEvent>.Continuation?

  /// Makes a source whose world is named by a seed.
  public init(seed: UInt64 = 1) {
    band = SimulatedBand(seed: seed, rowMicroseconds: 1_000_000 / Self.rowsPerSecond)
  }

  /// What is acquired now; changes when tuned.
  public var info: SourceInfo {
    let axis = band.axis
    let floor = Float(band.noiseFloorDecibels)
    return SourceInfo(
      source: 0, flags: [.simulated, .tunable], unit: .fullScale, lowHertz: axis.lowHertz,
      highHertz: axis.highHertz, tuneLowHertz: SimulatedBand.tunable.lowerBound,
      tuneHighHertz: SimulatedBand.tunable.upperBound, stepHertz: SimulatedBand.stepHertz,
      rbwHertz: axis.stepHertz * SimulatedBand.rbwBins, enbwHertz: band.enbwHertz,
      rowSeconds: 1 / Double(Self.rowsPerSecond), durationSeconds: 0, startMicroseconds: 0,
      levelLow: (floor / 5).rounded() * 5 - 5, levelHigh: -20, name: Array("Simulated FM band".utf8),
      detail: Array("\(SimulatedBand.binCount) bins, Blackman-Harris, \(Self.rowsPerSecond) rows/s".utf8))
  }

  /// Starts the simulation.
  public nonisolated func events() -> AsyncStream<SourceEvent> {
    AsyncStream(bufferingPolicy: .bufferingNewest(SourceBuffer.events)) { continuation in
      let task = Task { await run(continuation) }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Tunes; other commands mean nothing to a receiver and are passed over.
  public func perform(_ command: Command) {
    guard case .tune(_, let low, let high) = command else { return }
    let before = band.axis
    band.tune(lowHertz: low, highHertz: high)
    if band.axis != before { reader?.yield(.changed(info)) }
  }

  private func run(_ continuation: AsyncStream<SourceEvent>.Continuation) async {
    reader = continuation
    defer { continuation.finish() }
    var pacer = RowPacer(rowsPerSecond: Self.rowsPerSecond, startMicroseconds: MonotonicClock.microseconds)
    var lost: UInt32 = 0
    while !Task.isCancelled {
      let wait = pacer.dueMicroseconds - MonotonicClock.microseconds
      if wait > 0 {
        try? await Task.sleep(for: .microseconds(wait), tolerance: .milliseconds(1))
        continue
      }
      guard let turn = pacer.take(now: MonotonicClock.microseconds) else { continue }
      lost &+= turn.lost
      let seconds = (Double(turn.row) + 0.5) / Double(Self.rowsPerSecond)
      if band.isLost(atSeconds: seconds) {
        lost &+= 1
        continue
      }
      if lost > 0 {
        continuation.yield(.lost(rows: lost))
        lost = 0
      }
      continuation.yield(
        .row(
          band.row(
            sequence: UInt32(truncatingIfNeeded: turn.row &+ 1), startMicroseconds: pacer.start(of: turn.row),
            seconds: seconds)))
      await Task.yield()
    }
  }
}
