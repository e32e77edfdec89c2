/// The client's first message (tag 1).
public struct Hello: Equatable, Sendable {
  /// The protocol version that the client speaks, `WireVersion.current`.
  public var version: UInt16

  /// Says hello in a protocol version.
  public init(version: UInt16 = WireVersion.current) { self.version = version }
}

/// The version of the protocol described in Documentation/wire.md.
public enum WireVersion {
  /// The version that this library speaks.
  public static let current: UInt16 = 2
}

/// What a view shows.
public enum ViewMode: UInt8, Equatable, Sendable {
  /// Hidden or paused: the server sends nothing at all.
  case nothing = 0
  /// The newest row only, as often as the source makes one and the view can show it.
  case spectrum = 1
  /// One row for each slot of a time lattice.
  case waterfall = 2
  /// One value a row.
  case meter = 3
}

/// A set of detectors; one plane of a row is one of them.
public struct PlaneSet: OptionSet, Equatable, Hashable, Sendable {
  /// The bits as sent.
  public let rawValue: UInt8
  /// A set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Positive peak.
  public static let max = PlaneSet(rawValue: 1)
  /// Mean of the power (RMS).
  public static let mean = PlaneSet(rawValue: 2)
  /// Negative peak.
  public static let min = PlaneSet(rawValue: 4)
  /// One sample of each column.
  public static let sample = PlaneSet(rawValue: 8)
  /// Maximum since the hold was switched on.
  public static let hold = PlaneSet(rawValue: 16)
  /// How many planes are in the set.
  public var count: Int { rawValue.nonzeroBitCount }
  /// The plane that comes first in a row, alone.
  public var first: PlaneSet { PlaneSet(rawValue: rawValue & (~rawValue &+ 1)) }
}

/// What the client can show from now on (tag 2).
public struct ShowView: Equatable, Sendable {
  /// Number chosen by the client, not that of the view before it; rows carry it back.
  public var view: UInt16
  /// Which source.
  public var source: UInt16
  /// What is shown.
  public var mode: ViewMode
  /// Detectors wanted, ignored by the meter.
  public var planes: PlaneSet
  /// Columns across the band, at most `WireLimits.columns`.
  public var columns: UInt16
  /// Rows a second at most, 1 to 60.
  public var rowsPerSecond: UInt8
  /// Waterfall only: slot of the time lattice in microseconds, from 100,000 to 60,000,000.
  public var slotMicroseconds: UInt32
  /// Spectrum: the row to hold still, or 0 for the newest; waterfall: not 0 where only the past is fetched.
  public var frozenSequence: UInt32
  /// Lower edge of the band in hertz.
  public var lowHertz: Double
  /// Upper edge of the band in hertz.
  public var highHertz: Double
  /// Spectrum: the levels shown; nil for every plane in every row, in tenths of a decibel.
  public var levels: LevelAxis?

  /// Describes a view.
  public init(
    view: UInt16, source: UInt16 = 0, mode: ViewMode, planes: PlaneSet = .max, columns: UInt16,
    rowsPerSecond: UInt8 = 30, slotMicroseconds: UInt32 = 500_000, frozenSequence: UInt32 = 0,
    lowHertz: Double, highHertz: Double, levels: LevelAxis? = nil
  ) {
    self.view = view
    self.source = source
    self.mode = mode
    self.planes = planes
    self.columns = columns
    self.rowsPerSecond = rowsPerSecond
    self.slotMicroseconds = slotMicroseconds
    self.frozenSequence = frozenSequence
    self.lowHertz = lowHertz
    self.highHertz = highHertz
    self.levels = levels
  }
}

/// The levels that a spectrum shows.
public struct LevelAxis: Equatable, Sendable {
  /// The lowest level in decibels.
  public var bottom: Float
  /// The highest level in decibels, above `bottom`.
  public var top: Float
  /// Device pixels from bottom to top.
  public var rows: UInt16

  /// Describes an axis.
  public init(bottom: Float, top: Float, rows: UInt16) {
    self.bottom = bottom
    self.top = top
    self.rows = rows
  }
}

/// Credit: rows that the client has drawn since its last acknowledgement (tag 3).
public struct Acknowledge: Equatable, Sendable {
  /// The view whose rows these were.
  public var view: UInt16
  /// Rows pushed as they were made.
  public var liveRows: UInt16
  /// Rows asked for by `Fetch`.
  public var fetchedRows: UInt16
  /// The newest sequence number drawn.
  public var sequence: UInt32

  /// Acknowledges rows.
  public init(view: UInt16, liveRows: UInt16, fetchedRows: UInt16, sequence: UInt32) {
    self.view = view
    self.liveRows = liveRows
    self.fetchedRows = fetchedRows
    self.sequence = sequence
  }
}

/// Asks for the server's time (tag 4).
public struct ClockRequest: Equatable, Sendable {
  /// The client's monotonic time in microseconds, sent back as it is.
  public var clientMicroseconds: Int64

  /// A request sent at a client time.
  public init(clientMicroseconds: Int64) { self.clientMicroseconds = clientMicroseconds }
}

/// A wish for the source (tag 5).
public enum Command: Equatable, Sendable {
  /// Playback speed of a recording; 1 is as recorded, 0 holds it still.
  case speed(source: UInt16, factor: Double)
  /// Position in a recording, in seconds from its start.
  case seek(source: UInt16, seconds: Double)
  /// Tune a receiver to a band in hertz; sent when a drag ends.
  case tune(source: UInt16, lowHertz: Double, highHertz: Double)
  /// Set one of the source's controls; see `SourceControl.Kind` for the value.
  case adjust(source: UInt16, control: UInt8, value: Double)
  /// Start the maximum hold anew.
  case resetHold(source: UInt16)
  /// Let this client steer the source, whoever did.
  case takeControl(source: UInt16)
}

/// Asks for a window of the past, newest rows first; replaces a fetch still running (tag 6).
public struct Fetch: Equatable, Sendable {
  /// The view whose axis, planes and lattice apply.
  public var view: UInt16
  /// Start of the window in server microseconds.
  public var fromMicroseconds: Int64
  /// End of the window in server microseconds, not included.
  public var untilMicroseconds: Int64

  /// Asks for a window.
  public init(view: UInt16, fromMicroseconds: Int64, untilMicroseconds: Int64) {
    self.view = view
    self.fromMicroseconds = fromMicroseconds
    self.untilMicroseconds = untilMicroseconds
  }
}
