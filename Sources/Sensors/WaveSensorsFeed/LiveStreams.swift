import WaveWire

/// The progress of sending a view's live columns for each group, and the state that determines what can be
/// sent next.
struct LiveStreams: Sendable {
  /// The progress of sending the columns of one group.
  struct Cursor: Sendable {
    var group: Int
    var level: Int
    /// The indices of the visible channels in the group.
    var channels: [Int]
    /// Whether the columns sent earlier for the group are invalid.
    var replacesEarlier = false
    /// The number of the first block that has not been sent completely; nil before the first sample.
    var nextBlock: UInt64?
    /// The sequence number below which all samples have been sent.
    var sentEnd: UInt64 = 0
    /// The sequence number after the last sample that existed when the view began.
    var begunEnd: UInt64 = 0
    /// Whether columns of the group remain to be sent in the current turn.
    ///
    /// A turn sends the new samples of all groups.
    var hasPending = false
    var hasSkipped = false
  }

  var cursors: [Cursor] = []
  /// The index of the cursor that is served first in the current turn.
  var first = 0
  var pace = LivePace()
  var credit = LiveCredit()
  /// Whether there could be samples that have not been sent.
  var hasSamples = false
  /// Whether the view's first message has not been sent yet.
  ///
  /// This message is never delayed.
  var isFirst = false
  /// Whether the newest samples are being sent in several messages.
  var isInTurn = false
  /// Whether any samples are still too new for a delayed view.
  var awaitsTime = false
  /// The time at which to check whether more samples are old enough for a delayed view.
  var retryMicroseconds: Int64 = .min / 2
  /// The time at which the credit ran out; nil while there is credit.
  private var closedSince: Int64?
  /// The total time without credit since the client was last up to date, not counting the period that began
  /// at `closedSince`.
  private var closedMicroseconds: Int64 = 0
  /// The time at which readings are due.
  var readingsDue: Int64 = .min / 2
  /// The number of received samples when readings were last sent.
  var readCount: UInt64 = .max

  mutating func viewChanged(messagesPerSecond: UInt8, at now: Int64) {
    cursors = []
    first = 0
    credit.viewChanged()
    pace.setRate(rowsPerSecond: messagesPerSecond, at: now)
    hasSamples = true
    isFirst = true
    isInTurn = false
    awaitsTime = false
    readCount = .max
    resetBacklog()
  }

  mutating func acknowledge(_ messages: UInt16, ofCurrentView isCurrent: Bool, at now: Int64) {
    credit.acknowledge(messages, ofCurrentView: isCurrent)
    guard credit.isOpen, let since = closedSince else { return }
    closedMicroseconds += max(0, now - since)
    closedSince = nil
  }

  mutating func sent(at now: Int64) {
    isFirst = false
    credit.sent()
    if !credit.isOpen, closedSince == nil { closedSince = now }
  }

  /// Records that the client is up to date.
  mutating func resetBacklog() {
    closedSince = credit.isOpen ? nil : closedSince
    closedMicroseconds = 0
  }

  /// Whether the client was without credit for so long that it should skip the samples it has missed.
  var wasHeldUp: Bool { Double(closedMicroseconds) > SensorsFeed.behindMicroseconds }

  /// Whether another message can be sent.
  var maySend: Bool { isFirst || credit.isOpen }

  /// Returns whether a message is due.
  func isDue(at now: Int64) -> Bool {
    (hasSamples || isInTurn || awaitsTime && now >= retryMicroseconds) && maySend
      && (isFirst || isInTurn || now >= pace.earliest)
  }
}

/// A window of past data that is being sent.
struct FetchStreams: Sendable {
  /// The progress of sending one group's past data.
  struct Cursor: Sendable {
    /// The index of the group's live cursor.
    var index: Int
    var lowest: UInt64
    /// The upper bound of the blocks to send next, as a block number.
    ///
    /// Blocks are sent from newest to oldest.
    var end: UInt64
  }

  /// The maximum number of blocks in one message, limited so that the newest blocks are not delayed.
  static let blockLimit = 2048

  var request: Fetch
  var cursors: [Cursor]?
  var first = 0
}
