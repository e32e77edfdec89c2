/// The version of the protocol described in Documentation/wire.md.
public enum WireVersion {
  /// The protocol version that this library implements.
  public static let current: UInt16 = 2
}

/// A grant of credit: the number of rows that the client has drawn since its last acknowledgement (tag 3).
public struct Acknowledge: Equatable, Sendable {
  /// The number of the view to which the rows belong.
  public var view: UInt16 = 0
  /// The number of live rows drawn.
  public var liveRows: UInt16 = 0
  /// The number of drawn rows that were requested by a `Fetch`.
  public var fetchedRows: UInt16 = 0
  /// The sequence number of the newest row that has been drawn.
  public var sequence: UInt32 = 0

  /// Creates an acknowledgement of rows.
  public init(view: UInt16, liveRows: UInt16, fetchedRows: UInt16, sequence: UInt32) {
    self.view = view
    self.liveRows = liveRows
    self.fetchedRows = fetchedRows
    self.sequence = sequence
  }
}

/// A request for the server's time (tag 4).
public struct ClockRequest: Equatable, Sendable {
  /// The client's monotonic time in microseconds, which is echoed in the reply.
  public var clientMicroseconds: Int64 = 0

  /// Creates a request sent at a client time.
  public init(clientMicroseconds: Int64) { self.clientMicroseconds = clientMicroseconds }
}

/// A command for a source (tag 5).
public enum Command: Equatable, Sendable {
  /// Set the playback speed of a recording; 1 is the original speed, and 0 pauses it.
  case speed(source: UInt16, factor: Double)
  /// Seek to a position in a recording, in seconds from its start.
  case seek(source: UInt16, seconds: Double)
  /// Tune a receiver to a band in hertz; sent when a drag ends.
  case tune(source: UInt16, lowHertz: Double, highHertz: Double)
  /// Set one of the source's controls to a value, as described in `SourceControl.Kind`.
  case adjust(source: UInt16, control: UInt8, value: Double)
  /// Restart the maximum hold.
  case resetHold(source: UInt16)
  /// Give this client control of the source, regardless of which client had it.
  case takeControl(source: UInt16)
}

/// A request for the past rows of a time window, newest first; it replaces any running fetch (tag 6).
public struct Fetch: Equatable, Sendable {
  /// The number of the view, which determines the axis, planes and time grid of the rows.
  public var view: UInt16 = 0
  /// The start of the window in server microseconds.
  public var fromMicroseconds: Int64 = 0
  /// The end of the window in server microseconds, exclusive.
  public var untilMicroseconds: Int64 = 0

  /// Creates a request for a time window.
  public init(view: UInt16, fromMicroseconds: Int64, untilMicroseconds: Int64) {
    self.view = view
    self.fromMicroseconds = fromMicroseconds
    self.untilMicroseconds = untilMicroseconds
  }
}
