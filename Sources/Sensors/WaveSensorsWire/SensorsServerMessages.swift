import WaveWire

/// The description of a source of streams (tag 96); sent after Welcome, and again whenever it changes.
public struct StreamSource: Equatable, Sendable {
  /// Its properties.
  public struct Flags: OptionSet, Equatable, Sendable {
    /// The bits on the wire.
    public let rawValue: UInt16
    /// Flags from their bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The samples are simulated.
    public static let simulated = Flags(rawValue: 1)
    /// The source plays a file: it can be sped up, and can seek.
    public static let recording = Flags(rawValue: 2)
    /// Times are local, as written in the recording, and their time zone is unknown.
    public static let zoneless = Flags(rawValue: 4)
    /// The source is the test bed: `Command.adjust` sets the number of streams and their rate, by
    /// `TestbedControl`.
    public static let testbed = Flags(rawValue: 8)
  }

  /// Channels with one rate, sampled together.
  public struct Group: Equatable, Sendable {
    /// The sample rate, above 0, as described by the source.
    public var rateHertz: Double = 0
    /// Its channels.
    public var channels: [StreamChannel] = []

    /// Describes channels with one rate.
    public init(rateHertz: Double, channels: [StreamChannel]) {
      self.rateHertz = rateHertz
      self.channels = channels
    }
  }

  /// The source's number, from 0.
  public var source: UInt16 = 0
  /// Its properties.
  public var flags: Flags = []
  /// The length of a recording in seconds as recorded, else 0.
  public var recordingSeconds: Double = 0
  /// The recorded time at a recording's beginning, as in time maps.
  public var recordingStartMicroseconds: Int64 = 0
  /// The name.
  public var name: [UInt8] = []
  /// A second line.
  public var detail: [UInt8] = []
  /// Its groups; channels are counted through all of them.
  public var groups: [Group] = []

  /// Describes a source.
  public init(
    source: UInt16, flags: Flags = [], recordingSeconds: Double = 0, recordingStartMicroseconds: Int64 = 0,
    name: [UInt8], detail: [UInt8], groups: [Group]
  ) {
    self.source = source
    self.flags = flags
    self.recordingSeconds = recordingSeconds
    self.recordingStartMicroseconds = recordingStartMicroseconds
    self.name = name
    self.detail = detail
    self.groups = groups
  }

  /// The number of channels in all groups.
  public var channelCount: Int { groups.reduce(0) { $0 + $1.channels.count } }
}

/// One stream.
public struct StreamChannel: Equatable, Sendable {
  /// The label, such as `II` or `accX`; at most `WireLimits.channelLabel` bytes.
  public var label: [UInt8] = []
  /// The unit of its values, such as `mV`; may be empty; at most `WireLimits.channelUnit` bytes.
  public var unit: [UInt8] = []
  /// The least expected value; NaN if it is unknown.
  public var low: Float = .nan
  /// The greatest expected value; NaN if it is unknown.
  public var high: Float = .nan
  /// The lead of an electrocardiogram, if it is one.
  public var lead: ECGLead?

  /// Describes a stream.
  public init(
    label: [UInt8], unit: [UInt8], low: Float = .nan, high: Float = .nan, lead: ECGLead? = nil
  ) {
    self.label = label
    self.unit = unit
    self.low = low
    self.high = high
    self.lead = lead
  }

  /// Returns whether two channels have the same description; unknown ranges are equal.
  public static func == (a: StreamChannel, b: StreamChannel) -> Bool {
    a.label == b.label && a.unit == b.unit && a.low.bitPattern == b.low.bitPattern
      && a.high.bitPattern == b.high.bitPattern && a.lead == b.lead
  }
}

/// Leads of a standard electrocardiogram, in the order of the paper.
public enum ECGLead: UInt8, CaseIterable, Equatable, Sendable {
  /// Left arm against right arm.
  case i = 1
  /// Left leg against right arm.
  case ii = 2
  /// Left leg against left arm.
  case iii = 3
  /// Right arm, augmented.
  case aVR = 4
  /// Left arm, augmented.
  case aVL = 5
  /// Left leg, augmented.
  case aVF = 6
  /// First chest lead.
  case v1 = 7
  /// Second chest lead.
  case v2 = 8
  /// Third chest lead.
  case v3 = 9
  /// Fourth chest lead.
  case v4 = 10
  /// Fifth chest lead.
  case v5 = 11
  /// Sixth chest lead.
  case v6 = 12
}

/// The values of several channels of a group in some blocks of samples (tag 97).
///
/// Block *n* of level *k* has the samples from *n* × 2^*k* to (*n* + 1) × 2^*k* − 1. At level 0 a block has
/// one value; at other levels it has two, minimum and maximum. NaN means that all samples are missing. The
/// last block may be incomplete; it is sent again.
public struct StreamColumns: Equatable, Sendable {
  /// The view to which they belong.
  public var view: UInt16 = 0
  /// The source.
  public var source: UInt16 = 0
  /// The group of the source.
  public var group: UInt8 = 0
  /// The level: a block has 2 to this power of samples.
  public var level: UInt8 = 0
  /// Whether it answers a `Fetch`.
  public var isFetched: Bool = false
  /// Whether blocks between the last columns sent and these were skipped, because the client was too slow.
  public var hasSkipped: Bool = false
  /// Whether all columns sent before for the group, also fetched ones, are void.
  ///
  /// This happens when a filter changes; the window is then sent again.
  public var isAnew: Bool = false
  /// The number of channels: those of the group that the view shows, in order.
  public var channelCount: UInt8 = 0
  /// The number of the first block.
  public var firstBlock: UInt64 = 0
  /// The number of blocks.
  public var blockCount: UInt16 = 0
  /// The server time at which the newest of the samples arrived.
  public var arrivalMicroseconds: Int64 = 0
  /// The values: channel after channel, and block after block in each.
  public var values: [Float] = []

  /// Describes blocks.
  public init(
    view: UInt16, source: UInt16, group: UInt8, level: UInt8, isFetched: Bool = false,
    hasSkipped: Bool = false, isAnew: Bool = false,
    channelCount: UInt8, firstBlock: UInt64, blockCount: UInt16, arrivalMicroseconds: Int64, values: [Float]
  ) {
    self.view = view
    self.source = source
    self.group = group
    self.level = level
    self.isFetched = isFetched
    self.hasSkipped = hasSkipped
    self.isAnew = isAnew
    self.channelCount = channelCount
    self.firstBlock = firstBlock
    self.blockCount = blockCount
    self.arrivalMicroseconds = arrivalMicroseconds
    self.values = values
  }

  /// The number of values in a block: one sample, or minimum and maximum.
  public var valuesPerBlock: Int { level == 0 ? 1 : 2 }

  /// Returns the level for columns of a width: the longest blocks that are no longer than a column.
  ///
  /// Server and client compute it with the same arithmetic.
  /// - Parameters:
  ///   - rateHertz: The sample rate.
  ///   - columnMicroseconds: The time from one column to the next.
  /// - Returns: 0 to `WireLimits.streamLevel`.
  public static func level(rateHertz: Double, columnMicroseconds: Double) -> Int {
    let samples = rateHertz * columnMicroseconds / 1e6
    var level = 0
    while level < WireLimits.streamLevel, Double(2 << level) <= samples { level += 1 }
    return level
  }
}

/// The times of samples, from one sample on (tag 98).
public struct SampleTimes: Equatable, Sendable {
  /// The reason of a change of times.
  public enum Reason: UInt8, Equatable, Sendable {
    /// The stream begins.
    case start = 0
    /// The times follow the drift of the device's crystal.
    case drift = 1
    /// The device's clock jumped, or the device was restarted.
    case step = 2
  }

  /// The source.
  public var source: UInt16 = 0
  /// The group of the source.
  public var group: UInt8 = 0
  /// The reason.
  public var reason: Reason = .start
  /// The first sample to which it applies.
  public var sequence: UInt64 = 0
  /// The server time of that sample.
  public var microseconds: Int64 = 0
  /// The number of samples in a second of server time, above 0.
  public var rateHertz: Double = 0

  /// Describes times.
  public init(
    source: UInt16, group: UInt8, reason: Reason, sequence: UInt64, microseconds: Int64, rateHertz: Double
  ) {
    self.source = source
    self.group = group
    self.reason = reason
    self.sequence = sequence
    self.microseconds = microseconds
    self.rateHertz = rateHertz
  }
}

/// The current readings of channels, and counts of received and missing samples (tag 99).
public struct StreamReadings: Equatable, Sendable {
  /// The reading of one channel over the view's window; NaN if it has no samples.
  public struct Reading: Equatable, Sendable {
    /// The number of the channel in the source.
    public var channel: UInt8 = 0
    /// The newest value.
    public var value: Float = 0
    /// The least value.
    public var minimum: Float = 0
    /// The greatest value.
    public var maximum: Float = 0
    /// The root of the mean square.
    public var rootMeanSquare: Float = 0

    /// Describes a channel's reading.
    public init(channel: UInt8, value: Float, minimum: Float, maximum: Float, rootMeanSquare: Float) {
      self.channel = channel
      self.value = value
      self.minimum = minimum
      self.maximum = maximum
      self.rootMeanSquare = rootMeanSquare
    }
  }

  /// The view.
  public var view: UInt16 = 0
  /// The source.
  public var source: UInt16 = 0
  /// The number of samples of each channel received since the source was opened, summed over groups.
  public var receivedCount: UInt64 = 0
  /// The number of missing samples.
  public var missingCount: UInt64 = 0
  /// The readings of the channels shown.
  public var readings: [Reading] = []

  /// Describes readings.
  public init(
    view: UInt16, source: UInt16, receivedCount: UInt64, missingCount: UInt64, readings: [Reading]
  ) {
    self.view = view
    self.source = source
    self.receivedCount = receivedCount
    self.missingCount = missingCount
    self.readings = readings
  }
}

/// All marks of a source (tag 100); the list replaces the previous one.
public struct StreamMarks: Equatable, Sendable {
  /// One mark.
  public struct Mark: Equatable, Sendable {
    /// Its number, from 1.
    public var mark: UInt32 = 0
    /// The group in which samples are counted.
    public var group: UInt8 = 0
    /// The acquired sample.
    public var sequence: UInt64 = 0
    /// The text.
    public var text: [UInt8] = []

    /// Describes a mark.
    public init(mark: UInt32, group: UInt8, sequence: UInt64, text: [UInt8]) {
      self.mark = mark
      self.group = group
      self.sequence = sequence
      self.text = text
    }
  }

  /// The source.
  public var source: UInt16 = 0
  /// The number of the source's marks that are not in the list.
  public var leftOutCount: UInt32 = 0
  /// The marks in order of their samples, at most `WireLimits.marks`.
  public var marks: [Mark] = []

  /// A list of marks.
  public init(source: UInt16, leftOutCount: UInt32 = 0, marks: [Mark]) {
    self.source = source
    self.leftOutCount = leftOutCount
    self.marks = marks
  }
}
