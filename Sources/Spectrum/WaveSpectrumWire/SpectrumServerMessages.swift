public import WaveUnits
public import WaveWire

/// The unit of levels, which determines their reference.
public enum LevelUnit: UInt8, Equatable, Sendable {
  /// Decibels, relative and uncalibrated, as in an rtl_power log.
  case relative = 0
  /// Decibels relative to full scale: 0 dBFS is a complex sample of magnitude 1, or a real full-scale sine.
  case fullScale = 1
  /// Decibels relative to a milliwatt, with a known offset.
  case milliwatt = 2

  /// The name of the unit: "dBFS", "dBm", or "dB" if levels are uncalibrated.
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
  /// The number by which messages refer to the source, counting from 0.
  public var source: UInt16 = 0
  /// The flags that describe the source.
  public var flags: SourceFlags = []
  /// The unit of the source's levels.
  public var unit: LevelUnit = .relative
  /// The lower edge of the currently acquired band in hertz.
  public var lowHertz: Double = 0
  /// The upper edge of the currently acquired band in hertz.
  public var highHertz: Double = 0
  /// The lowest frequency to which the source can be tuned, in hertz; `lowHertz` if it cannot be tuned.
  public var tuneLowHertz: Double = 0
  /// The highest frequency to which the source can be tuned, in hertz.
  public var tuneHighHertz: Double = 0
  /// The step of the device's own frequency setting in hertz, used by the frequency slider and the frequency
  /// fields.
  public var stepHertz: Double = 0
  /// The resolution bandwidth (3-dB width) in hertz; NaN if it is unknown.
  public var rbwHertz: Double = 0
  /// The equivalent noise bandwidth in hertz; NaN if it is unknown.
  public var enbwHertz: Double = 0
  /// The duration of one acquired row in seconds at the current speed.
  public var rowSeconds: Double = 0
  /// The length of a recording in seconds of recorded time; 0 for other sources.
  public var durationSeconds: Double = 0
  /// The recorded time of a recording's first row in microseconds since 1970; 0 for other sources.
  public var startMicroseconds: Int64 = 0
  /// The bottom of the initial level range in decibels.
  public var levelLow: Float = 0
  /// The top of the initial level range in decibels.
  public var levelHigh: Float = 0
  /// The name in UTF-8, at most `WireLimits.text` bytes.
  public var name: [UInt8] = []
  /// A second line of text in UTF-8, for example with sample rate, window and FFT size.
  public var detail: [UInt8] = []

  /// Creates the description of a source.
  ///
  /// The band to which it can be tuned is the acquired one unless another is given.
  public init(
    source: UInt16 = 0, flags: SourceFlags = [], unit: LevelUnit, lowHertz: Double, highHertz: Double,
    tuneLowHertz: Double? = nil, tuneHighHertz: Double? = nil, stepHertz: Double, rbwHertz: Double,
    enbwHertz: Double, rowSeconds: Double, durationSeconds: Double = 0, startMicroseconds: Int64 = 0,
    levelLow: Float, levelHigh: Float, name: [UInt8], detail: [UInt8]
  ) {
    self.source = source
    self.flags = flags
    self.unit = unit
    self.lowHertz = lowHertz
    self.highHertz = highHertz
    self.tuneLowHertz = tuneLowHertz ?? lowHertz
    self.tuneHighHertz = tuneHighHertz ?? highHertz
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

/// A frequency axis, to which rows refer by number (tag 67).
public struct AxisInfo: Equatable, Sendable {
  /// The number of the axis.
  public var axis: UInt16 = 0
  /// The number of columns in a row: as many as the view requests, or fewer if the source has fewer bins in
  /// the band.
  public var columns: UInt16 = 0
  /// The lower edge of the first column in hertz.
  public var lowHertz: Double = 0
  /// The upper edge of the last column in hertz.
  public var highHertz: Double = 0

  /// Creates an axis with a number.
  public init(axis: UInt16, columns: UInt16, lowHertz: Double, highHertz: Double) {
    self.axis = axis
    self.columns = columns
    self.lowHertz = lowHertz
    self.highHertz = highHertz
  }
}

/// The type of a row and the events in its interval.
public struct RowFlags: OptionSet, Equatable, Sendable {
  /// The bits of the set, as sent.
  public let rawValue: UInt8
  /// Creates flags from their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The row fills a slot of the waterfall.
  ///
  /// Without this flag, it is the newest row of a spectrum.
  public static let waterfall = RowFlags(rawValue: 1)
  /// The row was requested by a `Fetch`.
  public static let fetched = RowFlags(rawValue: 2)
  /// Samples reached the limits of the analogue-to-digital converter.
  public static let clipped = RowFlags(rawValue: 4)
  /// Some data of the row's interval were lost before they reached the server.
  public static let incomplete = RowFlags(rawValue: 8)
  /// Some of the skipped rows were waiting for credit from the client, because the connection or the client
  /// is slow.
  public static let heldUp = RowFlags(rawValue: 16)
  /// Rows are sent less often than the view requests because of their size.
  public static let slowed = RowFlags(rawValue: 32)
}

/// One row of columns (tag 68).
public struct RowMessage: Equatable, Sendable {
  /// The value of a column without data.
  public static let gap = Int16.min

  /// The number of the view for which the row was made.
  public var view: UInt16 = 0
  /// The number of the row's axis.
  public var axis: UInt16 = 0
  /// The type of the row and the events in its interval.
  public var flags: RowFlags = []
  /// The planes in the row, in ascending order of their bits.
  public var planes: PlaneSet = []
  /// The sequence number, at the source, of the newest acquired row that this row contains.
  public var sequence: UInt32 = 0
  /// The start of the row's interval in server microseconds.
  public var startMicroseconds: Int64 = 0
  /// The length of the row's interval in microseconds.
  public var durationMicroseconds: UInt32 = 0
  /// The number of rows that were ready to send but were replaced by this newer row.
  public var skipped: UInt16 = 0
  /// The number of columns in each plane.
  public var columns: UInt16 = 0
  /// The levels as values of `scale`, one plane after another; `gap` where there are no data.
  public var values: [Int16] = []
  /// The scale of the level values.
  public var scale: LevelScale = .centibels

  /// Creates a row; `values` must have `planes.count * columns` elements.
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
  /// The number of the view for which the value was made.
  public var view: UInt16 = 0
  /// The events in the value's interval.
  public var flags: RowFlags = []
  /// The power in hundredths of a decibel (millibels), or `RowMessage.gap`.
  public var millibels: Int16 = 0
  /// The row's sequence number at the source.
  public var sequence: UInt32 = 0
  /// The start of the row's interval in server microseconds.
  public var startMicroseconds: Int64 = 0
  /// The length of the row's interval in microseconds.
  public var durationMicroseconds: UInt32 = 0
  /// The number of values that were ready to send but were replaced by this newer value.
  public var skipped: UInt16 = 0

  /// Creates a value for the meter.
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

/// The frequencies of a receiver's artefacts; NaN for an artefact that was not detected (tag 72).
public struct Artefacts: Equatable, Sendable {
  /// The number of the source.
  public var source: UInt16 = 0
  /// The frequency of the spike caused by the receiver's own DC offset, in hertz.
  public var spikeHertz: Double = 0
  /// The frequency of the strongest mirror image, in hertz.
  public var imageHertz: Double = 0
  /// The frequency of the signal that causes the mirror image, in hertz.
  public var imageOfHertz: Double = 0

  /// Creates a report of artefacts; frequencies that are not given are NaN.
  public init(
    source: UInt16 = 0, spikeHertz: Double = .nan, imageHertz: Double = .nan, imageOfHertz: Double = .nan
  ) {
    self.source = source
    self.spikeHertz = spikeHertz
    self.imageHertz = imageHertz
    self.imageOfHertz = imageOfHertz
  }
}
