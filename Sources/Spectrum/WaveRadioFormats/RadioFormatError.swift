public import WaveText

/// A fault in a recording of a receiver, with its place and advice.
///
/// Bytes and lines are counted as a person counts in an editor: bytes from 0, lines from 1.
public enum RadioFormatError: Error, Equatable, Sendable {
  /// There are no data at all.
  case empty
  /// The data end inside a record that began at `byte`, line `line`.
  case truncated(byte: Int, line: Int)
  /// A field that should be a number is not.
  case malformedNumber(byte: Int, line: Int)
  /// Date or time are not `YYYY-MM-DD, HH:MM:SS`.
  case malformedTime(byte: Int, line: Int)
  /// A record has fewer fields than the format has in front of its values.
  case missingFields(byte: Int, line: Int)
  /// A record's values do not fill the frequencies that it names.
  case wrongCount(expected: Int, found: Int, byte: Int, line: Int)
  /// Frequencies or step are not above zero, out of order, or beyond a terahertz.
  case badRange(byte: Int, line: Int)
  /// The step between bins differs from that of the records before.
  case stepChanged(byte: Int, line: Int)
  /// A part of the band comes twice at one time.
  case repeatedHop(byte: Int, line: Int)
  /// A record is older than the one before.
  case timeNotIncreasing(byte: Int, line: Int)
  /// A line is longer than `limit` bytes.
  case lineTooLong(limit: Int, byte: Int, line: Int)
  /// A sweep would have more than `limit` hops.
  case tooManyHops(limit: Int, byte: Int, line: Int)
  /// A sweep would have more than `limit` bins.
  case tooManyBins(limit: Int, byte: Int, line: Int)
  /// Neither content nor name tell of a kind that can be read.
  case unknownKind
  /// The name promises samples, the content is something else.
  case mislabelled(as: Content)
  /// What answers is no rtl_tcp server: this byte of its header does not fit.
  case notRTLTCP(byte: Int)
  /// Samples that are compressed cannot be reached at random.
  case compressedSamples
  /// The JSON text of metadata is wrong.
  case text(TextError)
  /// SigMF metadata are wrong.
  case sigMF(SigMFFault)
  /// A WAV file is wrong at `byte`.
  case wav(WAVFault, byte: Int64)
  /// The header of an `.sdriq` file is wrong.
  case sdriq(SDRIQFault)
  /// Binary output of hackrf_sweep is wrong in the record at `byte`.
  case hackRF(HackRFFault, byte: Int)

  /// What content looks like where a name promises something else.
  public enum Content: Equatable, Sendable {
    /// Readable text.
    case text
    /// A RIFF container such as WAV.
    case riff
    /// A picture, an archive or a program.
    case binary
  }

  /// Wraps a fault in a text as one of the recording that contains it.
  init(_ error: TextError) { self = error == .empty ? .empty : .text(error) }
}
