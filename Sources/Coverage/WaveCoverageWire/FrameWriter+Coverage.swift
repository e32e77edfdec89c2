public import WaveWire

extension FrameWriter {
  /// Appends a message to the last frame, or to a new one if the last one is already long.
  public mutating func append(_ message: CoverageMessage) { append { message.encodeFromServer(into: &$0) } }
}
