public import WaveWire

extension FrameWriter {
  /// Appends a spectrum message to the last frame, or to a new one if that is full.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - writer: The encoder, which keeps its memory.
  public mutating func append(_ message: Message, by writer: inout MessageWriter) {
    append { writer.append(message, to: &$0) }
  }
}
