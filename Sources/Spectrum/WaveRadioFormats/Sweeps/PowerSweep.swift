import WaveUnits

/// The frequencies of a recorded sweep's bins: bin `i` is centred on `firstHertz + i * stepHertz`.
public struct SweepAxis: Equatable, Sendable {
  /// The centre of the first bin in hertz.
  public var firstHertz: Double
  /// The bin spacing in hertz, above zero.
  public var stepHertz: Double
  /// The number of bins.
  public var count: Int

  /// Creates an axis from the first bin's centre, the spacing and the number of bins.
  public init(firstHertz: Double, stepHertz: Double, count: Int) {
    self.firstHertz = firstHertz
    self.stepHertz = stepHertz
    self.count = count
  }

  /// The lower edge of the first bin in hertz.
  public var lowHertz: Double { firstHertz - stepHertz / 2 }
  /// The upper edge of the last bin in hertz.
  public var highHertz: Double { lowHertz + Double(count) * stepHertz }
}

/// A logged sweep: one pass over the whole band.
public struct PowerSweep: Equatable, Sendable {
  /// The start time as logged, in microseconds since 1970; its time zone is unknown.
  public var startMicroseconds: Int64
  /// The frequencies of the bins.
  public var axis: SweepAxis
  /// The level of each bin in decibels, uncalibrated; NaN for a gap.
  public var decibels: [Float]
  /// The number of hops known from earlier sweeps that are missing from this sweep.
  public var missingHops: Int
  /// The number of levels that were logged as `nan` or `inf` and became gaps.
  public var nonFiniteValues: Int

  /// Creates a sweep; `decibels` must have `axis.count` elements.
  public init(
    startMicroseconds: Int64, axis: SweepAxis, decibels: [Float], missingHops: Int = 0,
    nonFiniteValues: Int = 0
  ) {
    self.startMicroseconds = startMicroseconds
    self.axis = axis
    self.decibels = decibels
    self.missingHops = missingHops
    self.nonFiniteValues = nonFiniteValues
  }

  /// Returns the sweep on a wider axis with the same frequency grid.
  ///
  /// Bins outside the sweep's own axis are gaps. Bins beyond the new axis are dropped.
  ///
  /// This is needed if the first sweeps in a log are incomplete.
  ///
  /// - Complexity: O(`wider.count`), with one allocation, or none if the axes are equal.
  public func laid(on wider: SweepAxis) -> PowerSweep {
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
