/// A channel that is made of two others of its group: their weighted sum, sample by sample.
public struct ChannelMixture: Equatable, Sendable {
  /// Place of one channel among those that come.
  public var first: Int
  /// Its weight.
  public var firstFactor: Double
  /// Place of the other channel.
  public var second: Int
  /// Its weight.
  public var secondFactor: Double

  /// Describes a sum.
  public init(first: Int, firstFactor: Double, second: Int, secondFactor: Double) {
    self.first = first
    self.firstFactor = firstFactor
    self.second = second
    self.secondFactor = secondFactor
  }

  /// Appends the sums of a block; where either is missing, so is the sum.
  ///
  /// - Complexity: O(frames).
  func append(of samples: [Double], frames: Int, to output: inout [Double]) {
    for index in 0..<frames {
      output.append(
        firstFactor * samples[first * frames + index] + secondFactor * samples[second * frames + index])
    }
  }
}
