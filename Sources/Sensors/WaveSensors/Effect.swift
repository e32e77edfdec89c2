public import WaveInteraction
public import WaveSensorsWire

/// What happens to the sensors instrument from outside.
public typealias Intent = ViewIntent<StreamMessage>

/// What the sensors instrument wants done outside.
public enum Effect: Equatable, Sendable {
  /// Send this to the server.
  case send(StreamMessage)
  /// Give the connection up and make another: its server does not answer.
  case reconnect
  /// Show another instrument: the server has nothing for this one.
  case elsewhere
  /// Call `draw` at the next refresh of the display.
  case redraw
  /// Handle a `tick` at this client time.
  case wake(microseconds: Int64)
  /// Keep a number on this device; it comes back as an intent when the page is opened again.
  case keep(key: UInt8, value: Double)
  /// The controls have changed.
  case controls
}
