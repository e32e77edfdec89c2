/// A reader that lists the members of a tar archive without reading their contents.
///
/// It reads ustar (POSIX 1003.1), pax headers and GNU long names. Pass in the bytes of `request` until it is
/// nil:
///
/// ```swift
/// while let request = reader.request {
///   if let member = try reader.read(bytes(of: request)) { … }
/// }
/// ```
///
/// Checksums are verified. A sparse member, whose bytes are not contiguous, is rejected. The zero blocks at
/// the end of the archive can be missing.
public struct TarReader: Sendable {
  /// The number of bytes in a block.
  public static let blockBytes = 512
  /// The maximum number of members in an archive.
  public static let memberLimit = 65_536
  /// The maximum number of bytes in an extended header or a long name.
  public static let extensionLimit = 1 << 16

  /// A file or another named entry in the archive.
  public struct Member: Equatable, Sendable {
    /// The kind of a member.
    public enum Kind: Equatable, Sendable {
      /// A regular file.
      case file
      /// A folder.
      case folder
      /// A link, a device or another special file.
      case other
    }

    /// The path, as written in the archive.
    public var name: [UInt8]
    /// The kind of the member.
    public var kind: Kind
    /// The offset of the member's bytes in the archive.
    public var byteOffset: Int64
    /// The number of bytes in the member, or 0 if it is not a file.
    public var byteCount: Int64
  }

  /// The bytes to pass in next, or nil at the end of the archive.
  public private(set) var request: ByteRequest? = ByteRequest(byteOffset: 0, byteCount: blockBytes)
  /// The number of members returned so far.
  public private(set) var memberCount = 0

  private enum Extension: Sendable { case pax, global, longName, longLink }
  /// The extended header being read: its kind, the bytes read so far, and its length.
  private var pending: (kind: Extension, bytes: [UInt8], byteCount: Int)?
  /// The attributes for the next member, taken from extended headers.
  private var next = Attributes()

  private struct Attributes: Sendable {
    var name: [UInt8]?
    var byteCount: Int64?
  }

  /// Creates a reader that starts with the first block.
  public init() {}

  /// Reads the block requested by `request`.
  ///
  /// - Returns: The member if the block was its header; otherwise nil.
  /// - Throws: `TextError.tar` with the offset of the block, or `TextError.empty` if the archive is empty.
  /// - Complexity: O(1); extended headers are buffered until they are complete.
  public mutating func read(_ block: Span<UInt8>) throws(TextError) -> Member? {
    guard let start = request?.byteOffset else { return nil }
    do throws(TarFault) {
      let member = try step(block, start)
      if memberCount > Self.memberLimit { throw .tooManyMembers(limit: Self.memberLimit) }
      return member
    } catch {
      request = nil
      throw start == 0 && block.isEmpty ? .empty : .tar(error, byte: start)
    }
  }

  private mutating func step(_ block: Span<UInt8>, _ start: Int64) throws(TarFault) -> Member? {
    if block.isEmpty, pending == nil, start > 0 {
      request = nil
      return nil
    }
    guard block.count >= Self.blockBytes else { throw .truncated }
    let after = start + Int64(Self.blockBytes)
    request = ByteRequest(byteOffset: after, byteCount: Self.blockBytes)
    if pending != nil {
      try readExtension(block)
      return nil
    }
    if (0..<Self.blockBytes).allSatisfy({ block[$0] == 0 }) {
      request = nil
      return nil
    }
    let header = try TarHeader(block)
    switch header.kind {
    case UInt8(ascii: "x"), UInt8(ascii: "X"): try expect(.pax, header)
    case UInt8(ascii: "g"): try expect(.global, header)
    case UInt8(ascii: "L"): try expect(.longName, header)
    case UInt8(ascii: "K"): try expect(.longLink, header)
    case UInt8(ascii: "S"): throw .sparse
    case UInt8(ascii: "M"): throw .continued
    default: return try member(header, after)
    }
    return nil
  }

  private mutating func expect(_ kind: Extension, _ header: TarHeader) throws(TarFault) {
    guard header.byteCount <= Self.extensionLimit else { throw .extensionTooLong(limit: Self.extensionLimit) }
    guard header.byteCount > 0 else { return }
    pending = (kind, [], Int(header.byteCount))
  }

  private mutating func member(_ header: TarHeader, _ start: Int64) throws(TarFault) -> Member {
    let name = next.name ?? header.name
    let kind = header.memberKind(named: name)
    let written = next.byteCount ?? header.byteCount
    let byteCount = header.hasData && kind != .folder ? written : 0
    let (padded, isWide) = byteCount.addingReportingOverflow(Int64(Self.blockBytes - 1))
    let (end, isFar) = start.addingReportingOverflow(padded / 512 * 512)
    guard byteCount >= 0, !isWide, !isFar else { throw .malformedNumber }
    let member = Member(
      name: name, kind: kind, byteOffset: start, byteCount: kind == .file ? byteCount : 0)
    next = Attributes()
    memberCount += 1
    request = ByteRequest(byteOffset: end, byteCount: Self.blockBytes)
    return member
  }

  // MARK: - Extended headers

  private mutating func readExtension(_ block: Span<UInt8>) throws(TarFault) {
    guard let (kind, before, byteCount) = pending else { return }
    var bytes = before
    for index in 0..<min(block.count, byteCount - bytes.count) { bytes.append(block[index]) }
    guard bytes.count == byteCount else {
      pending = (kind, bytes, byteCount)
      return
    }
    pending = nil
    switch kind {
    // Global attributes never include a name or a size.
    case .longLink, .global: break
    case .longName: next.name = Array(bytes.prefix { $0 != 0 })
    case .pax: try Self.readRecords(bytes, &next)
    }
  }

  /// Reads records of the form `length key=value\n`, whose length includes the whole record.
  private static func readRecords(_ bytes: [UInt8], _ attributes: inout Attributes) throws(TarFault) {
    var start = 0
    while start < bytes.count, bytes[start] != 0 {
      guard let blank = bytes[start...].firstIndex(of: 0x20),
        let length = ASCIINumber.integer(bytes.span, start..<blank), length > blank - start + 1,
        length <= bytes.count - start, bytes[start + length - 1] == 0x0A,
        let equals = bytes[(blank + 1)..<(start + length)].firstIndex(of: UInt8(ascii: "="))
      else { throw .malformedExtension }
      let key = bytes[(blank + 1)..<equals]
      let value = bytes[(equals + 1)..<(start + length - 1)]
      if key.elementsEqual("path".utf8) {
        attributes.name = Array(value)
      } else if key.elementsEqual("size".utf8) {
        guard let count = decimal(value) else { throw .malformedNumber }
        attributes.byteCount = count
      } else if key.starts(with: "GNU.sparse.".utf8) {
        throw .sparse
      }
      start += length
    }
  }

  private static func decimal(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var value: Int64 = 0
    for digit in digits {
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      value = value * 10 + Int64(digit - 0x30)
    }
    return value
  }
}

/// A fault in a tar archive.
public enum TarFault: Error, Equatable, Sendable {
  /// The archive ends inside a header.
  case truncated
  /// A header's checksum is wrong: the archive is damaged or not a tar archive.
  case badChecksum
  /// A number violates the tar syntax or is too large.
  case malformedNumber
  /// An extended header does not consist of valid records.
  case malformedExtension
  /// An extended header or a name is longer than the limit.
  case extensionTooLong(limit: Int)
  /// The bytes of a member are not contiguous.
  case sparse
  /// A member is continued from a previous volume.
  case continued
  /// The archive contains more members than the limit.
  case tooManyMembers(limit: Int)
}

#if !hasFeature(Embedded)
  extension TarFault: CustomStringConvertible {
    /// A one-line description of the fault and how to fix it.
    public var description: String {
      switch self {
      case .truncated: "the archive ends inside a header. It was cut off; fetch it again"
      case .badChecksum:
        "the header's checksum is wrong. The archive is damaged, or not a tar archive; fetch it again"
      case .malformedNumber: "a number in the header is invalid. The archive is damaged; fetch it again"
      case .malformedExtension: "the extended header is invalid. The archive is damaged; fetch it again"
      case .extensionTooLong(let limit):
        "a name or extended header longer than \(limit) bytes. Pack the files again"
      case .sparse: "a sparse file, whose samples are not contiguous. Unpack the archive with tar"
      case .continued: "the rest of a file that began in another volume. Join the volumes"
      case .tooManyMembers(let limit): "more than \(limit) members. This is not a recording"
      }
    }
  }
#endif
