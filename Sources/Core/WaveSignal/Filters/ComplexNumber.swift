internal import WaveUnits

/// A complex number for filter design, where speed does not matter.
struct ComplexNumber: Equatable {
  var real: Double
  var imaginary: Double

  init(_ real: Double, _ imaginary: Double = 0) {
    self.real = real
    self.imaginary = imaginary
  }

  static func polar(_ radius: Double, turns: Double) -> Self {
    let (sine, cosine) = Trigonometry.sineCosine(turns: turns)
    return Self(radius * cosine, radius * sine)
  }

  var squaredMagnitude: Double { real * real + imaginary * imaginary }
  var magnitude: Double { squaredMagnitude.squareRoot() }
  var conjugate: Self { Self(real, -imaginary) }

  /// The square root with a non-negative real part.
  var squareRoot: Self {
    let size = magnitude
    let root = ((size + abs(real)) / 2).squareRoot()
    guard root > 0 else { return Self(0) }
    let other = imaginary / (2 * root)
    return real >= 0 ? Self(root, other) : Self(abs(other), imaginary < 0 ? -root : root)
  }

  static func + (one: Self, other: Self) -> Self {
    Self(one.real + other.real, one.imaginary + other.imaginary)
  }
  static func - (one: Self, other: Self) -> Self {
    Self(one.real - other.real, one.imaginary - other.imaginary)
  }
  static prefix func - (one: Self) -> Self { Self(-one.real, -one.imaginary) }

  static func * (one: Self, other: Self) -> Self {
    Self(
      one.real * other.real - one.imaginary * other.imaginary,
      one.real * other.imaginary + one.imaginary * other.real)
  }

  static func * (one: Self, factor: Double) -> Self { Self(one.real * factor, one.imaginary * factor) }

  static func / (one: Self, other: Self) -> Self { one * other.conjugate * (1 / other.squaredMagnitude) }
}
