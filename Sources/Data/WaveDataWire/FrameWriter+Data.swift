public import WaveWire

extension FrameWriter {
  /// Appends a message about tables to the last frame, or to a new one if the last frame is already long.
  public mutating func append(_ message: DataMessage) { append { message.encodeFromServer(into: &$0) } }
}
