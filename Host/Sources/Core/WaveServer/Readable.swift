package import WaveWire

// Numbers from devices and recordings can have any value. Values that clients reject as invalid are not sent,
// because they would end every connection.

extension WireLimits {
  /// The valid range of row and sample times from sources.
  ///
  /// It is half the range of times in messages, so that time slots and sums of times are also valid in
  /// messages.
  package static let sourceMicroseconds = -(microseconds / 2)...(microseconds / 2)
}

extension Notice {
  /// A warning that a source's description is out of range.
  package static let unreadableSource = Notice(
    severity: .warning,
    text: "The source describes itself with numbers that are out of range; they are not shown.")

  /// A warning that a recording's times are out of range.
  package static let unreadableTimes = Notice(
    severity: .warning, text: "The recording's own times are out of range; they are not shown.")
}

extension SourceControls {
  /// Returns the controls that are valid in a message to a client.
  ///
  /// - Parameter isReadable: A closure that returns whether a client can read a message with the given
  ///   controls.
  /// - Returns: The valid controls; none if together they exceed the maximum length of a message.
  package func readable(where isReadable: (SourceControls) -> Bool) -> SourceControls {
    guard !isReadable(self) else { return self }
    let single = controls.filter { isReadable(SourceControls(source: 0, controls: [$0])) }
    let made = SourceControls(source: source, controls: single)
    return isReadable(made) ? made : SourceControls(source: source, controls: [])
  }
}
