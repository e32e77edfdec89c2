/// A reader that gives random access to a store, even while the store is being written.
///
/// The memory use does not depend on the store's size. An incomplete tail is ignored. Data in damaged records
/// before the tail count as missing; intact records around them are read.
public struct StoreReader<Source: StoreSource> {
  /// The source of the bytes.
  public var source: Source
  /// The number that identifies the records of this file.
  public let identifier: UInt64
  /// The end of the last complete record, as a byte offset.
  public internal(set) var byteCount = UInt64(StoreFormat.headerByteCount)
  /// The number of damaged records, or areas without valid records, found so far.
  public internal(set) var damagedCount = 0

  var directory = StoreDirectory()
  /// The number of records found so far, which is also the number of the next record.
  var nextNumber: UInt64 = 0
  /// The most recently read bytes; their memory is reused.
  var buffer: [UInt8] = []

  /// Opens a store.
  ///
  /// Searches backwards from the end for the newest checkpoint, and reads forwards from there; a writer adds
  /// a checkpoint every MiB. If no checkpoint is found, reads the whole store.
  /// - Throws: `StoreError` if the source is not a store or cannot be read.
  public init(_ source: Source) throws(StoreError) {
    self.source = source
    var header: [UInt8] = []
    let count = Int(Swift.min(source.byteCount, UInt64(StoreFormat.headerByteCount)))
    try self.source.read(at: 0, count: count, into: &header)
    identifier = try StoreHeader.read(header)
    try loadNewestCheckpoint()
    try refresh()
  }

  /// The number of groups.
  public var groupCount: Int { directory.entries.count }

  /// Returns the description of a group, whose index must be below `groupCount`.
  public func group(_ number: Int) -> StoreGroup { directory.entries[number].group }

  /// Returns the sequence numbers from a group's first frame to its newest, or an empty range if it has none.
  public func sequences(group: Int) -> Range<UInt64> {
    let index = directory.entries[group].index
    return index.origin..<index.end
  }

  /// Returns the lowest sequence number allowed for a group's next frame when the recording is continued.
  ///
  /// This is the end of the group's sequences, or slightly more if the recording was interrupted just after
  /// frames were skipped.
  public func nextSequence(group: Int) -> UInt64 {
    let entry = directory.entries[group]
    return entry.index.next(chunkExponent: entry.group.chunkExponent)
  }

  /// Returns the number of stored frames in a group.
  public func receivedCount(group: Int) -> UInt64 { directory.entries[group].index.receivedCount }

  /// Returns the number of missing frames between the first and the newest frame of a group.
  public func missingCount(group: Int) -> UInt64 { directory.entries[group].index.missingCount }

  /// Whether the recording was closed properly rather than interrupted.
  public var isClosed: Bool { directory.isClosed }

  /// Reads samples of channels, with NaN for missing samples.
  ///
  /// - Parameters:
  ///   - group: The index of the group.
  ///   - sequences: The frame numbers, which can extend beyond the stored frames.
  ///   - channels: The indices of the channels.
  /// - Returns: The samples of the first channel, then of the second, and so on.
  /// - Throws: `StoreError` if more than 2^20 samples are requested or the source fails.
  /// - Complexity: O(chunks + samples), plus O(log length) records to find the chunks.
  public mutating func samples(
    group: Int, sequences: Range<UInt64>, channels: Range<Int>
  ) throws(StoreError) -> [Double] {
    try results(group, sequences, channels, level: nil).samples
  }

  /// Reads summaries of blocks of 2^level samples, aligned to multiples of their length.
  ///
  /// - Parameters:
  ///   - group: The index of the group.
  ///   - level: The level, in 0 ... 61.
  ///   - blocks: The block numbers, which can extend beyond the stored blocks.
  ///   - channels: The indices of the channels.
  /// - Returns: The summaries of the first channel, then of the second, and so on.
  /// - Throws: `StoreError` if more than 2^20 blocks are requested or the source fails.
  /// - Complexity: For n blocks at least as long as chunks, at most n/16 summary records, plus 1/4, 1/16 … of
  ///   that number at the levels above. For shorter blocks, the chunks that contain them.
  public mutating func summaries(
    group: Int, level: Int, blocks: Range<UInt64>, channels: Range<Int>
  ) throws(StoreError) -> [StoreSummary] {
    guard (0..<62).contains(level) else { throw .badLevel(level) }
    return try results(group, blocks, channels, level: level).summaries
  }

  /// The maximum number of values that a single call returns.
  public static var valueLimit: Int { 1 << 20 }

  /// Answers a query for frames, or for blocks if a level is given, after checking it.
  private mutating func results(
    _ group: Int, _ range: Range<UInt64>, _ channels: Range<Int>, level: Int?
  ) throws(StoreError) -> StoreQuery {
    guard directory.entries.indices.contains(group) else { throw .unknownGroup(group) }
    let description = directory.entries[group].group
    guard channels.lowerBound >= 0, channels.upperBound <= description.channels.count else {
      throw .wrongChannels(expected: description.channels.count, found: channels.upperBound)
    }
    let count = range.upperBound - range.lowerBound
    guard count <= UInt64(Self.valueLimit), Int(count) * channels.count <= Self.valueLimit else {
      throw .rangeTooLong(limit: Self.valueLimit)
    }
    var query = StoreQuery(description, range, channels, level: level)
    try walk(group, &query)
    return query
  }

  /// The maximum number of notes that are read; older notes are left out.
  public static var noteLimit: Int { 1 << 16 }

  /// Reads all notes, oldest first.
  ///
  /// - Throws: `StoreError` if the source fails. Notes older than a damaged one are left out.
  /// - Complexity: O(notes); reads one record per note.
  public mutating func notes() throws(StoreError) -> [StoreNote] {
    var notes: [StoreNote] = []
    var place = directory.newestNote
    while place != 0, notes.count < Self.noteLimit {
      let read = try contents(at: place) { kind, payload in
        try? StoreNote.read(kind, payload, place: place)
      }
      guard let read else { break }
      notes.append(read.note)
      place = read.previous
    }
    notes.reverse()
    return notes
  }
}

extension StoreReader: Sendable where Source: Sendable {}
