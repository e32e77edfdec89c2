import WaveUnits

/// The header of a record: the 32 bytes before its payload.
struct StoreRecordHeader: Equatable {
  var kind: UInt16
  var byteCount: Int
  var checksum: UInt32
  /// The number of records that precede this one.
  var number: UInt64

  /// The number of bytes in the whole record, including padding.
  var recordByteCount: UInt64 { UInt64(StoreFormat.recordHeaderByteCount + padded(byteCount)) }

  /// Reads a header, or returns nil if the bytes are not a valid header.
  init?(_ bytes: [UInt8], at place: Int, identifier: UInt64) {
    // Few offsets need more than the comparison of a byte.
    guard place + StoreFormat.recordHeaderByteCount <= bytes.count,
      bytes[place] == UInt8(truncatingIfNeeded: StoreFormat.mark),
      bytes.little(UInt32.self, at: place) == StoreFormat.mark,
      Self.checksum(bytes.span.extracting(place..<(place + 28)), identifier)
        == bytes.little(UInt32.self, at: place + 28)
    else { return nil }
    let count = bytes.little(UInt32.self, at: place + 8)
    guard count <= StoreFormat.payloadLimit else { return nil }
    kind = bytes.little(UInt16.self, at: place + 4)
    byteCount = Int(count)
    checksum = bytes.little(UInt32.self, at: place + 12)
    number = bytes.little(UInt64.self, at: place + 16)
  }

  /// Returns the checksum of bytes in a file; the same bytes in a different file have a different checksum.
  static func checksum(_ bytes: Span<UInt8>, _ identifier: UInt64) -> UInt32 {
    var sum = CRC32()
    var word: [UInt8] = []
    word.reserveCapacity(8)
    word.append(little: identifier)
    sum.add(word.span)
    sum.add(bytes)
    return sum.checksum
  }
}

/// The header of a store: the file's first 32 bytes.
enum StoreHeader {
  static func bytes(identifier: UInt64) -> [UInt8] {
    var bytes = StoreFormat.magic
    bytes.append(little: StoreFormat.version)
    bytes.append(little: UInt16(0))
    bytes.append(little: UInt32(StoreFormat.headerByteCount))
    bytes.append(little: identifier)
    bytes.append(little: UInt32(0))
    bytes.append(little: CRC32.checksum(bytes.span))
    return bytes
  }

  /// Returns the file's identifier, read from the header.
  static func read(_ bytes: [UInt8]) throws(StoreError) -> UInt64 {
    let magic = StoreFormat.magic
    guard bytes.count >= magic.count, bytes.starts(with: magic) else { throw .notStore }
    guard bytes.count >= StoreFormat.headerByteCount,
      CRC32.checksum(bytes.span.extracting(0..<28)) == bytes.little(UInt32.self, at: 28)
    else { throw .damagedHeader }
    let version = bytes.little(UInt16.self, at: 8)
    guard version == StoreFormat.version,
      bytes.little(UInt32.self, at: 12) == UInt32(StoreFormat.headerByteCount)
    else { throw .unknownVersion(version) }
    return bytes.little(UInt64.self, at: 16)
  }
}

/// A buffer of encoded records to be appended to the file.
struct StoreSink: Sendable {
  let identifier: UInt64
  /// The bytes that the caller has not yet appended to the file.
  var bytes: [UInt8] = []
  /// The byte offset of `bytes` in the file.
  var basePlace: UInt64
  /// The number of records so far, including those already in the file.
  var number: UInt64
  /// The number of bytes since the last checkpoint.
  var uncheckedByteCount = 0

  /// The byte offset of the next record.
  var place: UInt64 { basePlace + UInt64(bytes.count) }

  /// Appends a record whose kind is reserved for the store format.
  ///
  /// - Returns: The byte offset of the record.
  @discardableResult mutating func record(
    _ kind: StoreRecordKind, _ payload: (inout [UInt8]) -> Void
  ) -> UInt64 {
    record(kind: kind.rawValue, payload).place
  }

  /// Appends a record of any kind.
  ///
  /// - Returns: The byte offset of the record, and the checksum of its payload.
  mutating func record(
    kind: UInt16, _ payload: (inout [UInt8]) -> Void
  ) -> (place: UInt64, checksum: UInt32) {
    let start = bytes.count
    let body = start + StoreFormat.recordHeaderByteCount
    bytes.append(little: StoreFormat.mark)
    bytes.append(little: kind)
    bytes.appendZeros(StoreFormat.recordHeaderByteCount - 6)
    payload(&bytes)
    let count = bytes.count - body
    bytes.write(little: UInt32(count), at: start + 8)
    let checksum = StoreRecordHeader.checksum(bytes.span.extracting(body..<bytes.count), identifier)
    bytes.write(little: checksum, at: start + 12)
    bytes.write(little: number, at: start + 16)
    bytes.write(
      little: StoreRecordHeader.checksum(bytes.span.extracting(start..<(start + 28)), identifier),
      at: start + 28)
    bytes.appendZeros(padded(count) - count)
    // Record numbers may start at any value, so they wrap around.
    number &+= 1
    uncheckedByteCount += bytes.count - start
    return (basePlace + UInt64(start), checksum)
  }
}
