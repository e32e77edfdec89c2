/// A complex number.
struct Complex {
  var real: Double
  var imaginary: Double

  init(_ real: Double, _ imaginary: Double) {
    self.real = real
    self.imaginary = imaginary
  }

  /// The square of the magnitude.
  var norm: Double { real * real + imaginary * imaginary }
  /// The square root whose real part is not negative.
  var squareRoot: Complex {
    let magnitude = norm.squareRoot()
    let root = ((magnitude + real) / 2).squareRoot()
    let other = ((magnitude - real) / 2).squareRoot()
    return Complex(root, imaginary < 0 ? -other : other)
  }

  static func + (a: Complex, b: Complex) -> Complex { Complex(a.real + b.real, a.imaginary + b.imaginary) }
  static func - (a: Complex, b: Complex) -> Complex { Complex(a.real - b.real, a.imaginary - b.imaginary) }
  static func * (a: Complex, b: Complex) -> Complex {
    Complex(a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
  }
  static func * (a: Complex, b: Double) -> Complex { Complex(a.real * b, a.imaginary * b) }
  static func / (a: Complex, b: Complex) -> Complex {
    Complex(
      (a.real * b.real + a.imaginary * b.imaginary) / b.norm,
      (a.imaginary * b.real - a.real * b.imaginary) / b.norm)
  }
}
