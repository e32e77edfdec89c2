public import WaveWire

/// One message between server and client; the same codec serves both ends.
///
/// Tags below 64 travel from client to server, the others from server to client.
public enum Message: Equatable, Sendable {
  /// The client's first message.
  case hello(Hello)
  /// What the client can show from now on; the server never sends more.
  case show(ShowView)
  /// Rows that the client drew: credit for the server to send as many again.
  case acknowledge(Acknowledge)
  /// One half of a clock-offset exchange.
  case clockRequest(ClockRequest)
  /// A wish for the source: speed, position, tuning, hold.
  case command(Command)
  /// A window of the past that the waterfall lacks.
  case fetch(Fetch)

  /// The server's first message.
  case welcome(Welcome)
  /// What a source is; sent again when it changes (a retune, a new range).
  case source(SourceInfo)
  /// The other half of a clock-offset exchange.
  case clockReply(ClockReply)
  /// The frequency axis that rows with this axis number have.
  case axis(AxisInfo)
  /// One row of columns.
  case row(RowMessage)
  /// One value of the power meter.
  case meter(MeterMessage)
  /// From this server time on, recorded time runs like this.
  case timeMap(TimeMap)
  /// A fetch is complete.
  case fetched(Fetched)
  /// Artefacts of the receiver worth pointing out.
  case artefacts(Artefacts)
  /// Marks in a recording.
  case annotations(Annotations)
  /// What can be set at a source.
  case controls(SourceControls)
  /// Something to be said on the screen.
  case notice(Notice)
  /// Who steers a source.
  case steering(Steering)
}
