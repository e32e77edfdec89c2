import Synchronization
public import WaveStore
import WaveSystem

/// A store on disk that can be read at any position, even while it is being written.
///
/// Memory use does not grow with the file. Several threads can share a `StoreFile`; their calls are
/// serialized.
public final class StoreFile: Sendable {
  /// The path of the store.
  public let path: String
  private let reader: Mutex<StoreReader<StoreFileSource>>

  /// Opens a store.
  ///
  /// - Throws: `StorageError` if the store does not exist or cannot be read.
  /// - Complexity: Reads the last one or two MiB, regardless of the file's length.
  public init(path: String) throws(StorageError) {
    self.path = path
    let source = try StorageError.converting(StorageError.init, StoreFileSource(path: path))
    do { reader = Mutex(try StoreReader(source)) } catch { throw Self.storageError(error, source, path) }
  }

  /// The groups of the store.
  public var groups: [StoreGroup] {
    reader.withLock { reader in (0..<reader.groupCount).map { reader.group($0) } }
  }

  /// Returns the range of sequence numbers from a group's first frame to its newest; empty if the group does
  /// not exist or has no frames.
  public func sequences(group: Int) -> Range<UInt64> {
    reader.withLock { (0..<$0.groupCount).contains(group) ? $0.sequences(group: group) : 0..<0 }
  }

  /// Returns the number of frames in a group; 0 if the group does not exist.
  public func receivedCount(group: Int) -> UInt64 {
    reader.withLock { (0..<$0.groupCount).contains(group) ? $0.receivedCount(group: group) : 0 }
  }

  /// Returns the number of frames missing between a group's first and newest frames; 0 if the group does not
  /// exist.
  public func missingCount(group: Int) -> UInt64 {
    reader.withLock { (0..<$0.groupCount).contains(group) ? $0.missingCount(group: group) : 0 }
  }

  /// Whether the recording was closed properly rather than interrupted.
  public var isClosed: Bool { reader.withLock { $0.isClosed } }

  /// The number of bytes up to the end of the last complete record.
  public var wholeByteCount: UInt64 { reader.withLock { $0.byteCount } }

  /// The number of damaged records found so far; their contents are missing.
  public var damagedCount: Int { reader.withLock { $0.damagedCount } }

  /// Reads the data written since the file was opened or last refreshed.
  ///
  /// - Throws: `StorageError` if the file cannot be read.
  /// - Complexity: Reads only the new data.
  public func refresh() throws(StorageError) {
    try access { reader throws(StoreError) in
      // If the file's length is not available, the old length is kept, and reading reports the error.
      try? reader.source.measure()
      try reader.refresh()
    }
  }

  /// Returns samples of channels; see `StoreReader.samples(group:sequences:channels:)`.
  ///
  /// - Throws: `StorageError` if more than 2^20 values are requested, or the file cannot be read.
  public func samples(
    group: Int, sequences: Range<UInt64>, channels: Range<Int>
  ) throws(StorageError) -> [Double] {
    try access { reader throws(StoreError) in
      try reader.samples(group: group, sequences: sequences, channels: channels)
    }
  }

  /// Returns summaries of blocks of 2^level samples; see
  /// `StoreReader.summaries(group:level:blocks:channels:)`.
  ///
  /// - Throws: `StorageError` if more than 2^20 values are requested, or the file cannot be read.
  public func summaries(
    group: Int, level: Int, blocks: Range<UInt64>, channels: Range<Int>
  ) throws(StorageError) -> [StoreSummary] {
    try access { reader throws(StoreError) in
      try reader.summaries(group: group, level: level, blocks: blocks, channels: channels)
    }
  }

  /// Appends the minima and maxima of a channel's blocks; see
  /// `StoreReader.envelope(group:channel:level:blocks:into:)`.
  ///
  /// - Throws: `StorageError` if more than 2^20 blocks are requested, or the file cannot be read.
  public func envelope(
    group: Int, channel: Int, level: Int, blocks: Range<UInt64>, into values: inout [Float]
  ) throws(StorageError) {
    values += try access { reader throws(StoreError) in
      var found: [Float] = []
      try reader.envelope(group: group, channel: channel, level: level, blocks: blocks, into: &found)
      return found
    }
  }

  /// Returns all notes, oldest first.
  ///
  /// - Throws: `StorageError` if the file cannot be read.
  public func notes() throws(StorageError) -> [StoreNote] {
    try access { reader throws(StoreError) in try reader.notes() }
  }

  private func access<Result: Sendable>(
    _ body: (inout StoreReader<StoreFileSource>) throws(StoreError) -> Result
  ) throws(StorageError) -> Result {
    let path = path
    return try reader.withLock { reader throws(StorageError) in
      do throws(StoreError) { return try body(&reader) } catch {
        throw Self.storageError(error, reader.source, path)
      }
    }
  }

  private static func storageError(_ error: StoreError, _ source: StoreFileSource, _ path: String)
    -> StorageError
  {
    if case .unreadable = error, let failure = source.failure { return StorageError(failure) }
    return StorageError(path: path, cause: .store(error))
  }
}
