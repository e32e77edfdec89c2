/// A cursor that reads fields from a record in order, returning nil at the record's end or if a field is invalid.
struct ColumnCursor {
  private let bytes: [UInt8]
  /// The number of bytes read so far.
  private(set) var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bytes that have not been read.
  var restCount: Int { bytes.count - place }
  var isAtEnd: Bool { restCount == 0 }

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard restCount >= count else { return nil }
    defer { place += count }
    return bytes[place..<(place + count)]
  }

  mutating func integer<Value: FixedWidthInteger & UnsignedInteger>(_ type: Value.Type) -> Value? {
    let size = Value.bitWidth / 8
    guard restCount >= size else { return nil }
    defer { place += size }
    return (0..<size).reduce(0) { $0 | Value(bytes[place + $1]) << Value($1 * 8) }
  }

  mutating func double() -> Double? { integer(UInt64.self).map { Double(bitPattern: $0) } }

  /// Reads a nonnegative count.
  mutating func count() -> Int? { integer(UInt64.self).flatMap { Int(exactly: $0) } }

  mutating func text() -> String? {
    guard let size = count(), size <= ColumnCache.textLimit else { return nil }
    return bytes(size).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads a number of items by a closure, which is given the index of each.
  mutating func items<Item>(_ count: Int, _ read: (inout ColumnCursor, Int) -> Item?) -> [Item]? {
    var items: [Item] = []
    for index in 0..<count {
      guard let item = read(&self, index) else { return nil }
      items.append(item)
    }
    return items
  }
}

extension [UInt8] {
  /// Appends an integer in little-endian byte order.
  mutating func append<Value: FixedWidthInteger>(little value: Value) {
    for index in 0..<Value.bitWidth / 8 { append(UInt8(truncatingIfNeeded: value >> Value(index * 8))) }
  }

  /// Appends a double-precision number in little-endian byte order.
  mutating func append(little value: Double) { append(little: value.bitPattern) }
}
