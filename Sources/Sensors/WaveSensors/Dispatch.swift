import WaveSensorsWire

/// A decision about what to send to the server now.
enum Dispatch: Equatable {
  /// There is nothing to send.
  case none
  /// Check again at the given time.
  case wait(Int64)
  /// Send the given message now.
  case send(SensorsMessage)
  /// Send these parts of the streams' appearance now, in order.
  case sendLook([StreamLookPart])
}
