/// The sample rates that an RTL2832 supports.
public enum RTLTCPRate {
  /// The central fraction of the sample rate in which the converter's filter is flat.
  public static let usableShare = 0.8

  /// Commonly used rates in hertz, in ascending order.
  ///
  /// Most of them divide the crystal's 28.8 MHz evenly. Above 2.4 MS/s, many computers lose samples.
  public static let usual: [UInt32] = [
    250_000, 300_000, 960_000, 1_200_000, 1_440_000, 1_600_000, 1_920_000, 2_400_000, 2_880_000, 3_200_000,
  ]

  /// Returns whether the converter supports a rate: 225,001 to 300,000 or 900,001 to 3,200,000 Hz
  /// (librtlsdr's rule).
  public static func isValid(_ hertz: UInt32) -> Bool {
    (225_001...300_000).contains(hertz) || (900_001...3_200_000).contains(hertz)
  }

  /// Returns the lowest commonly used rate whose usable part is at least as wide as a frequency span.
  ///
  /// - Parameters:
  ///   - spanHertz: The width of the band; NaN counts as too wide.
  ///   - limit: The highest rate allowed, which must be valid itself.
  /// - Returns: A commonly used rate below the limit, or the limit itself; nil if the usable part of even the
  ///   highest rate is too narrow.
  public static func rate(holding spanHertz: Double, limit: UInt32) -> UInt32? {
    for rate in usual where rate < limit && spanHertz <= Double(rate) * usableShare { return rate }
    return spanHertz <= Double(limit) * usableShare ? limit : nil
  }
}
