public import WaveWire

extension FrameWriter {
  /// Appends a message to the last frame, or to a new one if the last one is already long.
  public mutating func append(_ message: HomeMessage) { append { message.encodeFromServer(into: &$0) } }
}
