import WaveRadioFormats
import WaveSpectra

/// The layout of a file's samples, and the properties that the file specifies.
struct SampleLayout: Equatable, Sendable {
  /// A range of samples from one capture.
  struct Segment: Equatable, Sendable {
    /// The index of the segment's first sample, counted over all samples of one channel.
    var firstSample: Int
    var sampleCount: Int
    /// The byte offset of the first channel's first sample in the file.
    var byteOffset: Int
    /// The radio frequency that corresponds to 0 Hz in the samples; nil if the file does not specify it.
    var centerHertz: Double?
    /// The time of the first sample in microseconds since 1970; nil if the file does not specify it.
    var startMicroseconds: Int64?

    var samples: Range<Int> { firstSample..<(firstSample + sampleCount) }
  }

  /// An annotation on a range of samples, whose indices count the samples of one channel.
  struct Remark: Equatable, Sendable {
    var samples: Range<Int>
    var lowHertz: Double?
    var highHertz: Double?
    var label: String
    var comment: String
  }

  /// The type of file, for display.
  var kind: String
  var format: IQFormat
  /// The sample rate in hertz; nil if the file does not specify it.
  var rateHertz: Double?
  /// Whether only the file's name specifies the rate.
  var isRateNamed = false
  /// Whether only the file's name specifies the frequency.
  var isCenterNamed = false
  /// The number of interleaved channels.
  var channelCount = 1
  /// The segments in order, which together contain all samples.
  var segments: [Segment]
  var remarks: [Remark] = []
  /// The SHA-512 digest that the file specifies for the bytes in `hashedBytes`; nil if there is none.
  var sha512: [UInt8]?
  var hashedBytes: Range<Int> = 0..<0
  /// Whether times are in UTC rather than in an unknown time zone.
  var isUniversalTime = false
  /// Errors in the file that do not prevent reading it.
  var warnings: [String] = []

  /// The number of bytes per frame: one sample from each channel.
  var bytesPerFrame: Int { format.bytesPerSample * channelCount }
}

extension SampleLayout {
  /// Creates the layout of samples without gaps in a range of a file's bytes.
  init(
    kind: String, format: IQFormat, rateHertz: Double?, bytes: Range<Int>, centerHertz: Double?,
    startMicroseconds: Int64?
  ) {
    let (count, rest) = bytes.count.quotientAndRemainder(dividingBy: format.bytesPerSample)
    let segment = Segment(
      firstSample: 0, sampleCount: count, byteOffset: bytes.lowerBound, centerHertz: centerHertz,
      startMicroseconds: startMicroseconds)
    self.init(kind: kind, format: format, rateHertz: rateHertz, segments: [segment])
    if rest > 0 { warnings.append(Self.restWarning(rest)) }
  }

  /// Creates the layout of a file that contains only raw samples.
  init(bare format: IQFormat, name: String, byteCount: Int) {
    let fromName = RecordingName(Array(name.utf8))
    self.init(
      kind: format.isReal ? "real samples" : "IQ samples", format: format,
      rateHertz: fromName.sampleRateHertz,
      bytes: 0..<byteCount, centerHertz: fromName.centerHertz, startMicroseconds: fromName.startMicroseconds)
    isRateNamed = rateHertz != nil
    isCenterNamed = fromName.centerHertz != nil
    isUniversalTime = fromName.isUTC
  }

  static func restWarning(_ bytes: Int) -> String {
    "the last \(bytes) bytes are less than a sample and were left out"
  }
}
