public import WaveSpectra
import WaveUnits

/// A logged sweep: one pass over the whole band.
public struct PowerSweep: Equatable, Sendable {
  /// The start time as logged, in microseconds since 1970; its time zone is unknown.
  public var startMicroseconds: Int64
  /// The frequencies of the bins.
  public var axis: BinAxis
  /// The level of each bin in decibels, uncalibrated; NaN for a gap.
  public var decibels: [Float]
  /// The number of hops known from earlier sweeps that are missing from this sweep.
  public var missingHops: Int
  /// The number of levels that were logged as `nan` or `inf` and became gaps.
  public var nonFiniteValues: Int

  /// Returns the sweep on a wider axis with the same frequency grid.
  ///
  /// Bins outside the sweep's own axis are gaps. Bins beyond the new axis are dropped.
  ///
  /// This is needed if the first sweeps in a log are incomplete.
  ///
  /// - Complexity: O(`wider.count`), with one allocation, or none if the axes are equal.
  public func laid(on wider: BinAxis) -> PowerSweep {
    guard axis != wider else { return self }
    var result = self
    result.axis = wider
    result.decibels = [Float](repeating: .nan, count: max(0, wider.count))
    let offset = ((axis.firstHertz - wider.firstHertz) / wider.stepHertz).rounded()
    guard abs(offset) < 1e9 else { return result }
    for (bin, value) in decibels.enumerated() {
      let place = bin + Int(saturating: offset)
      if place >= 0, place < result.decibels.count { result.decibels[place] = value }
    }
    return result
  }
}
