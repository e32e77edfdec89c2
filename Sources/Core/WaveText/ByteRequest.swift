/// A request for the bytes of a file that a reader needs next.
///
/// Readers of containers perform no I/O: pass in the requested bytes, or fewer if the file ends earlier.
public struct ByteRequest: Equatable, Sendable {
  /// The offset of the first byte in the file.
  public var byteOffset: Int64
  /// The number of bytes.
  public var byteCount: Int

  /// Creates a request for bytes.
  public init(byteOffset: Int64, byteCount: Int) {
    self.byteOffset = byteOffset
    self.byteCount = byteCount
  }
}

extension Span<UInt8> {
  /// Returns the little-endian number at an index; all its bytes must exist.
  @inlinable package func littleEndian<Number: FixedWidthInteger>(_: Number.Type, at place: Int) -> Number {
    var value: Number = 0
    for index in 0..<(Number.bitWidth / 8) {
      value |= Number(truncatingIfNeeded: self[place + index]) << Number(truncatingIfNeeded: 8 * index)
    }
    return value
  }

  /// Returns whether the bytes starting at an index equal those of a string.
  package func holds(_ text: StaticString, at place: Int) -> Bool {
    guard place >= 0, count - place >= text.utf8CodeUnitCount else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { self[place + $0] == text.utf8Start[$0] }
  }
}
