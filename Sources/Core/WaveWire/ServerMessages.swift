public import WaveUnits

/// The server's first message (tag 64).
public struct Welcome: Equatable, Sendable {
  /// The protocol version that the server speaks.
  public var version: UInt16
  /// How many `SourceInfo` follow.
  public var sourceCount: UInt16
  /// The server's monotonic time in microseconds.
  public var serverMicroseconds: Int64

  /// The server's wall clock at that time, microseconds since 1970; 0 where that is not told.
  public var wallMicroseconds: Int64

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

/// What a source is (tag 65).
public struct SourceInfo: Equatable, Sendable {
  /// The source's number, from 0.
  public var source: UInt16
  /// Its properties.
  public var flags: SourceFlags
  /// What its levels are relative to.
  public var unit: LevelUnit
  /// Lower edge of what is acquired now, in hertz.
  public var lowHertz: Double
  /// Upper edge of what is acquired now, in hertz.
  public var highHertz: Double
  /// Lowest frequency that it can be tuned to; `lowHertz` where it cannot.
  public var tuneLowHertz: Double
  /// Highest frequency that it can be tuned to.
  public var tuneHighHertz: Double
  /// Step of the device's own frequency setting in hertz, for slider and fields.
  public var stepHertz: Double
  /// Resolution bandwidth, the 3-dB width, in hertz; NaN where unknown.
  public var rbwHertz: Double
  /// Equivalent noise bandwidth in hertz; NaN where unknown.
  public var enbwHertz: Double
  /// Seconds that one acquired row covers at the present speed.
  public var rowSeconds: Double
  /// Length of a recording in seconds as recorded, else 0.
  public var durationSeconds: Double
  /// Recorded time of a recording's first row, in microseconds since 1970, else 0.
  public var startMicroseconds: Int64
  /// Bottom of the level range to show at first.
  public var levelLow: Float
  /// Top of the level range to show at first.
  public var levelHigh: Float
  /// Name for people in UTF-8, at most `WireLimits.text` bytes.
  public var name: [UInt8]
  /// One line more in UTF-8, such as rate, window and FFT size.
  public var detail: [UInt8]

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

/// The answer to a clock request (tag 66).
public struct ClockReply: Equatable, Sendable {
  /// The client's time as it was sent.
  public var clientMicroseconds: Int64
  /// The server's monotonic time at the answer.
  public var serverMicroseconds: Int64

  /// Answers a request.
  public init(clientMicroseconds: Int64, serverMicroseconds: Int64) {
    self.clientMicroseconds = clientMicroseconds
    self.serverMicroseconds = serverMicroseconds
  }
}

/// A frequency axis, named by number in each row that has it (tag 67).
public struct AxisInfo: Equatable, Sendable {
  /// The number.
  public var axis: UInt16
  /// Columns in a row: those of the view, or fewer where the source has fewer bins in the band.
  public var columns: UInt16
  /// Lower edge of the first column in hertz.
  public var lowHertz: Double
  /// Upper edge of the last column in hertz.
  public var highHertz: Double

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
  public var view: UInt16
  /// The axis of its columns.
  public var axis: UInt16
  /// What it is.
  public var flags: RowFlags
  /// The planes it holds, lowest bit first.
  public var planes: PlaneSet
  /// The source's number of the newest acquired row in it.
  public var sequence: UInt32
  /// Start of its interval in server microseconds.
  public var startMicroseconds: Int64
  /// Length of its interval in microseconds.
  public var durationMicroseconds: UInt32
  /// Rows that were ready since the last one and were replaced by this newer one.
  public var skipped: UInt16
  /// Columns in a plane.
  public var columns: UInt16
  /// Levels by the numbers of `scale`, plane after plane; `gap` where there is no data.
  public var values: [Int16]
  /// How the levels are numbered.
  public var scale: LevelScale

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
  public var view: UInt16
  /// What happened in its interval.
  public var flags: RowFlags
  /// Hundredths of a decibel (millibels), or `RowMessage.gap`.
  public var millibels: Int16
  /// The source's number of the row.
  public var sequence: UInt32
  /// Start of its interval in server microseconds.
  public var startMicroseconds: Int64
  /// Length of its interval in microseconds.
  public var durationMicroseconds: UInt32
  /// Values replaced by this newer one.
  public var skipped: UInt16

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

/// How recorded time follows server time from one moment on (tag 70).
public struct TimeMap: Equatable, Sendable {
  /// Which source.
  public var source: UInt16
  /// From this server time on.
  public var serverMicroseconds: Int64
  /// Recorded time at that moment, in microseconds since 1970.
  public var recordedMicroseconds: Int64
  /// Recorded seconds in a server second; 0 while the recording is held still.
  public var speed: Double

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
  public var view: UInt16
  /// Start of the window as asked.
  public var fromMicroseconds: Int64
  /// Oldest server time that the history still holds.
  public var oldestMicroseconds: Int64

  /// Ends a fetch.
  public init(view: UInt16, fromMicroseconds: Int64, oldestMicroseconds: Int64) {
    self.view = view
    self.fromMicroseconds = fromMicroseconds
    self.oldestMicroseconds = oldestMicroseconds
  }
}

/// Artefacts of the receiver where seen; a NaN says not seen (tag 72).
public struct Artefacts: Equatable, Sendable {
  /// Which source.
  public var source: UInt16
  /// Frequency of a spike that the receiver's own DC offset makes.
  public var spikeHertz: Double
  /// Frequency of the strongest mirror image.
  public var imageHertz: Double
  /// Frequency of the signal that it mirrors.
  public var imageOfHertz: Double

  /// Points out artefacts.
  public init(source: UInt16, spikeHertz: Double, imageHertz: Double, imageOfHertz: Double) {
    self.source = source
    self.spikeHertz = spikeHertz
    self.imageHertz = imageHertz
    self.imageOfHertz = imageOfHertz
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
  public var severity: Severity
  /// What happened and what to do in UTF-8, at most `WireLimits.text` bytes.
  public var text: [UInt8]

  /// Says something.
  public init(severity: Severity, text: [UInt8]) {
    self.severity = severity
    self.text = text
  }
}
