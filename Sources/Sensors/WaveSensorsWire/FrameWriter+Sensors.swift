public import WaveWire

extension FrameWriter {
  /// Appends a message about streams to the last frame, or to a new one if the last frame is long.
  public mutating func put(_ message: StreamMessage) { append { message.encodeFromServer(into: &$0) } }
}
