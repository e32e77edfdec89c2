public import WaveDataWire

/// A queue of messages to be sent to a client.
public struct AnswerQueue: Sendable {
  /// The number of messages at which the queue is full.
  public let limit: Int
  /// The messages, in the order in which they are sent.
  public private(set) var messages: [DataMessage] = []

  /// Creates an empty queue.
  ///
  /// - Parameter limit: The number of messages at which the queue is full.
  public init(limit: Int) { self.limit = limit }

  /// Whether the queue is empty.
  public var isEmpty: Bool { messages.isEmpty }

  /// Whether the queue is full.
  ///
  /// No further work is started while it is full.
  public var isFull: Bool { messages.count >= limit }

  /// Appends messages even if the queue is full, because a partial answer would be useless.
  public mutating func append(_ next: [DataMessage]) { messages += next }

  /// Removes messages that a newer view makes obsolete, so that they do not accumulate if the client stops
  /// receiving.
  public mutating func removeOutdated(by view: ShowTable) {
    messages.removeAll { message in
      switch message {
      case .spans(let spans): !spans.flags.contains(.overview) && spans.view != view.view
      case .textStrip(let strip): strip.view != view.view
      case .viewDone(let done): done.view != view.view
      case .scatter: true
      default: false
      }
    }
  }

  /// Removes and returns all messages.
  public mutating func removeAll() -> [DataMessage] {
    defer { messages = [] }
    return messages
  }
}
