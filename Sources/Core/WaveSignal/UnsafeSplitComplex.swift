/// Complex numbers as real parts and imaginary parts apart, readable eight at a time from any place.
package struct SplitComplex: ~Copyable, Sendable {
  private let floats: AlignedFloats
  let count: Int

  /// Allocates zeros; the count is a multiple of 16, so that both parts begin on a cache line.
  package init(count: Int) {
    floats = AlignedFloats(count: 2 * count + Self.stagger)
    self.count = count
  }

  /// Floats between the parts: five lines, or else parts of a power of two fall into the same few sets of the
  /// cache and evict one another.
  private static var stagger: Int { 80 }

  package var re: UnsafeMutablePointer<Float> { floats.base }
  package var im: UnsafeMutablePointer<Float> { floats.base + count + Self.stagger }
}
