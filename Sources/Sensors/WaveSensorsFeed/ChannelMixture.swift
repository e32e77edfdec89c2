/// A channel that is made of others of its group: two weighed and added, or one scaled and shifted, sample by
/// sample.
public struct ChannelMixture: Equatable, Sendable {
  /// Place of one channel among those of the group that stand before it.
  public var first: Int
  /// Its weight.
  public var firstFactor: Double
  /// Place of the other channel.
  public var second: Int
  /// Its weight; 0 where there is no other.
  public var secondFactor: Double
  /// What is added.
  public var offset: Double

  /// Describes a sum.
  public init(first: Int, firstFactor: Double, second: Int, secondFactor: Double, offset: Double = 0) {
    self.first = first
    self.firstFactor = firstFactor
    self.second = second
    self.secondFactor = secondFactor
    self.offset = offset
  }

  /// Whether it is made of a channel.
  public func uses(_ place: Int) -> Bool { first == place || secondFactor != 0 && second == place }

  /// Appends the sums of a block; where one of its parts is missing, so is the sum.
  ///
  /// - Complexity: O(frames).
  func append(of samples: [Double], frames: Int, to output: inout [Double]) {
    for index in 0..<frames {
      output.append(
        value(samples[first * frames + index], secondFactor == 0 ? 0 : samples[second * frames + index]))
    }
  }

  /// The sum of two samples, in the order of the formula; the second is not read where its weight is 0.
  func value(_ a: Double, _ b: Double) -> Double {
    let sum = secondFactor == 0 ? firstFactor * a : firstFactor * a + secondFactor * b
    return offset == 0 ? sum : sum + offset
  }

  /// The same where a channel was taken away that it is not made of.
  func without(_ place: Int) -> ChannelMixture {
    var next = self
    if first > place { next.first -= 1 }
    if second > place { next.second -= 1 }
    return next
  }
}
