import WaveUnits

/// Test streams with known samples: a sine on each channel, with a single-sample spike every three seconds.
///
/// Channel *c*, counted from 0, is sin(2π (*c* + 1) *n* / (2 *r*)) at sample *n* with rate *r*: each channel
/// is half a hertz higher than the previous one. If (*n* + 37 *c*) mod 3*r* is 0, the value is 5 instead.
public struct SimulatedStreams: Sendable {
  /// The number of channels.
  public let channelCount: Int
  /// The sample rate in hertz, an integer.
  public let rateHertz: Int

  /// Creates streams, clamping both parameters to their ranges.
  ///
  /// - Parameters:
  ///   - channelCount: The number of channels, from 1 to 256.
  ///   - rateHertz: The sample rate, from 1 to 1,000,000.
  public init(channelCount: Int, rateHertz: Int) {
    self.channelCount = max(1, min(256, channelCount))
    self.rateHertz = max(1, min(1_000_000, rateHertz))
  }

  /// The maximum number of channels in a group, chosen so that a view can show all of them.
  public static let groupLimit = 128

  /// The channels in each group.
  public var groups: [Range<Int>] {
    stride(from: 0, to: channelCount, by: Self.groupLimit).map {
      $0..<min(channelCount, $0 + Self.groupLimit)
    }
  }

  /// Appends samples of all channels, one channel after another.
  ///
  /// - Complexity: O(count × channels), with at most one allocation.
  public func append(from sequence: UInt64, count: Int, to samples: inout [Double]) {
    append(0..<channelCount, from: sequence, count: count, to: &samples)
  }

  /// Appends samples of some channels, one channel after another; nonexistent channels are skipped.
  ///
  /// - Complexity: O(count × channels), with at most one allocation.
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
