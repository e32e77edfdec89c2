/// A band of frequencies.
public struct OccupiedBand: Equatable, Sendable {
  /// Lower edge in hertz.
  public var lowHertz: Double
  /// Upper edge in hertz.
  public var highHertz: Double

  /// Holds a band.
  public init(lowHertz: Double, highHertz: Double) {
    self.lowHertz = lowHertz
    self.highHertz = highHertz
  }

  /// Finds the occupied band of a row: outside each edge lies half of what `share` leaves of the total mean
  /// power.
  ///
  /// The share is 0.99 in ITU-R SM.328 and above 0 to below 1 here. Noise counts like signal, as that
  /// recommendation has it. Gives nil for a row without power or a share out of range. NaN bins add
  /// nothing.
  /// - Complexity: O(n), no allocation.
  public init?(of row: PowerRow, share: Double = 0.99) {
    guard share > 0, share < 1 else { return nil }
    var total = 0.0
    for power in row.mean where power > 0 { total += Double(power) }
    guard total > 0, total < .infinity else { return nil }
    let tail = total * (1 - share) / 2
    lowHertz = Self.edge(of: row, below: tail)
    highHertz = Self.edge(of: row, below: total - tail)
  }

  /// Finds the frequency below which a sum of mean powers lies; within a bin power counts as spread evenly.
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
