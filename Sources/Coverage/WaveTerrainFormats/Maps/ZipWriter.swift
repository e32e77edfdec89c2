import WaveUnits

/// A writer of uncompressed ZIP archives.
///
/// Source: APPNOTE.TXT 6.3.10, PKWARE.
public struct ZipWriter: Equatable, Sendable {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  /// Creates an empty archive.
  public init() {}

  /// Adds a file.
  ///
  /// - Parameters:
  ///   - name: The file's name in UTF-8, shorter than 65,536 bytes.
  ///   - content: The file's bytes; the archive must stay shorter than 4 GiB.
  public mutating func add(_ name: [UInt8], _ content: [UInt8]) {
    let start = bytes.count
    let count = UInt32(content.count)
    // Version 2.0, names in UTF-8, no compression, and the date 1 January 1980, so that equal contents give
    // equal files.
    var fields = [UInt8](littleEndian: [20, 0x0800, 0, 0, 0x21] as [UInt16])
    fields += [UInt8](littleEndian: [CRC32.checksum(content.span), count, count])
    fields += [UInt8](littleEndian: [UInt16(name.count), 0])
    bytes += [0x50, 0x4b, 3, 4] + fields + name + content
    directory += [0x50, 0x4b, 1, 2, 20, 0] + fields + [UInt8](repeating: 0, count: 10)
    directory.append(littleEndian: UInt32(start))
    directory += name
    self.count += 1
  }

  /// Returns the complete archive.
  ///
  /// - Returns: The archive's bytes.
  public func archive() -> [UInt8] {
    var end: [UInt8] = [0x50, 0x4b, 5, 6]
    end += [UInt8](littleEndian: [0, 0, UInt16(count), UInt16(count)])
    end += [UInt8](littleEndian: [UInt32(directory.count), UInt32(bytes.count)])
    return bytes + directory + end + [0, 0]
  }
}

extension [UInt8] {
  /// Creates the bytes of integers, the least significant byte of each first.
  init<Word: FixedWidthInteger>(littleEndian words: [Word]) {
    self = []
    for word in words { append(littleEndian: word) }
  }

  mutating func append<Word: FixedWidthInteger>(littleEndian word: Word) {
    for shift in stride(from: 0, to: Word.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }
}
