import WaveUnits

/// The one-sided power spectral density of real samples, from zero to half the sample rate.
public struct PowerDensity: Equatable, Sendable {
  /// The distance between bins in hertz; the first bin is at zero frequency.
  public var stepHertz: Double
  /// The resolution bandwidth in hertz: the width of a tone's peak, 3 dB below its top.
  public var rbwHertz: Double
  /// The equivalent noise bandwidth in hertz.
  ///
  /// A tone's power is its density multiplied by this bandwidth.
  public var enbwHertz: Double
  /// The number of transforms averaged.
  public var averageCount: Int
  /// The number of transforms skipped because of missing samples.
  public var leftOutCount: Int
  /// The density of each bin, in squared units per hertz; NaN if no transform was computed.
  public var values: [Float]

  /// Creates a density from its values.
  public init(
    stepHertz: Double, rbwHertz: Double, enbwHertz: Double, averageCount: Int, leftOutCount: Int,
    values: [Float]
  ) {
    self.stepHertz = stepHertz
    self.rbwHertz = rbwHertz
    self.enbwHertz = enbwHertz
    self.averageCount = averageCount
    self.leftOutCount = leftOutCount
    self.values = values
  }

  /// Returns the strongest bin of a band, with an interpolated frequency.
  ///
  /// A parabola through the decibel values of the bin and its neighbours gives the frequency. The bin at zero
  /// is ignored, because it contains the residual DC component.
  /// - Returns: The frequency and density of the bin, or nil if no bin of the band has a density above 0.
  /// - Complexity: O(bins).
  public func peak(in band: ClosedRange<Double>) -> (hertz: Double, density: Float)? {
    var best: Int?
    for index in bins(in: band) where index > 0 && values[index] > (best.map { values[$0] } ?? 0) {
      best = index
    }
    guard let best else { return nil }
    var place = Double(best)
    if best > 0, best + 1 < values.count, values[best - 1] > 0, values[best + 1] > 0 {
      // The position of the parabola's peak does not depend on the base of the logarithm.
      let (left, top, right) = (log(values[best - 1]), log(values[best]), log(values[best + 1]))
      let bend = left - 2 * top + right
      if bend < 0 { place += Swift.max(-0.5, Swift.min(0.5, (left - right) / (2 * bend))) }
    }
    return (place * stepHertz, values[best])
  }

  /// Reduces a band to at most `limit` values, each the maximum of a group of adjacent bins.
  ///
  /// All groups have the same size, and their boundaries are multiples of that size, counted from zero
  /// frequency.
  /// - Returns: The centre frequency of the first group, the step between groups, and the values, which are
  ///   empty if the band contains no bin.
  /// - Complexity: O(bins).
  public func columns(
    in band: ClosedRange<Double>, limit: Int
  ) -> (firstHertz: Double, stepHertz: Double, values: [Float]) {
    let bins = bins(in: band)
    // The subtraction leaves room for the groups that extend beyond both ends of the band.
    let each = Swift.max(1, (bins.count + Swift.max(1, limit - 2) - 1) / Swift.max(1, limit - 2))
    let first = bins.lowerBound / each
    var reduced: [Float] = []
    for index in stride(from: first * each, to: bins.upperBound, by: each) {
      var greatest = Float.nan
      for bin in index..<Swift.min(index + each, values.count) where !(values[bin] <= greatest) {
        greatest = values[bin]
      }
      reduced.append(greatest)
    }
    return (
      (Double(first * each) + Double(each - 1) / 2) * stepHertz, Double(each) * stepHertz, reduced
    )
  }

  private func bins(in band: ClosedRange<Double>) -> Range<Int> {
    let last = Double(values.count - 1)
    let low = Swift.max(0, (band.lowerBound / stepHertz).rounded(.up))
    let high = Swift.min(last, (band.upperBound / stepHertz).rounded(.down))
    guard low <= high else { return 0..<0 }
    return Int(saturating: low)..<Int(saturating: high) + 1
  }

  private func log(_ power: Float) -> Double { Decibels.decibels(fromPower: Double(power)) }
}
