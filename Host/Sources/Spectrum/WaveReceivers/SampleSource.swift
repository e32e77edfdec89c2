public import WaveSpectra
public import WaveWire

/// A source of samples: a receiver, a simulated one or a file.
public protocol SampleSource: Sendable {
  /// The current properties of the samples.
  var properties: SampleProperties { get async }

  /// Starts the source and emits samples and changes; call it once.
  ///
  /// A receiver drops blocks that a slow reader leaves waiting, and reports their number; a file waits.
  func samples() -> AsyncStream<SampleEvent>
}

/// The properties of samples, until they change.
public struct SampleProperties: Equatable, Sendable {
  /// The encoding.
  public var format: IQFormat
  /// The rate in samples a second.
  public var rateHertz: Double
  /// The frequency in hertz at zero in the samples.
  public var centerHertz: Double
  /// The origin of the samples for display: a receiver's tuner, a file's name.
  public var name: String
  /// Whether they are simulated.
  public var isSimulated: Bool
  /// The recording that contains them; nil if they are live.
  public var recorded: RecordedOrigin?

  /// Describes samples.
  public init(
    format: IQFormat, rateHertz: Double, centerHertz: Double, name: String, isSimulated: Bool = false,
    recorded: RecordedOrigin? = nil
  ) {
    self.format = format
    self.rateHertz = rateHertz
    self.centerHertz = centerHertz
    self.name = name
    self.isSimulated = isSimulated
    self.recorded = recorded
  }

  /// Bytes of one sample.
  public var bytesPerSample: Int { format.bytesPerSample }
}

/// The origin of samples that come from a file.
public struct RecordedOrigin: Equatable, Sendable {
  /// The path of the file as given.
  public var path: String
  /// The time of the next sample, in microseconds since 1970; nil if the file does not state it.
  public var startMicroseconds: Int64?
  /// Whether the rate was given by the file or the user rather than assumed.
  public var isRateKnown: Bool
  /// Whether the centre frequency was given by the file or the user rather than assumed.
  public var isCenterKnown: Bool

  /// Describes a file's samples.
  public init(path: String, startMicroseconds: Int64? = nil, isRateKnown: Bool, isCenterKnown: Bool) {
    self.path = path
    self.startMicroseconds = startMicroseconds
    self.isRateKnown = isRateKnown
    self.isCenterKnown = isCenterKnown
  }
}

/// Consecutive samples without a gap.
public struct IQBlock: Sendable {
  /// The samples as stored; only whole ones.
  public var bytes: [UInt8]
  /// The time at which the last of them arrived, by `MonotonicClock`.
  public var microseconds: Int64

  /// Creates a block of samples.
  public init(bytes: [UInt8], microseconds: Int64) {
    self.bytes = bytes
    self.microseconds = microseconds
  }
}

/// An event of a source of samples.
public enum SampleEvent: Sendable {
  /// The next samples, unless a loss or a change precedes them.
  case samples(IQBlock)
  /// The properties of later samples: another frequency or rate.
  case changed(SampleProperties)
  /// Samples were lost here; nil if their number is unknown.
  case lost(samples: Int?)
  /// A notice for the user.
  case notice(Notice)
}
