public import WaveSpectrumWire
public import WaveWire

/// Writes spectrum messages into frames, and reuses the memory in which rows are reduced and coded.
public struct SpectrumFrameWriter: FeedSink, Sendable {
  /// Room to make a row in.
  public var workspace = RowWorkspace()
  /// The frames.
  public var frames = FrameWriter()
  /// Bytes of all frames.
  public var byteCount: Int { frames.byteCount }
  private var writer = MessageWriter()

  /// Starts without a frame.
  public init() {}

  /// Appends the next message to the last frame, or to a new one where that is long.
  public mutating func put(_ message: Message) { frames.put(message, by: &writer) }
}
