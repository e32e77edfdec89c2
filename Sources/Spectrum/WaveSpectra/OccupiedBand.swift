/// A frequency band that contains most of a spectrum's power.
public struct OccupiedBand: Equatable, Sendable {
  /// The lower edge in hertz.
  public var lowHertz: Double
  /// The upper edge in hertz.
  public var highHertz: Double

  /// Finds the occupied band of a row, with equal amounts of power below and above it.
  ///
  /// The band contains `share` of the total mean power; the share is 0.99 in ITU-R SM.328, and can be any
  /// value above 0 and below 1 here. As in that recommendation, noise counts as signal. The result is nil for
  /// a row without power or a share out of range. NaN bins add nothing.
  /// - Complexity: O(n), without allocation.
  public init?(of row: PowerRow, share: Double = 0.99) {
    guard share > 0, share < 1 else { return nil }
    var total = 0.0
    for power in row.mean where power > 0 { total += Double(power) }
    guard total > 0, total < .infinity else { return nil }
    let tail = total * (1 - share) / 2
    lowHertz = Self.edge(of: row, below: tail)
    highHertz = Self.edge(of: row, below: total - tail)
  }

  /// Returns the frequency below which the mean powers add up to a target.
  ///
  /// Power is assumed to be spread evenly within a bin.
  private static func edge(of row: PowerRow, below target: Double) -> Double {
    var sum = 0.0
    for (bin, power) in row.mean.enumerated() where power > 0 {
      if sum + Double(power) >= target {
        return row.axis.lowHertz + (Double(bin) + (target - sum) / Double(power)) * row.axis.stepHertz
      }
      sum += Double(power)
    }
    return row.axis.highHertz
  }
}
