public import WaveSpectra
public import WaveWire

/// What makes samples: a receiver, a simulated one or a file.
public protocol SampleSource: Sendable {
  /// What the samples are now.
  var properties: SampleProperties { get async }

  /// Starts the source and gives samples and changes as they come; call once.
  ///
  /// A receiver drops blocks that a slow reader leaves waiting and says how many; a file waits.
  func samples() -> AsyncStream<SampleEvent>
}

/// What samples are, until it changes.
public struct SampleProperties: Equatable, Sendable {
  /// How they are stored.
  public var format: IQFormat
  /// Samples in a second.
  public var rateHertz: Double
  /// Frequency in hertz that stands at zero in the samples.
  public var centerHertz: Double
  /// What made them, for people: a receiver's tuner, a file's name.
  public var name: String
  /// Whether they are made up.
  public var isSimulated: Bool
  /// Where they were recorded before; nil where they are being made.
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

/// What is known of samples that come from a file.
public struct RecordedOrigin: Equatable, Sendable {
  /// Path of the file as given.
  public var path: String
  /// When the next sample was taken, in microseconds since 1970; nil where the file does not say.
  public var startMicroseconds: Int64?
  /// Whether the rate was told by the file or the user rather than assumed.
  public var isRateKnown: Bool
  /// Whether the centre was told by the file or the user rather than assumed.
  public var isCenterKnown: Bool

  /// Describes a file's samples.
  public init(path: String, startMicroseconds: Int64? = nil, isRateKnown: Bool, isCenterKnown: Bool) {
    self.path = path
    self.startMicroseconds = startMicroseconds
    self.isRateKnown = isRateKnown
    self.isCenterKnown = isCenterKnown
  }
}

/// Samples that follow one another without a gap.
public struct IQBlock: Sendable {
  /// The samples as stored, whole ones only.
  public var bytes: [UInt8]
  /// When the last of them had come, by `MonotonicClock`.
  public var microseconds: Int64

  /// Holds samples.
  public init(bytes: [UInt8], microseconds: Int64) {
    self.bytes = bytes
    self.microseconds = microseconds
  }
}

/// Something that a source of samples made or that happened to it.
public enum SampleEvent: Sendable {
  /// Samples, the next ones unless a loss or a change came before.
  case samples(IQBlock)
  /// What comes now is something else: tuned, another rate.
  case changed(SampleProperties)
  /// Samples were lost here; how many is not always known.
  case lost(samples: Int?)
  /// Something to say to people.
  case notice(Notice)
}
