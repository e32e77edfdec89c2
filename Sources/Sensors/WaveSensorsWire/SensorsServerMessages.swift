import WaveWire

/// The description of a source of streams (tag 96), sent after Welcome, and again whenever it changes.
public struct StreamSource: Equatable, Sendable {
  /// The properties of a source.
  public struct Flags: OptionSet, Equatable, Sendable {
    /// The bits of the flags on the wire.
    public let rawValue: UInt16
    /// Creates flags from their bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The samples are simulated.
    public static let simulated = Flags(rawValue: 1)
    /// The source plays a file, so its speed and position can be set.
    public static let recording = Flags(rawValue: 2)
    /// Times are local times as written in the recording; the time zone is unknown.
    public static let zoneless = Flags(rawValue: 4)
    /// The source is the test bed.
    ///
    /// `Command.adjust` sets the number of streams and their rate through `TestbedControl`.
    public static let testbed = Flags(rawValue: 8)
  }

  /// A group of channels that are sampled together.
  public struct Group: Equatable, Sendable {
    /// The sample rate in hertz, above 0, as described by the source.
    public var rateHertz: Double = 0
    /// The channels of the group.
    public var channels: [StreamChannel] = []

    /// Creates a group of channels with the same rate.
    public init(rateHertz: Double, channels: [StreamChannel]) {
      self.rateHertz = rateHertz
      self.channels = channels
    }
  }

  /// The number of the source, counted from 0.
  public var source: UInt16 = 0
  /// The properties of the source.
  public var flags: Flags = []
  /// The length of the recording in seconds; 0 if the source is not a recording.
  public var recordingSeconds: Double = 0
  /// The recorded time at which the recording starts, as used in time maps.
  public var recordingStartMicroseconds: Int64 = 0
  /// The name of the source.
  public var name: [UInt8] = []
  /// A second line of text, in addition to the name.
  public var detail: [UInt8] = []
  /// The groups of channels; channels are numbered across all groups.
  public var groups: [Group] = []

  /// Creates the description of a source.
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

  /// The total number of channels in all groups.
  public var channelCount: Int { groups.reduce(0) { $0 + $1.channels.count } }
}

/// A channel of a source, shown as one stream.
public struct StreamChannel: Equatable, Sendable {
  /// The label, such as `II` or `accX`; at most `WireLimits.channelLabel` bytes.
  public var label: [UInt8] = []
  /// The unit of the values, such as `mV`, or empty; at most `WireLimits.channelUnit` bytes.
  public var unit: [UInt8] = []
  /// The lowest expected value; NaN if it is unknown.
  public var low: Float = .nan
  /// The highest expected value; NaN if it is unknown.
  public var high: Float = .nan
  /// The electrocardiogram lead; nil if the channel is not a lead.
  public var lead: ECGLead?

  /// Creates the description of a channel.
  public init(label: [UInt8], unit: [UInt8], low: Float = .nan, high: Float = .nan, lead: ECGLead? = nil) {
    self.label = label
    self.unit = unit
    self.low = low
    self.high = high
    self.lead = lead
  }

  /// Returns whether two channels have the same description; unknown ranges compare as equal.
  public static func == (a: StreamChannel, b: StreamChannel) -> Bool {
    a.label == b.label && a.unit == b.unit && a.low.bitPattern == b.low.bitPattern
      && a.high.bitPattern == b.high.bitPattern && a.lead == b.lead
  }
}

/// The leads of a standard electrocardiogram, in the order used on paper.
public enum ECGLead: UInt8, CaseIterable, Equatable, Sendable {
  /// Lead I: the left arm relative to the right arm.
  case i = 1
  /// Lead II: the left leg relative to the right arm.
  case ii = 2
  /// Lead III: the left leg relative to the left arm.
  case iii = 3
  /// The augmented right-arm lead.
  case aVR = 4
  /// The augmented left-arm lead.
  case aVL = 5
  /// The augmented left-leg lead.
  case aVF = 6
  /// The first chest lead.
  case v1 = 7
  /// The second chest lead.
  case v2 = 8
  /// The third chest lead.
  case v3 = 9
  /// The fourth chest lead.
  case v4 = 10
  /// The fifth chest lead.
  case v5 = 11
  /// The sixth chest lead.
  case v6 = 12
}

/// The values of several channels of a group for a range of blocks (tag 97).
///
/// Block *n* of level *k* contains the samples from *n* × 2^*k* to (*n* + 1) × 2^*k* − 1. At level 0, a block
/// has one value; at other levels it has two, the minimum and the maximum. NaN means that all samples are
/// missing. The last block can be incomplete; it is then sent again later.
public struct StreamColumns: Equatable, Sendable {
  /// The number of the view to which the columns belong.
  public var view: UInt16 = 0
  /// The number of the source.
  public var source: UInt16 = 0
  /// The index of the group in the source.
  public var group: UInt8 = 0
  /// The level: the binary logarithm of the number of samples in a block.
  public var level: UInt8 = 0
  /// Whether the columns answer a `Fetch`.
  public var isFetched: Bool = false
  /// Whether blocks after the previous columns were skipped because the client was too slow.
  public var hasSkipped: Bool = false
  /// Whether all earlier columns of the group, including fetched ones, are invalid.
  ///
  /// This is the case after a change of filters; the window is then sent again.
  public var replacesEarlier: Bool = false
  /// The number of channels in the columns: the group's visible channels, in order.
  public var channelCount: UInt8 = 0
  /// The number of the first block.
  public var firstBlock: UInt64 = 0
  /// The number of blocks.
  public var blockCount: UInt16 = 0
  /// The server time at which the newest sample in these columns arrived.
  public var arrivalMicroseconds: Int64 = 0
  /// The values, ordered by channel, and by block within each channel.
  public var values: [Float] = []

  /// Creates columns with the given properties.
  public init(
    view: UInt16, source: UInt16, group: UInt8, level: UInt8, isFetched: Bool = false,
    hasSkipped: Bool = false, replacesEarlier: Bool = false,
    channelCount: UInt8, firstBlock: UInt64, blockCount: UInt16, arrivalMicroseconds: Int64, values: [Float]
  ) {
    self.view = view
    self.source = source
    self.group = group
    self.level = level
    self.isFetched = isFetched
    self.hasSkipped = hasSkipped
    self.replacesEarlier = replacesEarlier
    self.channelCount = channelCount
    self.firstBlock = firstBlock
    self.blockCount = blockCount
    self.arrivalMicroseconds = arrivalMicroseconds
    self.values = values
  }

  /// The number of values in a block: one for a sample, or two for minimum and maximum.
  public var valuesPerBlock: Int { level == 0 ? 1 : 2 }

  /// Returns the level for a column width: the one with the longest blocks that are not longer than a column.
  ///
  /// The server and the client use the same arithmetic to compute the level.
  /// - Parameters:
  ///   - rateHertz: The sample rate in hertz.
  ///   - columnMicroseconds: The time between adjacent columns, in microseconds.
  /// - Returns: A level from 0 to `WireLimits.streamLevel`.
  public static func level(rateHertz: Double, columnMicroseconds: Double) -> Int {
    let samples = rateHertz * columnMicroseconds / 1e6
    var level = 0
    while level < WireLimits.streamLevel, Double(2 << level) <= samples { level += 1 }
    return level
  }
}

/// The times of samples, starting at a given sample (tag 98).
public struct SampleTimes: Equatable, Sendable {
  /// The reason for a change of times.
  public enum Reason: UInt8, Equatable, Sendable {
    /// The stream begins.
    case start = 0
    /// The times follow the drift of the device's crystal oscillator.
    case drift = 1
    /// The device's clock jumped, or the device restarted.
    case step = 2
  }

  /// The number of the source.
  public var source: UInt16 = 0
  /// The index of the group in the source.
  public var group: UInt8 = 0
  /// The reason for the change of times.
  public var reason: Reason = .start
  /// The sequence number of the first sample to which the times apply.
  public var sequence: UInt64 = 0
  /// The server time of the first sample to which the times apply.
  public var microseconds: Int64 = 0
  /// The number of samples per second of server time, above 0.
  public var rateHertz: Double = 0

  /// Creates sample times with the given properties.
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
  /// The reading of one channel over the view's window; its values are NaN if the window contains no samples.
  public struct Reading: Equatable, Sendable {
    /// The number of the channel in the source.
    public var channel: UInt8 = 0
    /// The newest value.
    public var value: Float = 0
    /// The lowest value.
    public var minimum: Float = 0
    /// The highest value.
    public var maximum: Float = 0
    /// The root mean square.
    public var rootMeanSquare: Float = 0

    /// Creates a reading with the given properties.
    public init(channel: UInt8, value: Float, minimum: Float, maximum: Float, rootMeanSquare: Float) {
      self.channel = channel
      self.value = value
      self.minimum = minimum
      self.maximum = maximum
      self.rootMeanSquare = rootMeanSquare
    }
  }

  /// The number of the view.
  public var view: UInt16 = 0
  /// The number of the source.
  public var source: UInt16 = 0
  /// The number of frames received since the source was opened, summed over the groups; a frame has one
  /// sample of each channel in its group.
  public var receivedCount: UInt64 = 0
  /// The number of missing frames, summed over the groups.
  public var missingCount: UInt64 = 0
  /// The readings of the visible channels.
  public var readings: [Reading] = []

  /// Creates readings with the given properties.
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

/// All marks of a source (tag 100).
///
/// They replace the previous list.
public struct StreamMarks: Equatable, Sendable {
  /// A named mark at a sample.
  public struct Mark: Equatable, Sendable {
    /// The number of the mark, counted from 1.
    public var mark: UInt32 = 0
    /// The index of the group to which the sample belongs.
    public var group: UInt8 = 0
    /// The sequence number of the acquired sample.
    public var sequence: UInt64 = 0
    /// The text of the mark.
    public var text: [UInt8] = []

    /// Creates a mark with the given properties.
    public init(mark: UInt32, group: UInt8, sequence: UInt64, text: [UInt8]) {
      self.mark = mark
      self.group = group
      self.sequence = sequence
      self.text = text
    }
  }

  /// The number of the source.
  public var source: UInt16 = 0
  /// The number of marks of the source that are not in the list.
  public var leftOutCount: UInt32 = 0
  /// The marks in the order of their samples, at most `WireLimits.marks`.
  public var marks: [Mark] = []

  /// Creates a list of marks.
  public init(source: UInt16, leftOutCount: UInt32 = 0, marks: [Mark]) {
    self.source = source
    self.leftOutCount = leftOutCount
    self.marks = marks
  }
}
