internal import WaveUnits

/// A recursive filter section with two poles and two zeros; its first denominator coefficient is 1.
public struct Biquad: Equatable, Sendable {
  /// The coefficient of the newest sample.
  public var b0: Double
  /// The coefficient of the previous sample.
  public var b1: Double
  /// The coefficient of the sample two steps back.
  public var b2: Double
  /// The coefficient by which the previous output is multiplied before it is subtracted.
  public var a1: Double
  /// The coefficient by which the output two steps back is multiplied before it is subtracted.
  public var a2: Double

  /// Creates a section with the coefficients of (b0 + b1/z + b2/z²)/(1 + a1/z + a2/z²).
  public init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
    self.b0 = b0
    self.b1 = b1
    self.b2 = b2
    self.a1 = a1
    self.a2 = a2
  }

  mutating func scale(by gain: Double) {
    b0 *= gain
    b1 *= gain
    b2 *= gain
  }

  /// Designs a notch filter, which removes one frequency; its −3 dB points are `hertz / quality` apart.
  ///
  /// The result equals that of `scipy.signal.iirnotch`.
  /// - Throws: ``FilterError`` for a rate that is not a finite number above zero, a frequency not between
  ///   zero and half the rate, or a quality that is not above zero or makes the notch at least half the rate
  ///   wide.
  public static func notch(hertz: Double, quality: Double, rateHertz: Double) throws(FilterError) -> Biquad {
    guard rateHertz > 0, rateHertz.isFinite else { throw .sampleRate(rateHertz) }
    guard hertz > 0, hertz < rateHertz / 2 else { throw .corner(hertz: hertz, nyquistHertz: rateHertz / 2) }
    // The −3 dB bandwidth must be below half the rate.
    guard quality > 0, quality.isFinite, hertz / quality < rateHertz / 2 else { throw .quality(quality) }
    let (sine, cosine) = Trigonometry.sineCosine(turns: hertz / quality / rateHertz / 2)
    let gain = 1 / (1 + sine / cosine)
    let middle = -2 * gain * Trigonometry.sineCosine(turns: hertz / rateHertz).cosine
    return Biquad(b0: gain, b1: middle, b2: gain, a1: middle, a2: 2 * gain - 1)
  }

  /// The gain at zero frequency.
  var steadyGain: Double { (b0 + b1 + b2) / (1 + a1 + a2) }

  /// Returns the group delay at a frequency, in samples.
  ///
  /// The result is infinite or NaN if the response is zero. Source: Julius O. Smith, Introduction to Digital
  /// Filters, group delay.
  public func groupDelaySamples(hertz: Double, rateHertz: Double) -> Double {
    let one = ComplexNumber.polar(1, turns: -hertz / rateHertz)
    let two = one * one
    let above = (one * b1 + two * (2 * b2)) / (ComplexNumber(b0) + one * b1 + two * b2)
    let below = (one * a1 + two * (2 * a2)) / (ComplexNumber(1) + one * a1 + two * a2)
    return (above - below).real
  }
}
