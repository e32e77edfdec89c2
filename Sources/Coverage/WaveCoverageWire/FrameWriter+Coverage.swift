public import WaveWire

extension FrameWriter {
  /// Appends the next message about terrain to the last frame, or to a new one if that is long.
  public mutating func append(_ message: CoverageMessage) { append { message.encodeFromServer(into: &$0) } }
}
