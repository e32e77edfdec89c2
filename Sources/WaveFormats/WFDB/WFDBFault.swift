/// What is wrong with a WFDB record.
public enum WFDBFault: Error, Equatable, Sendable {
  /// A field of the header.
  public enum Field: Equatable, Sendable {
    case signalCount, rate, frameCount, format, gain, baseline, resolution, zero, initialValue, checksum,
      blockSize
  }

  /// The header is longer than this many bytes.
  case tooLarge(limit: Int)
  /// There is no line that names the record.
  case noRecordLine
  /// The record is made of several; each can be opened by itself.
  case segments
  /// More signals than this.
  case tooManySignals(limit: Int)
  /// The header ends before the last signal's line.
  case missingSignals(expected: Int, found: Int)
  /// A field is no number, or beyond its range.
  case malformed(Field)
  /// A signal file's name leads out of the record's folder.
  case fileName
  /// A format of this number is not known here.
  case unknownFormat(Int)
  /// Signals of one file differ in format, or in the place where they begin.
  case mixedFile
}

#if !hasFeature(Embedded)
  extension WFDBFault: CustomStringConvertible {
    /// What is wrong, and what to do, in one line.
    public var description: String {
      switch self {
      case .tooLarge(let limit): "the header is longer than \(limit) bytes. This is not a WFDB header"
      case .noRecordLine: "there is no line that names the record. This is not a WFDB header"
      case .segments: "the record is made of segments. Open the header of one of them"
      case .tooManySignals(let limit): "more than \(limit) signals. This is not a WFDB header"
      case .missingSignals(let expected, let found):
        "the header has lines for \(found) of \(expected) signals. It was cut off; fetch it again"
      case .malformed(let field): "\(field.name) is not a number in its range. Correct the line"
      case .fileName:
        "the signal file's name leads out of the record's folder. Put the file beside the header"
      case .unknownFormat(let number):
        "format \(number) is not known. Known are 8, 16, 24, 32, 61, 80, 160, 212, 310 and 311; convert it with xform"
      case .mixedFile: "signals of one file differ in format or offset. Correct the line"
      }
    }
  }

  extension WFDBFault.Field {
    fileprivate var name: String {
      switch self {
      case .signalCount: "the number of signals"
      case .rate: "the rate"
      case .frameCount: "the number of samples"
      case .format: "the format"
      case .gain: "the gain"
      case .baseline: "the baseline"
      case .resolution: "the resolution"
      case .zero: "the converter's zero"
      case .initialValue: "the initial value"
      case .checksum: "the checksum"
      case .blockSize: "the block size"
      }
    }
  }
#endif
