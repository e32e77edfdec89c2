public import WaveSensorsWire
public import WaveWire

/// The destination of a feed's messages about streams.
public protocol SensorsSink {
  /// Appends the next message.
  mutating func append(_ message: SensorsMessage)
}

extension FrameWriter: SensorsSink {}

/// A list of messages, for tests and local clients.
public struct SensorsMessageList: SensorsSink, Sendable {
  /// The messages, in the order of sending.
  public private(set) var messages: [SensorsMessage] = []

  /// Starts an empty list.
  public init() {}

  /// Appends the next message.
  public mutating func append(_ message: SensorsMessage) { messages.append(message) }
}

/// A request of a client for the source or the archive.
public enum SensorsFeedRequest: Equatable, Sendable {
  /// A command for the source.
  case command(Command)
  /// A mark to set, move or remove.
  case setMark(SetMark)
  /// The client's view of a source, which a recording of the source stores.
  case setLook(StreamLookPart)
}
