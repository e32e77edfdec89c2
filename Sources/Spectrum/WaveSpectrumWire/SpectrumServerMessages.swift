public import WaveUnits
public import WaveWire

/// The reference of levels.
public enum LevelUnit: UInt8, Equatable, Sendable {
  /// Relative and uncalibrated, as in an rtl_power log.
  case relative = 0
  /// Relative to full scale: 0 dBFS is a complex sample of magnitude 1, or a real full-scale sine.
  case fullScale = 1
  /// Decibels relative to a milliwatt, with a known offset.
  case milliwatt = 2

  /// The name of the unit: "dB" if levels are not calibrated, "dBFS" or "dBm".
  public var name: StaticString {
    switch self {
    case .relative: "dB"
    case .fullScale: "dBFS"
    case .milliwatt: "dBm"
    }
  }
}

/// The description of a source (tag 65).
public struct SourceInfo: Equatable, Sendable {
  /// The source's number, from 0.
  public var source: UInt16 = 0
  /// Its properties.
  public var flags: SourceFlags = []
  /// The reference of its levels.
  public var unit: LevelUnit = .relative
  /// The lower edge of the acquired band now, in hertz.
  public var lowHertz: Double = 0
  /// The upper edge of the acquired band now, in hertz.
  public var highHertz: Double = 0
  /// The lowest frequency to which it can be tuned; `lowHertz` if it cannot be tuned.
  public var tuneLowHertz: Double = 0
  /// The highest frequency to which it can be tuned.
  public var tuneHighHertz: Double = 0
  /// The step of the device's own frequency setting in hertz, for slider and fields.
  public var stepHertz: Double = 0
  /// The resolution bandwidth, the 3-dB width, in hertz; NaN if it is unknown.
  public var rbwHertz: Double = 0
  /// The equivalent noise bandwidth in hertz; NaN if it is unknown.
  public var enbwHertz: Double = 0
  /// The seconds that one acquired row covers at the current speed.
  public var rowSeconds: Double = 0
  /// The length of a recording in seconds as recorded, else 0.
  public var durationSeconds: Double = 0
  /// The recorded time of a recording's first row, in microseconds since 1970, else 0.
  public var startMicroseconds: Int64 = 0
  /// The bottom of the initial level range.
  public var levelLow: Float = 0
  /// The top of the initial level range.
  public var levelHigh: Float = 0
  /// The name in UTF-8, at most `WireLimits.text` bytes.
  public var name: [UInt8] = []
  /// A second line in UTF-8, with rate, window and FFT size, for example.
  public var detail: [UInt8] = []

  /// Describes a source.
  public init(
    source: UInt16, flags: SourceFlags, unit: LevelUnit, lowHertz: Double, highHertz: Double,
    tuneLowHertz: Double, tuneHighHertz: Double, stepHertz: Double, rbwHertz: Double, enbwHertz: Double,
    rowSeconds: Double, durationSeconds: Double, startMicroseconds: Int64, levelLow: Float,
    levelHigh: Float, name: [UInt8], detail: [UInt8]
  ) {
    self.source = source
    self.flags = flags
    self.unit = unit
    self.lowHertz = lowHertz
    self.highHertz = highHertz
    self.tuneLowHertz = tuneLowHertz
    self.tuneHighHertz = tuneHighHertz
    self.stepHertz = stepHertz
    self.rbwHertz = rbwHertz
    self.enbwHertz = enbwHertz
    self.rowSeconds = rowSeconds
    self.durationSeconds = durationSeconds
    self.startMicroseconds = startMicroseconds
    self.levelLow = levelLow
    self.levelHigh = levelHigh
    self.name = name
    self.detail = detail
  }
}

/// A frequency axis, to which rows refer by its number (tag 67).
public struct AxisInfo: Equatable, Sendable {
  /// The number.
  public var axis: UInt16 = 0
  /// The number of columns in a row: that of the view, or fewer if the source has fewer bins in the band.
  public var columns: UInt16 = 0
  /// Lower edge of the first column in hertz.
  public var lowHertz: Double = 0
  /// Upper edge of the last column in hertz.
  public var highHertz: Double = 0

  /// An axis with a number.
  public init(axis: UInt16, columns: UInt16, lowHertz: Double, highHertz: Double) {
    self.axis = axis
    self.columns = columns
    self.lowHertz = lowHertz
    self.highHertz = highHertz
  }
}

/// The kind of a row, and the events in its interval.
public struct RowFlags: OptionSet, Equatable, Sendable {
  /// The bits on the wire.
  public let rawValue: UInt8
  /// Flags from their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The row is of the waterfall's lattice; without this flag, it is the newest row of a spectrum.
  public static let waterfall = RowFlags(rawValue: 1)
  /// A `Fetch` requested the row.
  public static let fetched = RowFlags(rawValue: 2)
  /// Samples reached the converter's limits.
  public static let clipped = RowFlags(rawValue: 4)
  /// Part of the row's interval was lost before it reached the server.
  public static let incomplete = RowFlags(rawValue: 8)
  /// Some of the skipped rows waited for the client's credit: the link or the client is slow.
  public static let heldUp = RowFlags(rawValue: 16)
  /// Rows come less often than the view requests, because they are too long.
  public static let slowed = RowFlags(rawValue: 32)
}

/// One row of columns (tag 68).
public struct RowMessage: Equatable, Sendable {
  /// The value of a column without data.
  public static let gap = Int16.min

  /// The view for which it was made.
  public var view: UInt16 = 0
  /// The number of the columns' axis.
  public var axis: UInt16 = 0
  /// The kind of the row, and the events in its interval.
  public var flags: RowFlags = []
  /// The planes in the row, lowest bit first.
  public var planes: PlaneSet = []
  /// The source's number of the newest acquired row in it.
  public var sequence: UInt32 = 0
  /// The start of its interval in server microseconds.
  public var startMicroseconds: Int64 = 0
  /// The length of its interval in microseconds.
  public var durationMicroseconds: UInt32 = 0
  /// The number of rows since the last one that were ready and were replaced by this newer one.
  public var skipped: UInt16 = 0
  /// The number of columns in a plane.
  public var columns: UInt16 = 0
  /// Levels as numbers of `scale`, plane after plane; `gap` if there are no data.
  public var values: [Int16] = []
  /// The numbering of the levels.
  public var scale: LevelScale = .centibels

  /// A row; `values` must have `planes.count * columns` elements.
  public init(
    view: UInt16, axis: UInt16, flags: RowFlags, planes: PlaneSet, sequence: UInt32,
    startMicroseconds: Int64, durationMicroseconds: UInt32, skipped: UInt16, columns: UInt16,
    values: [Int16], scale: LevelScale = .centibels
  ) {
    self.view = view
    self.axis = axis
    self.flags = flags
    self.planes = planes
    self.sequence = sequence
    self.startMicroseconds = startMicroseconds
    self.durationMicroseconds = durationMicroseconds
    self.skipped = skipped
    self.columns = columns
    self.values = values
    self.scale = scale
  }
}

/// A value of the power meter: the power summed over the band (tag 69).
public struct MeterMessage: Equatable, Sendable {
  /// The view for which it was made.
  public var view: UInt16 = 0
  /// The events in its interval.
  public var flags: RowFlags = []
  /// The power in hundredths of a decibel (millibels), or `RowMessage.gap`.
  public var millibels: Int16 = 0
  /// The source's number of the row.
  public var sequence: UInt32 = 0
  /// The start of its interval in server microseconds.
  public var startMicroseconds: Int64 = 0
  /// The length of its interval in microseconds.
  public var durationMicroseconds: UInt32 = 0
  /// The number of values that were replaced by this newer one.
  public var skipped: UInt16 = 0

  /// A value of the meter.
  public init(
    view: UInt16, flags: RowFlags, millibels: Int16, sequence: UInt32, startMicroseconds: Int64,
    durationMicroseconds: UInt32, skipped: UInt16
  ) {
    self.view = view
    self.flags = flags
    self.millibels = millibels
    self.sequence = sequence
    self.startMicroseconds = startMicroseconds
    self.durationMicroseconds = durationMicroseconds
    self.skipped = skipped
  }
}

/// Artefacts of the receiver; NaN if one was not detected (tag 72).
public struct Artefacts: Equatable, Sendable {
  /// The source.
  public var source: UInt16 = 0
  /// The frequency of the spike from the receiver's own DC offset.
  public var spikeHertz: Double = 0
  /// The frequency of the strongest mirror image.
  public var imageHertz: Double = 0
  /// The frequency of the signal that it mirrors.
  public var imageOfHertz: Double = 0

  /// A report of artefacts.
  public init(source: UInt16, spikeHertz: Double, imageHertz: Double, imageOfHertz: Double) {
    self.source = source
    self.spikeHertz = spikeHertz
    self.imageHertz = imageHertz
    self.imageOfHertz = imageOfHertz
  }
}
