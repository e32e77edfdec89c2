public import WaveCoverageWire
public import WaveInteraction

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
  /// Load a picture into a slot of the player, and say what became of it (`pictured`).
  case picture(slot: UInt32, address: [UInt8])
  /// Call `draw` at the next refresh of the display.
  case redraw
  /// Handle a `tick` at this client time.
  case wake(microseconds: Int64)
  /// The controls have changed.
  case controls
  /// Have the user pick a file, and bring its bytes.
  case pick
  /// What is saved next is called so.
  case file(name: [UInt8])
  /// Put these bytes behind those before; the last ones have the user keep all of them as a file.
  case save([UInt8], isLast: Bool)
  /// Keep these bytes on the device under a name, in place of those before.
  case shelve(name: [UInt8], [UInt8])
  /// Answer with what is kept under a name, by `recalled` and this number.
  case recall(number: UInt32, name: [UInt8])
  /// There is something to see without a server: no other source need be offered.
  case stands
  /// Tell where the device is.
  case locate
  /// The scene as a text, for the page's address; empty for none.
  case address([UInt8])
  /// Put the page's address with this scene where it can be pasted from, and say what became of it (`copied`).
  case copy([UInt8])
}
