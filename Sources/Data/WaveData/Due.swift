import WaveDataWire

/// What a part wants done now.
enum Due: Equatable {
  /// What is shown has changed.
  case redraw
  /// Nothing until this time.
  case wait(until: Int64)
  /// A message to the server.
  case send(TableMessage)
}
