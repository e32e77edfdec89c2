import WaveUnits

/// A window of a certain length, with what it does to tones and to noise, computed from its own coefficients.
public struct Window: Sendable {
  /// Shape.
  public let function: WindowFunction
  /// Weight of each sample.
  public let coefficients: [Float]
  /// Sum of the coefficients: what a tone on a bin is multiplied by.
  public let sum: Double
  /// Sum of the squared coefficients: what noise power is multiplied by.
  public let sumOfSquares: Double
  /// Width in bins, between the points 3.01 dB below its top, of what one tone draws.
  ///
  /// A bin here is the sample rate over the window's length, also where the transform is longer.
  public let rbwBins: Double
  /// How much lower than on a bin a tone reads half way between two bins, in decibels, above zero.
  public let scallopingLossDecibels: Double

  /// Number of samples.
  public var count: Int { coefficients.count }
  /// Mean coefficient.
  public var coherentGain: Double { sum / Double(count) }
  /// Width in bins of the ideal filter that passes as much white noise.
  ///
  /// A bin here is the sample rate over the window's length, also where the transform is longer.
  public var enbwBins: Double { Double(count) * sumOfSquares / (sum * sum) }

  /// Makes a window.
  ///
  /// The count is brought into 2...65,536, the lengths a transform can take.
  /// - Complexity: O(count), allocating the coefficients.
  public init(_ function: WindowFunction, count: Int) {
    let count = Swift.min(Swift.max(2, count), 65_536)
    let terms = function.terms
    var coefficients = [Float](repeating: 0, count: count)
    var sum = 0.0
    var sumOfSquares = 0.0
    for index in 0..<count {
      var value = 0.0
      var sign = 1.0
      for (order, term) in terms.enumerated() {
        value += sign * term * Trigonometry.sineCosine(turns: index * order, over: count).cosine
        sign = -sign
      }
      coefficients[index] = Float(value)
      sum += Double(coefficients[index])
      sumOfSquares += Double(coefficients[index]) * Double(coefficients[index])
    }
    self.function = function
    self.coefficients = coefficients
    self.sum = sum
    self.sumOfSquares = sumOfSquares
    let lobe = MainLobe(coefficients: coefficients)
    rbwBins = 2 * lobe.halfPowerOffset()
    scallopingLossDecibels = lobe.scallopingLossDecibels()
  }
}
