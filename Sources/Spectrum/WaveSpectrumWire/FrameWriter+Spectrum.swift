public import WaveWire

extension FrameWriter {
  /// Appends a spectrum message to the last frame, or to a new frame if the last frame is full.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - writer: The encoder, whose memory is reused.
  public mutating func append(_ message: Message, by writer: inout MessageWriter) {
    append { writer.append(message, to: &$0) }
  }
}
