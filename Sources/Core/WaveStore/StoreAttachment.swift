/// A record whose kind only the program that wrote it knows; readers of stores skip it.
///
/// A cache of columns consists of these records. Their payloads are stored in the form in which they are
/// used, so that the file can be mapped.
public struct StoreAttachment: Equatable, Sendable {
  /// The first kind that is free for programs.
  public static let firstKind: UInt16 = 256

  /// The program's own kind of the record.
  public let kind: UInt16
  /// The position of the payload in the file, a multiple of 8.
  public let place: UInt64
  /// The number of bytes in the payload.
  public let byteCount: Int
  /// The payload's checksum, as returned by ``checksum(of:identifier:)``.
  public let checksum: UInt32

  /// Reads a record's header, and verifies its checksum; nil if it is not valid, or the kind belongs to
  /// stores.
  ///
  /// - Parameters:
  ///   - header: The 32 bytes before the payload.
  ///   - place: The position of these bytes in the file.
  ///   - identifier: The file's identifier.
  public init?(header: [UInt8], place: UInt64, identifier: UInt64) {
    guard let header = StoreRecordHeader(header, at: 0, identifier: identifier), header.kind >= Self.firstKind
    else { return nil }
    self.init(header.kind, headerPlace: place, header.byteCount, header.checksum)
  }

  init(_ kind: UInt16, headerPlace: UInt64, _ byteCount: Int, _ checksum: UInt32) {
    self.kind = kind
    place = headerPlace + UInt64(StoreFormat.recordHeaderByteCount)
    self.byteCount = byteCount
    self.checksum = checksum
  }

  /// Returns the checksum of bytes of one file; the same bytes in another file have a different one.
  ///
  /// - Complexity: O(bytes), one small allocation.
  public static func checksum(of bytes: Span<UInt8>, identifier: UInt64) -> UInt32 {
    StoreRecordHeader.checksum(bytes, identifier)
  }

  /// Reads the identifier of a store from its first 32 bytes.
  ///
  /// - Throws: `StoreError` if they are not the header of a readable store.
  public static func identifier(ofHeader bytes: [UInt8]) throws(StoreError) -> UInt64 {
    try StoreHeader.read(bytes)
  }
}

extension StoreEncoder {
  /// Appends a record of a kind of the program's own.
  ///
  /// - Parameters:
  ///   - kind: ``StoreAttachment/firstKind`` or above.
  ///   - payload: At most ``StoreFormat/payloadLimit`` bytes.
  /// - Returns: The position of the payload in the file, and its checksum.
  /// - Throws: `StoreError` if the kind belongs to stores, or the payload is too long.
  /// - Complexity: O(bytes).
  public mutating func attach(kind: UInt16, _ payload: [UInt8]) throws(StoreError) -> StoreAttachment {
    guard kind >= StoreAttachment.firstKind else { throw .reservedKind(kind) }
    guard payload.count <= StoreFormat.payloadLimit else {
      throw .payloadTooLong(byteCount: payload.count, limit: StoreFormat.payloadLimit)
    }
    return append(kind: kind, payload)
  }
}
