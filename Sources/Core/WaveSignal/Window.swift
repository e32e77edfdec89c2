/// A window of a given length, with its effect on tones and noise, computed from its coefficients.
public struct Window: Sendable {
  /// The shape of the window.
  public let function: WindowFunction
  /// The weight of each sample.
  public let coefficients: [Float]
  /// The sum of the coefficients: the factor by which the window multiplies the amplitude of a tone centred
  /// on a bin.
  public let sum: Double
  /// The sum of the squared coefficients: the factor by which the window multiplies the power of noise.
  public let sumOfSquares: Double
  /// The width of a tone's peak in bins, between the points 3.01 dB below its top.
  ///
  /// One bin is the sample rate divided by the window's length, even if the transform is longer.
  public let rbwBins: Double
  /// The loss of a tone halfway between two bins relative to a tone on a bin, in decibels, as a positive
  /// number.
  public let scallopingLossDecibels: Double

  /// The number of samples.
  public var count: Int { coefficients.count }
  /// The mean of the coefficients.
  public var coherentGain: Double { sum / Double(count) }
  /// The equivalent noise bandwidth in bins: the width of an ideal filter that passes the same white-noise
  /// power.
  ///
  /// One bin is the sample rate divided by the window's length, even if the transform is longer.
  public var enbwBins: Double { Double(count) * sumOfSquares / (sum * sum) }

  /// Creates a window.
  ///
  /// The count is clamped to 2...1,048,576. Above 65,536 samples, the widths in bins are computed for 65,536
  /// samples; the exact widths differ by less than one part in 10^9.
  /// - Complexity: O(count); allocates the coefficients.
  public init(_ function: WindowFunction, count: Int) {
    let count = Swift.min(Swift.max(2, count), FFT.countMax)
    self.function = function
    coefficients = Self.coefficients(of: function, count: count)
    sum = coefficients.reduce(0) { $0 + Double($1) }
    sumOfSquares = coefficients.reduce(0) { $0 + Double($1) * Double($1) }
    let lobe = MainLobe(
      coefficients: count <= MainLobe.countMax
        ? coefficients : Self.coefficients(of: function, count: MainLobe.countMax))
    rbwBins = 2 * lobe.halfPowerOffset()
    scallopingLossDecibels = lobe.scallopingLossDecibels()
  }

  private static func coefficients(of function: WindowFunction, count: Int) -> [Float] {
    let terms = function.terms
    let turns = TurnTable(count: count)
    var coefficients = [Float](repeating: 0, count: count)
    for index in 0..<count {
      var value = terms[0]
      var sign = -1.0
      for order in 1..<terms.count {
        value += sign * terms[order] * turns[index * order].cosine
        sign = -sign
      }
      coefficients[index] = Float(value)
    }
    return coefficients
  }
}
