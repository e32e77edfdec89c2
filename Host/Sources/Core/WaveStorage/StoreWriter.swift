public import WaveStore
public import WaveSystem

/// A writer that stores samples on disk while they arrive.
///
/// If the process is killed, at most the last second of samples is lost. If the machine loses power, at most
/// the last two seconds are lost, since frames are buffered for at most half a second, and written data is
/// synchronized to the disk a second later. This requires calling `tick()` at least every quarter of a
/// second, whether or not samples arrive.
///
/// If the disk is full or fails, nothing is lost at first: the file is truncated to its last complete record,
/// `failure` holds the error, and up to 32 MiB of new data stay in memory until there is space. Beyond that,
/// the recording ends; everything written before is kept.
public actor StoreWriter {
  /// The maximum time for which a frame is buffered before its chunk is written, in microseconds.
  public static let waitMicroseconds: Int64 = 500_000
  /// The interval at which written data is synchronized to the disk, in microseconds.
  public static let synchronizeMicroseconds: Int64 = 1_000_000
  /// The maximum number of bytes waiting to be written when the disk is full or failing; beyond this limit,
  /// the recording ends.
  public static let waitingByteLimit = 32 << 20

  /// The path of the store.
  public nonisolated let path: String
  /// The error that currently prevents writing; nil if there is none.
  public private(set) var failure: FileError?
  /// The number of frames that were ignored because they had been received before.
  public private(set) var repeatedCount: UInt64 = 0

  private let executor: QueueExecutor
  private let output: any StoreOutput
  private let clock: @Sendable () -> Int64
  private let waitingByteLimit: Int
  private var encoder: StoreEncoder
  /// The number of bytes of complete records in the file.
  private var writtenByteCount: UInt64
  /// For each group, the sequence number of the oldest frame that is not yet in a chunk, and the time at
  /// which it was buffered.
  private var waiting: [(sequence: UInt64, since: Int64)?] = []
  private var synchronizedAt: Int64
  private var isSynchronized = true
  private var end: StorageError?

  /// The executor, which runs this actor on a separate queue so that waiting for the disk does not block
  /// other tasks.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a new recording.
  ///
  /// - Parameters:
  ///   - path: The path of the new file, which must not exist; its folder must exist.
  ///   - clock: A closure that returns the time of a monotonic clock, in microseconds.
  /// - Throws: `StorageError`.
  public init(
    path: String, clock: @escaping @Sendable () -> Int64 = { MonotonicClock.microseconds }
  ) throws(StorageError) {
    let file = try StorageError.converting(StorageError.init, AppendedFile(path: path, replacing: false))
    self.init(
      path: path, output: file, encoder: StoreEncoder(identifier: .random(in: 0 ... .max)),
      writtenByteCount: 0, clock: clock)
  }

  /// Continues a recording that was closed or interrupted, after its last complete record.
  ///
  /// - Parameters:
  ///   - path: The path of the file, to which no other program must be writing.
  ///   - clock: A closure that returns the time of a monotonic clock, in microseconds.
  /// - Throws: `StorageError`.
  public init(
    resuming path: String, clock: @escaping @Sendable () -> Int64 = { MonotonicClock.microseconds }
  ) throws(StorageError) {
    // The source is opened first: it fails if the file is missing, whereas `AppendedFile` would create the
    // file.
    let source = try StorageError.converting(StorageError.init, StoreFileSource(path: path))
    let file = try StorageError.converting(StorageError.init, AppendedFile(path: path, replacing: true))
    try StorageError.converting(StorageError.init, source.measure())
    var reader = try StorageError.converting({ .store($0, path) }, StoreReader(source))
    let byteCount = reader.byteCount
    let encoder = try StorageError.converting({ .store($0, path) }, StoreEncoder(resuming: &reader))
    try StorageError.converting(StorageError.init, file.cut(toByteCount: Int(byteCount)))
    self.init(path: path, output: file, encoder: encoder, writtenByteCount: byteCount, clock: clock)
  }

  init(
    path: String, output: any StoreOutput, encoder: StoreEncoder, writtenByteCount: UInt64,
    waitingByteLimit: Int = StoreWriter.waitingByteLimit, clock: @escaping @Sendable () -> Int64
  ) {
    self.path = path
    self.output = output
    self.encoder = encoder
    self.writtenByteCount = writtenByteCount
    self.waitingByteLimit = waitingByteLimit
    self.clock = clock
    synchronizedAt = clock()
    executor = QueueExecutor(label: "waveglass.store")
  }

  /// The number of bytes waiting to be written to the disk.
  public var waitingByteCount: Int { encoder.bytes.count }

  /// The number of bytes of complete records in the file.
  public var byteCount: UInt64 { writtenByteCount }

  /// Adds a group of channels to the store.
  ///
  /// - Returns: The number of the group.
  /// - Throws: `StorageError` if the format's limits are exceeded or the recording has ended.
  public func add(_ group: StoreGroup) throws(StorageError) -> Int {
    try checkOpen()
    let number = try StorageError.converting({ .store($0, path) }, encoder.add(group))
    try write()
    return number
  }

  /// Appends frames; see `StoreEncoder.append(group:sequence:samples:)`.
  ///
  /// - Throws: `StorageError` if the samples do not fit the group or the recording has ended.
  public func append(group: Int, sequence: UInt64, samples: [Double]) throws(StorageError) {
    try checkOpen()
    repeatedCount += UInt64(
      try StorageError.converting(
        { .store($0, path) }, encoder.append(group: group, sequence: sequence, samples: samples.span)))
    let first = encoder.waitingSequence(group: group)
    while waiting.count <= group { waiting.append(nil) }
    if first != waiting[group]?.sequence { waiting[group] = first.map { ($0, clock()) } }
    try flushPending()
  }

  /// Appends a note, which is written immediately.
  ///
  /// - Throws: `StorageError` if the format's limits are exceeded or the recording has ended.
  public func append(_ note: StoreNote) throws(StorageError) {
    try checkOpen()
    try StorageError.converting({ .store($0, path) }, encoder.append(note))
    try write()
  }

  /// Writes the buffered data that is due.
  ///
  /// - Throws: `StorageError` if the recording has ended.
  public func tick() throws(StorageError) {
    try checkOpen()
    try flushPending()
  }

  /// Ends the recording after all data has been written to the disk.
  ///
  /// - Throws: `StorageError` if not all data can be written; the data written so far is kept.
  public func close() throws(StorageError) {
    try checkOpen()
    encoder.close()
    try write()
    do throws(FileError) {
      if let failure { throw failure }
      try output.synchronize()
    } catch {
      let closingError = StorageError(error)
      end = closingError
      throw closingError
    }
    end = StorageError(path: path, cause: .closed)
  }

  private func checkOpen() throws(StorageError) { if let end { throw end } }

  private func flushPending() throws(StorageError) {
    for group in waiting.indices {
      guard let since = waiting[group]?.since, clock() - since >= Self.waitMicroseconds else { continue }
      encoder.flush(group: group)
      waiting[group] = nil
    }
    try write()
    guard !isSynchronized, failure == nil, clock() - synchronizedAt >= Self.synchronizeMicroseconds else {
      return
    }
    do {
      try output.synchronize()
      isSynchronized = true
      synchronizedAt = clock()
    } catch { failure = error }
  }

  /// Writes all encoded records, or none if the disk does not have space for all of them.
  private func write() throws(StorageError) {
    guard !encoder.bytes.isEmpty else { return }
    let (count, failure) = output.append(encoder.bytes)
    guard let failure else {
      writtenByteCount += UInt64(count)
      encoder.discardBytes()
      self.failure = nil
      isSynchronized = false
      return
    }
    self.failure = failure
    // A partial record at the end would hide records written after it.
    do { try output.cut(toByteCount: Int(writtenByteCount)) } catch { finish(.file(error.cause)) }
    if encoder.bytes.count > waitingByteLimit {
      finish(.waitedTooLong(byteLimit: waitingByteLimit, because: failure.cause))
    }
    try checkOpen()
  }

  private func finish(_ cause: StorageError.Cause) { end = StorageError(path: path, cause: cause) }
}
