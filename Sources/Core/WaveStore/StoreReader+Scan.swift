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

  /// Reads a record and loads its payload into `buffer`; if the record is damaged, counts it and returns nil.
  mutating func record(at place: UInt64) throws(StoreError) -> StoreRecordHeader? {
    if place <= byteCount, let header = try recordHeader(at: place),
      place + header.recordByteCount <= source.byteCount, try payload(header, at: place)
    {
      return header
    }
    damagedCount += 1
    return nil
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
      where isMarked(offset) && StoreRecordHeader(buffer, at: offset, identifier: identifier) != nil {
        return lower + UInt64(offset)
      }
      lower += UInt64(Self.pieceByteCount)
    }
    return nil
  }

  /// Returns whether a record can begin at an offset in `buffer`.
  private func isMarked(_ offset: Int) -> Bool {
    buffer[offset] == UInt8(truncatingIfNeeded: StoreFormat.mark)
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
      var found: [UInt64] = []
      for offset in stride(from: 0, to: Int(upper - lower), by: 8) {
        guard isMarked(offset),
          let header = StoreRecordHeader(buffer, at: offset, identifier: identifier),
          header.kind == StoreRecordKind.checkpoint.rawValue
        else { continue }
        found.append(lower + UInt64(offset))
      }
      for place in found.reversed() {
        if try load(checkpoint: place) { return }
        left -= 1
        guard left > 0 else { return }
      }
      upper = lower
    }
  }

  /// Restores the state of a checkpoint, or returns false if the checkpoint or one of its group descriptions
  /// is damaged.
  private mutating func load(checkpoint place: UInt64) throws(StoreError) -> Bool {
    guard let header = try recordHeader(at: place), place + header.recordByteCount <= source.byteCount,
      try payload(header, at: place), let read = try? StoreDirectory.read(buffer, place: place)
    else { return false }
    var loaded = StoreDirectory(newestNote: read.newestNote, isClosed: read.isClosed)
    for group in read.groups {
      guard let described = try recordHeader(at: group.place),
        group.place + described.recordByteCount <= place, try payload(described, at: group.place),
        described.kind == StoreRecordKind.group.rawValue,
        let description = try? StoreGroup.read(buffer, place: group.place),
        description.number == loaded.entries.count
      else { return false }
      loaded.entries.append(
        StoreDirectory.Entry(group: description.group, place: group.place, index: group.index))
    }
    directory = loaded
    nextNumber = header.number &+ 1
    byteCount = place + header.recordByteCount
    return true
  }
}
