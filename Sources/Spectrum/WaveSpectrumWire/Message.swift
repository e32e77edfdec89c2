public import WaveWire

/// A message between server and client; both ends use the same coding.
///
/// Messages with tags below 64 are sent by clients, the others by servers.
public enum Message: Equatable, Sendable {
  /// The client's first message.
  case hello(Hello)
  /// The view that the client shows from now on; the server never sends more.
  case show(ShowView)
  /// Rows that the client has drawn: credit for the server to send the same number again.
  case acknowledge(Acknowledge)
  /// The request of a clock-offset exchange.
  case clockRequest(ClockRequest)
  /// A command for the source: speed, position, tuning, hold.
  case command(Command)
  /// A request for a window of the past that the waterfall lacks.
  case fetch(Fetch)

  /// The server's first message.
  case welcome(Welcome)
  /// The description of a source; sent again when it changes (a retune, a new range).
  case source(SourceInfo)
  /// The reply of a clock-offset exchange.
  case clockReply(ClockReply)
  /// The frequency axis of rows with its number.
  case axis(AxisInfo)
  /// One row of columns.
  case row(RowMessage)
  /// One value of the power meter.
  case meter(MeterMessage)
  /// The mapping from server time to recorded time, from a moment on.
  case timeMap(TimeMap)
  /// The end of a fetch.
  case fetched(Fetched)
  /// Artefacts of the receiver that should be pointed out.
  case artefacts(Artefacts)
  /// The annotations of a recording.
  case annotations(Annotations)
  /// The settings of a source.
  case controls(SourceControls)
  /// A notice to show on the screen.
  case notice(Notice)
  /// The control of a source.
  case steering(Steering)
}
