internal import WaveUnits

/// The parameters of a recursive filter: its shape, pass band and steepness.
///
/// They are checked when the sections for a sample rate are designed, before any data are filtered.
public struct FilterDesign: Equatable, Sendable {
  /// The response of the filter in its pass band and at the corners.
  public enum Shape: Equatable, Sendable {
    /// Flat in the pass band; −3 dB at the corners.
    case butterworth
    /// A steep type I response with ripple in the pass band; the attenuation at the corners equals the
    /// ripple.
    case chebyshev(rippleDecibels: Double)
    /// A nearly constant delay in the pass band, which preserves waveforms; −3 dB at the corners.
    case bessel
  }

  /// The maximum order; band-pass and band-stop filters have twice as many poles.
  public static let orderMax = 12

  /// The response in the pass band and at the corners.
  public var shape: Shape
  /// The pass band or stop band, and its corners.
  public var band: Band
  /// The order: the number of poles of the low-pass prototype.
  public var order: Int

  /// Creates a description of a filter, without checking it.
  public init(_ shape: Shape, _ band: Band, order: Int) {
    self.shape = shape
    self.band = band
    self.order = order
  }

  /// Returns the sections of the digital filter for a sample rate, in processing order.
  ///
  /// The analog prototype is transformed to the band with pre-warped corners, then converted by the bilinear
  /// transform. The poles nearest to the unit circle come last. In exact arithmetic, these are the filters of
  /// `scipy.signal.butter`, `cheby1` and `bessel(norm="mag")`.
  /// - Throws: ``FilterError`` for a rate, corner, order or ripple outside its range. A corner must be below
  ///   half the sample rate.
  /// - Complexity: O(order²), with some allocations. Source: Oppenheim and Schafer, Discrete-Time Signal
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
    filter.makeDigital()
    return filter.sections
  }

  private func check(rateHertz: Double) throws(FilterError) {
    guard (1...Self.orderMax).contains(order) else { throw .order(order) }
    if case .chebyshev(let ripple) = shape {
      guard ripple > 0, ripple <= 12 else { throw .ripple(decibels: ripple) }
    }
    // The corners are checked as edges.
    _ = try band.edges(rateHertz: rateHertz)
  }

  /// Pre-warps a corner for the bilinear transform s = 2 (z − 1)/(z + 1), which warps the frequency axis.
  private static func warped(_ hertz: Double, _ rateHertz: Double) -> Double {
    let (sine, cosine) = Trigonometry.sineCosine(turns: hertz / rateHertz / 2)
    return 2 * sine / cosine
  }

  /// The analog low-pass prototype with its corner at 1 radian per second.
  private var prototype: RootFilter {
    switch shape {
    case .butterworth:
      return RootFilter(unityPoles: circle(real: 1, imaginary: 1))
    case .chebyshev(let ripple):
      let excess = (Decibels.power(fromDecibels: ripple) - 1).squareRoot()
      let inverse = 1 / excess
      // The semi-axes of the ellipse are sinh and cosh of asinh(1/ε)/N.
      let grown = Exponential.exp(
        Logarithm.natural(inverse + (inverse * inverse + 1).squareRoot()) / Double(order))
      var filter = RootFilter(
        unityPoles: circle(real: (grown - 1 / grown) / 2, imaginary: (grown + 1 / grown) / 2))
      // With an even order, the response at zero frequency is at the bottom of the ripple.
      if order.isMultiple(of: 2) { filter.gain /= (1 + excess * excess).squareRoot() }
      return filter
    case .bessel:
      return RootFilter(unityPoles: BesselPoles.poles(order: order))
    }
  }

  /// Returns poles spaced evenly in angle on the left half of an ellipse.
  private func circle(real: Double, imaginary: Double) -> [ComplexNumber] {
    (0..<order).map { index in
      let (sine, cosine) = Trigonometry.sineCosine(turns: 2 * index + 1, over: 4 * order)
      return ComplexNumber(-real * sine, imaginary * cosine)
    }
  }
}
