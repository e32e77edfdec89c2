import WaveUnits

/// Reads the fields of one message from memory that its maker keeps alive; nothing behind the message's end is read.
package struct UnsafeFieldReader: FieldCoder {
  package let bytes: UnsafeRawBufferPointer
  @usableFromInline
  package private(set) var position: Int
  /// Where the message ends.
  package let end: Int

  /// Reads from `position` to `end`, which is within the bytes.
  @inlinable
  package init(_ bytes: UnsafeRawBufferPointer, position: Int, end: Int) {
    self.bytes = bytes
    self.position = position
    self.end = end
  }

  @inlinable
  package static var isReading: Bool { true }
  @inlinable
  package var isAtEnd: Bool { position >= end }

  /// Steps over `count` bytes that must be there.
  ///
  /// - Returns: Where they start.
  @inlinable
  package mutating func take(_ count: Int) throws(WireError) -> Int {
    let start = position
    guard end - start >= count else { throw .truncated(byte: start, needed: count - (end - start)) }
    position = start + count
    return start
  }

  @inlinable
  package mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(
    _ value: inout T
  ) throws(WireError) {
    let start = try take(MemoryLayout<T>.size)
    value = T(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: T.self))
  }

  @inlinable
  package mutating func integers<T: FixedWidthInteger & BitwiseCopyable>(
    _ values: inout [T], count: Int
  ) throws(WireError) {
    let start = try take(count * MemoryLayout<T>.size)
    values = [T](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count {
        let place = start + index * MemoryLayout<T>.size
        buffer.initializeElement(
          at: index, to: T(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: T.self)))
      }
      initialized = count
    }
  }

  @inlinable
  package mutating func floats(_ values: inout [Float], count: Int) throws(WireError) {
    let start = try take(count * 4)
    values = [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count {
        let bits = bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
        buffer.initializeElement(at: index, to: Float(bitPattern: UInt32(littleEndian: bits)))
      }
      initialized = count
    }
  }

  @inlinable
  package mutating func bytes(_ value: inout [UInt8], count: Int) throws(WireError) {
    let start = try take(count)
    value = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      for offset in 0..<count { buffer.initializeElement(at: offset, to: bytes[start + offset]) }
      initialized = count
    }
  }

  @inlinable
  package mutating func text(_ value: inout [UInt8], limit: Int) throws(WireError) {
    let count = try self.count(0, as: UInt16.self, limit: limit)
    let start = position
    try bytes(&value, count: count)
    let valid = UTF8Text.validCount(value, limit: count)
    guard valid == count else { throw .invalid(byte: start + valid) }
  }

  @inlinable
  package mutating func write(_ append: (inout [UInt8]) -> Void) {}

  @inlinable
  package mutating func read(
    _ read: (inout UnsafeFieldReader) throws(WireError) -> Void
  ) throws(WireError) { try read(&self) }

  /// Goes on at a byte that is not behind the end.
  @inlinable
  package mutating func move(to position: Int) { self.position = Swift.min(position, end) }
}
