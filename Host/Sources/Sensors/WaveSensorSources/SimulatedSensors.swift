public import WaveSensorsWire
import WaveSimulation
import WaveStreams
import WaveSystem
import WaveUnits
import WaveWire

/// A source of simulated sensors in real time, for demonstrations and measurements.
public actor SimulatedSensors: SensorSource {
  /// A set of signals to simulate.
  public enum SignalSet: Sendable {
    /// An electrocardiogram: leads I, II and V1 to V6 at 1 kHz.
    case ecg(seed: UInt64)
    /// A phone's motion sensors at 100 Hz and its barometer at 25 Hz.
    case motion(seed: UInt64)
    /// Sine waves and spikes with predictable samples.
    case streams(count: Int, rateHertz: Int)
  }

  /// The interval between blocks.
  static let blockMicroseconds: Int64 = 16_000
  /// The delay beyond which samples are skipped, for example after the machine was suspended.
  static let lateMicroseconds: Int64 = 2_000_000

  /// The description of the source, with the groups and channels of the simulated signals.
  public nonisolated let info: StreamSource
  /// Whether the source supplies the times of its samples.
  ///
  /// It does, because each sample is generated for a known time.
  public nonisolated let isTimed = true
  private let generators: [Generator]

  /// A generator for the samples of one group.
  private struct Generator: Sendable {
    let group: StreamSource.Group
    let append: @Sendable (_ from: UInt64, _ count: Int, _ samples: inout [Double]) -> Void
  }

  /// Creates a source that simulates the given signals.
  public init(_ signals: SignalSet) {
    let channel = { (label: String, unit: String, range: ClosedRange<Float>) in
      StreamChannel(
        label: Array(label.utf8), unit: Array(unit.utf8), low: range.lowerBound, high: range.upperBound)
    }
    let (name, detail): (String, String)
    switch signals {
    case .ecg(let seed):
      let ecg = SimulatedECG(seed: seed)
      (name, detail) = ("Simulated ECG", "12 leads, 1 kHz; made up, of nobody")
      let channels = SimulatedECG.labels.map { channel("\($0)", "mV", -2...2) }
      generators = [
        Generator(group: .init(rateHertz: ecg.rateHertz, channels: channels)) {
          ecg.append(from: $0, count: $1, to: &$2)
        }
      ]
    case .motion(let seed):
      let motion = SimulatedMotion(seed: seed)
      (name, detail) = ("Simulated motion", "acceleration and rotation 100 Hz, pressure 25 Hz")
      let channels = SimulatedMotion.labels.map { "\($0)" }.map {
        $0.hasPrefix("acc") ? channel($0, "m/s²", -20...20) : channel($0, "rad/s", -3...3)
      }
      let pressure = channel("pressure", "hPa", 1010...1015)
      generators = [
        Generator(group: .init(rateHertz: SimulatedMotion.motionHertz, channels: channels)) {
          motion.appendMotion(from: $0, count: $1, to: &$2)
        },
        Generator(group: .init(rateHertz: SimulatedMotion.pressureHertz, channels: [pressure])) {
          motion.appendPressure(from: $0, count: $1, to: &$2)
        },
      ]
    case .streams(let count, let rate):
      let streams = SimulatedStreams(channelCount: count, rateHertz: rate)
      name = "Simulated streams"
      detail = "\(streams.channelCount) sines with spikes, \(streams.rateHertz) Hz"
      generators = streams.groups.map { numbers in
        let channels = numbers.map { channel("sine \($0 + 1)", "", -1.5...5.5) }
        return Generator(group: .init(rateHertz: Double(streams.rateHertz), channels: channels)) {
          streams.append(numbers, from: $0, count: $1, to: &$2)
        }
      }
    }
    info = StreamSource(
      source: 0, flags: .simulated, name: Array(name.utf8), detail: Array(detail.utf8),
      groups: generators.map(\.group))
  }

  /// Starts the simulation and returns the events.
  public nonisolated func events() -> AsyncStream<SensorEvent> {
    AsyncStream(keepingNewest: SensorBuffer.events) { await self.run($0) }
  }

  private func run(_ continuation: AsyncStream<SensorEvent>.Continuation) async {
    defer { continuation.finish() }
    let start = MonotonicClock.microseconds
    continuation.yield(
      .timeMap(
        TimeMap(
          source: 0, serverMicroseconds: start, recordedMicroseconds: WallClock.microseconds, speed: 1)))
    for (group, generator) in generators.enumerated() {
      continuation.yield(
        .times(
          SampleTimes(
            source: 0, group: UInt8(group), reason: .start, sequence: 0, microseconds: start,
            rateHertz: generator.group.rateHertz)))
    }
    var made = generators.map { _ in UInt64(0) }
    var due = start
    while !Task.isCancelled {
      due += Self.blockMicroseconds
      let wait = due - MonotonicClock.microseconds
      if wait > 0 { try? await Task.sleep(for: .microseconds(wait), tolerance: .milliseconds(1)) }
      let now = MonotonicClock.microseconds
      if now - due > Self.lateMicroseconds { due = now }
      for (group, generator) in generators.enumerated() {
        // Sample n is due at the time n/rate; generate all samples that are due.
        let rate = generator.group.rateHertz
        let end = UInt64(saturating: Double(due - start) * rate / 1e6)
        let oldest = UInt64(saturating: max(0, Double(due - start - Self.lateMicroseconds)) * rate / 1e6)
        let first = max(made[group], oldest)
        guard first < end else { continue }
        made[group] = end
        var samples: [Double] = []
        generator.append(first, Int(end - first), &samples)
        let block = SampleBlock(
          sequence: first, channelCount: generator.group.channels.count, samples: samples,
          arrivalMicroseconds: now)
        if let block { continuation.yield(.block(group: group, block)) }
      }
      await Task.yield()
    }
  }
}
