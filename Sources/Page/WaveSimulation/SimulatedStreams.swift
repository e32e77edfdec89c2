import WaveUnits

/// Streams with known samples: a sine on each channel, and every three seconds a spike of one sample.
///
/// Channel *c*, from 0, has sin(2π (*c* + 1) *n* / (2 *r*)) at sample *n* of rate *r*: half a hertz more from
/// channel to channel. If (*n* + 37 *c*) mod 3*r* is 0, the value is 5 instead. They are for measurements.
public struct SimulatedStreams: Sendable {
  /// The number of channels.
  public let channelCount: Int
  /// The sample rate, a whole number.
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

  /// The maximum number of channels in a group, so that a view can show all of them.
  public static let groupLimit = 128

  /// The channels group by group.
  public var groups: [Range<Int>] {
    stride(from: 0, to: channelCount, by: Self.groupLimit).map {
      $0..<min(channelCount, $0 + Self.groupLimit)
    }
  }

  /// Appends samples of all channels, channel after channel.
  ///
  /// - Complexity: O(count × channels), one allocation at most.
  public func append(from sequence: UInt64, count: Int, to samples: inout [Double]) {
    append(0..<channelCount, from: sequence, count: count, to: &samples)
  }

  /// Appends samples of some channels, channel after channel; channels that do not exist are skipped.
  ///
  /// - Complexity: O(count × channels), one allocation at most.
  public func append(_ channels: Range<Int>, from sequence: UInt64, count: Int, to samples: inout [Double]) {
    let period = UInt64(2 * rateHertz)
    let spikes = UInt64(3 * rateHertz)
    let channels = channels.clamped(to: 0..<channelCount)
    samples.reserveCapacity(samples.count + max(0, count) * channels.count)
    for channel in channels {
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
