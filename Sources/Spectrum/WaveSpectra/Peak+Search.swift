import WaveUnits

extension Peak {
  /// Returns the strongest local maxima of a plane of linear powers, strongest first.
  ///
  /// A peak is a bin above `threshold` that no bin within `separationHertz` exceeds; of equal bins, the one
  /// with the lowest frequency counts. Its frequency is the vertex of the parabola through the levels in
  /// decibels of the bin and its two neighbours (J. O. Smith, "Spectral Audio Signal Processing", 2011). This
  /// is exact for a tone at the centre of a bin, and within 0.05 bins for other tones (0.15 with the flat-top
  /// window). A bin at an end of the axis or next to a gap yields its centre frequency. NaN bins are gaps.
  /// - Complexity: O(n + peaks log peaks), allocating the peaks.
  public static func strongest(
    _ countMax: Int, in powers: [Float], of axis: BinAxis, above threshold: Double, separationHertz: Double
  ) -> [Peak] {
    guard countMax > 0, axis.stepHertz > 0 else { return [] }
    let count = Swift.min(powers.count, axis.count)
    let bins = separationHertz / axis.stepHertz
    let reach = bins > 1 ? Int(saturating: Swift.min(bins, Double(count)).rounded(.up)) : 1
    var peaks: [Peak] = []
    var bin = 0
    while bin < count {
      guard Double(powers[bin]) > threshold else {
        bin += 1
        continue
      }
      if let higher = firstHigher(than: bin, in: powers, count: count, reach: reach) {
        bin = higher
        continue
      }
      if isHighest(bin, in: powers, reach: reach) {
        let offset = topOffset(of: bin, in: powers, count: count)
        peaks.append(
          Peak(
            frequencyHertz: axis.firstHertz + (Double(bin) + offset) * axis.stepHertz,
            power: Double(powers[bin])))
      }
      bin += reach
    }
    peaks.sort { $0.power > $1.power }
    return Array(peaks.prefix(countMax))
  }

  /// Returns the index of the first higher bin among the next `reach` bins, where the search continues; nil
  /// if none of them is higher.
  private static func firstHigher(than bin: Int, in powers: [Float], count: Int, reach: Int) -> Int? {
    guard bin + 1 < count else { return nil }
    return (bin + 1...Swift.min(bin + reach, count - 1)).first { powers[$0] > powers[bin] }
  }

  /// Returns whether a bin's power exceeds the power of each of the `reach` bins before it.
  private static func isHighest(_ bin: Int, in powers: [Float], reach: Int) -> Bool {
    !(Swift.max(0, bin - reach)..<bin).contains { powers[$0] >= powers[bin] }
  }

  /// Returns the offset of the parabola's vertex from the middle of three bins, in bins.
  private static func topOffset(of bin: Int, in powers: [Float], count: Int) -> Double {
    guard bin > 0, bin + 1 < count else { return 0 }
    let below = Decibels.decibels(fromPower: Double(powers[bin - 1]))
    let middle = Decibels.decibels(fromPower: Double(powers[bin]))
    let above = Decibels.decibels(fromPower: Double(powers[bin + 1]))
    let curvature = below - 2 * middle + above
    guard curvature < 0, curvature.isFinite else { return 0 }
    return Swift.min(0.5, Swift.max(-0.5, (below - above) / (2 * curvature)))
  }
}
