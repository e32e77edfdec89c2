internal import WaveUnits

/// The parameters of a recursive filter: its shape, the band that passes, and its steepness.
///
/// They are checked when sections are made for a sample rate, before any data are filtered.
public struct FilterDesign: Equatable, Sendable {
  /// The response of the filter in its pass band and at the corners.
  public enum Shape: Equatable, Sendable {
    /// Flat in the pass band; −3 dB at the corners.
    case butterworth
    /// Steeper, with a ripple in the pass band, and the ripple's depth at the corners (type I).
    case chebyshev(rippleDecibels: Double)
    /// The same delay for all frequencies of the pass band, so that shapes are kept; −3 dB at the corners.
    case bessel
  }

  /// The highest order; a band-pass and a band-stop have twice as many poles.
  public static let orderMax = 12

  /// The response in the pass band and at the corners.
  public var shape: Shape
  /// The frequencies that pass.
  public var band: Band
  /// The steepness: the number of poles of the low-pass from which the filter is made.
  public var order: Int

  /// Describes a filter; this checks nothing.
  public init(_ shape: Shape, _ band: Band, order: Int) {
    self.shape = shape
    self.band = band
    self.order = order
  }

  /// Returns the sections of the digital filter for a sample rate, in the order in which samples pass through
  /// them.
  ///
  /// The analog prototype is shifted to its band with its corners pre-warped, then converted by the bilinear
  /// transform. The poles nearest to the unit circle come last. In exact arithmetic these are the filters of
  /// `scipy.signal.butter`, `cheby1` and `bessel(norm="mag")`.
  /// - Throws: ``FilterError`` for a rate, corner, order or ripple outside its range. A corner must be below
  ///   half the sample rate.
  /// - Complexity: O(order²), some allocations. Source: Oppenheim and Schafer, Discrete-Time Signal
  ///   Processing, chapter 7.
  public func sections(rateHertz: Double) throws(FilterError) -> [Biquad] {
    try check(rateHertz: rateHertz)
    var filter = prototype
    switch band {
    case .lowPass(let hertz):
      filter.scale(to: Self.warped(hertz, rateHertz))
    case .highPass(let hertz):
      filter.invert()
      filter.scale(to: Self.warped(hertz, rateHertz))
    case .bandPass(let low, let high):
      filter.shift(to: Self.warped(low, rateHertz), Self.warped(high, rateHertz))
    case .bandStop(let low, let high):
      filter.invert()
      filter.shift(to: Self.warped(low, rateHertz), Self.warped(high, rateHertz))
    }
    return filter.bilinear().sections
  }

  private func check(rateHertz: Double) throws(FilterError) {
    guard (1...Self.orderMax).contains(order) else { throw .order(order) }
    if case .chebyshev(let ripple) = shape {
      guard ripple > 0, ripple <= 12 else { throw .ripple(decibels: ripple) }
    }
    try band.check(rateHertz: rateHertz)
  }

  /// Pre-warps a corner for the bilinear transform s = 2 (z − 1)/(z + 1), which bends the frequency axis.
  private static func warped(_ hertz: Double, _ rateHertz: Double) -> Double {
    let (sine, cosine) = Trigonometry.sineCosine(turns: hertz / rateHertz / 2)
    return 2 * sine / cosine
  }

  /// The analog low-pass with its corner at 1 radian a second.
  private var prototype: RootFilter {
    switch shape {
    case .butterworth:
      return RootFilter(unityPoles: circle(real: 1, imaginary: 1))
    case .chebyshev(let ripple):
      let excess = (Decibels.power(fromDecibels: ripple) - 1).squareRoot()
      let inverse = 1 / excess
      // sinh and cosh of asinh(1/ε)/N.
      let grown = Exponential.exp(
        Logarithm.natural(inverse + (inverse * inverse + 1).squareRoot()) / Double(order))
      var filter = RootFilter(
        unityPoles: circle(real: (grown - 1 / grown) / 2, imaginary: (grown + 1 / grown) / 2))
      // With an even order, the response at zero frequency is at the ripple's bottom.
      if order.isMultiple(of: 2) { filter.gain /= (1 + excess * excess).squareRoot() }
      return filter
    case .bessel:
      return RootFilter(unityPoles: BesselPoles.poles(order: order))
    }
  }

  /// Places poles evenly on the left half of an ellipse.
  private func circle(real: Double, imaginary: Double) -> [ComplexNumber] {
    (0..<order).map { index in
      let (sine, cosine) = Trigonometry.sineCosine(turns: 2 * index + 1, over: 4 * order)
      return ComplexNumber(-real * sine, imaginary * cosine)
    }
  }
}
