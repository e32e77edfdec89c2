import WaveRadioFormats
import WaveSignal
import WaveSpectra

/// Where a file's samples lie and what it says of them.
struct SampleLayout: Equatable, Sendable {
  /// A stretch of samples that were captured alike.
  struct Segment: Equatable, Sendable {
    /// Number of its first sample among those that there are, of one channel.
    var firstSample: Int
    var sampleCount: Int
    /// Where the first sample of the first channel lies in the file.
    var byteOffset: Int
    /// Frequency at zero in the samples; nil where the file does not say.
    var centerHertz: Double?
    /// When its first sample was taken, in microseconds since 1970; nil where the file does not say.
    var startMicroseconds: Int64?

    var samples: Range<Int> { firstSample..<(firstSample + sampleCount) }
  }

  /// A remark on some samples; `samples` counts as segments do.
  struct Remark: Equatable, Sendable {
    var samples: Range<Int>
    var lowHertz: Double?
    var highHertz: Double?
    var label: String
    var comment: String
  }

  /// What the file is, for people.
  var kind: String
  var format: IQFormat
  /// Samples in a second; nil where the file does not say.
  var rateHertz: Double?
  /// Whether the rate is one that only the file's name gives.
  var isRateNamed = false
  /// Whether the frequency is one that only the file's name gives.
  var isCenterNamed = false
  /// Channels whose samples take turns.
  var channelCount = 1
  /// In order; together they are all samples, without those that none holds.
  var segments: [Segment]
  var remarks: [Remark] = []
  /// Sum of the dataset's bytes that the file claims, and where these lie.
  var sha512: [UInt8]?
  var hashedBytes: Range<Int> = 0..<0
  /// Whether times are of universal time rather than of an unknown zone.
  var isUniversalTime = false
  /// What is odd about the file but does not prevent reading it.
  var warnings: [String] = []

  /// Bytes of one sample of every channel.
  var bytesPerFrame: Int { format.bytesPerSample * channelCount }

  /// Bare samples from the start of a file to its end.
  init(bare format: IQFormat, name: String, byteCount: Int) {
    kind = format.isReal ? "real samples" : "IQ samples"
    self.format = format
    let count = byteCount / format.bytesPerSample
    let rest = byteCount % format.bytesPerSample
    let told = RecordingName(Array(name.utf8))
    rateHertz = told.sampleRateHertz
    isRateNamed = rateHertz != nil
    isCenterNamed = told.centerHertz != nil
    isUniversalTime = told.isUTC
    segments = [
      Segment(
        firstSample: 0, sampleCount: count, byteOffset: 0, centerHertz: told.centerHertz,
        startMicroseconds: told.startMicroseconds)
    ]
    if rest > 0 { warnings.append(Self.restWarning(rest)) }
  }

  /// Samples that a file describes.
  init(kind: String, format: IQFormat, segments: [Segment]) {
    self.kind = kind
    self.format = format
    self.segments = segments
  }

  static func restWarning(_ bytes: Int) -> String {
    "the last \(bytes) bytes are less than a sample and were left out"
  }
}
