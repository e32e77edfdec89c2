/// Reads a store at any place, while it is written too, in memory that does not grow with it.
///
/// A tail that was cut off, or never came whole, is left out. What is damaged before is missing, and counted;
/// what lies around it is there.
public struct StoreReader<Source: StoreSource> {
  /// Where the bytes come from.
  public var source: Source
  /// The number by which the file's records know that they are its own.
  public let identifier: UInt64
  /// Bytes up to the end of the last whole record.
  public internal(set) var byteCount = UInt64(StoreFormat.headerByteCount)
  /// Records, or stretches without any, that were found damaged.
  public internal(set) var damagedCount = 0

  var directory = StoreDirectory()
  /// Records so far.
  var nextNumber: UInt64 = 0
  /// What is read; its memory is kept.
  var buffer: [UInt8] = []

  /// Opens a store.
  ///
  /// Reads back from the end to the newest checkpoint, of which a writer makes one every MiB, and from there
  /// on; all of it where there is none.
  /// - Throws: `StoreError` where this is no store, or cannot be read.
  public init(_ source: Source) throws(StoreError) {
    self.source = source
    var header: [UInt8] = []
    let count = Int(Swift.min(source.byteCount, UInt64(StoreFormat.headerByteCount)))
    try self.source.read(at: 0, count: count, into: &header)
    identifier = try StoreHeader.read(header)
    try loadNewestCheckpoint()
    try refresh()
  }

  /// Groups there are.
  public var groupCount: Int { directory.entries.count }

  /// What a group is; its number must be below `groupCount`.
  public func group(_ number: Int) -> StoreGroup { directory.entries[number].group }

  /// The first frame of a group, and the number after its newest; empty where there is none.
  public func sequences(group: Int) -> Range<UInt64> {
    let index = directory.entries[group].index
    return index.origin..<index.end
  }

  /// The number that the next frame of a group may have at least, where the recording is gone on with.
  ///
  /// The end of its sequences, or somewhat more where it broke off just when frames were skipped.
  public func nextSequence(group: Int) -> UInt64 {
    let entry = directory.entries[group]
    return entry.index.next(chunkExponent: entry.group.chunkExponent)
  }

  /// Frames of a group that are there.
  public func receivedCount(group: Int) -> UInt64 { directory.entries[group].index.receivedCount }

  /// Frames of a group, between its first and its newest one, that are not there.
  public func missingCount(group: Int) -> UInt64 { directory.entries[group].index.missingCount }

  /// Whether the recording was ended in order, and not broken off.
  public var isClosed: Bool { directory.isClosed }

  /// Samples of channels; NaN where one is missing.
  ///
  /// - Parameters:
  ///   - group: Number of the group.
  ///   - sequences: Frames, which may reach beyond what there is.
  ///   - channels: Numbers of the channels.
  /// - Returns: Samples of the first channel, then of the second, and so on.
  /// - Throws: `StoreError` where more than 2^20 samples are asked for, or the source fails.
  /// - Complexity: O(chunks + samples) once the chunks are found, which takes O(log length) records.
  public mutating func samples(
    group: Int, sequences: Range<UInt64>, channels: Range<Int>
  ) throws(StoreError) -> [Double] {
    let entry = try check(group, channels, sequences.upperBound - sequences.lowerBound)
    var query = StoreQuery(entry.group, sequences, channels, level: nil)
    try walk(group, &query)
    return query.samples
  }

  /// What blocks of 2^level samples come to, on the lattice of sequence numbers.
  ///
  /// - Parameters:
  ///   - group: Number of the group.
  ///   - level: 0 ... 61.
  ///   - blocks: Numbers of the blocks, which may reach beyond what there is.
  ///   - channels: Numbers of the channels.
  /// - Returns: Blocks of the first channel, then of the second, and so on.
  /// - Throws: `StoreError` where more than 2^20 blocks are asked for, or the source fails.
  /// - Complexity: For levels of chunks and above, of n blocks, at most n/16 summary records, and as many
  ///   again ÷ 4, 16 … above them; below, the chunks of the blocks.
  public mutating func summaries(
    group: Int, level: Int, blocks: Range<UInt64>, channels: Range<Int>
  ) throws(StoreError) -> [StoreSummary] {
    guard (0..<62).contains(level) else { throw .badLevel(level) }
    let entry = try check(group, channels, blocks.upperBound - blocks.lowerBound)
    var query = StoreQuery(entry.group, blocks, channels, level: level)
    try walk(group, &query)
    return query.summaries
  }

  /// Values that one call gives at most.
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

  /// Notes that a store may have; older ones are left out.
  public static var noteLimit: Int { 1 << 16 }

  /// All notes, the oldest first.
  ///
  /// - Throws: `StoreError` where the source fails; what lies before a damaged note is left out.
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
