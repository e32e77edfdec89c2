import WaveUnits

/// Reads the fields of one message from memory that its maker keeps alive; nothing behind the message's end is read.
///
/// Where something is missing or not allowed, this is kept as `fault`, and zeros and empty lists are read from then on.
package struct UnsafeFieldReader: FieldCoder {
  package let bytes: UnsafeRawBufferPointer
  @usableFromInline
  package private(set) var position: Int
  /// Where the message ends; behind a fault, where that was found.
  @usableFromInline
  package private(set) var end: Int
  /// The first fault.
  package private(set) var fault: WireError?

  /// Reads from `position` to `end`, which is within the bytes.
  package init(_ bytes: UnsafeRawBufferPointer, position: Int, end: Int) {
    self.bytes = bytes
    self.position = position
    self.end = end
  }

  @inlinable
  package static var isReading: Bool { true }
  package var bytesLeft: Int { end &- position }
  package var isSound: Bool { fault == nil }

  @inline(never)
  package mutating func refuse(_ fault: WireError) {
    guard self.fault == nil else { return }
    self.fault = fault
    end = position
  }

  /// Says what was wrong, where something was.
  package func finish() throws(WireError) {
    if let fault { throw fault }
  }

  /// Whether so many bytes are left; it is a fault where they are not.
  @inline(never)
  package mutating func hasLeft(_ count: Int) -> Bool {
    if count <= bytesLeft { return true }
    refuse(.truncated(byte: position, needed: count - bytesLeft))
    return false
  }

  /// Steps over bytes that are left.
  ///
  /// - Returns: Where they start.
  @usableFromInline
  package mutating func step(_ count: Int) -> Int {
    position &+= count
    return position &- count
  }

  // Not inlined: a message has many fields, and a page comes over the air.
  @inlinable
  @inline(never)
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

  package mutating func floats(_ values: inout [Float], count: Int) {
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

  package mutating func bytes(_ value: inout [UInt8], count: Int) {
    value = []
    guard hasLeft(count) else { return }
    let start = step(count)
    value = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      for offset in 0..<count { buffer.initializeElement(at: offset, to: bytes[start + offset]) }
      initialized = count
    }
  }

  package mutating func text(_ value: inout [UInt8], limit: Int) {
    let count = self.count(0, as: UInt16.self, limit: limit)
    let start = position
    bytes(&value, count: count)
    let valid = UTF8Text.validCount(value, limit: value.count)
    require(valid == value.count, at: start + valid)
  }

  @inlinable
  package mutating func write(_ append: (inout [UInt8]) -> Void) {}

  @inlinable
  package mutating func read(_ read: (inout UnsafeFieldReader) -> Void) { read(&self) }

  /// Goes on at a byte that is not behind the end.
  package mutating func move(to position: Int) { self.position = Swift.min(position, end) }
}
