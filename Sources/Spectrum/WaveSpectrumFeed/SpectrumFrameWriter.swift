public import WaveSpectrumWire
public import WaveWire

/// Writes spectrum messages to frames, reusing the memory in which rows are reduced and encoded.
public struct SpectrumFrameWriter: FeedSink, Sendable {
  /// The memory for creating rows.
  public var workspace = RowWorkspace()
  /// The frames.
  public var frames = FrameWriter()
  /// The total size of all frames in bytes.
  public var byteCount: Int { frames.byteCount }
  private var writer = MessageWriter()

  /// Creates a writer without frames.
  public init() {}

  /// Appends a message to the last frame, or to a new frame if the last frame is full.
  public mutating func append(_ message: Message) { frames.append(message, by: &writer) }
}
