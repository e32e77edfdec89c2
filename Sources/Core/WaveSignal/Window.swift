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
  /// The count is brought into 2...1,048,576, the lengths a transform can take. Beyond 65,536 samples, where
  /// a longer window is no wider in bins by a part in 10^9, its widths are those of that length.
  /// - Complexity: O(count), allocating the coefficients.
  public init(_ function: WindowFunction, count: Int) {
    let count = Swift.min(Swift.max(2, count), FFT.countMax)
    let coefficients = Self.coefficients(of: function, count: count)
    var sum = 0.0
    var sumOfSquares = 0.0
    for coefficient in coefficients {
      sum += Double(coefficient)
      sumOfSquares += Double(coefficient) * Double(coefficient)
    }
    self.function = function
    self.coefficients = coefficients
    self.sum = sum
    self.sumOfSquares = sumOfSquares
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
