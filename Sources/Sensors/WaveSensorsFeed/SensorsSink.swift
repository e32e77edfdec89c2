public import WaveSensorsWire
public import WaveWire

/// A destination for a feed's messages about streams.
public protocol SensorsSink {
  /// Appends the next message.
  mutating func append(_ message: SensorsMessage)
}

extension FrameWriter: SensorsSink {}

/// A list that collects messages, for tests and local clients.
public struct SensorsMessageList: SensorsSink, Sendable {
  /// The messages, in the order in which they were sent.
  public private(set) var messages: [SensorsMessage] = []

  /// Creates an empty list.
  public init() {}

  /// Appends the next message.
  public mutating func append(_ message: SensorsMessage) { messages.append(message) }
}

/// A client's request to the source or the archive.
public enum SensorsFeedRequest: Equatable, Sendable {
  /// A command to be performed by the source.
  case command(Command)
  /// A mark to be set, moved or removed.
  case setMark(SetMark)
  /// The appearance of a source on the client's screen, to be stored when the source is recorded.
  case setLook(StreamLookPart)
}
