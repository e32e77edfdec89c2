internal import WaveUnits

/// A recursive filter as one describes it: its shape, what passes, and how steeply.
///
/// The parameters are checked when sections are made for a sample rate, apart from any data.
public struct FilterDesign: Equatable, Sendable {
  /// How the filter behaves between what passes and what does not.
  public enum Shape: Equatable, Sendable {
    /// Flat where it passes; −3 dB at the corners.
    case butterworth
    /// Steeper, with a ripple where it passes; the ripple's depth at the corners (type I).
    case chebyshev(rippleDecibels: Double)
    /// All of a wave delayed alike, so that shapes are kept; −3 dB at the corners.
    case bessel
  }

  /// Highest order that is accepted; a band-pass and a band-stop have twice as many poles.
  public static let orderMax = 12

  /// How it behaves between what passes and what does not.
  public var shape: Shape
  /// What passes.
  public var band: Band
  /// How steep it is: poles of the low-pass it is made of.
  public var order: Int

  /// Describes a filter; nothing is checked yet.
  public init(_ shape: Shape, _ band: Band, order: Int) {
    self.shape = shape
    self.band = band
    self.order = order
  }

  /// Sections of the digital filter for a sample rate, in the order in which samples go through them.
  ///
  /// The analog prototype is shifted to its band and taken over by the bilinear transform with its corners
  /// pre-warped; the poles nearest to the unit circle come last. In exact arithmetic these are the filters of
  /// `scipy.signal.butter`, `cheby1` and `bessel(norm="mag")`.
  /// - Throws: ``FilterError`` for a rate, corner, order or ripple outside its range: a corner at half the
  ///   sample rate and above is refused.
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

  /// Where a corner must be before the bilinear transform of s = 2 (z − 1)/(z + 1), which bends the axis.
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
      // An even order has its ripple's bottom at zero frequency.
      if order.isMultiple(of: 2) { filter.gain /= (1 + excess * excess).squareRoot() }
      return filter
    case .bessel:
      return RootFilter(unityPoles: BesselPoles.poles(order: order))
    }
  }

  /// Poles evenly on the left half of an ellipse.
  private func circle(real: Double, imaginary: Double) -> [ComplexNumber] {
    (0..<order).map { index in
      let (sine, cosine) = Trigonometry.sineCosine(turns: 2 * index + 1, over: 4 * order)
      return ComplexNumber(-real * sine, imaginary * cosine)
    }
  }
}
