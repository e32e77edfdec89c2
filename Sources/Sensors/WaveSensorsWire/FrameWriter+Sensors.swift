public import WaveWire

extension FrameWriter {
  /// Appends the next message about streams to the last frame, or to a new one where that is long.
  public mutating func put(_ message: StreamMessage) { append { message.encodeFromServer(into: &$0) } }
}
