import WaveUnits

/// The server's first message (tag 64).
public struct Welcome: Equatable, Sendable {
  /// The protocol version that the server implements.
  public var version: UInt16 = 0
  /// The number of `SourceInfo` messages that follow.
  public var sourceCount: UInt16 = 0
  /// The server's monotonic time in microseconds.
  public var serverMicroseconds: Int64 = 0

  /// The server's wall-clock time at `serverMicroseconds`, in microseconds since 1970, or 0 if it is unknown.
  public var wallMicroseconds: Int64 = 0

  /// Creates the first message to a client.
  public init(
    version: UInt16 = WireVersion.current, sourceCount: UInt16, serverMicroseconds: Int64,
    wallMicroseconds: Int64 = 0
  ) {
    self.version = version
    self.sourceCount = sourceCount
    self.serverMicroseconds = serverMicroseconds
    self.wallMicroseconds = wallMicroseconds
  }
}

/// Properties of a source, as a set of flags.
public struct SourceFlags: OptionSet, Equatable, Sendable {
  /// The flags as they are sent in messages.
  public let rawValue: UInt16
  /// Creates flags from their bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// The signal is simulated; clients show this on the screen.
  public static let simulated = SourceFlags(rawValue: 1)
  /// The source is a recording, so playback speed and seek apply.
  public static let recording = SourceFlags(rawValue: 2)
  /// The source can be tuned.
  public static let tunable = SourceFlags(rawValue: 4)
  /// Times are local, as written in the recording, with an unknown time zone.
  public static let zoneUnknown = SourceFlags(rawValue: 8)
  /// The source is a microphone whose levels are not calibrated to sound pressure; clients show this.
  public static let microphone = SourceFlags(rawValue: 16)
  /// The sample rate is unknown: it is sent as 1 MHz, and frequencies are fractions of it.
  public static let rateUnknown = SourceFlags(rawValue: 32)
}

/// The reply to a clock request (tag 66).
public struct ClockReply: Equatable, Sendable {
  /// The client's time, as sent in the request.
  public var clientMicroseconds: Int64 = 0
  /// The server's monotonic time when it replied, in microseconds.
  public var serverMicroseconds: Int64 = 0

  /// Creates a reply to a request.
  public init(clientMicroseconds: Int64, serverMicroseconds: Int64) {
    self.clientMicroseconds = clientMicroseconds
    self.serverMicroseconds = serverMicroseconds
  }
}

/// A mapping from server time to recorded time, which applies from a given time on (tag 70).
public struct TimeMap: Equatable, Sendable {
  /// The number that identifies the source.
  public var source: UInt16 = 0
  /// The server time from which the mapping is valid, in microseconds.
  public var serverMicroseconds: Int64 = 0
  /// The recorded time at `serverMicroseconds`, in microseconds since 1970.
  public var recordedMicroseconds: Int64 = 0
  /// The number of recorded seconds per server second; 0 while the recording is paused.
  public var speed: Double = 0

  /// Creates a mapping from server time to recorded time.
  public init(source: UInt16, serverMicroseconds: Int64, recordedMicroseconds: Int64, speed: Double) {
    self.source = source
    self.serverMicroseconds = serverMicroseconds
    self.recordedMicroseconds = recordedMicroseconds
    self.speed = speed
  }
}

/// The message that ends the response to a fetch (tag 71).
public struct Fetched: Equatable, Sendable {
  /// The number of the view that requested the rows.
  public var view: UInt16 = 0
  /// The start of the window in server microseconds, as requested.
  public var fromMicroseconds: Int64 = 0
  /// The oldest time in the history, in server microseconds.
  public var oldestMicroseconds: Int64 = 0

  /// Creates a message that ends the response to a fetch.
  public init(view: UInt16, fromMicroseconds: Int64, oldestMicroseconds: Int64) {
    self.view = view
    self.fromMicroseconds = fromMicroseconds
    self.oldestMicroseconds = oldestMicroseconds
  }
}

/// A notice to show on the screen (tag 73).
public struct Notice: Equatable, Sendable {
  /// The severity of a notice.
  public enum Severity: UInt8, Equatable, Sendable {
    /// Useful information.
    case information = 0
    /// Something was lost or rejected, but the display continues.
    case warning = 1
    /// The source has stopped.
    case failure = 2
  }

  /// The severity of the notice.
  public var severity: Severity = .information
  /// What happened and what to do, in UTF-8, with at most `WireLimits.text` bytes.
  public var text: [UInt8] = []

  /// Creates a notice with text in UTF-8.
  public init(severity: Severity, text: [UInt8]) {
    self.severity = severity
    self.text = text
  }
}
