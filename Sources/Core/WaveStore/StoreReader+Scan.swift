extension StoreReader {
  /// The number of bytes at the end of the file that are searched for a checkpoint before the whole file is
  /// read.
  private static var searchByteCount: UInt64 { 32 << 20 }
  private static var pieceByteCount: Int { 1 << 16 }
  /// The number of damaged checkpoints after which the whole file is read.
  private static var checkpointLimit: Int { 8 }

  /// Reads the records appended since the last call.
  ///
  /// - Throws: `StoreError` if the source fails.
  public mutating func refresh() throws(StoreError) {
    var place = byteCount
    // Damage is counted only if records follow it; otherwise, it is an incomplete tail.
    var damage = 0
    while true {
      guard let header = try recordHeader(at: place) else {
        guard let next = try nextHeader(after: place) else { return }
        damage += 1
        place = next
        continue
      }
      guard place + header.recordByteCount <= source.byteCount else { return }
      if try payload(header, at: place), directory.note(header.kind, buffer, place: place) {
        damagedCount += damage
        damage = 0
        nextNumber = header.number &+ 1
        byteCount = place + header.recordByteCount
      } else {
        damage += 1
      }
      place += header.recordByteCount
    }
  }

  /// Reads a record and loads its payload into `buffer`, or returns nil if the record is damaged or continues
  /// beyond `end`.
  private mutating func intactRecord(
    at place: UInt64, before end: UInt64
  ) throws(StoreError) -> StoreRecordHeader? {
    guard let header = try recordHeader(at: place), place + header.recordByteCount <= end,
      try payload(header, at: place)
    else { return nil }
    return header
  }

  /// Reads a record and its contents; if it is damaged or not the requested one, counts it and returns nil.
  ///
  /// - Parameters:
  ///   - place: The byte offset of the record.
  ///   - parse: A closure that returns the contents of the record's kind and payload, or nil if they are wrong.
  /// - Returns: The contents, or nil if there are none.
  /// - Throws: `StoreError` if the source fails.
  mutating func contents<Contents>(
    at place: UInt64, _ parse: (UInt16, [UInt8]) -> Contents?
  ) throws(StoreError) -> Contents? {
    let header = place <= byteCount ? try intactRecord(at: place, before: source.byteCount) : nil
    let contents = header.flatMap { parse($0.kind, buffer) }
    if contents == nil { damagedCount += 1 }
    return contents
  }

  /// Reads the record header at a byte offset, or returns nil if there is none.
  private mutating func recordHeader(at place: UInt64) throws(StoreError) -> StoreRecordHeader? {
    let count = StoreFormat.recordHeaderByteCount
    let available = source.byteCount
    guard place <= available, available - place >= UInt64(count) else { return nil }
    try source.read(at: place, count: count, into: &buffer)
    return StoreRecordHeader(buffer, at: 0, identifier: identifier)
  }

  /// Reads a payload into `buffer`, and returns whether its checksum is correct.
  private mutating func payload(_ header: StoreRecordHeader, at place: UInt64) throws(StoreError) -> Bool {
    try source.read(
      at: place + UInt64(StoreFormat.recordHeaderByteCount), count: header.byteCount, into: &buffer)
    return StoreRecordHeader.checksum(buffer.span, identifier) == header.checksum
  }

  /// Searches for the next record after a damaged one and returns its byte offset, or nil if there is none.
  private mutating func nextHeader(after place: UInt64) throws(StoreError) -> UInt64? {
    var lower = place + 8
    while lower < source.byteCount {
      try readPiece(from: lower, to: lower + UInt64(Self.pieceByteCount))
      for offset in stride(from: 0, to: Swift.min(Self.pieceByteCount, buffer.count), by: 8)
      where StoreRecordHeader(buffer, at: offset, identifier: identifier) != nil {
        return lower + UInt64(offset)
      }
      lower += UInt64(Self.pieceByteCount)
    }
    return nil
  }

  /// Reads a range of the file into `buffer`, extended to complete any header that begins in the range.
  private mutating func readPiece(from lower: UInt64, to upper: UInt64) throws(StoreError) {
    let end = Swift.min(source.byteCount, upper + UInt64(StoreFormat.recordHeaderByteCount))
    try source.read(at: lower, count: Int(end - Swift.min(lower, end)), into: &buffer)
  }

  mutating func loadNewestCheckpoint() throws(StoreError) {
    let end = source.byteCount
    let lowest = Swift.max(
      UInt64(StoreFormat.headerByteCount), (end - Swift.min(end, Self.searchByteCount)) & ~7)
    var upper = end & ~7
    var left = Self.checkpointLimit
    while upper > lowest {
      let lower = Swift.max(lowest, upper - Swift.min(upper, UInt64(Self.pieceByteCount)))
      try readPiece(from: lower, to: upper)
      // The closure captures values, since a copy of a generic reader for each offset would be slow.
      let found = stride(from: 0, to: Int(upper - lower), by: 8).filter { [buffer, identifier] offset in
        StoreRecordHeader(buffer, at: offset, identifier: identifier)?.kind
          == StoreRecordKind.checkpoint.rawValue
      }
      for offset in found.reversed() {
        if try load(checkpoint: lower + UInt64(offset)) { return }
        left -= 1
        guard left > 0 else { return }
      }
      upper = lower
    }
  }

  /// Restores the state of a checkpoint, or returns false if the checkpoint or one of its group descriptions
  /// is damaged.
  private mutating func load(checkpoint place: UInt64) throws(StoreError) -> Bool {
    guard let header = try intactRecord(at: place, before: source.byteCount),
      var loaded = try? StoreDirectory.read(buffer, place: place)
    else { return false }
    for (number, entry) in loaded.entries.enumerated() {
      guard let described = try intactRecord(at: entry.place, before: place),
        described.kind == StoreRecordKind.group.rawValue,
        let record = try? StoreGroupRecord.read(buffer, place: entry.place), record.number == number
      else { return false }
      loaded.entries[number].group = record.group
    }
    directory = loaded
    nextNumber = header.number &+ 1
    byteCount = place + header.recordByteCount
    return true
  }
}
