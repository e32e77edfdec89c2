import Synchronization
public import WaveStore

/// A store on a disk, read at any place, while it is being written too.
///
/// Memory does not grow with the file. It may be read by several threads; they wait for one another.
public final class StoreFile: Sendable {
  /// Path as given.
  public let path: String
  private let reader: Mutex<StoreReader<StoreFileSource>>

  /// Opens a store.
  ///
  /// - Throws: `StorageError` where there is none, or it cannot be read.
  /// - Complexity: Reads the last MiB or two, however long the file is.
  public init(path: String) throws(StorageError) {
    self.path = path
    let source: StoreFileSource
    do { source = try StoreFileSource(path: path) } catch { throw StorageError(error) }
    do { reader = Mutex(try StoreReader(source)) } catch { throw Self.told(error, source, path) }
  }

  /// What groups there are.
  public var groups: [StoreGroup] {
    reader.withLock { reader in (0..<reader.groupCount).map { reader.group($0) } }
  }

  /// The first frame of a group, and the number after its newest; empty where there is no such group, or no
  /// frame.
  public func sequences(group: Int) -> Range<UInt64> {
    reader.withLock { (0..<$0.groupCount).contains(group) ? $0.sequences(group: group) : 0..<0 }
  }

  /// Frames of a group that are there; 0 where there is no such group.
  public func receivedCount(group: Int) -> UInt64 {
    reader.withLock { (0..<$0.groupCount).contains(group) ? $0.receivedCount(group: group) : 0 }
  }

  /// Frames of a group, between its first and its newest one, that are not there; 0 where there is no such
  /// group.
  public func missingCount(group: Int) -> UInt64 {
    reader.withLock { (0..<$0.groupCount).contains(group) ? $0.missingCount(group: group) : 0 }
  }

  /// Whether the recording was ended in order, and not broken off.
  public var isClosed: Bool { reader.withLock { $0.isClosed } }

  /// Bytes up to the end of the last whole record.
  public var wholeByteCount: UInt64 { reader.withLock { $0.byteCount } }

  /// Records that were found damaged so far; what they held is missing.
  public var damagedCount: Int { reader.withLock { $0.damagedCount } }

  /// Takes note of what has been written since.
  ///
  /// - Throws: `StorageError` where the file cannot be read.
  /// - Complexity: Reads what has come.
  public func refresh() throws(StorageError) {
    try access { reader throws(StoreError) in
      // A length that cannot be asked stays what it was, and reading tells why.
      try? reader.source.measure()
      try reader.refresh()
    }
  }

  /// Samples of channels; see `StoreReader.samples(group:sequences:channels:)`.
  ///
  /// - Throws: `StorageError` where more than 2^20 are asked for, or the file cannot be read.
  public func samples(
    group: Int, sequences: Range<UInt64>, channels: Range<Int>
  ) throws(StorageError) -> [Double] {
    try access { reader throws(StoreError) in
      try reader.samples(group: group, sequences: sequences, channels: channels)
    }
  }

  /// What blocks of 2^level samples come to; see `StoreReader.summaries(group:level:blocks:channels:)`.
  ///
  /// - Throws: `StorageError` where more than 2^20 are asked for, or the file cannot be read.
  public func summaries(
    group: Int, level: Int, blocks: Range<UInt64>, channels: Range<Int>
  ) throws(StorageError) -> [StoreSummary] {
    try access { reader throws(StoreError) in
      try reader.summaries(group: group, level: level, blocks: blocks, channels: channels)
    }
  }

  /// Appends the extremes of a channel's blocks; see
  /// `StoreReader.envelope(group:channel:level:blocks:into:)`.
  ///
  /// - Throws: `StorageError` where more than 2^20 blocks are asked for, or the file cannot be read.
  public func envelope(
    group: Int, channel: Int, level: Int, blocks: Range<UInt64>, into values: inout [Float]
  ) throws(StorageError) {
    values += try access { reader throws(StoreError) in
      var found: [Float] = []
      try reader.envelope(group: group, channel: channel, level: level, blocks: blocks, into: &found)
      return found
    }
  }

  /// All notes, the oldest first.
  ///
  /// - Throws: `StorageError` where the file cannot be read.
  public func notes() throws(StorageError) -> [StoreNote] {
    try access { reader throws(StoreError) in try reader.notes() }
  }

  private func access<Result: Sendable>(
    _ body: (inout StoreReader<StoreFileSource>) throws(StoreError) -> Result
  ) throws(StorageError) -> Result {
    let path = path
    return try reader.withLock { reader throws(StorageError) in
      do throws(StoreError) { return try body(&reader) } catch { throw Self.told(error, reader.source, path) }
    }
  }

  private static func told(_ error: StoreError, _ source: StoreFileSource, _ path: String) -> StorageError {
    if case .unreadable = error, let failure = source.failure { return StorageError(failure) }
    return StorageError(path: path, cause: .store(error))
  }
}
