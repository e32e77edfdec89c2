public import WaveDataWire

/// The messages that wait until a client reads them.
public struct AnswerQueue: Sendable {
  /// The number of messages from which on the queue is full.
  public let limit: Int
  /// The messages, in the order of sending.
  public private(set) var messages: [DataMessage] = []

  /// Starts an empty queue.
  ///
  /// - Parameter limit: The number of messages from which on it is full.
  public init(limit: Int) { self.limit = limit }

  /// Whether no message waits.
  public var isEmpty: Bool { messages.isEmpty }

  /// Whether the client has to read messages before further work is begun for it.
  public var isFull: Bool { messages.count >= limit }

  /// Appends messages, however full the queue is: a part of an answer is of no use.
  public mutating func append(_ next: [DataMessage]) { messages += next }

  /// Removes what a newer view replaces, which would fill memory if the client does not read it.
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
