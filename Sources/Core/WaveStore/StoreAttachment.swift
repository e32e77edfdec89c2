/// A record whose kind is private to the program that wrote it; store readers skip it.
///
/// A cache of table columns consists of these records. Their payloads are stored in the layout used in
/// memory, so that the file can be mapped.
public struct StoreAttachment: Equatable, Sendable {
  /// The first record kind available to programs.
  public static let firstKind: UInt16 = 256

  /// The kind of the record, assigned by the program.
  public let kind: UInt16
  /// The byte offset of the payload in the file, a multiple of 8.
  public let place: UInt64
  /// The number of bytes in the payload.
  public let byteCount: Int
  /// The payload's checksum, as returned by ``checksum(of:identifier:)``.
  public let checksum: UInt32

  /// Reads and verifies the header of a record, or returns nil if the header is invalid or the kind is
  /// reserved for the store format.
  ///
  /// - Parameters:
  ///   - header: The 32 bytes before the payload.
  ///   - place: The byte offset of the header in the file.
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

  /// Returns the checksum of bytes in a file; the same bytes in a different file have a different checksum.
  ///
  /// - Complexity: O(bytes), with one small allocation.
  public static func checksum(of bytes: Span<UInt8>, identifier: UInt64) -> UInt32 {
    StoreRecordHeader.checksum(bytes, identifier)
  }

  /// Returns the identifier of a store, read from its first 32 bytes.
  ///
  /// - Throws: `StoreError` if the bytes are not the header of a readable store.
  public static func identifier(ofHeader bytes: [UInt8]) throws(StoreError) -> UInt64 {
    try StoreHeader.read(bytes)
  }
}
