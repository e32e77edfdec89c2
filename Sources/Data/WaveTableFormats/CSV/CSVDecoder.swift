/// A decoder that converts text arriving in pieces to UTF-8.
struct CSVDecoder {
  private let encoding: CSVFormat.Encoding
  private var isAtStart = true
  /// The bytes of an incomplete character at the end of the last piece.
  private var rest: [UInt8] = []
  /// The first half of a surrogate pair whose second half has not arrived; nil if there is none.
  private var high: UInt32?
  /// Whether to remove zero bytes, which data loggers leave after a power failure.
  var dropsZeroBytes = false
  /// The number of zero bytes removed.
  private(set) var zeroCount = 0

  init(_ encoding: CSVFormat.Encoding) { self.encoding = encoding }

  /// Whether the text is already UTF-8, in which case only a byte order mark at its start is removed.
  var isPlain: Bool { encoding == .utf8 }

  /// Appends a piece as UTF-8; an unpaired surrogate becomes U+FFFD.
  mutating func append(_ piece: [UInt8], to text: inout [UInt8]) {
    guard isAtStart else { return decode(piece[...], to: &text) }
    rest += piece
    // A byte order mark has at most three bytes.
    if rest.count >= 3 { decodeStart(to: &text) }
  }

  /// Decodes the start of the text, without its byte order mark.
  private mutating func decodeStart(to text: inout [UInt8]) {
    isAtStart = false
    let mark = Self.hasMark(rest, encoding) ? (encoding == .utf8 ? 3 : 2) : 0
    let start = rest.dropFirst(mark)
    rest = []
    decode(start, to: &text)
  }

  private mutating func decode(_ piece: ArraySlice<UInt8>, to text: inout [UInt8]) {
    switch encoding {
    case .utf8:
      if dropsZeroBytes, piece.contains(0) {
        zeroCount += piece.count { $0 == 0 }
        text += piece.lazy.filter { $0 != 0 }
      } else {
        text += piece
      }
    case .latin1: for byte in piece { Self.append(Self.windows1252(byte), to: &text) }
    case .utf16Little, .utf16Big: appendWide(piece, to: &text)
    }
  }

  /// Appends the remaining bytes as UTF-8 at the end of the text.
  mutating func finish(_ text: inout [UInt8]) {
    if isAtStart { decodeStart(to: &text) }
    if high != nil || !rest.isEmpty { Self.append(0xFFFD, to: &text) }
    high = nil
    rest = []
  }

  private mutating func appendWide(_ piece: ArraySlice<UInt8>, to text: inout [UInt8]) {
    for byte in piece {
      guard let first = rest.first else {
        rest.append(byte)
        continue
      }
      rest.removeAll(keepingCapacity: true)
      let unit =
        encoding == .utf16Little ? UInt32(first) | UInt32(byte) << 8 : UInt32(first) << 8 | UInt32(byte)
      if let half = high {
        high = nil
        if (0xDC00...0xDFFF).contains(unit) {
          Self.append(0x10000 + (half - 0xD800) << 10 + (unit - 0xDC00), to: &text)
          continue
        }
        Self.append(0xFFFD, to: &text)
      }
      switch unit {
      case 0xD800...0xDBFF: high = unit
      case 0xDC00...0xDFFF: Self.append(0xFFFD, to: &text)
      default: Self.append(unit, to: &text)
      }
    }
  }

  /// Returns whether text begins with the byte order mark of an encoding.
  static func hasMark(_ bytes: [UInt8], _ encoding: CSVFormat.Encoding) -> Bool {
    switch encoding {
    case .utf8: bytes.starts(with: [0xEF, 0xBB, 0xBF])
    case .utf16Little: bytes.starts(with: [0xFF, 0xFE])
    case .utf16Big: bytes.starts(with: [0xFE, 0xFF])
    case .latin1: false
    }
  }

  private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
    if scalar < 0x80 {
      text.append(UInt8(scalar))
    } else if let scalar = Unicode.Scalar(scalar) {
      text += scalar.utf8
    }
  }

  /// Returns the Unicode scalar of a byte in Windows-1252 (encoding.spec.whatwg.org/#windows-1252).
  static func windows1252(_ byte: UInt8) -> UInt32 {
    guard (0x80...0x9F).contains(byte) else { return UInt32(byte) }
    let upper: [UInt32] = [
      0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
      0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122,
      0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]
    return upper[Int(byte - 0x80)]
  }

  /// Detects the encoding of text from its first bytes.
  ///
  /// - Parameters:
  ///   - bytes: The first bytes.
  ///   - isCut: Whether more bytes follow.
  /// - Returns: The encoding, recognized by a byte order mark, or else by zeros in every other byte. If there
  ///   are neither, UTF-8 if all bytes are valid UTF-8, otherwise Latin-1.
  static func detect(_ bytes: [UInt8], isCut: Bool) -> CSVFormat.Encoding {
    for encoding in [CSVFormat.Encoding.utf8, .utf16Little, .utf16Big] where hasMark(bytes, encoding) {
      return encoding
    }
    let start = bytes.prefix(4096)
    let (even, odd) = start.indices.reduce(into: (0, 0)) { counts, place in
      guard start[place] == 0 else { return }
      if place % 2 == 0 { counts.0 += 1 } else { counts.1 += 1 }
    }
    let half = start.count / 2
    if half > 0, odd > half / 2, even <= half / 20 { return .utf16Little }
    if half > 0, even > half / 2, odd <= half / 20 { return .utf16Big }
    var whole = bytes[...]
    // The last character may be incomplete.
    if isCut, let lead = whole.suffix(3).lastIndex(where: { $0 >= 0xC0 }),
      whole[(lead + 1)...].allSatisfy({ $0 & 0xC0 == 0x80 })
    {
      whole = whole[..<lead]
    }
    return isUTF8(whole) ? .utf8 : .latin1
  }

  /// Returns whether bytes are valid UTF-8 according to table 3-7 of the Unicode Standard.
  static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
  }
}
