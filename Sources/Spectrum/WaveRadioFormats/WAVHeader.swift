public import WaveSpectra

/// The format and layout of a WAV file's samples.
public struct WAVHeader: Equatable, Sendable {
  /// The storage format: two channels are I and Q of complex samples, one channel is real.
  public var format: IQFormat
  /// The sample rate, above zero.
  public var sampleRateHertz: Double
  /// The position of the first sample.
  public var dataByteOffset: Int64
  /// The number of bytes of whole samples in the file.
  public var dataByteCount: Int64
  /// The receiver's own chunk beside the samples; nil if it is missing or unreadable.
  public var auxiliary: WAVAuxiliary?
  /// The faults that were corrected.
  public var remarks: [WAVRemark]
}

/// The `auxi` chunk of SpectraVue, Winrad, HDSDR and others.
public struct WAVAuxiliary: Equatable, Sendable {
  /// The start in microseconds since 1970, UTC by convention; nil if it is not a time.
  public var startMicroseconds: Int64?
  /// The end in microseconds since 1970; nil if it is not a time.
  public var stopMicroseconds: Int64?
  /// The frequency at zero in the samples, in hertz.
  public var centerHertz: Double
}

/// A fault in a WAV file that was corrected.
public enum WAVRemark: Equatable, Sendable {
  /// The size of the data is 0 or 2^32 - 1, as a recorder leaves it when it is stopped; everything up to the
  /// end counts.
  case sizeUnknown
  /// The file ends this many bytes before its data should end.
  case torn(missingByteCount: Int64)
  /// The data end inside a sample, of which this many bytes are left out.
  case partialSample(byteCount: Int)
  /// The `auxi` chunk is not readable.
  case auxiliaryUnreadable
}

/// The fault in a WAV file.
public enum WAVFault: Error, Equatable, Sendable {
  /// The first bytes are not those of a WAV file.
  case notWAV
  /// The file ends before its samples begin.
  case truncated
  /// A `fmt ` chunk is missing, or too short.
  case noFormat
  /// A `data` chunk is missing.
  case noData
  /// The encoding of the samples is not supported: the tag and bits of the `fmt ` chunk.
  case unsupported(tag: UInt16, bits: UInt16)
  /// The number of channels is neither one nor two.
  case channels(Int)
  /// The sample rate is zero.
  case sampleRate
  /// A 64-bit size is too large, or the chunk that should contain it is missing.
  case badSize
  /// The file has more chunks than the limit.
  case tooManyChunks(limit: Int)
}

#if !hasFeature(Embedded)
  extension WAVRemark: CustomStringConvertible {
    /// The correction, in one line.
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
    /// The fault and advice, in one line.
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
