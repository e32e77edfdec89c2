/// Makes a store's bytes, to be appended to a file as they come.
///
/// Whatever of `bytes` is appended in order is a store that can be read, were the last piece cut anywhere:
/// what is whole is found. Frames wait until their chunk is full, or until `flush()`. A value type, for one
/// thread at a time.
public struct StoreEncoder: Sendable {
  /// A checkpoint is made whenever so many bytes have come since the last one.
  static let checkpointByteCount = 1 << 20

  private var sink: StoreSink
  private var groups: [StoreGroupEncoder] = []
  private var newestNote: UInt64 = 0

  /// Begins a store.
  ///
  /// - Parameter identifier: A random number, by which no other file's records are taken for its own.
  public init(identifier: UInt64) {
    sink = StoreSink(identifier: identifier, basePlace: 0, number: 0)
    sink.bytes = StoreHeader.bytes(identifier: identifier)
  }

  /// Goes on with a store, behind its last whole record.
  ///
  /// The file has to be cut to `reader.byteCount` before anything is appended.
  /// - Parameter reader: Has read it to its end.
  /// - Throws: `StoreError` where summaries cannot be read any more.
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

  /// Goes on with a store of records of the program's own alone, behind its last whole record.
  ///
  /// - Parameters:
  ///   - identifier: The file's, as ``StoreAttachment/identifier(ofHeader:)`` gives it.
  ///   - byteCount: Where that record ends; the file has to be cut there before anything is appended.
  ///   - recordCount: Records up to there.
  public init(identifier: UInt64, byteCount: UInt64, recordCount: UInt64) {
    sink = StoreSink(identifier: identifier, basePlace: byteCount, number: recordCount)
  }

  /// The number by which the file's records know that they are its own.
  public var identifier: UInt64 { sink.identifier }

  /// Bytes that are to be appended to the file.
  public var bytes: [UInt8] { sink.bytes }

  /// The file's length once they are.
  public var byteCount: UInt64 { sink.place }

  /// Says that `bytes` have been appended; their memory is kept.
  public mutating func discardBytes() {
    sink.basePlace = sink.place
    sink.bytes.removeAll(keepingCapacity: true)
  }

  /// Describes a group.
  ///
  /// - Returns: Its number: 0, 1 …
  /// - Throws: `StoreError` where it is beyond the format's limits.
  public mutating func add(_ group: StoreGroup) throws(StoreError) -> Int {
    guard groups.count < StoreFormat.groupLimit else { throw .tooManyGroups(limit: StoreFormat.groupLimit) }
    try group.check()
    let number = groups.count
    let place = sink.record(.group) { group.write(number, to: &$0) }
    groups.append(StoreGroupEncoder(StoreDirectory.Entry(group: group, place: place), number: number))
    makeCheckpoint(isClosed: false)
    return number
  }

  /// Appends frames.
  ///
  /// Frames whose numbers were there before are passed over; numbers that are skipped are missing.
  /// - Parameters:
  ///   - group: Number of the group.
  ///   - sequence: Number of the first frame.
  ///   - samples: Samples of the first channel, then of the second, and so on, as many of each; NaN is a
  ///     missing one.
  /// - Returns: Frames that had come before.
  /// - Throws: `StoreError` where there is no such group, or these are not its samples.
  /// - Complexity: O(samples); `bytes` grows by as much.
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
  /// - Throws: `StoreError` where it is beyond the format's limits.
  public mutating func append(_ note: StoreNote) throws(StoreError) {
    try note.check(groupCount: groups.count)
    let previous = newestNote
    newestNote = sink.record(note.kind) { note.write(previous: previous, to: &$0) }
  }

  /// The first frame of a group that waits for its chunk to be full; nil where none waits.
  public func waitingSequence(group: Int) -> UInt64? {
    groups.indices.contains(group) ? groups[group].waitingSequence : nil
  }

  /// Puts out frames of a group that wait for their chunk to be full.
  public mutating func flush(group: Int) {
    guard groups.indices.contains(group) else { return }
    groups[group].flush(&sink)
    checkpointIfDue()
  }

  /// Puts out frames of all groups that wait for their chunk to be full.
  public mutating func flush() {
    for number in groups.indices { groups[number].flush(&sink) }
    checkpointIfDue()
  }

  /// Puts out all, and says that the recording ended here.
  public mutating func close() {
    for number in groups.indices { groups[number].flush(&sink) }
    makeCheckpoint(isClosed: true)
  }

  mutating func put(kind: UInt16, _ payload: [UInt8]) -> StoreAttachment {
    let (place, checksum) = sink.record(kind: kind) { $0 += payload }
    return StoreAttachment(kind, headerPlace: place, payload.count, checksum)
  }

  private mutating func checkpointIfDue() {
    guard sink.uncheckedByteCount >= Self.checkpointByteCount else { return }
    makeCheckpoint(isClosed: false)
  }

  private mutating func makeCheckpoint(isClosed: Bool) {
    let directory = StoreDirectory(entries: groups.map { $0.entry }, newestNote: newestNote)
    sink.record(.checkpoint) { directory.write(isClosed: isClosed, to: &$0) }
    sink.uncheckedByteCount = 0
  }
}
