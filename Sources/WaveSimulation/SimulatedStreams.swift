import WaveUnits

/// Streams whose every sample is known: a sine on each channel, and every three seconds a spike of one sample.
///
/// Channel *c*, from 0, has sin(2π (*c* + 1) *n* / (2 *r*)) at sample *n* of rate *r*: half a hertz more from channel to channel. Where
/// (*n* + 37 *c*) mod 3*r* is 0, the value is 5 instead. For measuring.
public struct SimulatedStreams: Sendable {
  /// Channels.
  public let channelCount: Int
  /// Samples in a second, a whole number.
  public let rateHertz: Int

  /// Describes streams.
  ///
  /// - Parameters:
  ///   - channelCount: 1 to 256.
  ///   - rateHertz: 1 to 1,000,000.
  public init(channelCount: Int, rateHertz: Int) {
    self.channelCount = max(1, min(256, channelCount))
    self.rateHertz = max(1, min(1_000_000, rateHertz))
  }

  /// Appends samples, channel after channel.
  ///
  /// - Complexity: O(count × channels), one allocation at most.
  public func append(from sequence: UInt64, count: Int, to samples: inout [Double]) {
    let period = UInt64(2 * rateHertz)
    let spikes = UInt64(3 * rateHertz)
    samples.reserveCapacity(samples.count + max(0, count) * channelCount)
    for channel in 0..<channelCount {
      let factor = UInt64(channel + 1)
      for index in 0..<max(0, count) {
        let number = sequence &+ UInt64(index)
        if (number &+ 37 &* UInt64(channel)) % spikes == 0 {
          samples.append(5)
        } else {
          let turns = Double((number % period) &* factor % period) / Double(period)
          samples.append(Trigonometry.sineCosine(turns: turns).sine)
        }
      }
    }
  }
}
