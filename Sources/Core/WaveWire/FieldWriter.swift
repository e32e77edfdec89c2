import WaveUnits

/// A coder that appends the fields of messages to bytes.
@usableFromInline
package struct FieldWriter: FieldCoder {
  @usableFromInline var bytes: [UInt8]

  /// Creates a writer that takes `bytes` without copying them; `returnBuffer(to:)` gives them back.
  @inlinable package init(reusing bytes: inout [UInt8]) {
    self.bytes = []
    swap(&self.bytes, &bytes)
  }

  /// Returns the bytes, with the appended fields, to the caller.
  @inlinable package mutating func returnBuffer(to bytes: inout [UInt8]) { swap(&self.bytes, &bytes) }

  @inlinable package static var isReading: Bool { false }
  @inlinable package var position: Int { bytes.count }
  @inlinable package var bytesLeft: Int { 0 }
  @inlinable package var isSound: Bool { true }

  @inlinable package mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(_ value: inout T) {
    bytes.append(littleEndian: value)
  }

  @inlinable
  package mutating func integers<T: FixedWidthInteger & BitwiseCopyable>(_ values: inout [T], count: Int) {
    for value in values.prefix(count) { bytes.append(littleEndian: value) }
  }

  @inlinable package mutating func floats(_ values: inout [Float], count: Int) {
    for value in values.prefix(count) { bytes.append(littleEndian: value) }
  }

  @inlinable package mutating func bytes(_ value: inout [UInt8], count: Int) {
    bytes.append(contentsOf: value.prefix(count))
  }

  @inlinable
  package mutating func text(_ value: inout [UInt8], limit: Int) { bytes.append(text: value, limit: limit) }

  @inlinable package mutating func write(_ append: (inout [UInt8]) -> Void) { append(&bytes) }

  @inlinable package mutating func read(_ read: (inout UnsafeFieldReader) -> Void) {}

  @inlinable package mutating func refuse(_ fault: WireError) {}
}
