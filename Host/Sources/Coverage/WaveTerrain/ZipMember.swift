/// The only tile in a zip archive, with the location, compression method and checksum of its bytes.
///
/// Members are found through the central directory. Encrypted, split and 64-bit archives are refused.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 and 4.4.
public struct ZipMember: Equatable, Sendable {
  /// The maximum number of members in an archive.
  public static let memberLimit = 256
  /// The maximum number of bytes in the central directory.
  public static let directoryByteLimit = 1 << 17

  /// The member's name, as written in the archive.
  public let name: [UInt8]
  /// Whether the member is compressed by deflate; otherwise it is stored uncompressed.
  public let isDeflated: Bool
  /// The number of compressed bytes in the archive.
  public let packedByteCount: Int
  /// The number of bytes after unpacking.
  public let byteCount: Int
  /// The CRC-32 of the unpacked bytes.
  public let checksum: UInt32
  /// The offset of the member's local header, which precedes its data.
  public let headerOffset: Int

  /// The location of an archive's central directory, as stated in the end record.
  public struct Directory: Equatable, Sendable {
    /// The offset of the directory's first byte.
    public let offset: Int
    /// The number of bytes in the directory.
    public let byteCount: Int
    /// The number of members.
    public let memberCount: Int

    /// The maximum number of bytes at the end of an archive that are searched for the end record.
    public static let tailByteCount = 22 + 65_535

    /// Finds the end record and reads the directory's location from it.
    ///
    /// - Parameters:
    ///   - tail: The archive's last bytes.
    ///   - fileByteCount: The number of bytes in the archive.
    /// - Throws: `ZipFault`.
    public init(tail: [UInt8], fileByteCount: Int) throws(ZipFault) {
      var place = tail.count - 22
      while place >= 0 {
        if tail.starts(0x0605_4B50, at: place), place + 22 + tail.number(place + 20, 2) == tail.count {
          break
        }
        place -= 1
      }
      guard place >= 0 else { throw .noDirectory }
      offset = tail.number(place + 16, 4)
      byteCount = tail.number(place + 12, 4)
      memberCount = tail.number(place + 10, 2)
      let end = fileByteCount - tail.count + place
      guard byteCount <= ZipMember.directoryByteLimit, offset <= end, offset + byteCount <= end else {
        throw .damaged
      }
      guard memberCount <= ZipMember.memberLimit else { throw .tooManyMembers(limit: ZipMember.memberLimit) }
    }
  }

  /// Finds the tile in a central directory.
  ///
  /// - Parameters:
  ///   - directory: The bytes of the central directory.
  ///   - memberCount: The number of members that the end record states.
  ///   - isTile: Returns whether a member's name is that of a tile.
  /// - Returns: The only member with such a name.
  /// - Throws: `ZipFault`.
  public static func tile(
    in directory: [UInt8], memberCount: Int, isTile: ([UInt8]) -> Bool
  ) throws(ZipFault) -> ZipMember {
    var place = 0
    var tiles: [ZipMember] = []
    for _ in 0..<memberCount {
      guard directory.count - place >= 46, directory.starts(0x0201_4B50, at: place) else { throw .damaged }
      let nameCount = directory.number(place + 28, 2)
      let next = place + 46 + nameCount + directory.number(place + 30, 2) + directory.number(place + 32, 2)
      guard next <= directory.count else { throw .damaged }
      let name = Array(directory[(place + 46)..<(place + 46 + nameCount)])
      if isTile(name) { tiles.append(try ZipMember(directory, place, name)) }
      place = next
    }
    guard let tile = tiles.first, tiles.count == 1 else { throw .members(count: tiles.count) }
    return tile
  }

  private init(_ directory: [UInt8], _ place: Int, _ name: [UInt8]) throws(ZipFault) {
    self.name = name
    guard directory.number(place + 8, 2) & 1 == 0 else { throw .encrypted }
    let method = directory.number(place + 10, 2)
    guard method == 0 || method == 8 else { throw .method(method) }
    isDeflated = method == 8
    checksum = UInt32(directory.number(place + 16, 4))
    packedByteCount = directory.number(place + 20, 4)
    byteCount = directory.number(place + 24, 4)
    headerOffset = directory.number(place + 42, 4)
    guard isDeflated || packedByteCount == byteCount else { throw .damaged }
  }

  /// The number of bytes in the fixed part of a local header.
  public static let headerByteCount = 30

  /// Returns the offset of the member's data, which its local header determines.
  ///
  /// - Parameters:
  ///   - header: The bytes at `headerOffset`.
  ///   - fileByteCount: The number of bytes in the archive.
  /// - Returns: The offset from the start of the archive; all of the member's data is within the archive.
  /// - Throws: `ZipFault.damaged`.
  public func dataOffset(header: [UInt8], fileByteCount: Int) throws(ZipFault) -> Int {
    guard header.count >= Self.headerByteCount, header.starts(0x0403_4B50, at: 0) else { throw .damaged }
    let start = headerOffset + Self.headerByteCount + header.number(26, 2) + header.number(28, 2)
    guard start + packedByteCount <= fileByteCount else { throw .damaged }
    return start
  }

  /// The bytes that turn the member into a gzip file when added before and after it; both formats use deflate
  /// and the same checksum.
  var gzipEnds: (front: [UInt8], back: [UInt8]) {
    let numbers = [checksum, UInt32(truncatingIfNeeded: byteCount)]
    let back = numbers.flatMap { number in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }
    return ([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF], back)
  }
}

extension [UInt8] {
  /// Returns the little-endian integer of `count` bytes at an offset; the array must contain all these bytes.
  fileprivate func number(_ place: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(self[place + $1]) << (8 * $1) }
  }

  /// Returns whether the bytes at an offset are a given four-byte signature.
  fileprivate func starts(_ mark: Int, at place: Int) -> Bool {
    count - place >= 4 && number(place, 4) == mark
  }
}
