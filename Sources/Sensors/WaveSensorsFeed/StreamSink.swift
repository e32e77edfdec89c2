public import WaveSensorsWire
public import WaveWire

/// Where a feed of streams puts what is to be sent.
public protocol StreamSink {
  /// Takes the next message.
  mutating func put(_ message: StreamMessage)
}

extension FrameWriter: StreamSink {}

/// Keeps the messages, for tests and local clients.
public struct StreamMessageList: StreamSink, Sendable {
  /// The messages, first sent first.
  public private(set) var messages: [StreamMessage] = []

  /// Starts an empty list.
  public init() {}

  /// Keeps the next message.
  public mutating func put(_ message: StreamMessage) { messages.append(message) }
}

/// A wish of a client that others must hear of.
public enum StreamWish: Equatable, Sendable {
  /// Something asked of the source.
  case command(Command)
  /// A mark to be set, moved or taken away.
  case setMark(SetMark)
  /// How the client looks at a source: what a recording tells of it.
  case setLook(StreamLookPart)
}
