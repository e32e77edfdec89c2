public import WaveDataWire
public import WaveInteraction

/// What happens to the data instrument from outside.
public typealias Intent = ViewIntent<TableMessage>

/// What the data instrument wants done outside.
public enum Effect: Equatable, Sendable {
  /// Send this to the server.
  case send(TableMessage)
  /// Give the connection up and make another: its server does not answer.
  case reconnect
  /// Show another instrument: the server has nothing for this one.
  case elsewhere
  /// Call `draw` at the next refresh of the display.
  case redraw
  /// Handle a `tick` at this client time.
  case wake(microseconds: Int64)
  /// Put these bytes behind those before, and have the user keep all of them as a file where they are the last.
  case save([UInt8], isLast: Bool)
  /// Forget the bytes that were to be kept.
  case forget
  /// The controls have changed.
  case controls
}
