public import WaveUnits
public import WaveWire

/// What levels are relative to.
public enum LevelUnit: UInt8, Equatable, Sendable {
  /// Relative and uncalibrated, as in an rtl_power log.
  case relative = 0
  /// 0 dBFS is a complex sample of magnitude 1, or a real full-scale sine.
  case fullScale = 1
  /// Decibels over a milliwatt, by a stated offset.
  case milliwatt = 2

  /// The unit for people: "dB" where levels are not calibrated, "dBFS" or "dBm".
  public var name: StaticString {
    switch self {
    case .relative: "dB"
    case .fullScale: "dBFS"
    case .milliwatt: "dBm"
    }
  }
}

/// What a source is (tag 65).
public struct SourceInfo: Equatable, Sendable {
  /// The source's number, from 0.
  public var source: UInt16 = 0
  /// Its properties.
  public var flags: SourceFlags = []
  /// What its levels are relative to.
  public var unit: LevelUnit = .relative
  /// Lower edge of what is acquired now, in hertz.
  public var lowHertz: Double = 0
  /// Upper edge of what is acquired now, in hertz.
  public var highHertz: Double = 0
  /// Lowest frequency that it can be tuned to; `lowHertz` where it cannot.
  public var tuneLowHertz: Double = 0
  /// Highest frequency that it can be tuned to.
  public var tuneHighHertz: Double = 0
  /// Step of the device's own frequency setting in hertz, for slider and fields.
  public var stepHertz: Double = 0
  /// Resolution bandwidth, the 3-dB width, in hertz; NaN where unknown.
  public var rbwHertz: Double = 0
  /// Equivalent noise bandwidth in hertz; NaN where unknown.
  public var enbwHertz: Double = 0
  /// Seconds that one acquired row covers at the present speed.
  public var rowSeconds: Double = 0
  /// Length of a recording in seconds as recorded, else 0.
  public var durationSeconds: Double = 0
  /// Recorded time of a recording's first row, in microseconds since 1970, else 0.
  public var startMicroseconds: Int64 = 0
  /// Bottom of the level range to show at first.
  public var levelLow: Float = 0
  /// Top of the level range to show at first.
  public var levelHigh: Float = 0
  /// Name for people in UTF-8, at most `WireLimits.text` bytes.
  public var name: [UInt8] = []
  /// One line more in UTF-8, such as rate, window and FFT size.
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

/// A frequency axis, named by number in each row that has it (tag 67).
public struct AxisInfo: Equatable, Sendable {
  /// The number.
  public var axis: UInt16 = 0
  /// Columns in a row: those of the view, or fewer where the source has fewer bins in the band.
  public var columns: UInt16 = 0
  /// Lower edge of the first column in hertz.
  public var lowHertz: Double = 0
  /// Upper edge of the last column in hertz.
  public var highHertz: Double = 0

  /// Names an axis.
  public init(axis: UInt16, columns: UInt16, lowHertz: Double, highHertz: Double) {
    self.axis = axis
    self.columns = columns
    self.lowHertz = lowHertz
    self.highHertz = highHertz
  }
}

/// What a row is and what happened in it.
public struct RowFlags: OptionSet, Equatable, Sendable {
  /// The bits as sent.
  public let rawValue: UInt8
  /// Flags from their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// A row of the waterfall's lattice; without it, the newest row of a spectrum.
  public static let waterfall = RowFlags(rawValue: 1)
  /// Asked for by `Fetch`.
  public static let fetched = RowFlags(rawValue: 2)
  /// The converter was driven to its limits.
  public static let clipped = RowFlags(rawValue: 4)
  /// Part of the row's interval was lost before the server.
  public static let incomplete = RowFlags(rawValue: 8)
  /// Some of the skipped rows waited for the client's credit: the link or the client is slow.
  public static let heldUp = RowFlags(rawValue: 16)
  /// Rows come less often than the view asks for, since they are too long for that.
  public static let slowed = RowFlags(rawValue: 32)
}

/// One row of columns (tag 68).
public struct RowMessage: Equatable, Sendable {
  /// Written for a column without data.
  public static let gap = Int16.min

  /// The view that it was made for.
  public var view: UInt16 = 0
  /// The axis of its columns.
  public var axis: UInt16 = 0
  /// What it is.
  public var flags: RowFlags = []
  /// The planes it holds, lowest bit first.
  public var planes: PlaneSet = []
  /// The source's number of the newest acquired row in it.
  public var sequence: UInt32 = 0
  /// Start of its interval in server microseconds.
  public var startMicroseconds: Int64 = 0
  /// Length of its interval in microseconds.
  public var durationMicroseconds: UInt32 = 0
  /// Rows that were ready since the last one and were replaced by this newer one.
  public var skipped: UInt16 = 0
  /// Columns in a plane.
  public var columns: UInt16 = 0
  /// Levels by the numbers of `scale`, plane after plane; `gap` where there is no data.
  public var values: [Int16] = []
  /// How the levels are numbered.
  public var scale: LevelScale = .centibels

  /// Holds a row; `values` has `planes.count * columns` elements.
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

/// One value of the power meter: power summed over the band (tag 69).
public struct MeterMessage: Equatable, Sendable {
  /// The view that it was made for.
  public var view: UInt16 = 0
  /// What happened in its interval.
  public var flags: RowFlags = []
  /// Hundredths of a decibel (millibels), or `RowMessage.gap`.
  public var millibels: Int16 = 0
  /// The source's number of the row.
  public var sequence: UInt32 = 0
  /// Start of its interval in server microseconds.
  public var startMicroseconds: Int64 = 0
  /// Length of its interval in microseconds.
  public var durationMicroseconds: UInt32 = 0
  /// Values replaced by this newer one.
  public var skipped: UInt16 = 0

  /// Holds a value.
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

/// Artefacts of the receiver where seen; a NaN says not seen (tag 72).
public struct Artefacts: Equatable, Sendable {
  /// Which source.
  public var source: UInt16 = 0
  /// Frequency of a spike that the receiver's own DC offset makes.
  public var spikeHertz: Double = 0
  /// Frequency of the strongest mirror image.
  public var imageHertz: Double = 0
  /// Frequency of the signal that it mirrors.
  public var imageOfHertz: Double = 0

  /// Points out artefacts.
  public init(source: UInt16, spikeHertz: Double, imageHertz: Double, imageOfHertz: Double) {
    self.source = source
    self.spikeHertz = spikeHertz
    self.imageHertz = imageHertz
    self.imageOfHertz = imageOfHertz
  }
}
