public import WaveWire

extension FrameWriter {
  /// Appends the next message about spectra to the last frame, or to a new one where that is long.
  ///
  /// - Parameters:
  ///   - message: What is sent.
  ///   - writer: Codes it.
  public mutating func put(_ message: Message, by writer: inout MessageWriter) {
    append { writer.append(message, to: &$0) }
  }
}
