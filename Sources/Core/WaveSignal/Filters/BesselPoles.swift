internal import WaveUnits

/// Poles of Bessel low-pass filters, with −3 dB at 1 radian per second.
enum BesselPoles {
  /// Returns the poles for an order: the scaled roots of the reverse Bessel polynomial, found by Aberth's
  /// method.
  ///
  /// Source: W. E. Thomson, Delay networks having maximally flat frequency characteristics, 1949, DOI
  /// 10.1049/pi-3.1949.0101; O. Aberth, Iteration methods for finding all zeros of a polynomial
  /// simultaneously, 1973, DOI 10.1090/S0025-5718-1973-0329236-7.
  static func poles(order: Int) -> [ComplexNumber] {
    let coefficients = reverseBessel(order: order)
    // The starting points lie on a half circle close to the curve on which the roots lie.
    var roots = (0..<order).map { index in
      ComplexNumber.polar(Double(order), turns: 0.25 + (Double(index) + 0.5) / Double(order) / 2)
    }
    for _ in 0..<100 {
      var largest = 0.0
      for index in roots.indices {
        let root = roots[index]
        let (value, slope) = evaluate(coefficients, at: root)
        var others = ComplexNumber(0)
        for other in roots.indices where other != index {
          others = others + ComplexNumber(1) / (root - roots[other])
        }
        let newton = value / slope
        let step = newton / (ComplexNumber(1) - newton * others)
        roots[index] = root - step
        largest = max(largest, step.magnitude / root.magnitude)
      }
      if largest < 1e-15 { break }
    }
    let corner = halfPower(coefficients)
    return symmetric(roots).map { $0 * (1 / corner) }
  }

  /// Returns the coefficients of 1, s, s² … in the reverse Bessel polynomial of order n.
  ///
  /// Coefficient k is (2n − k)! / (2^(n − k) k! (n − k)!), exact in `Double` up to order 12.
  private static func reverseBessel(order: Int) -> [Double] {
    var coefficients = [1.0]
    for power in stride(from: order - 1, through: 0, by: -1) {
      let last = coefficients[0]
      coefficients.insert(
        last * Double(2 * order - power) * Double(power + 1) / Double(2 * (order - power)), at: 0)
    }
    return coefficients
  }

  private static func evaluate(_ coefficients: [Double], at point: ComplexNumber) -> (
    ComplexNumber, ComplexNumber
  ) {
    var value = ComplexNumber(0)
    var slope = ComplexNumber(0)
    for coefficient in coefficients.reversed() {
      slope = slope * point + value
      value = value * point + ComplexNumber(coefficient)
    }
    return (value, slope)
  }

  /// Returns the half-power frequency, found by bisection because the response decreases monotonically.
  private static func halfPower(_ coefficients: [Double]) -> Double {
    let goal = 2 * coefficients[0] * coefficients[0]
    var low = 0.0
    var high = 16.0
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let power = evaluate(coefficients, at: ComplexNumber(0, middle)).0.squaredMagnitude
      if power < goal { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// Returns the roots as exact conjugate pairs, and removes rounding errors that make a real root complex.
  private static func symmetric(_ roots: [ComplexNumber]) -> [ComplexNumber] {
    let upper = roots.filter { $0.imaginary > 1e-6 }
    let real = roots.filter { abs($0.imaginary) <= 1e-6 }.map { ComplexNumber($0.real) }
    return upper + upper.map { $0.conjugate } + real
  }
}
