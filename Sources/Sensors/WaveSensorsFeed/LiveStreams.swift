import WaveWire

/// How far live columns of a view have been sent, group by group, and what may be sent next.
struct LiveStreams: Sendable {
  /// One group's place.
  struct Cursor: Sendable {
    var group: Int
    var level: Int
    /// Places of the shown channels in the group.
    var channels: [Int]
    /// Whether what was sent of the group before is void.
    var isAnew = false
    /// The first block that has not been sent complete; nil before the first sample.
    var nextBlock: UInt64?
    /// Samples below this number have been sent.
    var sentEnd: UInt64 = 0
    /// Samples below this number were there when the view began.
    var begunEnd: UInt64 = 0
    /// Whether the turn under way has something of it still to send.
    var owes = false
    var hasSkipped = false
  }

  var cursors: [Cursor] = []
  /// The cursor whose turn it is first.
  var first = 0
  var pace = LivePace()
  var credit = LiveCredit()
  /// Whether there may be something that has not been sent.
  var hasSamples = false
  /// Whether the first message of a view is still to come, which waits for nothing.
  var isFirst = false
  /// Whether the newest is on its way in several messages.
  var isInTurn = false
  /// Whether what is there becomes old enough by time alone.
  var awaitsTime = false
  /// When to look whether it has.
  var retryMicroseconds: Int64 = .min / 2
  /// Since when there has been no credit, and how long there was none before, since the client last had
  /// everything.
  private var closedSince: Int64?
  private var closedMicroseconds: Int64 = 0
  /// When readings are due, and of how many samples the last ones were.
  var readingsDue: Int64 = .min / 2
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
    forgive()
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

  /// The client has all there is.
  mutating func forgive() {
    closedSince = credit.isOpen ? nil : closedSince
    closedMicroseconds = 0
  }

  /// Whether the client was without credit for so long that what it missed is worth leaving out.
  var wasHeldUp: Bool { Double(closedMicroseconds) > StreamFeed.behindMicroseconds }

  /// Whether another message may leave.
  var mayLeave: Bool { isFirst || credit.isOpen }

  /// Whether one is due.
  func isDue(at now: Int64) -> Bool {
    (hasSamples || isInTurn || awaitsTime && now >= retryMicroseconds) && mayLeave
      && (isFirst || isInTurn || now >= pace.earliest)
  }
}

/// A window of the past on its way.
struct FetchStreams: Sendable {
  /// One group's place.
  struct Cursor: Sendable {
    /// Place among the live cursors.
    var index: Int
    var lowest: UInt64
    /// The block above the next one to go.
    var end: UInt64
  }

  /// Blocks in one message at most: so the newest are there soon.
  static let blockLimit = 2048

  var request: Fetch
  var cursors: [Cursor]?
  var first = 0

  init(request: Fetch) { self.request = request }
}
