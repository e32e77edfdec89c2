public import WaveWire

extension FrameWriter {
  /// Appends the next message about tables to the last frame, or to a new one if that is long.
  public mutating func append(_ message: DataMessage) { append { message.encodeFromServer(into: &$0) } }
}
