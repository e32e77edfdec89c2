public import WaveWire

extension FrameWriter {
  /// Appends a message about streams to the last frame, or to a new one if the last frame is long.
  public mutating func append(_ message: SensorsMessage) { append { message.encodeFromServer(into: &$0) } }
}
