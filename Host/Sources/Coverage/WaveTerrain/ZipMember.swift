/// The one tile in a zip archive: where its bytes are, and what they should be.
///
/// The directory at the archive's end is what counts; encrypted, split and 64-bit archives are refused.
///
/// Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 and 4.4.
public struct ZipMember: Equatable, Sendable {
  /// Members at most.
  public static let memberLimit = 256
  /// Bytes of the directory at most.
  public static let directoryByteLimit = 1 << 17

  /// The member's name, as it is written.
  public let name: [UInt8]
  /// Whether it is deflated; else it is stored.
  public let isDeflated: Bool
  /// Bytes in the archive.
  public let packedByteCount: Int
  /// Bytes unpacked.
  public let byteCount: Int
  /// CRC-32 of what is unpacked.
  public let checksum: UInt32
  /// Where its header is; its bytes lie behind that.
  public let headerOffset: Int

  /// Where an archive's directory is, as its end says.
  public struct Directory: Equatable, Sendable {
    /// Where it begins.
    public let offset: Int
    /// Its bytes.
    public let byteCount: Int
    /// Members that it has.
    public let memberCount: Int

    /// Bytes of the archive's end that are looked at at most.
    public static let tailByteCount = 22 + 65_535

    /// Looks for the end record.
    ///
    /// - Parameters:
    ///   - tail: The archive's last bytes.
    ///   - fileByteCount: All of its bytes.
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

  /// Finds the tile in a directory.
  ///
  /// - Parameters:
  ///   - directory: The bytes that the end record names.
  ///   - memberCount: Members that it says there are.
  ///   - isTile: Whether a name is a tile's.
  /// - Returns: The one member with such a name.
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

  /// Bytes of a member's own header that are fixed.
  public static let headerByteCount = 30

  /// Where the member's bytes begin, from its own header.
  ///
  /// - Parameters:
  ///   - header: The bytes at `headerOffset`.
  ///   - fileByteCount: All bytes of the archive.
  /// - Returns: Counted from the archive's start; all of the member's bytes lie in it.
  /// - Throws: `ZipFault.damaged`.
  public func dataOffset(header: [UInt8], fileByteCount: Int) throws(ZipFault) -> Int {
    guard header.count >= Self.headerByteCount, header.starts(0x0403_4B50, at: 0) else { throw .damaged }
    let start = headerOffset + Self.headerByteCount + header.number(26, 2) + header.number(28, 2)
    guard start + packedByteCount <= fileByteCount else { throw .damaged }
    return start
  }

  /// What makes the member's bytes a gzip file, in front and behind: both are deflate's, and end in the same
  /// checksum.
  var gzipEnds: (front: [UInt8], back: [UInt8]) {
    let numbers = [checksum, UInt32(truncatingIfNeeded: byteCount)]
    let back = numbers.flatMap { number in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }
    return ([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF], back)
  }
}

extension [UInt8] {
  /// A little-endian number of some bytes, which must be there.
  fileprivate func number(_ place: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(self[place + $1]) << (8 * $1) }
  }

  /// Whether a mark of four bytes is at a place.
  fileprivate func starts(_ mark: Int, at place: Int) -> Bool {
    count - place >= 4 && number(place, 4) == mark
  }
}
