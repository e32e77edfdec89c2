/// An encoder that turns a recording into bytes to be appended to a file.
///
/// Appending `bytes` in order gives a readable store even if the last write is truncated at any byte: all
/// complete records are found. Frames are buffered until their chunk is full or `flush()` is called. This is
/// a value type, for use by one thread at a time.
public struct StoreEncoder: Sendable {
  /// The number of bytes after which a checkpoint is written.
  static let checkpointByteCount = 1 << 20

  private var sink: StoreSink
  private var groups: [StoreGroupEncoder] = []
  private var newestNote: UInt64 = 0

  /// Creates an encoder for a new store.
  ///
  /// - Parameter identifier: A random number that distinguishes the file's records from those of other files.
  public init(identifier: UInt64) {
    sink = StoreSink(identifier: identifier, basePlace: 0, number: 0)
    sink.bytes = StoreHeader.bytes(identifier: identifier)
  }

  /// Creates an encoder that continues a store after its last complete record.
  ///
  /// Truncate the file to `reader.byteCount` before appending anything.
  /// - Parameter reader: A reader that has read the store to its end.
  /// - Throws: `StoreError` if summaries can no longer be read.
  public init<Source: StoreSource>(resuming reader: inout StoreReader<Source>) throws(StoreError) {
    sink = StoreSink(identifier: reader.identifier, basePlace: reader.byteCount, number: reader.nextNumber)
    newestNote = reader.directory.newestNote
    for (number, entry) in reader.directory.entries.enumerated() {
      var encoder = StoreGroupEncoder(entry, number: number)
      try encoder.resume(from: &reader)
      groups.append(encoder)
    }
    for number in groups.indices { groups[number].closePassed(&sink) }
    makeCheckpoint(isClosed: false)
  }

  /// Creates an encoder that continues a store containing only program-defined records.
  ///
  /// - Parameters:
  ///   - identifier: The file's identifier, as returned by ``StoreAttachment/identifier(ofHeader:)``.
  ///   - byteCount: The length of the file up to the end of the last complete record. Truncate the file to
  ///     this length before appending anything.
  ///   - recordCount: The number of complete records.
  public init(identifier: UInt64, byteCount: UInt64, recordCount: UInt64) {
    sink = StoreSink(identifier: identifier, basePlace: byteCount, number: recordCount)
  }

  /// The number that identifies the records of this file.
  public var identifier: UInt64 { sink.identifier }

  /// The bytes to be appended to the file.
  public var bytes: [UInt8] { sink.bytes }

  /// The length of the file once `bytes` have been appended.
  public var byteCount: UInt64 { sink.place }

  /// Discards `bytes` after they have been appended, and keeps the buffer's capacity.
  public mutating func discardBytes() {
    sink.basePlace = sink.place
    sink.bytes.removeAll(keepingCapacity: true)
  }

  /// Adds a group.
  ///
  /// - Returns: The group's index, starting at 0.
  /// - Throws: `StoreError` if the group exceeds the format's limits.
  public mutating func add(_ group: StoreGroup) throws(StoreError) -> Int {
    guard groups.count < StoreFormat.groupLimit else { throw .tooManyGroups(limit: StoreFormat.groupLimit) }
    try group.check()
    let number = groups.count
    let place = sink.record(.group) { StoreGroupRecord(number: number, group: group).write(to: &$0) }
    groups.append(StoreGroupEncoder(StoreDirectory.Entry(group: group, place: place), number: number))
    makeCheckpoint(isClosed: false)
    return number
  }

  /// Appends frames to a group.
  ///
  /// A frame is one sample of each channel. Frames whose numbers are already stored are skipped. Frame
  /// numbers that are left out count as missing.
  /// - Parameters:
  ///   - group: The index of the group.
  ///   - sequence: The number of the first frame.
  ///   - samples: The samples of the first channel, then of the second, and so on, with equal counts; NaN
  ///     marks a missing sample.
  /// - Returns: The number of frames that were already stored.
  /// - Throws: `StoreError` if the group does not exist or the number of samples is not a multiple of its
  ///   channel count.
  /// - Complexity: O(samples); `bytes` grows proportionally.
  @discardableResult public mutating func append(
    group: Int, sequence: UInt64, samples: Span<Double>
  ) throws(StoreError) -> Int {
    guard groups.indices.contains(group) else { throw .unknownGroup(group) }
    let channelCount = groups[group].entry.group.channels.count
    guard samples.count % channelCount == 0 else {
      throw .wrongChannels(expected: channelCount, found: samples.count)
    }
    let count = samples.count / channelCount
    guard sequence <= StoreFormat.sequenceLimit - UInt64(count) else { throw .beyondSequenceLimit }
    let repeated = groups[group].append(sequence, count, samples, &sink)
    checkpointIfDue()
    return repeated
  }

  /// Appends a note.
  ///
  /// - Throws: `StoreError` if the note exceeds the format's limits.
  public mutating func append(_ note: StoreNote) throws(StoreError) {
    try note.check(groupCount: groups.count)
    let previous = newestNote
    newestNote = sink.record(note.kind) { bytes in
      bytes.append(little: previous)
      note.write(to: &bytes)
    }
  }

  /// Returns the sequence number of the first buffered frame of a group, or nil if none is buffered.
  public func waitingSequence(group: Int) -> UInt64? {
    groups.indices.contains(group) ? groups[group].waitingSequence : nil
  }

  /// Writes the buffered frames of a group to `bytes`.
  public mutating func flush(group: Int) {
    guard groups.indices.contains(group) else { return }
    groups[group].flush(&sink)
    checkpointIfDue()
  }

  /// Writes the buffered frames of all groups to `bytes`.
  public mutating func flush() {
    for number in groups.indices { groups[number].flush(&sink) }
    checkpointIfDue()
  }

  /// Writes all buffered frames to `bytes` and marks the end of the recording.
  public mutating func close() {
    for number in groups.indices { groups[number].flush(&sink) }
    makeCheckpoint(isClosed: true)
  }

  /// Appends a record of a program-defined kind.
  ///
  /// - Parameters:
  ///   - kind: The kind, at least ``StoreAttachment/firstKind``.
  ///   - payload: The payload, at most ``StoreFormat/payloadLimit`` bytes.
  /// - Returns: The byte offset of the payload in the file, and its checksum.
  /// - Throws: `StoreError` if the kind is reserved for the store format or the payload is too long.
  /// - Complexity: O(bytes).
  public mutating func attach(kind: UInt16, _ payload: [UInt8]) throws(StoreError) -> StoreAttachment {
    guard kind >= StoreAttachment.firstKind else { throw .reservedKind(kind) }
    guard payload.count <= StoreFormat.payloadLimit else {
      throw .payloadTooLong(byteCount: payload.count, limit: StoreFormat.payloadLimit)
    }
    let (place, checksum) = sink.record(kind: kind) { $0 += payload }
    return StoreAttachment(kind, headerPlace: place, payload.count, checksum)
  }

  private mutating func checkpointIfDue() {
    guard sink.uncheckedByteCount >= Self.checkpointByteCount else { return }
    makeCheckpoint(isClosed: false)
  }

  private mutating func makeCheckpoint(isClosed: Bool) {
    let directory = StoreDirectory(
      entries: groups.map { $0.entry }, newestNote: newestNote, isClosed: isClosed)
    sink.record(.checkpoint) { directory.write(to: &$0) }
    sink.uncheckedByteCount = 0
  }
}
