/// Floats on a cache line's boundary, owned by one holder and freed with it.
///
/// Arrays align to 16 bytes only, which makes every other vector load of a kernel straddle two lines.
struct AlignedFloats: ~Copyable, @unchecked Sendable {
  let base: UnsafeMutablePointer<Float>
  let count: Int

  /// Floats to leave between two parts of a power of two each: five lines, or else both fall into the same few sets
  /// of the cache and evict one another.
  static var stagger: Int { 80 }

  /// Allocates, filled with one value.
  init(count: Int, repeating value: Float = 0) {
    base = UnsafeMutableRawPointer.allocate(byteCount: Swift.max(1, count) * 4, alignment: 64)
      .bindMemory(to: Float.self, capacity: Swift.max(1, count))
    base.initialize(repeating: value, count: count)
    self.count = count
  }

  deinit { base.deallocate() }
}

extension UnsafeMutablePointer<Float> {
  /// The same memory in vectors; the address must be a multiple of 32 wherever it is dereferenced.
  @inline(__always)
  var vectors: UnsafeMutablePointer<Float8> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Float8.self)
  }

  /// Reads a vector at any address.
  @inline(__always)
  func vector(at index: Int) -> Float8 {
    UnsafeRawPointer(self + index).loadUnaligned(as: Float8.self)
  }
}
