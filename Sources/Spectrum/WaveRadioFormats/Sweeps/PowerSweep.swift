import WaveUnits

/// Where the bins of a recorded sweep lie: bin `i` is centred on `firstHertz + i * stepHertz`.
public struct SweepAxis: Equatable, Sendable {
  /// Centre of the first bin in hertz.
  public var firstHertz: Double
  /// Distance between bins in hertz, above zero.
  public var stepHertz: Double
  /// Number of bins.
  public var count: Int

  /// Lays out bins.
  public init(firstHertz: Double, stepHertz: Double, count: Int) {
    self.firstHertz = firstHertz
    self.stepHertz = stepHertz
    self.count = count
  }

  /// Lower edge of the first bin in hertz.
  public var lowHertz: Double { firstHertz - stepHertz / 2 }
  /// Upper edge of the last bin in hertz.
  public var highHertz: Double { lowHertz + Double(count) * stepHertz }
}

/// One pass over the whole band as it was logged.
public struct PowerSweep: Equatable, Sendable {
  /// Time as written, in microseconds since 1970; the zone is not known.
  public var startMicroseconds: Int64
  /// Where the bins lie.
  public var axis: SweepAxis
  /// Level of each bin in decibels, uncalibrated; NaN where there is none.
  public var decibels: [Float]
  /// Hops known from sweeps before that this one lacks.
  public var missingHops: Int
  /// Levels written as `nan` or `inf` and turned into gaps.
  public var nonFiniteValues: Int

  /// Holds a sweep; `decibels` has `axis.count` elements.
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

  /// The same sweep on a wider axis of the same lattice, gaps where it has no bins.
  ///
  /// Needed where the first sweeps of a log are not complete. Bins beyond the new axis are dropped.
  ///
  /// - Complexity: O(`wider.count`), one allocation; none where the axis is the same.
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
