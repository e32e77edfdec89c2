import WaveUnits

/// A position in the payload of one message; the bytes are handed in again at every read.
struct ByteCursor {
  /// Where the next read starts.
  private(set) var position: Int
  /// Where the payload ends.
  let end: Int

  init(position: Int, end: Int) {
    self.position = position
    self.end = end
  }

  /// Steps over `count` bytes that must be there and returns where they start.
  mutating func take(_ count: Int) throws(WireError) -> Int {
    let start = position
    guard end - start >= count else { throw .truncated(byte: start, needed: count - (end - start)) }
    position = start + count
    return start
  }

  /// Reads a little-endian integer.
  mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(_ bytes: RawSpan) throws(WireError) -> T {
    let start = try take(MemoryLayout<T>.size)
    return T(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: T.self))
  }

  /// Reads a double of any value.
  mutating func double(_ bytes: RawSpan) throws(WireError) -> Double {
    Double(bitPattern: try integer(bytes))
  }

  /// Reads a double of magnitude `limit` at most; NaN and infinities are invalid.
  mutating func double(_ bytes: RawSpan, limit: Double) throws(WireError) -> Double {
    let start = position
    let value = try double(bytes)
    guard value.magnitude <= limit else { throw .invalid(byte: start) }
    return value
  }

  /// Reads a bandwidth in hertz, above zero; NaN where it is not known.
  mutating func bandwidth(_ bytes: RawSpan) throws(WireError) -> Double {
    let start = position
    let value = try double(bytes)
    guard value.isNaN || value > 0 && value <= WireLimits.hertz else { throw .invalid(byte: start) }
    return value
  }

  /// Reads a finite float.
  mutating func level(_ bytes: RawSpan) throws(WireError) -> Float {
    let start = position
    let value = Float(bitPattern: try integer(bytes))
    guard value.isFinite else { throw .invalid(byte: start) }
    return value
  }

  /// Reads a level in decibels.
  mutating func decibels(_ bytes: RawSpan) throws(WireError) -> Float {
    let start = position
    let value = Float(bitPattern: try integer(bytes))
    guard value.magnitude <= WireLimits.decibels else { throw .invalid(byte: start) }
    return value
  }

  /// Reads a frequency.
  mutating func hertz(_ bytes: RawSpan) throws(WireError) -> Double {
    try double(bytes, limit: WireLimits.hertz)
  }

  /// Reads a time.
  mutating func microseconds(_ bytes: RawSpan) throws(WireError) -> Int64 {
    let start = position
    let value: Int64 = try integer(bytes)
    guard value.magnitude <= WireLimits.microseconds.magnitude else { throw .invalid(byte: start) }
    return value
  }

  /// Reads a set of planes without unknown bits, whose planes' sizes would be unknown too.
  mutating func planes(_ bytes: RawSpan) throws(WireError) -> PlaneSet {
    let start = position
    let bits: UInt8 = try integer(bytes)
    guard bits >> UInt8(WireLimits.planes) == 0 else { throw .invalid(byte: start) }
    return PlaneSet(rawValue: bits)
  }

  /// Reads how many of something follow, in a byte.
  mutating func count(_ bytes: RawSpan, limit: Int) throws(WireError) -> Int {
    let start = position
    let count = Int(try integer(bytes) as UInt8)
    guard count <= limit else { throw .tooLong(byte: start, length: count, limit: limit) }
    return count
  }

  /// Reads a number of columns.
  mutating func columns(_ bytes: RawSpan) throws(WireError) -> UInt16 {
    let start = position
    let count: UInt16 = try integer(bytes)
    guard count <= WireLimits.columns else { throw .invalid(byte: start) }
    return count
  }

  /// Reads a text: its length, then that many bytes of valid UTF-8.
  mutating func text(_ bytes: RawSpan, limit: Int = WireLimits.text) throws(WireError) -> [UInt8] {
    let lengthByte = position
    let count = Int(try integer(bytes) as UInt16)
    guard count <= limit else {
      throw .tooLong(byte: lengthByte, length: count, limit: limit)
    }
    let start = try take(count)
    let text = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      for offset in 0..<count {
        buffer.initializeElement(
          at: offset, to: bytes.unsafeLoad(fromByteOffset: start + offset, as: UInt8.self))
      }
      initialized = count
    }
    let valid = UTF8Text.validCount(text, limit: count)
    guard valid == count else { throw .invalid(byte: start + valid) }
    return text
  }

  /// Goes on at a byte that is not behind the end.
  mutating func move(to position: Int) { self.position = Swift.min(position, end) }
}
