/// A request from an instrument to the program that hosts it.
///
/// The requests that all instruments share are separate cases; a request of a single instrument is in `own`.
public enum InstrumentEffect<Message: InstrumentMessage, Own: Equatable & Sendable>: Equatable, Sendable {
  /// Send a message to the server.
  case send(Message)
  /// Close the connection and open a new one, because the server does not answer.
  case reconnect
  /// Show the next instrument, because the server has no source for this one.
  case switchInstrument
  /// Call `draw` at the next refresh of the display.
  case redraw
  /// Call `handle` with a `tick` at this client time.
  case wake(microseconds: Int64)
  /// Show the updated `controls`.
  case controls
  /// Perform an effect specific to this instrument.
  case own(Own)
}
