public import WaveWire

extension FrameWriter {
  /// Appends the next message about tables to the last frame, or to a new one if that is long.
  public mutating func put(_ message: TableMessage) { append { message.encodeFromServer(into: &$0) } }
}
