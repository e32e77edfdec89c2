/// The fields of a tar header that `TarReader` uses.
struct TarHeader {
  /// The type flag, which determines the kind of the member.
  let kind: UInt8
  let byteCount: Int64
  /// The prefix and the name, joined into one path.
  let name: [UInt8]

  /// Reads a header from a block of 512 bytes.
  init(_ block: Span<UInt8>) throws(TarFault) {
    guard let checksum = Self.number(block, 148..<156) else { throw .badChecksum }
    var (unsigned, signed): (Int64, Int64) = (0, 0)
    for index in 0..<512 {
      let byte = (148..<156).contains(index) ? 0x20 : block[index]
      unsigned += Int64(byte)
      // Some old programs treated bytes as signed.
      signed += Int64(Int8(bitPattern: byte))
    }
    guard checksum == unsigned || checksum == signed else { throw .badChecksum }
    guard let byteCount = Self.number(block, 124..<136), byteCount >= 0 else { throw .malformedNumber }
    kind = block[156]
    self.byteCount = byteCount
    var name = Self.text(block, 0..<100)
    // GNU tar stores times where POSIX stores the prefix of long names.
    if block.holds("ustar\0", at: 257) {
      let prefix = Self.text(block, 345..<500)
      if !prefix.isEmpty { name = prefix + [UInt8(ascii: "/")] + name }
    }
    self.name = name
  }

  /// Returns the kind of a member; the oldest tar programs mark a folder only by a trailing slash in its
  /// name.
  func memberKind(named name: [UInt8]) -> TarReader.Member.Kind {
    switch kind {
    case 0: name.last == UInt8(ascii: "/") ? .folder : .file
    case UInt8(ascii: "0"), UInt8(ascii: "7"): .file
    case UInt8(ascii: "5"): .folder
    default: .other
    }
  }

  /// Whether the member's bytes follow the header; links, devices and folders have none, regardless of the
  /// size in the header.
  var hasData: Bool { !(UInt8(ascii: "1")...UInt8(ascii: "6")).contains(kind) }

  private static func text(_ block: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    Array([UInt8](block, range).prefix { $0 != 0 })
  }

  /// Reads a number written in octal digits or, after a first byte of 0x80, as big-endian bytes.
  private static func number(_ block: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    var value: Int64 = 0
    if block[range.lowerBound] == 0x80 {
      for index in (range.lowerBound + 1)..<range.upperBound {
        guard value < 1 << 54 else { return nil }
        value = value << 8 | Int64(block[index])
      }
      return value
    }
    var place = range.lowerBound
    while place < range.upperBound, block[place] == 0x20 { place += 1 }
    while place < range.upperBound, block[place] != 0, block[place] != 0x20 {
      guard block[place] >= 0x30, block[place] <= 0x37 else { return nil }
      value = value << 3 | Int64(block[place] - 0x30)
      place += 1
    }
    return value
  }
}
