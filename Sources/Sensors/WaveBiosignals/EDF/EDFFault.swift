/// An error in an EDF or BDF file.
public enum EDFFault: Error, Equatable, Sendable {
  /// A field of the header.
  public enum Field: String, Equatable, Sendable {
    case signalCount = "the number of signals"
    case recordCount = "the number of records"
    case recordSeconds = "the length of a record"
    case samplesPerRecord = "the number of samples in a record"
    case physicalLow = "the physical minimum"
    case physicalHigh = "the physical maximum"
    case digitalLow = "the digital minimum"
    case digitalHigh = "the digital maximum"
  }

  /// The file ends inside the header.
  case truncated
  /// The file does not have the signature of an EDF or BDF file.
  case noHeader
  /// A field is not a number, or is out of range.
  case malformed(Field)
  /// The file has more signals than the limit.
  case tooManySignals(limit: Int)
  /// A record is empty, or longer than the limit in bytes.
  case recordTooLong(limit: Int)
}

#if !hasFeature(Embedded)
  extension EDFFault: CustomStringConvertible {
    /// A one-line description of the error, with a suggested fix.
    public var description: String {
      switch self {
      case .truncated: "the file ends inside the header. It was cut off; fetch it again"
      case .noHeader: "the file does not begin like an EDF or BDF file. Pick another file"
      case .malformed(let field):
        "\(field.rawValue) is not a number in its range. Correct it with an EDF header editor"
      case .tooManySignals(let limit): "more than \(limit) signals. This is not an EDF file"
      case .recordTooLong(let limit):
        "a record has no samples, or more than \(limit) bytes. Correct the header"
      }
    }
  }
#endif
