public import WaveText

/// An error in a receiver's recording.
///
/// Its description says what is wrong, where, and how to fix it.
///
/// Bytes are counted from 0 and lines from 1, as in text editors.
public enum RadioFormatError: Error, Equatable, Sendable {
  /// The recording is empty.
  case empty
  /// The recording ends inside a record that began at offset `byte` in line `line`.
  case truncated(byte: Int, line: Int)
  /// A numeric field is not a number.
  case malformedNumber(byte: Int, line: Int)
  /// The date or time is not of the form `YYYY-MM-DD, HH:MM:SS`.
  case malformedTime(byte: Int, line: Int)
  /// A record has fewer fields before its values than the format requires.
  case missingFields(byte: Int, line: Int)
  /// The number of values in a record does not match its frequencies.
  case wrongCount(expected: Int, found: Int, byte: Int, line: Int)
  /// A frequency or the step is zero or negative, the frequencies are out of order, or a frequency exceeds a
  /// terahertz.
  case badRange(byte: Int, line: Int)
  /// The bin spacing has changed since earlier records.
  case stepChanged(byte: Int, line: Int)
  /// A part of the band occurs twice at the same time.
  case repeatedHop(byte: Int, line: Int)
  /// A record is older than the previous one.
  case timeNotIncreasing(byte: Int, line: Int)
  /// A line is longer than `limit` bytes.
  case lineTooLong(limit: Int, byte: Int, line: Int)
  /// A sweep would have more than `limit` hops.
  case tooManyHops(limit: Int, byte: Int, line: Int)
  /// A sweep would have more than `limit` bins.
  case tooManyBins(limit: Int, byte: Int, line: Int)
  /// Neither the content nor the name identifies a known format.
  case unknownKind
  /// The file name indicates samples, but the content is something else.
  case mislabelled(as: Content)
  /// The server is not an rtl_tcp server; `byte` is the index of the first invalid byte in its header.
  case notRTLTCP(byte: Int)
  /// Compressed samples do not allow random access.
  case compressedSamples
  /// The metadata are not valid JSON.
  case text(TextError)
  /// The SigMF metadata are not valid.
  case sigMF(SigMFFault)
  /// A WAV file has an error at `byte`.
  case wav(WAVFault, byte: Int64)
  /// The header of an `.sdriq` file is not valid.
  case sdriq(SDRIQFault)
  /// A record of hackrf_sweep's binary output, beginning at `byte`, is not valid.
  case hackRF(HackRFFault, byte: Int)

  /// The apparent content of a file whose name indicates samples.
  public enum Content: Equatable, Sendable {
    /// Readable text.
    case text
    /// A RIFF container such as WAV.
    case riff
    /// An image, an archive or a program.
    case binary
  }

  /// Creates a recording error from an error in the recording's text.
  init(_ error: TextError) { self = error == .empty ? .empty : .text(error) }
}
