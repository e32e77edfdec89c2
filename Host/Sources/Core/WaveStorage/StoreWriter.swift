import Dispatch
public import WaveStore
public import WaveSystem

/// Writes a store on a disk while samples come.
///
/// A process that is killed loses what came within the last second at most, and a machine that loses its
/// power a second more: frames wait for half a second at most, and what is written is on the disk a second
/// later. For that `tick()` has to be called every quarter of a second or sooner, whether samples come or
/// not.
///
/// Where the disk is full, or fails, nothing is lost at first: the file is cut back to its last whole record,
/// `failure` says what is wrong, and what comes waits, 32 MiB of it, to be written once there is room. Then
/// the recording ends, with all that was written before.
public actor StoreWriter {
  /// Microseconds that a frame waits for its chunk at most.
  public static let waitMicroseconds: Int64 = 500_000
  /// Microseconds between two times that the disk is waited for.
  public static let synchronizeMicroseconds: Int64 = 1_000_000
  /// Bytes that wait for a disk that takes nothing, before the recording ends.
  public static let waitingByteLimit = 32 << 20

  /// Path as given.
  public nonisolated let path: String
  /// What stands against writing now; nil where all goes well.
  public private(set) var failure: FileError?
  /// Frames that had come before, and were passed over.
  public private(set) var repeatedCount: UInt64 = 0

  private let executor: QueueExecutor
  private let output: any StoreOutput
  private let clock: @Sendable () -> Int64
  private let waitingByteLimit: Int
  private var encoder: StoreEncoder
  /// Bytes of the file that are whole records.
  private var writtenByteCount: UInt64
  /// Of each group the frame that has waited longest for its chunk, and since when.
  private var waiting: [(sequence: UInt64, since: Int64)?] = []
  private var synchronizedAt: Int64
  private var isSynchronized = true
  private var end: StorageError?

  /// Files are waited for on a queue of their own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Begins a recording.
  ///
  /// - Parameters:
  ///   - path: Where; its folder must exist, and no file of that name.
  ///   - clock: Microseconds of a clock that only goes forward.
  /// - Throws: `StorageError`.
  public init(path: String, clock: @escaping @Sendable () -> Int64 = StoreWriter.monotonic)
    throws(StorageError)
  {
    let file: AppendedFile
    do { file = try AppendedFile(path: path, replacing: false) } catch { throw StorageError(error) }
    self.init(
      path: path, output: file, encoder: StoreEncoder(identifier: .random(in: 0 ... .max)),
      writtenByteCount: 0, clock: clock)
  }

  /// Goes on with a recording that was ended or broken off, behind its last whole record.
  ///
  /// - Parameters:
  ///   - path: The file, which no other program may be writing.
  ///   - clock: Microseconds of a clock that only goes forward.
  /// - Throws: `StorageError`.
  public init(
    resuming path: String, clock: @escaping @Sendable () -> Int64 = StoreWriter.monotonic
  ) throws(StorageError) {
    let file: AppendedFile
    let source: StoreFileSource
    do {
      // The source first: it refuses what is not there, which the other would create.
      source = try StoreFileSource(path: path)
      file = try AppendedFile(path: path, replacing: true)
      try source.measure()
    } catch { throw StorageError(error) }
    let encoder: StoreEncoder
    let byteCount: UInt64
    do {
      var reader = try StoreReader(source)
      byteCount = reader.byteCount
      encoder = try StoreEncoder(resuming: &reader)
    } catch { throw StorageError(path: path, cause: .store(error)) }
    do { try file.cut(toByteCount: Int(byteCount)) } catch { throw StorageError(error) }
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

  /// Bytes that wait for the disk.
  public var waitingByteCount: Int { encoder.bytes.count }

  /// Bytes of the file that are whole records.
  public var byteCount: UInt64 { writtenByteCount }

  /// Describes a group.
  ///
  /// - Returns: Its number.
  /// - Throws: `StorageError` where it is beyond the format's limits, or the recording has ended.
  public func add(_ group: StoreGroup) throws(StorageError) -> Int {
    try checkOpen()
    let number: Int
    do { number = try encoder.add(group) } catch { throw StorageError(path: path, cause: .store(error)) }
    try write()
    return number
  }

  /// Appends frames; see `StoreEncoder.append(group:sequence:samples:)`.
  ///
  /// - Throws: `StorageError` where these are not the group's samples, or the recording has ended.
  public func append(group: Int, sequence: UInt64, samples: [Double]) throws(StorageError) {
    try checkOpen()
    do {
      repeatedCount += UInt64(try encoder.append(group: group, sequence: sequence, samples: samples.span))
    } catch {
      throw StorageError(path: path, cause: .store(error))
    }
    let first = encoder.waitingSequence(group: group)
    while waiting.count <= group { waiting.append(nil) }
    if first != waiting[group]?.sequence { waiting[group] = first.map { ($0, clock()) } }
    try flushWhatIsDue()
  }

  /// Appends a note, which is written at once.
  ///
  /// - Throws: `StorageError` where it is beyond the format's limits, or the recording has ended.
  public func append(_ note: StoreNote) throws(StorageError) {
    try checkOpen()
    do { try encoder.append(note) } catch { throw StorageError(path: path, cause: .store(error)) }
    try write()
  }

  /// Writes what has waited long enough.
  ///
  /// - Throws: `StorageError` where the recording has ended.
  public func tick() throws(StorageError) {
    try checkOpen()
    try flushWhatIsDue()
  }

  /// Ends the recording, with all that has come on the disk.
  ///
  /// - Throws: `StorageError` where the disk does not take it; what was written before is kept.
  public func close() throws(StorageError) {
    try checkOpen()
    encoder.close()
    try write()
    do throws(FileError) {
      if let failure { throw failure }
      try output.synchronize()
    } catch {
      let told = StorageError(error)
      end = told
      throw told
    }
    end = StorageError(path: path, cause: .closed)
  }

  private func checkOpen() throws(StorageError) {
    if let end { throw end }
  }

  private func flushWhatIsDue() throws(StorageError) {
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

  /// Writes all records that are ready; where not all fit, none of them.
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
    // A part of a record at the end would hide what is written behind it.
    do { try output.cut(toByteCount: Int(writtenByteCount)) } catch { finish(.file(error.cause)) }
    if encoder.bytes.count > waitingByteLimit {
      finish(.waitedTooLong(byteLimit: waitingByteLimit, because: failure.cause))
    }
    try checkOpen()
  }

  private func finish(_ cause: StorageError.Cause) { end = StorageError(path: path, cause: cause) }

  /// Microseconds of the system's monotonic clock.
  public static let monotonic: @Sendable () -> Int64 = {
    Int64(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds / 1000)
  }
}
