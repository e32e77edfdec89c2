/// A buffer of floats aligned to a cache line and freed together with its unique owner.
///
/// Arrays are only aligned to 16 bytes, so every other vector load of a kernel would straddle two lines.
package struct AlignedFloats: ~Copyable, @unchecked Sendable {
  package let base: UnsafeMutablePointer<Float>
  let count: Int
  private let owner: Owner

  /// Allocates a buffer filled with zeros.
  package init(count: Int) {
    let capacity = Swift.max(1, count)
    base = UnsafeMutableRawPointer.allocate(byteCount: capacity * 4, alignment: 64)
      .bindMemory(to: Float.self, capacity: capacity)
    base.initialize(repeating: 0, count: count)
    self.count = count
    owner = Owner(base)
  }

  /// An owner that frees the memory.
  ///
  /// It is a class because in Embedded Swift, no other module can store a noncopyable value that has its own
  /// `deinit`.
  private final class Owner {
    private let base: UnsafeMutablePointer<Float>

    init(_ base: UnsafeMutablePointer<Float>) { self.base = base }

    deinit { base.deallocate() }
  }

  /// Stores a clockwise rotation by an angle: its real part at an index, its imaginary part `distance` later.
  func store(_ turn: TurnTable.Turn, at index: Int, _ distance: Int) {
    base[index] = Float(turn.cosine)
    base[index + distance] = Float(-turn.sine)
  }

  /// The buffer viewed as complex vectors of 16 floats each.
  ///
  /// Each vector has eight real parts, then eight imaginary parts, and fills one cache line.
  @inline(__always) var vectors: UnsafeMutablePointer<Complex8> {
    UnsafeMutableRawPointer(base).assumingMemoryBound(to: Complex8.self)
  }
}

extension UnsafeMutablePointer<Float> {
  /// Loads the vector that starts at an index, which need not be aligned.
  @inline(__always) func vector(at index: Int) -> Float8 {
    UnsafeRawPointer(self + index).loadUnaligned(as: Float8.self)
  }
}
