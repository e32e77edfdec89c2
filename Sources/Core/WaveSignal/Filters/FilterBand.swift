extension FilterDesign {
  /// The range of frequencies that a filter passes.
  public enum Band: Equatable, Sendable {
    case lowPass(hertz: Double)
    case highPass(hertz: Double)
    case bandPass(lowHertz: Double, highHertz: Double)
    case bandStop(lowHertz: Double, highHertz: Double)
  }
}

extension FilterDesign.Band {
  /// Returns low-pass filters that add up to this filter, each with the sign of its contribution.
  ///
  /// A low-pass filter with its corner at half the rate passes everything.
  func edges(rateHertz: Double) throws(FilterError) -> [(hertz: Double, sign: Double)] {
    guard rateHertz > 0, rateHertz.isFinite else { throw .sampleRate(rateHertz) }
    let nyquist = rateHertz / 2
    func checked(_ hertz: Double) throws(FilterError) -> Double {
      guard hertz > 0, hertz < nyquist else { throw .corner(hertz: hertz, nyquistHertz: nyquist) }
      return hertz
    }
    switch self {
    case .lowPass(let hertz): return [(try checked(hertz), 1)]
    case .highPass(let hertz): return [(nyquist, 1), (try checked(hertz), -1)]
    case .bandPass(let low, let high), .bandStop(let low, let high):
      let (upper, lower) = (try checked(high), try checked(low))
      guard low < high else { throw .edges(lowHertz: low, highHertz: high) }
      if case .bandPass = self { return [(upper, 1), (lower, -1)] }
      return [(nyquist, 1), (upper, -1), (lower, 1)]
    }
  }
}
