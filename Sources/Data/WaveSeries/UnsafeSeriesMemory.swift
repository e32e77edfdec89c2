/// Memory that holds values of a column, or the pyramid above them: allocated, or a file's that is mapped.
///
/// It is given back when the last chunk that lies in it is gone. Nobody may write into it any more.
public final class SeriesMemory: @unchecked Sendable {
  /// Where it begins, aligned to 4 bytes at least, better to 64.
  public let base: UnsafeRawPointer
  /// How many bytes there are.
  public let byteCount: Int
  private let release: @Sendable () -> Void

  /// Takes memory over.
  ///
  /// - Parameters:
  ///   - base: Where it begins, aligned to 4 bytes.
  ///   - byteCount: How many bytes there are.
  ///   - release: Called once, when nothing lies in it any more; it holds what keeps the memory alive.
  public init(_ base: UnsafeRawPointer, byteCount: Int, release: @escaping @Sendable () -> Void) {
    self.base = base
    self.byteCount = byteCount
    self.release = release
  }

  deinit { release() }

  /// Allocates floats on a cache line's boundary, and has them written.
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
