import WaveSensorsFeed
import WaveSensorsWire
import WaveSimulation
import WaveUnits

/// A source that measures what a device can show, with an adjustable number of streams and sample rate.
extension LocalStreams {
  /// The length of each stream's history in samples, regardless of the number of streams and the rate.
  ///
  /// The memory freed by one configuration can therefore be reused by the next.
  private static let testbedSamples: UInt64 = 32_000

  /// Creates a server for test streams: 13 streams at 1 kHz until the client changes them.
  ///
  /// - Parameters:
  ///   - now: The time in microseconds.
  ///   - wallMicroseconds: The time of day in microseconds since 1970.
  public init(testbedAt now: Int64, wallMicroseconds: Int64) {
    let streams = SimulatedStreams(channelCount: 13, rateHertz: 1000)
    self.init(Self.info(streams), at: now, wallMicroseconds: wallMicroseconds)
    make(streams, at: now)
  }

  /// Sets the number of streams or their rate, and restarts the sequence numbers.
  ///
  /// - Complexity: O(streams × samples in the history).
  mutating func adjust(_ control: UInt8, to requested: Double, at now: Int64) {
    guard case .streams(let streams) = simulated, let control = TestbedControl(rawValue: control),
      let value = control.value(nearestTo: requested)
    else { return }
    let next = SimulatedStreams(
      channelCount: control == .streams ? value : streams.channelCount,
      rateHertz: control == .rate ? value : streams.rateHertz)
    guard next.channelCount != streams.channelCount || next.rateHertz != streams.rateHertz else { return }
    feed.accept(Self.info(next))
    make(next, at: now)
  }

  private mutating func make(_ streams: SimulatedStreams, at now: Int64) {
    simulated = .streams(streams)
    rateHertz = Double(streams.rateHertz)
    startMicroseconds = now
    nextSequence = 0
    // The old groups are freed first, because the memory may not suffice for both.
    archive.replace(by: [])
    archive.replace(
      by: streams.groups.map { channels in
        StreamGroup(
          rateHertz: rateHertz, sourceChannelCount: channels.count, historyBytes: 0,
          reachSamples: Self.testbedSamples)
      })
    for index in archive.groups.indices {
      archive.groups[index].addTimes(from: 0, microseconds: now, rateHertz: rateHertz, reason: .start)
    }
  }

  private static func info(_ streams: SimulatedStreams) -> StreamSource {
    let rate = Double(streams.rateHertz)
    return StreamSource(
      source: 0, flags: [.simulated, .testbed], name: [UInt8]("Test bed"),
      detail: [UInt8]("sines with spikes, made on this device"),
      groups: streams.groups.map { channels in
        StreamSource.Group(
          rateHertz: rate,
          channels: channels.map { channel in
            var label = TextWriter()
            label.append("sine ")
            label.append(integer: channel + 1)
            return StreamChannel(label: label.bytes, unit: [], low: -1.5, high: 5.5)
          })
      })
  }
}
