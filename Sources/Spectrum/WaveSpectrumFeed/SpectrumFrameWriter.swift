public import WaveSpectrumWire
public import WaveWire

/// Writes spectrum messages into frames, and reuses the memory in which rows are reduced and coded.
public struct SpectrumFrameWriter: FeedSink, Sendable {
  /// The memory in which rows are made.
  public var workspace = RowWorkspace()
  /// The frames.
  public var frames = FrameWriter()
  /// The number of bytes of all frames.
  public var byteCount: Int { frames.byteCount }
  private var writer = MessageWriter()

  /// Starts without a frame.
  public init() {}

  /// Appends a message to the last frame, or to a new one if the last frame is long.
  public mutating func append(_ message: Message) { frames.append(message, by: &writer) }
}
