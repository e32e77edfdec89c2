import WaveUnits

/// Power spectral density of real samples, one-sided, from zero to half their rate.
public struct PowerDensity: Equatable, Sendable {
  /// From bin to bin; the first stands at zero.
  public var stepHertz: Double
  /// Width, 3 dB below its top, of what one tone draws.
  public var rbwHertz: Double
  /// Width of the ideal filter that passes as much noise: density × this is the power of a tone.
  public var enbwHertz: Double
  /// Transforms of which it is the mean.
  public var averageCount: Int
  /// Transforms that were left out, since samples are missing in them.
  public var leftOutCount: Int
  /// The unit squared per hertz, bin by bin; NaN where there was no transform.
  public var values: [Float]

  /// Describes a density.
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

  /// The strongest bin of a band, and where between the bins beside it the top lies by a parabola through
  /// their decibels.
  ///
  /// The bin at zero does not count: it holds what is left of the constant part.
  /// - Returns: The frequency and that bin's density; nil where the band has no bin that is a number above 0.
  /// - Complexity: O(bins).
  public func peak(in band: ClosedRange<Double>) -> (hertz: Double, density: Float)? {
    var best: Int?
    for index in bins(in: band) where index > 0 && values[index] > (best.map { values[$0] } ?? 0) {
      best = index
    }
    guard let best else { return nil }
    var place = Double(best)
    if best > 0, best + 1 < values.count, values[best - 1] > 0, values[best + 1] > 0 {
      // The parabola is the same on every logarithm.
      let (left, top, right) = (log(values[best - 1]), log(values[best]), log(values[best + 1]))
      let bend = left - 2 * top + right
      if bend < 0 { place += Swift.max(-0.5, Swift.min(0.5, (left - right) / (2 * bend))) }
    }
    return (place * stepHertz, values[best])
  }

  /// Reduces a band to so many values at most, each the greatest of as many neighbouring bins, which lie on a
  /// lattice from zero on.
  ///
  /// - Returns: Where the middle of the first value lies, the step between them, and the values; none where
  ///   the band has no bin.
  /// - Complexity: O(bins).
  public func columns(
    in band: ClosedRange<Double>, limit: Int
  ) -> (firstHertz: Double, stepHertz: Double, values: [Float]) {
    let bins = bins(in: band)
    // Room for the pieces that stick out at both ends.
    let each = Swift.max(1, (bins.count + Swift.max(1, limit - 2) - 1) / Swift.max(1, limit - 2))
    let first = bins.lowerBound / each
    var reduced: [Float] = []
    var index = first * each
    while index < bins.upperBound {
      var greatest = Float.nan
      for bin in index..<Swift.min(index + each, values.count) where !(values[bin] <= greatest) {
        greatest = values[bin]
      }
      reduced.append(greatest)
      index += each
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
