/// A record of a kind that only the program that wrote it knows; readers of stores pass it over.
///
/// A cache of columns is made of these: what they hold lies in the file as it is used, so that it may be
/// mapped.
public struct StoreAttachment: Equatable, Sendable {
  /// The first kind that is free for programs.
  public static let firstKind: UInt16 = 256

  /// Which of the program's kinds.
  public let kind: UInt16
  /// Where the payload begins in the file, a multiple of 8.
  public let place: UInt64
  /// Bytes of the payload.
  public let byteCount: Int
  /// The payload's checksum, as ``checksum(of:identifier:)`` gives it.
  public let checksum: UInt32

  /// Reads a record's header, and checks its sum; nil where it is none, or of a kind that is a store's own.
  ///
  /// - Parameters:
  ///   - header: The 32 bytes before the payload.
  ///   - place: Where they begin in the file.
  ///   - identifier: The file's.
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

  /// The checksum of bytes of one file: the same bytes in another file have another.
  ///
  /// - Complexity: O(bytes), one small allocation.
  public static func checksum(of bytes: Span<UInt8>, identifier: UInt64) -> UInt32 {
    StoreRecordHeader.checksum(bytes, identifier)
  }

  /// The identifier of a store, by its first 32 bytes.
  ///
  /// - Throws: `StoreError` where they are not those of a store that can be read.
  public static func identifier(ofHeader bytes: [UInt8]) throws(StoreError) -> UInt64 {
    try StoreHeader.read(bytes)
  }
}

extension StoreEncoder {
  /// Appends a record of the program's own.
  ///
  /// - Parameters:
  ///   - kind: ``StoreAttachment/firstKind`` or above.
  ///   - payload: ``StoreFormat/payloadLimit`` bytes at most.
  /// - Returns: Where the payload will be, and its checksum.
  /// - Throws: `StoreError` where the kind is a store's own, or the payload too long.
  /// - Complexity: O(bytes).
  public mutating func attach(kind: UInt16, _ payload: [UInt8]) throws(StoreError) -> StoreAttachment {
    guard kind >= StoreAttachment.firstKind else { throw .reservedKind(kind) }
    guard payload.count <= StoreFormat.payloadLimit else {
      throw .payloadTooLong(byteCount: payload.count, limit: StoreFormat.payloadLimit)
    }
    return put(kind: kind, payload)
  }
}
