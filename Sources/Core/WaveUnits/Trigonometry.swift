/// Sines and cosines of exact fractions of a turn, bit-identical natively and in WebAssembly.
///
/// Windows, transforms and demonstration signals need angles that are exact fractions of a turn. When the
/// fraction is given as two integers, the reduction to an eighth of a turn is exact: a quarter turn gives
/// exactly 1 and 0.
public enum Trigonometry {
  /// Returns the sine and cosine of `numerator / denominator` of a turn.
  ///
  /// The error is below one unit in the last place of 1. A denominator that is not above zero gives NaN.
  /// - Complexity: O(1), without allocation.
  public static func sineCosine(
    turns numerator: Int, over denominator: Int
  ) -> (sine: Double, cosine: Double) {
    guard denominator > 0 else { return (.nan, .nan) }
    // Each fold keeps the numerator at most half the denominator, so doubling it cannot overflow.
    var rest = numerator % denominator
    if rest < 0 { rest += denominator }
    let isLowerHalf = rest > denominator - rest
    if isLowerHalf { rest = denominator - rest }
    rest *= 2
    let isLeftHalf = rest > denominator - rest
    if isLeftHalf { rest = denominator - rest }
    rest *= 2
    let isSteep = rest > denominator - rest
    if isSteep { rest = denominator - rest }

    let angle = Double(rest) / Double(denominator) * 1.570_796_326_794_896_6
    var (sine, cosine) = octant(angle)
    // On the diagonal, sine and cosine are equal, so the more accurate series gives both.
    if rest == denominator - rest { cosine = sine }
    if isSteep { swap(&sine, &cosine) }
    return (isLowerHalf ? -sine : sine, isLeftHalf ? -cosine : cosine)
  }

  /// Returns the sine and cosine of a number of turns.
  ///
  /// The error is below two units in the last place of 1; the reduction to an eighth of a turn is exact. NaN
  /// and infinity give NaN.
  /// - Complexity: O(1), without allocation.
  public static func sineCosine(turns: Double) -> (sine: Double, cosine: Double) {
    guard turns.isFinite else { return (.nan, .nan) }
    // Subtracting the nearest integer loses no bits, and neither does subtracting a quarter.
    let rest = turns.remainder(dividingBy: 1)
    let quarter = (rest * 4).rounded(.toNearestOrEven)
    let angle = (rest - quarter / 4) * 6.283_185_307_179_586_5
    let (magnitude, cosine) = octant(abs(angle))
    let sine = angle < 0 ? -magnitude : magnitude
    switch Int(quarter) {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case -1: return (-cosine, sine)
    default: return (-sine, -cosine)
    }
  }

  /// Returns the sine and cosine of an angle from 0 to π/4 radians, computed from series whose omitted terms
  /// are below 1e-19.
  private static func octant(_ angle: Double) -> (sine: Double, cosine: Double) {
    let square = angle * angle
    var sine = 1.0
    var cosine = 1.0
    var order = 18.0
    while order > 0 {
      sine = 1 - sine * square / (order * (order + 1))
      cosine = 1 - cosine * square / (order * (order - 1))
      order -= 2
    }
    return (sine * angle, cosine)
  }
}
