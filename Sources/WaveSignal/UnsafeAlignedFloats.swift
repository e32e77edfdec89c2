/// Floats on a cache line's boundary, owned by one holder and freed with it.
///
/// Arrays align to 16 bytes only, which makes every other vector load of a kernel straddle two lines.
struct AlignedFloats: ~Copyable, @unchecked Sendable {
  let base: UnsafeMutablePointer<Float>
  let count: Int

  /// Allocates, filled with one value.
  init(count: Int, repeating value: Float = 0) {
    base = UnsafeMutableRawPointer.allocate(byteCount: Swift.max(1, count) * 4, alignment: 64)
      .bindMemory(to: Float.self, capacity: Swift.max(1, count))
    base.initialize(repeating: value, count: count)
    self.count = count
  }

  deinit { base.deallocate() }

  /// Sets every float.
  func fill(_ value: Float) { base.update(repeating: value, count: count) }
}
