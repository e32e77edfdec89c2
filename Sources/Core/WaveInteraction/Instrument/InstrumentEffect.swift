public import WaveSpectrumWire

/// What the spectrum instrument wants done outside.
public enum Effect: Equatable, Sendable {
  /// Send this to the server.
  case send(Message)
  /// Give the connection up and make another: its server does not answer.
  case reconnect
  /// Show another instrument: the server has nothing for this one.
  case elsewhere
  /// Call `draw` at the next refresh of the display.
  case redraw
  /// Handle a `tick` at this client time.
  case wake(microseconds: Int64)
  /// The controls have changed.
  case controls
}
