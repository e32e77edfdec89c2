public import WaveWire

/// The client's first message (tag 1).
public struct Hello: Equatable, Sendable {
  /// The protocol version that the client uses, `WireVersion.current`.
  public var version: UInt16 = 0

  /// Creates a hello message with a protocol version.
  public init(version: UInt16 = WireVersion.current) { self.version = version }
}

/// The type of a view, which determines the data that the server sends.
public enum ViewMode: UInt8, Equatable, Sendable {
  /// Hidden or paused: the server sends no rows.
  case nothing = 0
  /// The newest row, as often as the source produces one and the view can show it.
  case spectrum = 1
  /// One row for each slot of a time grid.
  case waterfall = 2
  /// One value per row.
  case meter = 3
}

/// A set of detectors, each of which is one plane of a row.
public struct PlaneSet: OptionSet, Equatable, Hashable, Sendable {
  /// The bits of the set, as sent.
  public let rawValue: UInt8
  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The maximum (positive peak).
  public static let max = PlaneSet(rawValue: 1)
  /// The mean power (RMS).
  public static let mean = PlaneSet(rawValue: 2)
  /// The minimum (negative peak).
  public static let min = PlaneSet(rawValue: 4)
  /// One sample from each column.
  public static let sample = PlaneSet(rawValue: 8)
  /// The maximum since the maximum hold was turned on.
  public static let hold = PlaneSet(rawValue: 16)
  /// The number of planes in the set.
  public var count: Int { rawValue.nonzeroBitCount }
  /// The plane that comes first in a row.
  public var first: PlaneSet { PlaneSet(rawValue: rawValue & (~rawValue &+ 1)) }
}

/// The view that the client shows from now on (tag 2).
public struct ShowView: Equatable, Sendable {
  /// The client's number for the view, which differs from the number of the previous view.
  ///
  /// Rows for the view contain this number.
  public var view: UInt16 = 0
  /// The number of the source.
  public var source: UInt16 = 0
  /// The mode of the view.
  public var mode: ViewMode = .nothing
  /// The requested detectors; ignored by the meter.
  public var planes: PlaneSet = []
  /// The number of columns across the band, at most `WireLimits.columns`.
  public var columns: UInt16 = 0
  /// The maximum number of rows per second, 1 to 60.
  public var rowsPerSecond: UInt8 = 0
  /// For a waterfall, the length of a time slot in microseconds, from 100,000 to 60,000,000.
  public var slotMicroseconds: UInt32 = 0
  /// For a spectrum, the sequence number of the frozen row, or 0 for the newest row.
  ///
  /// For a waterfall, nonzero if only past rows are to be fetched.
  public var frozenSequence: UInt32 = 0
  /// The lower edge of the band in hertz.
  public var lowHertz: Double = 0
  /// The upper edge of the band in hertz.
  public var highHertz: Double = 0
  /// For a spectrum, the visible levels.
  ///
  /// If this is nil, every row contains every plane, in tenths of a decibel.
  public var levels: LevelAxis?

  /// Creates a view.
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

/// The level axis of a spectrum view.
public struct LevelAxis: Equatable, Sendable {
  /// The lowest level in decibels.
  public var bottom: Float = 0
  /// The highest level in decibels, above `bottom`.
  public var top: Float = 0
  /// The number of device pixels from bottom to top.
  public var rows: UInt16 = 0

  /// Creates an axis from its levels and height.
  public init(bottom: Float, top: Float, rows: UInt16) {
    self.bottom = bottom
    self.top = top
    self.rows = rows
  }
}
