import WaveRadioFormats
import WaveSignal
import WaveSpectra

/// The positions of a file's samples, and its description of them.
struct SampleLayout: Equatable, Sendable {
  /// A range of samples from one capture.
  struct Segment: Equatable, Sendable {
    /// The index of its first sample among the existing samples of one channel.
    var firstSample: Int
    var sampleCount: Int
    /// The offset of the first channel's first sample in the file.
    var byteOffset: Int
    /// The frequency at zero in the samples; nil if the file does not state it.
    var centerHertz: Double?
    /// The time of its first sample, in microseconds since 1970; nil if the file does not state it.
    var startMicroseconds: Int64?

    var samples: Range<Int> { firstSample..<(firstSample + sampleCount) }
  }

  /// An annotation of some samples; `samples` are counted as in segments.
  struct Remark: Equatable, Sendable {
    var samples: Range<Int>
    var lowHertz: Double?
    var highHertz: Double?
    var label: String
    var comment: String
  }

  /// The kind of file, for display.
  var kind: String
  var format: IQFormat
  /// The rate in samples a second; nil if the file does not state it.
  var rateHertz: Double?
  /// Whether only the file's name states the rate.
  var isRateNamed = false
  /// Whether only the file's name states the frequency.
  var isCenterNamed = false
  /// The number of interleaved channels.
  var channelCount = 1
  /// The segments in order; together they contain all existing samples.
  var segments: [Segment]
  var remarks: [Remark] = []
  /// The checksum of the dataset in the file, and the bytes that it covers.
  var sha512: [UInt8]?
  var hashedBytes: Range<Int> = 0..<0
  /// Whether times are in universal time rather than in an unknown zone.
  var isUniversalTime = false
  /// Oddities of the file that do not prevent reading it.
  var warnings: [String] = []

  /// The bytes of one sample of every channel.
  var bytesPerFrame: Int { format.bytesPerSample * channelCount }

  /// Describes bare samples from the start of a file to its end.
  init(bare format: IQFormat, name: String, byteCount: Int) {
    kind = format.isReal ? "real samples" : "IQ samples"
    self.format = format
    let count = byteCount / format.bytesPerSample
    let rest = byteCount % format.bytesPerSample
    let fromName = RecordingName(Array(name.utf8))
    rateHertz = fromName.sampleRateHertz
    isRateNamed = rateHertz != nil
    isCenterNamed = fromName.centerHertz != nil
    isUniversalTime = fromName.isUTC
    segments = [
      Segment(
        firstSample: 0, sampleCount: count, byteOffset: 0, centerHertz: fromName.centerHertz,
        startMicroseconds: fromName.startMicroseconds)
    ]
    if rest > 0 { warnings.append(Self.restWarning(rest)) }
  }

  /// Describes samples that a file describes.
  init(kind: String, format: IQFormat, segments: [Segment]) {
    self.kind = kind
    self.format = format
    self.segments = segments
  }

  static func restWarning(_ bytes: Int) -> String {
    "the last \(bytes) bytes are less than a sample and were left out"
  }
}
