import WaveSensorsWire

/// What is to be sent to the server, as far as its time has come.
enum Dispatch: Equatable {
  /// Nothing.
  case none
  /// Look again at this time.
  case wait(Int64)
  /// Send this now.
  case send(SensorsMessage)
  /// Send these parts of a look now, in order.
  case sendLook([StreamLookPart])
}
