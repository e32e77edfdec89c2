import WaveDataWire

/// An action requested by a part of the model.
enum Due: Equatable {
  /// Redraws the picture, because it has changed.
  case redraw
  /// Asks the same part again at the given time.
  case wait(until: Int64)
  /// Sends a message to the server.
  case send(DataMessage)
}
