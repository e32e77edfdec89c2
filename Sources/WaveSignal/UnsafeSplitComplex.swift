/// Complex numbers as real parts and imaginary parts apart, so that a vector holds many of either.
struct SplitComplex: ~Copyable, Sendable {
  private let floats: AlignedFloats
  let count: Int

  /// Allocates zeros; the count is a multiple of 16, so that both parts begin on a cache line.
  init(count: Int) {
    floats = AlignedFloats(count: 2 * count + AlignedFloats.stagger)
    self.count = count
  }

  var re: UnsafeMutablePointer<Float> { floats.base }
  var im: UnsafeMutablePointer<Float> { floats.base + count + AlignedFloats.stagger }
  var vectors: SplitVectors { SplitVectors(re: re.vectors, im: im.vectors) }
}

/// A place in split complex storage, counted in vectors of eight.
struct SplitVectors {
  var re: UnsafeMutablePointer<Float8>
  var im: UnsafeMutablePointer<Float8>

  @inline(__always)
  static func + (place: Self, count: Int) -> Self { Self(re: place.re + count, im: place.im + count) }

  @inline(__always)
  subscript(index: Int) -> Complex8 {
    get { Complex8(re[index], im[index]) }
    nonmutating set {
      re[index] = newValue.re
      im[index] = newValue.im
    }
  }

  /// Reads eight vectors a stride apart.
  @inline(__always)
  func eight(_ stride: Int) -> Complex8x8 {
    (
      self[0], self[stride], self[2 &* stride], self[3 &* stride],
      self[4 &* stride], self[5 &* stride], self[6 &* stride], self[7 &* stride]
    )
  }
}
