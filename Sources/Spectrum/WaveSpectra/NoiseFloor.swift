import WaveUnits

/// Estimates the noise floor of a spectrum that contains signals.
public enum NoiseFloor {
  /// Returns the mean noise power per bin, estimated from the lower half of the bins' mean powers.
  ///
  /// Averaged noise powers follow a gamma distribution whose cube root is nearly normal (E. B. Wilson and M.
  /// M. Hilferty, 1931, doi:10.1073/pnas.17.12.684). The median and lower quartile give that normal
  /// distribution's centre and spread, and hence its mean cube, for any number of averages: within 0.06 dB
  /// for a single transform, closer for more. Signals can occupy up to a quarter of the bins before they
  /// raise the result noticeably. If the floor is not flat, the result is slightly too high. NaN bins are
  /// ignored; without any data, the result is NaN.
  /// - Complexity: O(n log n), allocating a copy of the bins.
  public static func mean(of powers: [Float]) -> Double {
    var sorted = powers.filter { $0 >= 0 && $0 < .infinity }
    guard !sorted.isEmpty else { return .nan }
    sorted.sort()
    let median = cubeRoot(quantile(0.5, of: sorted))
    let quartile = cubeRoot(quantile(0.25, of: sorted))
    let spread = (median - quartile) / 0.674_489_750_196_082
    return median * (median * median + 3 * spread * spread)
  }

  private static func quantile(_ share: Double, of sorted: [Float]) -> Double {
    let position = share * Double(sorted.count - 1)
    let index = Int(saturating: position)
    let next = Swift.min(index + 1, sorted.count - 1)
    let rest = position - Double(index)
    return Double(sorted[index]) * (1 - rest) + Double(sorted[next]) * rest
  }

  /// Returns the cube root of a non-negative number, by Halley's method.
  private static func cubeRoot(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    // Dividing the exponent by three gives a value within a factor of 1.3 of the root.
    var root = Double(bitPattern: value.bitPattern / 3 + 0x2A9F_7893_0000_0000)
    for _ in 0..<4 {
      let cube = root * root * root
      root *= (cube + 2 * value) / (2 * cube + value)
    }
    return root
  }
}
