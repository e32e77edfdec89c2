import WaveText

/// A writer for DICOM elements in explicit little-endian encoding.
///
/// Source: DICOM PS3.5, section 7.
struct DICOMElements {
  var bytes: [UInt8] = []

  private mutating func head(_ tag: UInt32, _ kind: StaticString = "") {
    for word in [tag >> 16, tag] { bytes.append(littleEndian: word, byteCount: 2) }
    kind.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends a text value, padded to an even length: identifiers with a zero byte, other values with a space.
  mutating func text(_ tag: UInt32, _ kind: StaticString, _ text: [UInt8]) {
    head(tag, kind)
    var even = text
    if even.count % 2 == 1 { even.append(kind.utf8Start[0] == 0x55 && kind.utf8Start[1] == 0x49 ? 0 : 0x20) }
    bytes.append(littleEndian: even.count, byteCount: 2)
    bytes += even
  }

  mutating func text(_ tag: UInt32, _ kind: StaticString, _ text: StaticString) {
    self.text(tag, kind, text.withUTF8Buffer { Array($0) })
  }

  /// Appends a number as text, with at most sixteen characters.
  mutating func decimal(_ tag: UInt32, _ value: Double) {
    text(tag, "DS", ASCIIDecimal.fitted(value, width: 16)?.text ?? [UInt8(ascii: "0")])
  }

  mutating func words(_ tag: UInt32, _ values: [UInt16]) { integers(tag, "US", values, byteCount: 2) }

  mutating func longs(_ tag: UInt32, _ values: [UInt32]) { integers(tag, "UL", values, byteCount: 4) }

  private mutating func integers(
    _ tag: UInt32, _ kind: StaticString, _ values: [some FixedWidthInteger], byteCount: Int
  ) {
    head(tag, kind)
    bytes.append(littleEndian: byteCount * values.count, byteCount: 2)
    for value in values { bytes.append(littleEndian: value, byteCount: byteCount) }
  }

  /// Appends the header of a long value; the caller then appends the value's bytes.
  ///
  /// If the length is nil, the value ends with a delimiter.
  mutating func long(_ tag: UInt32, _ kind: StaticString, byteCount: UInt32?) {
    head(tag, kind)
    bytes += [0, 0]
    bytes.append(littleEndian: byteCount ?? 0xFFFF_FFFF, byteCount: 4)
  }

  /// Appends a sequence element that contains the given items.
  mutating func sequence(_ tag: UInt32, _ items: [DICOMElements]) {
    long(tag, "SQ", byteCount: UInt32(items.reduce(0) { $0 + 8 + $1.bytes.count }))
    for item in items {
      mark(0xFFFE_E000, UInt32(item.bytes.count))
      bytes += item.bytes
    }
  }

  /// Appends a sequence with one item: a coded concept with its value, coding scheme and meaning.
  mutating func code(_ tag: UInt32, _ value: [UInt8], _ scheme: StaticString, _ meaning: [UInt8]) {
    var item = DICOMElements()
    item.text(0x0008_0100, "SH", value)
    item.text(0x0008_0102, "SH", scheme)
    item.text(0x0008_0104, "LO", meaning)
    sequence(tag, [item])
  }

  /// Appends a delimiter that begins or ends an item or a sequence.
  mutating func mark(_ tag: UInt32, _ byteCount: UInt32) {
    head(tag)
    bytes.append(littleEndian: byteCount, byteCount: 4)
  }

  /// Returns the delimiter that ends an item or a sequence.
  static func end(_ tag: UInt32) -> [UInt8] {
    var elements = DICOMElements()
    elements.mark(tag, 0)
    return elements.bytes
  }
}
