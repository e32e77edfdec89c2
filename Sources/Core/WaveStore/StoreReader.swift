/// Reads any part of a store, also while it is being written, in memory that does not grow with the store.
///
/// An incomplete tail is left out. Damaged records before it are missing and counted; the records around them
/// are read.
public struct StoreReader<Source: StoreSource> {
  /// The source of the bytes.
  public var source: Source
  /// The number that identifies the file's own records.
  public let identifier: UInt64
  /// The end of the last complete record, in bytes.
  public internal(set) var byteCount = UInt64(StoreFormat.headerByteCount)
  /// The number of damaged records, or stretches without records, found so far.
  public internal(set) var damagedCount = 0

  var directory = StoreDirectory()
  /// The number of records so far.
  var nextNumber: UInt64 = 0
  /// The bytes that were read last; their memory is reused.
  var buffer: [UInt8] = []

  /// Opens a store.
  ///
  /// Reads back from the end to the newest checkpoint, and from there forwards; a writer makes a checkpoint
  /// every MiB. If there is no checkpoint, reads the whole store.
  /// - Throws: `StoreError` if this is not a store, or cannot be read.
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

  /// Returns the description of a group; its number must be below `groupCount`.
  public func group(_ number: Int) -> StoreGroup { directory.entries[number].group }

  /// Returns the range from a group's first frame to its newest; empty if it has no frames.
  public func sequences(group: Int) -> Range<UInt64> {
    let index = directory.entries[group].index
    return index.origin..<index.end
  }

  /// Returns the lowest number that the next frame of a group may have, if the recording is continued.
  ///
  /// This is the end of its sequences, or somewhat more if the recording was interrupted just when frames
  /// were skipped.
  public func nextSequence(group: Int) -> UInt64 {
    let entry = directory.entries[group]
    return entry.index.next(chunkExponent: entry.group.chunkExponent)
  }

  /// Returns the number of frames of a group that are stored.
  public func receivedCount(group: Int) -> UInt64 { directory.entries[group].index.receivedCount }

  /// Returns the number of frames of a group that are missing between its first and its newest frame.
  public func missingCount(group: Int) -> UInt64 { directory.entries[group].index.missingCount }

  /// Whether the recording was ended properly, not interrupted.
  public var isClosed: Bool { directory.isClosed }

  /// Reads samples of channels; NaN is a missing sample.
  ///
  /// - Parameters:
  ///   - group: The number of the group.
  ///   - sequences: The frames; they may extend beyond the stored ones.
  ///   - channels: The numbers of the channels.
  /// - Returns: Samples of the first channel, then of the second, and so on.
  /// - Throws: `StoreError` if more than 2^20 samples are requested, or the source fails.
  /// - Complexity: O(chunks + samples), plus O(log length) records to find the chunks.
  public mutating func samples(
    group: Int, sequences: Range<UInt64>, channels: Range<Int>
  ) throws(StoreError) -> [Double] {
    let entry = try check(group, channels, sequences.upperBound - sequences.lowerBound)
    var query = StoreQuery(entry.group, sequences, channels, level: nil)
    try walk(group, &query)
    return query.samples
  }

  /// Reads summaries of blocks of 2^level samples, on the lattice of sequence numbers.
  ///
  /// - Parameters:
  ///   - group: The number of the group.
  ///   - level: 0 ... 61.
  ///   - blocks: The numbers of the blocks; they may extend beyond the stored ones.
  ///   - channels: The numbers of the channels.
  /// - Returns: Summaries of the first channel, then of the second, and so on.
  /// - Throws: `StoreError` if more than 2^20 blocks are requested, or the source fails.
  /// - Complexity: For n blocks that are chunks or longer, at most n/16 summary records, and above them 1/4,
  ///   1/16 … of that number. For shorter blocks, the chunks that contain them.
  public mutating func summaries(
    group: Int, level: Int, blocks: Range<UInt64>, channels: Range<Int>
  ) throws(StoreError) -> [StoreSummary] {
    guard (0..<62).contains(level) else { throw .badLevel(level) }
    let entry = try check(group, channels, blocks.upperBound - blocks.lowerBound)
    var query = StoreQuery(entry.group, blocks, channels, level: level)
    try walk(group, &query)
    return query.summaries
  }

  /// The maximum number of values that one call returns.
  public static var valueLimit: Int { 1 << 20 }

  private func check(
    _ group: Int, _ channels: Range<Int>, _ count: UInt64
  ) throws(StoreError) -> StoreDirectory.Entry {
    guard directory.entries.indices.contains(group) else { throw .unknownGroup(group) }
    let entry = directory.entries[group]
    guard channels.lowerBound >= 0, channels.upperBound <= entry.group.channels.count else {
      throw .wrongChannels(expected: entry.group.channels.count, found: channels.upperBound)
    }
    guard count <= UInt64(Self.valueLimit), Int(count) * channels.count <= Self.valueLimit else {
      throw .rangeTooLong(limit: Self.valueLimit)
    }
    return entry
  }

  /// The maximum number of notes that are read; older ones are left out.
  public static var noteLimit: Int { 1 << 16 }

  /// Reads all notes, the oldest first.
  ///
  /// - Throws: `StoreError` if the source fails. Notes before a damaged one are left out.
  /// - Complexity: O(notes) records.
  public mutating func notes() throws(StoreError) -> [StoreNote] {
    var notes: [StoreNote] = []
    var place = directory.newestNote
    while place != 0, notes.count < Self.noteLimit {
      guard let header = try record(at: place) else { break }
      let read: (previous: UInt64, note: StoreNote)?
      do { read = try StoreNote.read(header.kind, buffer, place: place) } catch { read = nil }
      guard let read else {
        damagedCount += 1
        break
      }
      notes.append(read.note)
      place = read.previous
    }
    notes.reverse()
    return notes
  }
}

extension StoreReader: Sendable where Source: Sendable {}
