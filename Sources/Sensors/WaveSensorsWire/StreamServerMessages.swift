import WaveWire

/// What a source of streams is (tag 96); sent after Welcome, and again whenever something in it changes.
public struct StreamSource: Equatable, Sendable {
  /// Its properties.
  public struct Flags: OptionSet, Equatable, Sendable {
    /// The bits as sent.
    public let rawValue: UInt16
    /// Flags from their bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// Made up.
    public static let simulated = Flags(rawValue: 1)
    /// Played from a file: it can be sped up and sought in.
    public static let recording = Flags(rawValue: 2)
    /// Clock times as written in the recording, zone unknown.
    public static let zoneless = Flags(rawValue: 4)
    /// Made for the test bed: how many streams there are and their rate is set by `Command.adjust`, as
    /// `TestbedControl` counts.
    public static let testbed = Flags(rawValue: 8)
  }

  /// Channels of one rate, sampled together.
  public struct Group: Equatable, Sendable {
    /// Samples in a second, above 0: as the source tells it.
    public var rateHertz: Double = 0
    /// Its channels.
    public var channels: [StreamChannel] = []

    /// Describes channels of one rate.
    public init(rateHertz: Double, channels: [StreamChannel]) {
      self.rateHertz = rateHertz
      self.channels = channels
    }
  }

  /// Which source, from 0.
  public var source: UInt16 = 0
  /// Its properties.
  public var flags: Flags = []
  /// Length of a recording in seconds as recorded, else 0.
  public var recordingSeconds: Double = 0
  /// Recorded time at a recording's beginning, as time maps tell it.
  public var recordingStartMicroseconds: Int64 = 0
  /// What it is called.
  public var name: [UInt8] = []
  /// One line more.
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

  /// How many channels there are in all groups.
  public var channelCount: Int { groups.reduce(0) { $0 + $1.channels.count } }
}

/// One stream.
public struct StreamChannel: Equatable, Sendable {
  /// What it is called, such as `II` or `accX`; at most `WireLimits.channelLabel` bytes.
  public var label: [UInt8] = []
  /// The unit of its values, such as `mV`; may be empty; at most `WireLimits.channelUnit` bytes.
  public var unit: [UInt8] = []
  /// The least value that it is expected to have; NaN where unknown.
  public var low: Float = .nan
  /// The greatest value that it is expected to have; NaN where unknown.
  public var high: Float = .nan
  /// Which lead of an electrocardiogram it is.
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

  /// Whether two are described alike; an unknown range is like an unknown range.
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

/// What several channels of a group did during some blocks of samples (tag 97).
///
/// Block *n* of level *k* has the samples from *n* × 2^*k* to (*n* + 1) × 2^*k* − 1. At level 0 there is one
/// value a block, at the others two, minimum and maximum. NaN says that nothing is there: missing. The last
/// block may be under way; it comes again.
public struct StreamColumns: Equatable, Sendable {
  /// The view that they answer.
  public var view: UInt16 = 0
  /// Which source.
  public var source: UInt16 = 0
  /// Which group of its.
  public var group: UInt8 = 0
  /// Samples in a block are 2 to this power.
  public var level: UInt8 = 0
  /// Whether it answers a Fetch.
  public var isFetched: Bool = false
  /// Whether what lies between the columns sent before and these was passed over, since the client took too
  /// long.
  public var hasSkipped: Bool = false
  /// Whether all columns of the group sent before, fetched ones too, are void: a filter changed, and the
  /// window comes anew.
  public var isAnew: Bool = false
  /// How many channels: those of the group that the view shows, in order.
  public var channelCount: UInt8 = 0
  /// The number of the first block.
  public var firstBlock: UInt64 = 0
  /// How many blocks.
  public var blockCount: UInt16 = 0
  /// Server time at which the newest of the samples had arrived.
  public var arrivalMicroseconds: Int64 = 0
  /// One channel after another, each block after block.
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

  /// Values in a block: one sample, or minimum and maximum.
  public var valuesPerBlock: Int { level == 0 ? 1 : 2 }

  /// The level for columns of a width: the longest blocks that are no longer than a column.
  ///
  /// Server and client find it by the same arithmetic.
  /// - Parameters:
  ///   - rateHertz: Samples in a second.
  ///   - columnMicroseconds: Time from one column to the next.
  /// - Returns: 0 to `WireLimits.streamLevel`.
  public static func level(rateHertz: Double, columnMicroseconds: Double) -> Int {
    let samples = rateHertz * columnMicroseconds / 1e6
    var level = 0
    while level < WireLimits.streamLevel, Double(2 << level) <= samples { level += 1 }
    return level
  }
}

/// From a sample on, samples were made at these times (tag 98).
public struct SampleTimes: Equatable, Sendable {
  /// Why the times change here.
  public enum Reason: UInt8, Equatable, Sendable {
    /// The stream begins.
    case start = 0
    /// Its crystal is followed.
    case drift = 1
    /// Its clock jumped, or it was started anew.
    case step = 2
  }

  /// Which source.
  public var source: UInt16 = 0
  /// Which group of its.
  public var group: UInt8 = 0
  /// Why.
  public var reason: Reason = .start
  /// The first sample of which this holds.
  public var sequence: UInt64 = 0
  /// Server time of that sample.
  public var microseconds: Int64 = 0
  /// Samples in a second of server time, above 0.
  public var rateHertz: Double = 0

  /// Says when samples were made.
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

/// What channels read now, and what came and what did not (tag 99).
public struct StreamReadings: Equatable, Sendable {
  /// One channel's reading, over what the view shows; NaN where there is nothing.
  public struct Reading: Equatable, Sendable {
    /// Which channel of the source.
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
  /// Which source.
  public var source: UInt16 = 0
  /// Samples of each channel that came since the source was opened, summed over groups.
  public var receivedCount: UInt64 = 0
  /// Those that never came.
  public var missingCount: UInt64 = 0
  /// The channels shown.
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

/// All marks of a source (tag 100); the list replaces the one before it.
public struct StreamMarks: Equatable, Sendable {
  /// One mark.
  public struct Mark: Equatable, Sendable {
    /// Its number, from 1.
    public var mark: UInt32 = 0
    /// The group whose samples it counts.
    public var group: UInt8 = 0
    /// The sample as it was acquired.
    public var sequence: UInt64 = 0
    /// What is said there.
    public var text: [UInt8] = []

    /// Describes a mark.
    public init(mark: UInt32, group: UInt8, sequence: UInt64, text: [UInt8]) {
      self.mark = mark
      self.group = group
      self.sequence = sequence
      self.text = text
    }
  }

  /// Which source.
  public var source: UInt16 = 0
  /// Marks that the source has and that are not in the list.
  public var leftOutCount: UInt32 = 0
  /// The marks in order of their samples, `WireLimits.marks` at most.
  public var marks: [Mark] = []

  /// Lists marks.
  public init(source: UInt16, leftOutCount: UInt32 = 0, marks: [Mark]) {
    self.source = source
    self.leftOutCount = leftOutCount
    self.marks = marks
  }
}
