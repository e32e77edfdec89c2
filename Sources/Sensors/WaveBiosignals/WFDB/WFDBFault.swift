/// An error in a WFDB record.
public enum WFDBFault: Error, Equatable, Sendable {
  /// A field of the header.
  public enum Field: String, Equatable, Sendable {
    case signalCount = "the number of signals"
    case rate = "the rate"
    case frameCount = "the number of samples"
    case format = "the format"
    case gain = "the gain"
    case baseline = "the baseline"
    case resolution = "the resolution"
    case zero = "the converter's zero"
    case initialValue = "the initial value"
    case checksum = "the checksum"
    case blockSize = "the block size"
    case segmentCount = "the number of segments"
    case segmentFrames = "the number of a segment's samples"
  }

  /// A property that must be the same in all segments of a record.
  public enum CommonField: String, Equatable, Sendable {
    case rate = "the rate"
    case signalCount = "the number of signals"
    case samplesPerFrame = "the number of a signal's samples in a frame"
  }

  /// The header is longer than the limit in bytes.
  case tooLarge(limit: Int)
  /// The line that names the record is missing.
  case noRecordLine
  /// The record has more segments than the limit.
  case tooManySegments(limit: Int)
  /// The header ends before the line of the last segment.
  case missingSegments(expected: Int, found: Int)
  /// The record contains itself as a segment.
  case ownSegment
  /// A segment itself consists of segments.
  case nestedSegments
  /// A segment differs from the record in a property that must be the same.
  case segmentDiffers(CommonField)
  /// The headers of all segments together are longer than the limit in bytes.
  case segmentsTooLarge(limit: Int)
  /// The record has more signals than the limit.
  case tooManySignals(limit: Int)
  /// The header ends before the line of the last signal.
  case missingSignals(expected: Int, found: Int)
  /// A field is not a number, or is out of range.
  case malformed(Field)
  /// The name of a signal file refers to a different folder.
  case fileName
  /// The format number is unknown.
  case unknownFormat(Int)
  /// The signals in one file differ in their format, or in the position of their first sample.
  case mixedFile
}

#if !hasFeature(Embedded)
  extension WFDBFault: CustomStringConvertible {
    /// A one-line description of the error, with a suggested fix.
    public var description: String {
      switch self {
      case .tooLarge(let limit): "the header is longer than \(limit) bytes. This is not a WFDB header"
      case .noRecordLine: "there is no line that names the record. This is not a WFDB header"
      case .tooManySegments(let limit): "more than \(limit) segments. This is not a WFDB header"
      case .missingSegments(let expected, let found):
        "the header has lines for \(found) of \(expected) segments. It was cut off; fetch it again"
      case .ownSegment: "a segment has the name of the record itself. Correct the line"
      case .nestedSegments:
        "a segment is made of segments itself, which WFDB does not allow. Open that header by itself"
      case .segmentDiffers(let field):
        "\(field.rawValue) differs from the record that this is a segment of. Correct the header"
      case .segmentsTooLarge(let limit):
        "the headers of its segments are longer than \(limit) bytes together. Open segments one by one"
      case .tooManySignals(let limit): "more than \(limit) signals. This is not a WFDB header"
      case .missingSignals(let expected, let found):
        "the header has lines for \(found) of \(expected) signals. It was cut off; fetch it again"
      case .malformed(let field): "\(field.rawValue) is not a number in its range. Correct the line"
      case .fileName:
        "a file's name points outside the record's folder. Put the file beside the header"
      case .unknownFormat(let number):
        """
        format \(number) is not known. Known formats are 8, 16, 24, 32, 61, 80, 160, 212, 310 and 311; \
        convert it with xform
        """
      case .mixedFile: "signals of one file differ in format or offset. Correct the line"
      }
    }
  }
#endif
