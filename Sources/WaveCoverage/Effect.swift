public import WaveInteraction
public import WaveWire

/// What happens to the coverage instrument from outside.
public typealias Intent = ViewIntent<TerrainMessage>

/// What the coverage instrument wants done outside.
public enum Effect: Equatable, Sendable {
  /// Send this to the server.
  case send(TerrainMessage)
  /// Give the connection up and make another: its server does not answer.
  case reconnect
  /// Show another instrument: the server has nothing for this one.
  case elsewhere
  /// Have the server end this device's pairing.
  case unpair
  /// Load a picture into a slot of the player, and say what became of it (`pictured`).
  case picture(slot: UInt32, address: [UInt8])
  /// Call `draw` at the next refresh of the display.
  case redraw
  /// Handle a `tick` at this client time.
  case wake(microseconds: Int64)
  /// The controls have changed.
  case controls
}
