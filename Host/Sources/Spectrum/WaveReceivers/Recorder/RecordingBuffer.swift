/// Passes samples from the task that receives them to the task that writes them.
///
/// One task collects while the other writes, so blocks become larger if the disk is slow. If the buffer is
/// full, the receiving task has to wait, and the receiver then drops samples and reports their number.
actor RecordingBuffer {
  /// A block of samples to be written in one operation.
  struct Block: Sendable {
    /// The bytes of whole samples.
    var bytes: [UInt8]
    /// The state of the journal after the last of these bytes.
    var journal: RecordingJournal
  }

  private let byteLimit: Int
  private let blockBytes: Int
  private var bytes: [UInt8] = []
  private var journal: RecordingJournal
  private var hasDelivered = false
  private var isClosed = false
  private var writer: CheckedContinuation<Void, Never>?
  private var receiver: CheckedContinuation<Void, Never>?

  /// Creates an empty buffer.
  ///
  /// - Parameters:
  ///   - journal: The journal before the first sample.
  ///   - blockBytes: The number of bytes to collect before a block other than the first is written.
  ///   - byteLimit: The number of bytes at which the receiving task must wait.
  init(journal: RecordingJournal, blockBytes: Int, byteLimit: Int = 64 << 20) {
    self.journal = journal
    self.byteLimit = byteLimit
    self.blockBytes = blockBytes
  }

  /// Appends samples, waiting while the buffer is full.
  /// - Returns: Whether more samples are accepted; false once the buffer is closed.
  func append(_ more: [UInt8], journal: RecordingJournal) async -> Bool {
    while bytes.count >= byteLimit, !isClosed { await withCheckedContinuation { receiver = $0 } }
    guard !isClosed else { return false }
    bytes += more
    self.journal = journal
    if isReady { writer.take()?.resume() }
    return true
  }

  /// Returns the collected bytes once they fill a block.
  ///
  /// After the buffer is closed, this method returns the remaining bytes, and then nil.
  func nextBlock() async -> Block? {
    while !isReady, !isClosed { await withCheckedContinuation { writer = $0 } }
    guard !bytes.isEmpty else { return nil }
    let block = Block(bytes: bytes, journal: journal)
    bytes = []
    hasDelivered = true
    receiver.take()?.resume()
    return block
  }

  /// Closes the buffer.
  ///
  /// Either task can call this.
  func close(_ last: RecordingJournal? = nil) {
    if let last { journal = last }
    isClosed = true
    writer.take()?.resume()
    receiver.take()?.resume()
  }

  /// The journal after the last samples that were appended.
  var lastJournal: RecordingJournal { journal }

  private var isReady: Bool { bytes.count >= (hasDelivered ? blockBytes : 1) }
}
