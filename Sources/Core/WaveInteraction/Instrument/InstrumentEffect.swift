/// What an instrument wants done outside.
///
/// What every instrument asks for has a case here; what only one of them asks for is in `own`.
public enum InstrumentEffect<Message: InstrumentMessage, Own: Equatable & Sendable>: Equatable, Sendable {
  /// Send this to the server.
  case send(Message)
  /// Give the connection up and make another: its server does not answer.
  case reconnect
  /// Show the next instrument: the server has nothing for this one.
  case switchInstrument
  /// Call `draw` at the next refresh of the display.
  case redraw
  /// Handle a `tick` at this client time.
  case wake(microseconds: Int64)
  /// The controls have changed.
  case controls
  /// An effect of this instrument alone.
  case own(Own)
}
