/// Complex numbers as real parts and imaginary parts apart, so that a vector holds many of either.
struct SplitComplex: ~Copyable, Sendable {
  private let floats: AlignedFloats
  let count: Int

  /// Allocates zeros.
  init(count: Int) {
    floats = AlignedFloats(count: 2 * count + Self.padding)
    self.count = count
  }

  /// Keeps the two parts from falling into the same sets of the cache when their length is a power of two.
  private static var padding: Int { 512 }

  var re: UnsafeMutablePointer<Float> { floats.base }
  var im: UnsafeMutablePointer<Float> { floats.base + count + Self.padding }
}
