/// A filter under design, in zero-pole-gain form.
///
/// Zeros and poles are real or come in conjugate pairs. There are never more zeros than poles.
struct RootFilter {
  var zeros: [ComplexNumber] = []
  var poles: [ComplexNumber]
  var gain: Double

  /// Creates an analog low-pass filter with unity gain at zero frequency.
  init(unityPoles poles: [ComplexNumber]) {
    self.poles = poles
    gain = Self.product(of: poles.map { -$0 }).real
  }

  private static func product(of numbers: [ComplexNumber]) -> ComplexNumber {
    numbers.reduce(ComplexNumber(1), *)
  }

  /// Moves the corner from 1 radian per second to `corner` radians per second.
  mutating func scale(to corner: Double) {
    for _ in zeros.count..<poles.count { gain *= corner }
    zeros = zeros.map { $0 * corner }
    poles = poles.map { $0 * corner }
  }

  /// Transforms a low-pass into a high-pass filter by replacing s with 1/s.
  mutating func invert() {
    replaceRoots(by: { ComplexNumber(1) / $0 }, infinityBy: ComplexNumber(0), denominator: { -$0 })
  }

  /// Transforms a low-pass into a band-pass filter, or a high-pass into a band-stop filter.
  ///
  /// This replaces s with (s² + l·h)/(s·(h − l)).
  mutating func shift(to low: Double, _ high: Double) {
    let missing = poles.count - zeros.count
    for _ in 0..<missing { gain *= high - low }
    func split(_ roots: [ComplexNumber]) -> [ComplexNumber] {
      roots.flatMap { root in
        let half = root * ((high - low) / 2)
        let distance = (half * half - ComplexNumber(low * high)).squareRoot
        return [half + distance, half - distance]
      }
    }
    zeros = split(zeros) + Array(repeating: ComplexNumber(0), count: missing)
    poles = split(poles)
  }

  /// Transforms an analog into a digital filter by the bilinear transform z = (2 + s)/(2 − s).
  ///
  /// Zeros at infinity move to half the sample rate.
  mutating func makeDigital() {
    let two = ComplexNumber(2)
    replaceRoots(
      by: { (two + $0) / (two - $0) }, infinityBy: ComplexNumber(-1), denominator: { two - $0 })
  }

  /// Replaces every root, and the zeros at infinity, in a transform that is a fraction of s.
  private mutating func replaceRoots(
    by place: (ComplexNumber) -> ComplexNumber, infinityBy end: ComplexNumber,
    denominator: (ComplexNumber) -> ComplexNumber
  ) {
    gain *= (Self.product(of: zeros.map(denominator)) / Self.product(of: poles.map(denominator))).real
    zeros = zeros.map(place) + Array(repeating: end, count: poles.count - zeros.count)
    poles = poles.map(place)
  }

  /// The sections of the digital filter, each with two poles and the zeros nearest to them.
  ///
  /// Poles near the unit circle come last, and the gain is in the first section. The response of a pole with
  /// a zero close to it stays near 1, so no section overflows before a later one reduces the level again.
  var sections: [Biquad] {
    var poles = Self.pairs(of: self.poles)
    // Unpaired roots are real and are assigned last.
    poles.sort { $0.distanceFromCircle > $1.distanceFromCircle }
    var zeros = Self.pairs(of: self.zeros)
    var sections: [Biquad] = []
    for pole in poles.reversed() {
      let nearest = zeros.indices.filter { zeros[$0].count == pole.count }
        .min { zeros[$0].squaredDistance(to: pole) < zeros[$1].squaredDistance(to: pole) }
      let b = nearest.map { zeros.remove(at: $0).polynomial } ?? (1, 0, 0)
      let a = pole.polynomial
      sections.append(Biquad(b0: b.0, b1: b.1, b2: b.2, a1: a.1, a2: a.2))
    }
    sections.reverse()
    if !sections.isEmpty { sections[0].scale(by: gain) }
    return sections
  }

  /// Two roots that form a polynomial with real coefficients, or a single real root.
  struct Pair {
    var first: ComplexNumber
    var second: ComplexNumber?

    var count: Int { second == nil ? 1 : 2 }

    /// The coefficients of 1, 1/z and 1/z².
    var polynomial: (Double, Double, Double) {
      guard let second else { return (1, -first.real, 0) }
      return (1, -(first + second).real, (first * second).real)
    }

    var distanceFromCircle: Double {
      min(abs(1 - first.magnitude), second.map { abs(1 - $0.magnitude) } ?? .infinity)
    }

    func squaredDistance(to other: Pair) -> Double { (first - other.first).squaredMagnitude }
  }

  /// Groups roots into conjugate pairs, and the real roots into pairs of the largest and the smallest.
  ///
  /// If the number of real roots is odd, one remains unpaired.
  static func pairs(of roots: [ComplexNumber]) -> [Pair] {
    // The square root can leave a small imaginary part in real poles.
    let isReal = { (root: ComplexNumber) in abs(root.imaginary) <= 1e-12 * root.magnitude }
    var pairs = roots.filter { !isReal($0) && $0.imaginary > 0 }.map { Pair(first: $0, second: $0.conjugate) }
    var real = roots.filter(isReal).map { $0.real }.sorted()
    while real.count > 1 {
      // The largest is paired with the smallest, so each section of a band-pass filter has a zero at either
      // end of the frequency axis.
      pairs.append(Pair(first: ComplexNumber(real.removeLast()), second: ComplexNumber(real.removeFirst())))
    }
    if let last = real.first { pairs.append(Pair(first: ComplexNumber(last), second: nil)) }
    return pairs
  }
}
