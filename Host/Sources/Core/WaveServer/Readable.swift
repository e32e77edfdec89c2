package import WaveWire

// Numbers from devices and recordings can have any value. Values that no client can read are not sent,
// because they would end every connection.

extension WireLimits {
  /// The range of times of rows and samples in which slots and sums of times are readable, too.
  package static let sourceMicroseconds = -(microseconds / 2)...(microseconds / 2)
}

extension Notice {
  /// Warns that a source's description is not readable.
  package static let unreadableSource = Notice(
    severity: .warning,
    text: "The source describes itself with numbers that are out of range; they are not shown.")

  /// Warns that a recording's times are not readable.
  package static let unreadableTimes = Notice(
    severity: .warning, text: "The recording's own times are out of range; they are not shown.")
}

extension SourceControls {
  /// Returns the controls that a client can read.
  ///
  /// - Parameter isReadable: Whether a client can read a message with these elements.
  /// - Returns: The readable elements; none if together they are longer than a message.
  package func readable(where isReadable: (SourceControls) -> Bool) -> SourceControls {
    guard !isReadable(self) else { return self }
    let single = controls.filter { isReadable(SourceControls(source: 0, controls: [$0])) }
    let made = SourceControls(source: source, controls: single)
    return isReadable(made) ? made : SourceControls(source: source, controls: [])
  }
}
