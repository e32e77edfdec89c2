/// Samples on their way from the task that receives them to the one that writes them.
///
/// While the one writes the other collects, so that blocks are as large as the disk is slow. A buffer that is
/// full makes the receiving task wait, and a receiver then drops samples and says how many.
actor RecordingBuffer {
  /// What is written at once.
  struct Block: Sendable {
    /// Whole samples.
    var bytes: [UInt8]
    /// All that is known at their end.
    var journal: RecordingJournal
  }

  private let byteLimit: Int
  private let blockBytes: Int
  private var bytes: [UInt8] = []
  private var journal: RecordingJournal
  private var hasGiven = false
  private var isClosed = false
  private var writer: CheckedContinuation<Void, Never>?
  private var receiver: CheckedContinuation<Void, Never>?

  /// Waits for samples.
  ///
  /// - Parameters:
  ///   - journal: What is known before the first.
  ///   - blockBytes: Bytes to wait for before any but the first are written.
  ///   - byteLimit: Bytes that make the receiving task wait.
  init(journal: RecordingJournal, blockBytes: Int, byteLimit: Int = 64 << 20) {
    self.journal = journal
    self.byteLimit = byteLimit
    self.blockBytes = blockBytes
  }

  /// Takes samples; waits while too many are in the way.
  /// - Returns: Whether more are wanted.
  func put(_ more: [UInt8], journal: RecordingJournal) async -> Bool {
    while bytes.count >= byteLimit, !isClosed { await withCheckedContinuation { receiver = $0 } }
    guard !isClosed else { return false }
    bytes += more
    self.journal = journal
    if isReady { wakeWriter() }
    return true
  }

  /// Gives what has been collected, when it is a block; nil when no more comes.
  func take() async -> Block? {
    while !isReady, !isClosed { await withCheckedContinuation { writer = $0 } }
    guard !bytes.isEmpty else { return nil }
    let block = Block(bytes: bytes, journal: journal)
    bytes = []
    hasGiven = true
    receiver?.resume()
    receiver = nil
    return block
  }

  /// Ends it from either side.
  func close(_ last: RecordingJournal? = nil) {
    if let last { journal = last }
    isClosed = true
    wakeWriter()
    receiver?.resume()
    receiver = nil
  }

  /// All that is known in the end.
  var lastJournal: RecordingJournal { journal }

  private var isReady: Bool { bytes.count >= (hasGiven ? blockBytes : 1) }

  private func wakeWriter() {
    writer?.resume()
    writer = nil
  }
}
