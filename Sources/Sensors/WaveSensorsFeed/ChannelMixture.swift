/// A channel derived from other channels of its group: a weighted sum of two channels, or one channel scaled
/// and shifted.
public struct ChannelMixture: Equatable, Sendable {
  /// The index of the first channel, which precedes the derived channel in the group.
  public var first: Int
  /// The factor of the first channel.
  public var firstFactor: Double
  /// The index of the second channel.
  public var second: Int
  /// The factor of the second channel; 0 if there is no second channel.
  public var secondFactor: Double
  /// The offset that is added to the sum.
  public var offset: Double

  /// Creates a weighted sum.
  public init(first: Int, firstFactor: Double, second: Int, secondFactor: Double, offset: Double = 0) {
    self.first = first
    self.firstFactor = firstFactor
    self.second = second
    self.secondFactor = secondFactor
    self.offset = offset
  }

  /// Returns whether the sum uses the channel at an index.
  public func uses(_ place: Int) -> Bool { first == place || secondFactor != 0 && second == place }

  /// Appends the sums for the samples of a block; a sum is missing if any of its operands is missing.
  ///
  /// - Complexity: O(frames).
  func append(of samples: [Double], frames: Int, to output: inout [Double]) {
    for index in 0..<frames {
      output.append(
        value(samples[first * frames + index], secondFactor == 0 ? 0 : samples[second * frames + index]))
    }
  }

  /// Returns the weighted sum of two samples plus the offset; the second sample is ignored if its factor is
  /// 0.
  func value(_ a: Double, _ b: Double) -> Double {
    let sum = secondFactor == 0 ? firstFactor * a : firstFactor * a + secondFactor * b
    return offset == 0 ? sum : sum + offset
  }

  /// Returns this sum with its indices adjusted, after a channel that it does not use was removed.
  func without(_ place: Int) -> ChannelMixture {
    var next = self
    if first > place { next.first -= 1 }
    if second > place { next.second -= 1 }
    return next
  }
}
