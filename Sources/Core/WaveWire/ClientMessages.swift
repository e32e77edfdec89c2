/// The version of the protocol described in Documentation/wire.md.
public enum WireVersion {
  /// The version that this library speaks.
  public static let current: UInt16 = 2
}

/// Credit: the number of rows that the client has drawn since its last acknowledgement (tag 3).
public struct Acknowledge: Equatable, Sendable {
  /// The view of these rows.
  public var view: UInt16 = 0
  /// The number of rows drawn that were sent as they were made.
  public var liveRows: UInt16 = 0
  /// The number of rows drawn that a `Fetch` requested.
  public var fetchedRows: UInt16 = 0
  /// The newest sequence number drawn.
  public var sequence: UInt32 = 0

  /// Acknowledges rows.
  public init(view: UInt16, liveRows: UInt16, fetchedRows: UInt16, sequence: UInt32) {
    self.view = view
    self.liveRows = liveRows
    self.fetchedRows = fetchedRows
    self.sequence = sequence
  }
}

/// Requests the server's time (tag 4).
public struct ClockRequest: Equatable, Sendable {
  /// The client's monotonic time in microseconds, which the reply repeats.
  public var clientMicroseconds: Int64 = 0

  /// A request sent at a client time.
  public init(clientMicroseconds: Int64) { self.clientMicroseconds = clientMicroseconds }
}

/// A command for a source (tag 5).
public enum Command: Equatable, Sendable {
  /// Set the playback speed of a recording; 1 is as recorded, 0 pauses it.
  case speed(source: UInt16, factor: Double)
  /// Move to a position in a recording, in seconds from its start.
  case seek(source: UInt16, seconds: Double)
  /// Tune a receiver to a band in hertz; sent when a drag ends.
  case tune(source: UInt16, lowHertz: Double, highHertz: Double)
  /// Set one of the source's controls; see `SourceControl.Kind` for the value.
  case adjust(source: UInt16, control: UInt8, value: Double)
  /// Restart the maximum hold.
  case resetHold(source: UInt16)
  /// Give this client control of the source, whichever client had it.
  case takeControl(source: UInt16)
}

/// Requests rows of a time window in the past, newest first; replaces a fetch that is still running (tag 6).
public struct Fetch: Equatable, Sendable {
  /// The view whose axis, planes and lattice apply.
  public var view: UInt16 = 0
  /// Start of the window in server microseconds.
  public var fromMicroseconds: Int64 = 0
  /// End of the window in server microseconds, not included.
  public var untilMicroseconds: Int64 = 0

  /// A request for a window.
  public init(view: UInt16, fromMicroseconds: Int64, untilMicroseconds: Int64) {
    self.view = view
    self.fromMicroseconds = fromMicroseconds
    self.untilMicroseconds = untilMicroseconds
  }
}
