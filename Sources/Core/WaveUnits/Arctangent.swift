/// Arctangents computed with IEEE operations alone, bit-identical natively and in WebAssembly.
public enum Arctangent {
  /// Returns the angle in radians whose tangent is `tangent`, or NaN for NaN.
  ///
  /// The angle is halved twice by tan(a/2) = t / (1 + √(1 + t²)), which gives |t| < 0.2. The first omitted
  /// term of the series is below 1e-19.
  public static func of(_ tangent: Double) -> Double {
    guard tangent.magnitude < .infinity else {
      return tangent.isNaN ? .nan : tangent < 0 ? -1.570_796_326_794_896_6 : 1.570_796_326_794_896_6
    }
    let isSteep = tangent.magnitude > 1
    var rest = isSteep ? 1 / tangent.magnitude : tangent.magnitude
    for _ in 0..<2 { rest /= 1 + (1 + rest * rest).squareRoot() }
    let square = rest * rest
    var sum = 0.0
    var term = 27.0
    while term > 0 {
      sum = 1 / term - square * sum
      term -= 2
    }
    let angle = 4 * rest * sum
    let folded = isSteep ? 1.570_796_326_794_896_6 - angle : angle
    return tangent < 0 ? -folded : folded
  }

  /// Returns the angle from 0 to π radians whose cosine is `cosine`, clamped to ±1.
  public static func ofCosine(_ cosine: Double) -> Double {
    let cosine = Swift.max(-1, Swift.min(1, cosine))
    // tan(a/2) = √((1 - c)/(1 + c)).
    return cosine == -1 ? 3.141_592_653_589_793 : 2 * of(((1 - cosine) / (1 + cosine)).squareRoot())
  }

  /// Returns the angle of a point in radians, from -π to π, measured from the first axis towards the second;
  /// 0 at the origin.
  ///
  /// - Parameters:
  ///   - sine: The coordinate on the second axis.
  ///   - cosine: The coordinate on the first axis.
  /// - Returns: The angle in radians.
  public static func of(_ sine: Double, _ cosine: Double) -> Double {
    if cosine == 0 && sine == 0 { return 0 }
    if cosine.magnitude >= sine.magnitude {
      let angle = of(sine / cosine)
      if cosine > 0 { return angle }
      return sine < 0 ? angle - 3.141_592_653_589_793 : angle + 3.141_592_653_589_793
    }
    let angle = 1.570_796_326_794_896_6 - of(cosine / sine.magnitude)
    return sine < 0 ? -angle : angle
  }
}
