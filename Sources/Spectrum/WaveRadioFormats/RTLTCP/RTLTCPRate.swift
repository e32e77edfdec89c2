/// The sample rates that an RTL2832 can make.
public enum RTLTCPRate {
  /// Share of the rate, around its centre, that the converter's filter leaves as it is.
  public static let usableShare = 0.8

  /// Rates that divide the 28.8 MHz crystal well, rising; what is above 2.4 MS/s loses samples on many
  /// computers.
  public static let usual: [UInt32] = [
    250_000, 300_000, 960_000, 1_200_000, 1_440_000, 1_600_000, 1_920_000, 2_400_000, 2_880_000, 3_200_000,
  ]

  /// Whether the converter takes a rate: 225,001 to 300,000 or 900,001 to 3,200,000 (librtlsdr's rule).
  public static func isValid(_ hertz: UInt32) -> Bool {
    (225_001...300_000).contains(hertz) || (900_001...3_200_000).contains(hertz)
  }

  /// The lowest rate whose usable part holds a span.
  ///
  /// - Parameters:
  ///   - spanHertz: Width of the band; NaN is taken for too wide.
  ///   - limit: The highest rate that may be used, itself one that `isValid`.
  /// - Returns: A usual rate below the limit, or the limit; nil where even its usable part is too narrow.
  public static func rate(holding spanHertz: Double, limit: UInt32) -> UInt32? {
    for rate in usual where rate < limit && spanHertz <= Double(rate) * usableShare { return rate }
    return spanHertz <= Double(limit) * usableShare ? limit : nil
  }
}
