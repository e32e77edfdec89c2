/// Complex numbers with separately stored real and imaginary parts, readable eight at a time from any index.
package struct SplitComplex: ~Copyable, Sendable {
  private let floats: AlignedFloats
  let count: Int

  /// Allocates `count` zeros; `count` must be a multiple of 16, so that both parts begin on a cache line.
  package init(count: Int) {
    floats = AlignedFloats(count: 2 * count + Self.stagger)
    self.count = count
  }

  /// The number of floats between the two parts: five cache lines.
  ///
  /// Without this gap, parts whose length is a power of two would share a few cache sets and evict each
  /// other.
  private static var stagger: Int { 80 }

  package var re: UnsafeMutablePointer<Float> { floats.base }
  package var im: UnsafeMutablePointer<Float> { floats.base + count + Self.stagger }
}
