public import WaveSpectra
public import WaveWire

/// A source of samples: a receiver, a simulated receiver or a file.
public protocol SampleSource: Sendable {
  /// The current properties of the samples.
  var properties: SampleProperties { get async }

  /// Starts the source and returns its samples and changes; call it only once.
  ///
  /// A receiver drops blocks if its reader is too slow, and reports their number. A file waits for its
  /// reader.
  func samples() -> AsyncStream<SampleEvent>
}

/// The properties of samples, valid until the source reports a change.
public struct SampleProperties: Equatable, Sendable {
  /// The format of the samples.
  public var format: IQFormat
  /// The sample rate in hertz.
  public var rateHertz: Double
  /// The radio frequency that corresponds to 0 Hz in the samples, in hertz.
  public var centerHertz: Double
  /// The name of the tuner or file that supplies the samples, for display.
  public var name: String
  /// Whether the samples are simulated.
  public var isSimulated = false
  /// The recording that contains the samples; nil if they are live.
  public var recorded: RecordedOrigin?

  /// The number of bytes in one sample.
  public var bytesPerSample: Int { format.bytesPerSample }
}

/// The file from which samples come.
public struct RecordedOrigin: Equatable, Sendable {
  /// The path of the file as given.
  public var path: String
  /// The time of the next sample in microseconds since 1970; nil if the file does not specify it.
  public var startMicroseconds: Int64?
  /// Whether the rate was given by the file or the user rather than assumed.
  public var isRateKnown: Bool
  /// Whether the centre frequency was given by the file or the user rather than assumed.
  public var isCenterKnown: Bool
}

/// Consecutive samples without gaps.
public struct IQBlock: Sendable {
  /// The bytes of whole samples, as stored.
  public var bytes: [UInt8]
  /// The time at which the last sample arrived, in microseconds of `MonotonicClock`.
  public var microseconds: Int64
}

/// An event from a source of samples.
public enum SampleEvent: Sendable {
  /// The next samples, which directly follow the previous ones unless a loss or a change was reported in
  /// between.
  case samples(IQBlock)
  /// The properties that apply to all later samples, because the frequency or rate has changed.
  case changed(SampleProperties)
  /// Samples were lost at this point; nil if their number is unknown.
  case lost(samples: Int?)
  /// A notice for the user.
  case notice(Notice)
}
