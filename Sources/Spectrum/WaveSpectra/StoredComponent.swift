/// The representation of one component of a sample in memory.
protocol StoredComponent: BitwiseCopyable {
  /// The level relative to full scale; zero if the component is not a valid level.
  var level: Float { get }
  /// 1 if the component is at the limits of its format, otherwise 0.
  var clipped: UInt32 { get }
  /// 1 if the component is not a valid level, otherwise 0.
  var invalid: UInt32 { get }
}

extension StoredComponent {
  var invalid: UInt32 { 0 }
}

/// The byte order of a number.
protocol ByteOrder {
  /// Converts a stored number to native byte order.
  static func value<Number: FixedWidthInteger>(_ stored: Number) -> Number
  /// Whether the most significant byte comes first.
  static var isBigEndian: Bool { get }
}

enum LittleEndian: ByteOrder {
  @inline(__always)
  static func value<Number: FixedWidthInteger>(_ stored: Number) -> Number { Number(littleEndian: stored) }
  static var isBigEndian: Bool { false }
}

enum BigEndian: ByteOrder {
  @inline(__always)
  static func value<Number: FixedWidthInteger>(_ stored: Number) -> Number { Number(bigEndian: stored) }
  static var isBigEndian: Bool { true }
}

struct OffsetByte: StoredComponent {
  let byte: UInt8
  var level: Float { (Float(byte) - 127.5) * (1 / 127.5) }
  var clipped: UInt32 { byte == 0 || byte == 255 ? 1 : 0 }
}

struct OffsetWord<Order: ByteOrder>: StoredComponent {
  let word: UInt16
  var value: UInt16 { Order.value(word) }
  var level: Float { (Float(value) - 32_767.5) / 32_767.5 }
  var clipped: UInt32 { value == .min || value == .max ? 1 : 0 }
}

struct OffsetLong<Order: ByteOrder>: StoredComponent {
  let word: UInt32
  var value: UInt32 { Order.value(word) }
  // Single precision cannot represent both the value and an offset of half a step.
  var level: Float { Float((Double(value) - 2_147_483_647.5) / 2_147_483_647.5) }
  var clipped: UInt32 { value == .min || value == .max ? 1 : 0 }
}

struct SignedByte: StoredComponent {
  let byte: Int8
  var level: Float { Float(byte) * 0x1p-7 }
  var clipped: UInt32 { byte == .min || byte == .max ? 1 : 0 }
}

struct SignedWord<Order: ByteOrder>: StoredComponent {
  let word: Int16
  var value: Int16 { Order.value(word) }
  var level: Float { Float(value) * 0x1p-15 }
  var clipped: UInt32 { value == .min || value == .max ? 1 : 0 }
}

struct SignedTriple<Order: ByteOrder>: StoredComponent {
  let first: UInt8
  let second: UInt8
  let third: UInt8
  /// The 24-bit value in the upper three bytes of a word, so that the word has the value's sign bit.
  var shifted: Int32 {
    let (low, high) = Order.isBigEndian ? (third, first) : (first, third)
    return Int32(bitPattern: UInt32(low) << 8 | UInt32(second) << 16 | UInt32(high) << 24)
  }
  var level: Float { Float(shifted >> 8) * 0x1p-23 }
  var clipped: UInt32 { shifted >> 8 == 0x7F_FFFF || shifted >> 8 == -0x80_0000 ? 1 : 0 }
}

struct SignedLong<Order: ByteOrder>: StoredComponent {
  let word: Int32
  var value: Int32 { Order.value(word) }
  var level: Float { Float(value) * 0x1p-31 }
  var clipped: UInt32 { value == .min || value == .max ? 1 : 0 }
}

struct SignedTripleInLong<Order: ByteOrder>: StoredComponent {
  let word: Int32
  var value: Int32 { Order.value(word) }
  var level: Float { Float(value) * 0x1p-23 }
  var clipped: UInt32 { value >= 0x7F_FFFF || value <= -0x80_0000 ? 1 : 0 }
}

struct SingleFloat<Order: ByteOrder>: StoredComponent {
  let bits: UInt32
  var value: Float { Float(bitPattern: Order.value(bits)) }
  var level: Float { value.magnitude <= 0x1p32 ? value : 0 }
  var clipped: UInt32 { value.magnitude >= 1 && value.magnitude <= 0x1p32 ? 1 : 0 }
  var invalid: UInt32 { value.magnitude <= 0x1p32 ? 0 : 1 }
}

struct DoubleFloat<Order: ByteOrder>: StoredComponent {
  let bits: UInt64
  var value: Double { Double(bitPattern: Order.value(bits)) }
  var level: Float { value.magnitude <= 0x1p32 ? Float(value) : 0 }
  var clipped: UInt32 { value.magnitude >= 1 && value.magnitude <= 0x1p32 ? 1 : 0 }
  var invalid: UInt32 { value.magnitude <= 0x1p32 ? 0 : 1 }
}
