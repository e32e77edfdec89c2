import WaveUnits

/// A coder that reads the fields of one message from memory owned by the caller, never past the message's
/// end.
///
/// The first missing or invalid value is recorded as `fault`; all fields after it are read as zero or empty.
@usableFromInline
package struct UnsafeFieldReader: FieldCoder {
  @usableFromInline package let bytes: UnsafeRawBufferPointer
  @usableFromInline package private(set) var position: Int
  /// The end offset of the message or, after a fault, the offset at which it was found.
  @usableFromInline package private(set) var end: Int
  /// The first fault, or nil if there is none.
  package private(set) var fault: WireError?

  /// Creates a reader of the bytes from `position` to `end`, which must both lie within `bytes`.
  package init(_ bytes: UnsafeRawBufferPointer, position: Int, end: Int) {
    self.bytes = bytes
    self.position = position
    self.end = end
  }

  @inlinable package static var isReading: Bool { true }
  @usableFromInline package var bytesLeft: Int { end &- position }
  @usableFromInline package var isSound: Bool { fault == nil }

  @inline(never) @usableFromInline package mutating func refuse(_ fault: WireError) {
    guard self.fault == nil else { return }
    self.fault = fault
    end = position
  }

  /// Throws the recorded fault, or does nothing if there is none.
  package func finish() throws(WireError) {
    if let fault { throw fault }
  }

  /// Returns whether at least `count` bytes are left, and records a fault if they are not.
  @inline(never) @usableFromInline package mutating func hasLeft(_ count: Int) -> Bool {
    if count <= bytesLeft { return true }
    refuse(.truncated(byte: position, needed: count - bytesLeft))
    return false
  }

  /// Skips bytes, which must be available.
  ///
  /// - Returns: The offset of the first skipped byte.
  @usableFromInline package mutating func step(_ count: Int) -> Int {
    position &+= count
    return position &- count
  }

  // Not inlined: messages have many fields, and the page's code must be small to download fast.
  @inlinable @inline(never)
  package mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(_ value: inout T) {
    value = 0
    guard hasLeft(MemoryLayout<T>.size) else { return }
    let start = step(MemoryLayout<T>.size)
    value = T(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: T.self))
  }

  @inlinable
  package mutating func integers<T: FixedWidthInteger & BitwiseCopyable>(_ values: inout [T], count: Int) {
    values = []
    guard hasLeft(count * MemoryLayout<T>.size) else { return }
    let start = step(count * MemoryLayout<T>.size)
    values = [T](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count {
        let place = start + index * MemoryLayout<T>.size
        buffer.initializeElement(
          at: index, to: T(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: T.self)))
      }
      initialized = count
    }
  }

  @usableFromInline package mutating func floats(_ values: inout [Float], count: Int) {
    values = []
    guard hasLeft(count * 4) else { return }
    let start = step(count * 4)
    values = [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count {
        let bits = bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
        buffer.initializeElement(at: index, to: Float(bitPattern: UInt32(littleEndian: bits)))
      }
      initialized = count
    }
  }

  @usableFromInline package mutating func bytes(_ value: inout [UInt8], count: Int) {
    value = []
    guard hasLeft(count) else { return }
    let start = step(count)
    value = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      for offset in 0..<count { buffer.initializeElement(at: offset, to: bytes[start + offset]) }
      initialized = count
    }
  }

  @usableFromInline package mutating func text(_ value: inout [UInt8], limit: Int) {
    let count = self.count(0, as: UInt16.self, limit: limit)
    let start = position
    bytes(&value, count: count)
    let valid = UTF8Text.validCount(value, limit: value.count)
    require(valid == value.count, at: start + valid)
  }

  @inlinable package mutating func write(_ append: (inout [UInt8]) -> Void) {}

  @inlinable package mutating func read(_ read: (inout UnsafeFieldReader) -> Void) { read(&self) }

  /// Continues reading at a byte offset, or at the message's end if the offset is past it.
  package mutating func move(to position: Int) { self.position = Swift.min(position, end) }
}
