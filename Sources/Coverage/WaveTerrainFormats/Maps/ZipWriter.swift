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
    var fields: [UInt8] = []
    // Version 2.0, names in UTF-8, no compression, and the date 1 January 1980, so that equal contents give
    // equal files.
    Self.append([20, 0x0800, 0, 0, 0x21], &fields)
    for word in [CRC32.checksum(content.span), UInt32(content.count), UInt32(content.count)] {
      Self.append(word, &fields)
    }
    Self.append([UInt16(name.count), 0], &fields)
    bytes += [0x50, 0x4b, 3, 4] + fields + name + content
    directory += [0x50, 0x4b, 1, 2, 20, 0] + fields
    Self.append([0, 0, 0, 0, 0], &directory)
    Self.append(UInt32(start), &directory)
    directory += name
    count += 1
  }

  /// Returns the complete archive.
  ///
  /// - Returns: The archive's bytes.
  public func archive() -> [UInt8] {
    var end: [UInt8] = [0x50, 0x4b, 5, 6]
    Self.append([0, 0, UInt16(count), UInt16(count)], &end)
    Self.append(UInt32(directory.count), &end)
    Self.append(UInt32(bytes.count), &end)
    return bytes + directory + end + [0, 0]
  }

  private static func append(_ words: [UInt16], _ bytes: inout [UInt8]) {
    for word in words { bytes += [UInt8(word & 255), UInt8(word >> 8)] }
  }

  private static func append(_ word: UInt32, _ bytes: inout [UInt8]) {
    for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(word >> shift & 255)) }
  }
}
