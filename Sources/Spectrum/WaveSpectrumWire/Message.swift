public import WaveWire

/// A message between a client and a server.
///
/// Both ends use the same encoding.
///
/// Messages with tags below 64 are sent by clients, all others by servers.
public enum Message: Equatable, Sendable {
  /// The client's first message.
  case hello(Hello)
  /// The view that the client shows from now on. The server sends only the data for this view.
  case show(ShowView)
  /// The number of rows that the client has drawn. The server can then send as many more.
  case acknowledge(Acknowledge)
  /// The request in a clock-offset exchange.
  case clockRequest(ClockRequest)
  /// A command for a source: speed, position, tuning or hold.
  case command(Command)
  /// A request for past rows that are missing from the waterfall.
  case fetch(Fetch)

  /// The server's first message.
  case welcome(Welcome)
  /// The description of a source. It is sent again when it changes, for example after a retune.
  case source(SourceInfo)
  /// The reply in a clock-offset exchange.
  case clockReply(ClockReply)
  /// A frequency axis, with the number by which rows refer to it.
  case axis(AxisInfo)
  /// One row of a spectrum or waterfall.
  case row(RowMessage)
  /// One value of the power meter.
  case meter(MeterMessage)
  /// The mapping from server time to recorded time that applies from a given server time onwards.
  case timeMap(TimeMap)
  /// The end of a fetch.
  case fetched(Fetched)
  /// Artefacts of the receiver that should be labelled on the plot.
  case artefacts(Artefacts)
  /// The annotations of a recording.
  case annotations(Annotations)
  /// The settings of a source.
  case controls(SourceControls)
  /// A notice to show on the screen.
  case notice(Notice)
  /// The control state of a source.
  case steering(Steering)
}
