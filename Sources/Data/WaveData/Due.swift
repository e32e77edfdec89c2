import WaveDataWire

/// An action that a part requests.
enum Due: Equatable {
  /// Draws again, because the picture has changed.
  case redraw
  /// Asks the part again at this time.
  case wait(until: Int64)
  /// Sends a message to the server.
  case send(DataMessage)
}
