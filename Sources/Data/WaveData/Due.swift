import WaveDataWire

/// An action that a part of the model asks its caller to perform.
enum Due: Equatable {
  /// The picture has changed and must be redrawn.
  case redraw
  /// The same part of the model must be called again at the given time.
  case wait(until: Int64)
  /// A message must be sent to the server.
  case send(DataMessage)
}
