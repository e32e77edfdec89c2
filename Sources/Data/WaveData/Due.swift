import WaveDataWire

/// An action that a part of the model requests from its caller.
enum Due: Equatable {
  /// Redraws the picture, because it has changed.
  case redraw
  /// Calls the same part of the model again at the given time.
  case wait(until: Int64)
  /// Sends a message to the server.
  case send(DataMessage)
}
