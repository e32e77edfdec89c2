import TestSupport

/// Cuts an input into pieces whose sizes follow from its own bytes, so that it stays the plain input.
public struct Pieces {
  private let bytes: [UInt8]
  private var start = 0
  private var random: SeededGenerator
  private let most: Int

  /// Cuts bytes; half of the inputs come in very small pieces.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var seed: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { seed = (seed ^ UInt64(byte)) &* 0x100_0000_01B3 }
    random = SeededGenerator(seed: seed)
    most = random.next() & 1 == 0 ? 4 : Swift.max(4, bytes.count)
  }

  /// The next piece; empty pieces come, too, and nil at the end.
  public mutating func next() -> [UInt8]? {
    guard start < bytes.count else { return nil }
    let end = Swift.min(bytes.count, start + Int(truncatingIfNeeded: random.next() >> 33) % (most + 1))
    defer { start = end }
    return Array(bytes[start..<end])
  }
}
