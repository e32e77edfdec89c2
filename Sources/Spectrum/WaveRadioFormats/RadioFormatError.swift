public import WaveText

/// An error in a receiver's recording.
///
/// Its description says what is wrong, where, and how to fix it.
///
/// Bytes are counted from 0 and lines from 1, as in text editors.
public enum RadioFormatError: Error, Equatable, Sendable {
  /// The recording is empty.
  case empty
  /// A line of a log, or a record, has an error at offset `byte` of the file.
  case line(LogFault, byte: Int, line: Int)
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
