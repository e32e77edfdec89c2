public import WaveSpectra

/// The format and layout of a WAV file's samples.
public struct WAVHeader: Equatable, Sendable {
  /// The storage format: two channels are the I and Q of complex samples, one channel is real.
  public var format: IQFormat
  /// The sample rate, above zero.
  public var sampleRateHertz: Double
  /// The byte offset of the first sample.
  public var dataByteOffset: Int64
  /// The number of bytes in the file's complete samples.
  public var dataByteCount: Int64
  /// The `auxi` chunk that the receiver's program wrote; nil if the chunk is missing or unreadable.
  public var auxiliary: WAVAuxiliary?
  /// Notes on the errors that the reader corrected.
  public var remarks: [WAVRemark]
}

/// The `auxi` chunk written by SpectraVue, Winrad, HDSDR and other programs.
public struct WAVAuxiliary: Equatable, Sendable {
  /// The start in microseconds since 1970, in UTC by convention; nil if the field is not a valid time.
  public var startMicroseconds: Int64?
  /// The end in microseconds since 1970; nil if the field is not a valid time.
  public var stopMicroseconds: Int64?
  /// The radio frequency that corresponds to 0 Hz in the samples, in hertz.
  public var centerHertz: Double
}

/// An error in a WAV file that the reader corrected.
public enum WAVRemark: Equatable, Sendable {
  /// The size of the data is 0 or 2^32 - 1, as written by a recorder that was interrupted. Everything up to
  /// the end of the file is used.
  case sizeUnknown
  /// The file ends `missingByteCount` bytes before the stated end of its data.
  case torn(missingByteCount: Int64)
  /// The data end inside a sample, whose `byteCount` bytes are dropped.
  case partialSample(byteCount: Int)
  /// The `auxi` chunk cannot be read.
  case auxiliaryUnreadable
}

/// An error in a WAV file.
public enum WAVFault: Error, Equatable, Sendable {
  /// The first bytes are not a WAV header.
  case notWAV
  /// The file ends before its samples begin.
  case truncated
  /// The `fmt ` chunk is missing or too short.
  case noFormat
  /// The `data` chunk is missing.
  case noData
  /// The sample encoding, given by the tag and bits of the `fmt ` chunk, is not supported.
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
    /// A one-line description of the correction.
    public var description: String {
      switch self {
      case .sizeUnknown: "the size of the samples was never written; all up to the end of the file was read"
      case .torn(let missing): "the file ends \(missing) bytes before its samples should"
      case .partialSample(let count): "the last \(count) bytes are less than a sample and were left out"
      case .auxiliaryUnreadable: "the auxi chunk with frequency and time could not be read"
      }
    }
  }

  extension WAVFault: CustomStringConvertible {
    /// A one-line description of the error and how to fix it.
    public var description: String {
      switch self {
      case .notWAV: "not a WAV file. Check the file's kind"
      case .truncated: "the file ends before its samples begin. Record again"
      case .noFormat: "no fmt chunk that says how samples are stored. The file is damaged"
      case .noData: "no data chunk, so no samples. The file is damaged"
      case .unsupported(let tag, let bits):
        "samples of coding \(tag) with \(bits) bits. Convert to PCM of 8, 16, 24 or 32 bits, or to floats"
      case .channels(let count): "\(count) channels instead of 2 (I and Q) or 1 (real). Split the file"
      case .sampleRate: "a sample rate of zero. Correct the header"
      case .badSize: "an invalid 64-bit size. The file is damaged"
      case .tooManyChunks(let limit): "more than \(limit) chunks. The file is damaged"
      }
    }
  }
#endif
