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
  /// Checks that the corners lie between zero and half the sample rate.
  func check(rateHertz: Double) throws(FilterError) { _ = try edges(rateHertz: rateHertz) }

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
    case .bandPass(let low, let high):
      let edges = [(hertz: try checked(high), sign: 1.0), (hertz: try checked(low), sign: -1.0)]
      guard low < high else { throw .edges(lowHertz: low, highHertz: high) }
      return edges
    case .bandStop(let low, let high):
      let edges = [
        (hertz: nyquist, sign: 1.0), (hertz: try checked(high), sign: -1.0),
        (hertz: try checked(low), sign: 1.0),
      ]
      guard low < high else { throw .edges(lowHertz: low, highHertz: high) }
      return edges
    }
  }
}
