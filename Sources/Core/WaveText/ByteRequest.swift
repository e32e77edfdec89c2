/// Bytes of a file that a reader wants next.
///
/// Readers of containers do no I/O: hand in the bytes that the request names, or fewer where the file ends
/// before.
public struct ByteRequest: Equatable, Sendable {
  /// Where they begin.
  public var byteOffset: Int64
  /// How many.
  public var byteCount: Int

  /// Names bytes.
  public init(byteOffset: Int64, byteCount: Int) {
    self.byteOffset = byteOffset
    self.byteCount = byteCount
  }
}

extension Span<UInt8> {
  /// A little-endian number at a place, as long as its type; there must be the bytes.
  @inlinable package func littleEndian<Number: FixedWidthInteger>(_: Number.Type, at place: Int) -> Number {
    var value: Number = 0
    for index in 0..<(Number.bitWidth / 8) {
      value |= Number(truncatingIfNeeded: self[place + index]) << Number(truncatingIfNeeded: 8 * index)
    }
    return value
  }

  /// Whether bytes at a place are those of a text.
  package func holds(_ text: StaticString, at place: Int) -> Bool {
    guard place >= 0, count - place >= text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount where self[place + index] != text.utf8Start[index] {
      return false
    }
    return true
  }
}
