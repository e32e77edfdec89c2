public import WaveText

/// A fault in a recording of a receiver, with its place and advice.
///
/// Bytes are counted from 0, and lines from 1, as in editors.
public enum RadioFormatError: Error, Equatable, Sendable {
  /// There are no data at all.
  case empty
  /// The data end inside a record that began at `byte`, line `line`.
  case truncated(byte: Int, line: Int)
  /// A numeric field is not a number.
  case malformedNumber(byte: Int, line: Int)
  /// Date or time are not of the form `YYYY-MM-DD, HH:MM:SS`.
  case malformedTime(byte: Int, line: Int)
  /// A record has fewer fields before its values than the format requires.
  case missingFields(byte: Int, line: Int)
  /// The number of a record's values does not fit its frequencies.
  case wrongCount(expected: Int, found: Int, byte: Int, line: Int)
  /// Frequencies or step are not above zero, out of order, or beyond a terahertz.
  case badRange(byte: Int, line: Int)
  /// The step between bins differs from that of the records before.
  case stepChanged(byte: Int, line: Int)
  /// A part of the band occurs twice at one time.
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
  /// The name is that of samples, but the content is something else.
  case mislabelled(as: Content)
  /// The server is not an rtl_tcp server: this byte of its header does not fit.
  case notRTLTCP(byte: Int)
  /// Compressed samples do not allow random access.
  case compressedSamples
  /// The JSON text of metadata is not valid.
  case text(TextError)
  /// SigMF metadata are not valid.
  case sigMF(SigMFFault)
  /// A WAV file is not valid at `byte`.
  case wav(WAVFault, byte: Int64)
  /// The header of an `.sdriq` file is not valid.
  case sdriq(SDRIQFault)
  /// Binary output of hackrf_sweep is not valid in the record at `byte`.
  case hackRF(HackRFFault, byte: Int)

  /// The apparent content of a file whose name is that of samples.
  public enum Content: Equatable, Sendable {
    /// Readable text.
    case text
    /// A RIFF container such as WAV.
    case riff
    /// A picture, an archive or a program.
    case binary
  }

  /// Wraps a fault in a text as a fault of the recording that contains it.
  init(_ error: TextError) { self = error == .empty ? .empty : .text(error) }
}
