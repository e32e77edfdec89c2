import WaveText

/// A writer for DICOM elements in explicit little-endian encoding.
///
/// Source: DICOM PS3.5, section 7.
struct DICOMElements {
  var bytes: [UInt8] = []

  private mutating func head(_ tag: UInt32, _ kind: StaticString) {
    word(UInt16(truncatingIfNeeded: tag >> 16))
    word(UInt16(truncatingIfNeeded: tag))
    kind.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func word(_ value: UInt16) {
    bytes += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  private mutating func long(_ value: UInt32) {
    word(UInt16(truncatingIfNeeded: value))
    word(UInt16(truncatingIfNeeded: value >> 16))
  }

  /// Appends a text value, padded to an even length: identifiers with a zero byte, other values with a space.
  mutating func text(_ tag: UInt32, _ kind: StaticString, _ text: [UInt8]) {
    head(tag, kind)
    var even = text
    if even.count % 2 == 1 { even.append(kind.utf8Start[0] == 0x55 && kind.utf8Start[1] == 0x49 ? 0 : 0x20) }
    word(UInt16(truncatingIfNeeded: even.count))
    bytes += even
  }

  mutating func text(_ tag: UInt32, _ kind: StaticString, _ text: StaticString) {
    self.text(tag, kind, text.withUTF8Buffer { Array($0) })
  }

  /// Appends a number as text, with at most sixteen characters.
  mutating func decimal(_ tag: UInt32, _ value: Double) {
    text(tag, "DS", ASCIIDecimal.fitted(value, width: 16)?.text ?? [UInt8(ascii: "0")])
  }

  mutating func words(_ tag: UInt32, _ values: [UInt16]) {
    head(tag, "US")
    word(UInt16(truncatingIfNeeded: 2 * values.count))
    for value in values { word(value) }
  }

  mutating func longs(_ tag: UInt32, _ values: [UInt32]) {
    head(tag, "UL")
    word(UInt16(truncatingIfNeeded: 4 * values.count))
    for value in values { long(value) }
  }

  /// Appends the header of a long value; the caller then appends the value's bytes.
  ///
  /// If the length is nil, the value ends with a delimiter.
  mutating func long(_ tag: UInt32, _ kind: StaticString, byteCount: UInt32?) {
    head(tag, kind)
    word(0)
    long(byteCount ?? 0xFFFF_FFFF)
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
    word(UInt16(truncatingIfNeeded: tag >> 16))
    word(UInt16(truncatingIfNeeded: tag))
    long(byteCount)
  }
}
