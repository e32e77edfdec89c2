/// Allocated memory, or a mapped file, for the values of a column or for their pyramid.
///
/// It is released together with the last chunk that uses it. It must not be modified.
public final class SeriesMemory: @unchecked Sendable {
  /// The start of the memory, aligned to at least 4 bytes, preferably to 64.
  public let base: UnsafeRawPointer
  /// The number of bytes.
  public let byteCount: Int
  private let release: @Sendable () -> Void

  /// Takes ownership of memory that the caller has allocated or mapped.
  ///
  /// - Parameters:
  ///   - base: The start of the memory, aligned to 4 bytes.
  ///   - byteCount: The number of bytes.
  ///   - release: Called once, when the memory is no longer used; it captures the owner of the memory.
  public init(_ base: UnsafeRawPointer, byteCount: Int, release: @escaping @Sendable () -> Void) {
    self.base = base
    self.byteCount = byteCount
    self.release = release
  }

  deinit { release() }

  /// Allocates floats at the start of a cache line, and calls a closure to initialize them.
  static func floats(count: Int, fill: (UnsafeMutablePointer<Float>) -> Void) -> SeriesMemory {
    let capacity = Swift.max(count, 1)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity * 4, alignment: 64)
    fill(memory.bindMemory(to: Float.self, capacity: capacity))
    let address = UInt(bitPattern: memory)
    return SeriesMemory(UnsafeRawPointer(memory), byteCount: capacity * 4) {
      UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }
  }
}
