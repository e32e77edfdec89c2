/// Eight complex numbers, with real and imaginary parts in separate vectors.
struct Complex8 {
  var re: Float8
  var im: Float8

  @inline(__always) init(_ re: Float8, _ im: Float8) {
    self.re = re
    self.im = im
  }

  @inline(__always) static func + (a: Self, b: Self) -> Self { Self(a.re + b.re, a.im + b.im) }

  @inline(__always) static func - (a: Self, b: Self) -> Self { Self(a.re - b.re, a.im - b.im) }

  @inline(__always) static func * (a: Self, b: Self) -> Self {
    Self(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
  }

  /// Adds a number rotated clockwise by a quarter turn: `a - ib`.
  @inline(__always) func addingClockwise(_ b: Self) -> Self { Self(re + b.im, im - b.re) }

  /// Subtracts a number rotated clockwise by a quarter turn: `a + ib`.
  @inline(__always) func subtractingClockwise(_ b: Self) -> Self { Self(re - b.im, im + b.re) }

  @inline(__always) var power: Float8 { re * re + im * im }
}

/// Eight vectors of complex numbers, the inputs of a radix-8 butterfly.
typealias Complex8x8 = (
  Complex8, Complex8, Complex8, Complex8, Complex8, Complex8, Complex8, Complex8
)

/// Swaps vectors 2 and 3 with vectors 4 and 5 if `isSwapped` is true.
///
/// This costs nothing, since it only renames values.
@inline(__always) func swapped(_ a: Complex8x8, if isSwapped: Bool) -> Complex8x8 {
  isSwapped ? (a.0, a.1, a.4, a.5, a.2, a.3, a.6, a.7) : a
}

/// Multiplies all vectors but the first by twiddle factors.
@inline(__always) func turned(_ a: Complex8x8, by factors: UnsafeMutablePointer<Complex8>) -> Complex8x8 {
  (
    a.0, a.1 * factors[0], a.2 * factors[1], a.3 * factors[2], a.4 * factors[3], a.5 * factors[4],
    a.6 * factors[5], a.7 * factors[6]
  )
}

/// Computes a two-point transform in each lane.
@inline(__always)
func butterfly2(_ a0: Complex8, _ a1: Complex8) -> (Complex8, Complex8) { (a0 + a1, a0 - a1) }

/// Computes a four-point transform in each lane.
@inline(__always) func butterfly4(
  _ a0: Complex8, _ a1: Complex8, _ a2: Complex8, _ a3: Complex8
) -> (Complex8, Complex8, Complex8, Complex8) {
  let (sum02, difference02) = (a0 + a2, a0 - a2)
  let (sum13, difference13) = (a1 + a3, a1 - a3)
  return (
    sum02 + sum13, difference02.addingClockwise(difference13), sum02 - sum13,
    difference02.subtractingClockwise(difference13)
  )
}

/// Computes an eight-point transform in each lane, with 52 additions and 4 multiplications of real vectors.
@inline(__always) func butterfly8(_ a: Complex8x8) -> Complex8x8 {
  let even = butterfly4(a.0 + a.4, a.1 + a.5, a.2 + a.6, a.3 + a.7)

  // The odd outputs are also a four-point transform, after clockwise rotations by 0, 1/8, 2/8 and 3/8 of a
  // turn. An eighth of a turn is (1 - i)/√2; the common factor √½ is applied after the sums.
  let (d0, d1, d2, d3) = (a.0 - a.4, a.1 - a.5, a.2 - a.6, a.3 - a.7)
  let root = Float8(repeating: 0.707_106_77)
  let (sum02, difference02) = (d0.addingClockwise(d2), d0.subtractingClockwise(d2))
  let eighth = Complex8(d1.re + d1.im, d1.im - d1.re)
  let (threeRe, threeIm) = (d3.im - d3.re, d3.im + d3.re)
  let sum13 = Complex8((eighth.re + threeRe) * root, (eighth.im - threeIm) * root)
  let difference13 = Complex8((eighth.re - threeRe) * root, (eighth.im + threeIm) * root)

  return (
    even.0, sum02 + sum13, even.1, difference02.addingClockwise(difference13),
    even.2, sum02 - sum13, even.3, difference02.subtractingClockwise(difference13)
  )
}
