import WaveUnits

/// The server's first message (tag 64).
public struct Welcome: Equatable, Sendable {
  /// The protocol version that the server speaks.
  public var version: UInt16 = 0
  /// How many `SourceInfo` follow.
  public var sourceCount: UInt16 = 0
  /// The server's monotonic time in microseconds.
  public var serverMicroseconds: Int64 = 0

  /// The server's wall clock at that time, microseconds since 1970; 0 where that is not told.
  public var wallMicroseconds: Int64 = 0

  /// Welcomes a client.
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

/// Properties of a source.
public struct SourceFlags: OptionSet, Equatable, Sendable {
  /// The bits as sent.
  public let rawValue: UInt16
  /// Flags from their bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }
  /// Made up; the screen says so.
  public static let simulated = SourceFlags(rawValue: 1)
  /// A recording: speed and seek apply.
  public static let recording = SourceFlags(rawValue: 2)
  /// Tune applies.
  public static let tunable = SourceFlags(rawValue: 4)
  /// Clock times are as written in the recording, zone unknown.
  public static let zoneUnknown = SourceFlags(rawValue: 8)
  /// A microphone: its levels say nothing of sound pressure; the screen says so.
  public static let microphone = SourceFlags(rawValue: 16)
  /// The sample rate is unknown: 1 MHz is sent as the rate, and frequencies are parts of it.
  public static let rateUnknown = SourceFlags(rawValue: 32)
}

/// The answer to a clock request (tag 66).
public struct ClockReply: Equatable, Sendable {
  /// The client's time as it was sent.
  public var clientMicroseconds: Int64 = 0
  /// The server's monotonic time at the answer.
  public var serverMicroseconds: Int64 = 0

  /// Answers a request.
  public init(clientMicroseconds: Int64, serverMicroseconds: Int64) {
    self.clientMicroseconds = clientMicroseconds
    self.serverMicroseconds = serverMicroseconds
  }
}

/// How recorded time follows server time from one moment on (tag 70).
public struct TimeMap: Equatable, Sendable {
  /// Which source.
  public var source: UInt16 = 0
  /// From this server time on.
  public var serverMicroseconds: Int64 = 0
  /// Recorded time at that moment, in microseconds since 1970.
  public var recordedMicroseconds: Int64 = 0
  /// Recorded seconds in a server second; 0 while the recording is held still.
  public var speed: Double = 0

  /// Maps server time to recorded time.
  public init(source: UInt16, serverMicroseconds: Int64, recordedMicroseconds: Int64, speed: Double) {
    self.source = source
    self.serverMicroseconds = serverMicroseconds
    self.recordedMicroseconds = recordedMicroseconds
    self.speed = speed
  }
}

/// A fetch is complete (tag 71).
public struct Fetched: Equatable, Sendable {
  /// The view.
  public var view: UInt16 = 0
  /// Start of the window as asked.
  public var fromMicroseconds: Int64 = 0
  /// Oldest server time that the history still holds.
  public var oldestMicroseconds: Int64 = 0

  /// Ends a fetch.
  public init(view: UInt16, fromMicroseconds: Int64, oldestMicroseconds: Int64) {
    self.view = view
    self.fromMicroseconds = fromMicroseconds
    self.oldestMicroseconds = oldestMicroseconds
  }
}

/// Something to be said on the screen (tag 73).
public struct Notice: Equatable, Sendable {
  /// How bad it is.
  public enum Severity: UInt8, Equatable, Sendable {
    /// Worth knowing.
    case information = 0
    /// Something was lost or refused; the picture goes on.
    case warning = 1
    /// The source has stopped.
    case failure = 2
  }

  /// How bad it is.
  public var severity: Severity = .information
  /// What happened and what to do in UTF-8, at most `WireLimits.text` bytes.
  public var text: [UInt8] = []

  /// Says something.
  public init(severity: Severity, text: [UInt8]) {
    self.severity = severity
    self.text = text
  }
}
