import WaveDataWire

/// An action that a part of the model requests.
enum Due: Equatable {
  /// Redraws the picture, because it has changed.
  case redraw
  /// Asks the same part of the model again at the given time.
  case wait(until: Int64)
  /// Sends a message to the server.
  case send(DataMessage)
}
