import Crypto
import WaveSystem

/// Writes samples, computes their checksum, and keeps the metadata consistent with the samples on disk.
actor RecordingWriter {
  /// The minimum interval between updates of the metadata, in microseconds.
  static let metadataPeriod: Int64 = 2_000_000

  private let executor = QueueExecutor(label: "waveglass.recording")
  private let store: any RecordingStore
  private let bytesPerSample: Int
  private let now: @Sendable () -> Int64
  private var hash = SHA512()
  private var byteCount = 0
  private var journal: RecordingJournal
  private var metadataTime: Int64?

  init(store: any RecordingStore, journal: RecordingJournal, now: @escaping @Sendable () -> Int64) {
    self.store = store
    self.journal = journal
    self.now = now
    bytesPerSample = journal.properties.bytesPerSample
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The number of bytes that can still be written; nil if it is unknown.
  var freeByteCount: Int? { store.freeByteCount }

  /// Writes the contents of a buffer, and then completes the pair of files.
  ///
  /// - Returns: The journal, and the failure if writing ended early; the pair is valid in either case.
  func run(_ buffer: RecordingBuffer) async -> (journal: RecordingJournal, failure: FileError?) {
    while let block = await buffer.nextBlock() {
      if let failure = write(block) {
        await buffer.close()
        return (journal, complete(nil) ?? failure)
      }
    }
    // The journal is changed by its completion, so it is read afterwards.
    let failure = complete(await buffer.lastJournal)
    return (journal, failure)
  }

  private func write(_ block: RecordingBuffer.Block) -> FileError? {
    let (taken, failure) = store.append(block.bytes)
    let whole = taken - taken % bytesPerSample
    block.bytes.withUnsafeBytes { hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: $0[..<whole])) }
    byteCount += whole
    journal = block.journal
    journal.cut(toSampleCount: byteCount / bytesPerSample)
    if let failure { return failure }
    let time = now()
    if let last = metadataTime, time - last < Self.metadataPeriod { return nil }
    do throws(FileError) {
      // The samples are written before the metadata, which must never describe samples lost in a power
      // failure.
      try store.synchronize()
      try store.replaceMetadata(journal.metadata(sha512: nil))
    } catch { return error }
    metadataTime = now()
    return nil
  }

  private func complete(_ last: RecordingJournal?) -> FileError? {
    if let last {
      journal = last
      journal.cut(toSampleCount: byteCount / bytesPerSample)
    }
    guard byteCount > 0 else {
      store.discard()
      return nil
    }
    do throws(FileError) {
      try store.cut(toByteCount: byteCount)
      store.releaseReserve()
      try store.synchronize()
      try store.replaceMetadata(journal.metadata(sha512: Array(hash.finalize())))
      return nil
    } catch { return error }
  }
}
