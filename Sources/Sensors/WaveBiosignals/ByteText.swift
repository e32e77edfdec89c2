import WaveText

extension UInt8 {
  /// Whether the byte is a space, a tab or a carriage return.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }

  /// Whether the byte is a space or zero, with which EDF and DICOM pad their texts.
  var isPadding: Bool { self == 0x20 || self == 0 }

  /// Whether the byte is a digit.
  var isDigit: Bool { (0x30...0x39).contains(self) }
}

extension [UInt8] {
  /// The text with its ASCII capitals in lower case.
  var lowercased: [UInt8] { map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }

  /// Returns whether the text is one of several words.
  func isOne(of words: [StaticString]) -> Bool {
    words.contains { $0.utf8CodeUnitCount == count && span.holds($0, at: 0) }
  }

  /// Appends the lowest bytes of an integer, the lowest first.
  mutating func append(littleEndian value: some FixedWidthInteger, byteCount: Int) {
    for byte in 0..<byteCount { append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
  }
}
