public import WaveSpectra

/// What a WAV file says of its samples.
public struct WAVHeader: Equatable, Sendable {
  /// How samples are stored: two channels are I and Q of complex samples, one channel is real.
  public var format: IQFormat
  /// Samples in a second, above zero.
  public var sampleRateHertz: Double
  /// Where the first sample begins.
  public var dataByteOffset: Int64
  /// Bytes of samples that are there, whole ones only.
  public var dataByteCount: Int64
  /// What receivers write beside the samples; nil where there is no such chunk, or none that can be read.
  public var auxiliary: WAVAuxiliary?
  /// What is not as it should be, and was mended.
  public var remarks: [WAVRemark]
}

/// The `auxi` chunk of SpectraVue, Winrad, HDSDR and others.
public struct WAVAuxiliary: Equatable, Sendable {
  /// Start in microseconds since 1970, UTC by convention; nil where it is no time.
  public var startMicroseconds: Int64?
  /// End in microseconds since 1970; nil where it is no time.
  public var stopMicroseconds: Int64?
  /// Frequency that stands at zero in the samples, in hertz.
  public var centerHertz: Double
}

/// Something in a WAV file that is not as it should be, and was mended.
public enum WAVRemark: Equatable, Sendable {
  /// The size of the data is 0 or 2^32 - 1, as a recorder leaves it that was stopped: all up to the end was
  /// taken.
  case sizeUnknown
  /// The file ends before the data do, by this many bytes.
  case torn(missingByteCount: Int64)
  /// The data end inside a sample, of which this many bytes are left out.
  case partialSample(byteCount: Int)
  /// The `auxi` chunk is none that can be read.
  case auxiliaryUnreadable
}

/// What is wrong with a WAV file.
public enum WAVFault: Error, Equatable, Sendable {
  /// The first bytes are not those of a WAV file.
  case notWAV
  /// The file ends before its samples begin.
  case truncated
  /// There is no `fmt ` chunk in front of the end, or it is too short.
  case noFormat
  /// There is no `data` chunk.
  case noData
  /// Samples are coded in a manner that is not read: the tag and bits of the `fmt ` chunk.
  case unsupported(tag: UInt16, bits: UInt16)
  /// Neither one nor two channels.
  case channels(Int)
  /// The sample rate is zero.
  case sampleRate
  /// A 64-bit size is too large, or the chunk that should hold it is missing.
  case badSize
  /// More chunks than this.
  case tooManyChunks(limit: Int)
}

#if !hasFeature(Embedded)
  extension WAVRemark: CustomStringConvertible {
    /// What was mended, in one line.
    public var description: String {
      switch self {
      case .sizeUnknown: "the size of the samples was never written; all up to the end of the file was taken"
      case .torn(let missing): "the file ends \(missing) bytes before its samples should"
      case .partialSample(let count): "the last \(count) bytes are less than a sample and were left out"
      case .auxiliaryUnreadable: "the auxi chunk with frequency and time could not be read"
      }
    }
  }

  extension WAVFault: CustomStringConvertible {
    /// What is wrong, and what to do, in one line.
    public var description: String {
      switch self {
      case .notWAV: "not a WAV file. Check the file's kind"
      case .truncated: "the file ends before its samples begin. Record again"
      case .noFormat: "no fmt chunk that says how samples are stored. The file is damaged"
      case .noData: "no data chunk, so no samples. The file is damaged"
      case .unsupported(let tag, let bits):
        "samples of coding \(tag) with \(bits) bits. Convert to PCM of 8, 16, 24 or 32 bits, or to floats"
      case .channels(let count): "\(count) channels, where 2 are I and Q and 1 is real. Split the file"
      case .sampleRate: "a sample rate of zero. Correct the header"
      case .badSize: "a 64-bit size that cannot be. The file is damaged"
      case .tooManyChunks(let limit): "more than \(limit) chunks. The file is damaged"
      }
    }
  }
#endif
