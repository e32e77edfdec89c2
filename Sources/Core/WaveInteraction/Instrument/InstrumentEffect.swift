/// A request of an instrument to the program that shows it.
///
/// Requests that all instruments share have a case each; those of a single instrument are in `own`.
public enum InstrumentEffect<Message: InstrumentMessage, Own: Equatable & Sendable>: Equatable, Sendable {
  /// Send this to the server.
  case send(Message)
  /// Close the connection and open another: the server does not answer.
  case reconnect
  /// Show the next instrument: the server has nothing for this one.
  case switchInstrument
  /// Call `draw` at the next refresh of the display.
  case redraw
  /// Handle a `tick` at this client time.
  case wake(microseconds: Int64)
  /// Show the new `controls`.
  case controls
  /// An effect of this instrument alone.
  case own(Own)
}
