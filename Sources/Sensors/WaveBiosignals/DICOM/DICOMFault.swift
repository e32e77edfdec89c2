/// An error in a DICOM file.
public enum DICOMFault: Error, Equatable, Sendable {
  /// A required field of a waveform.
  public enum Field: String, Equatable, Sendable {
    case data = "a waveform's data"
    case rate = "the sampling frequency"
    case sampleCount = "the number of samples"
    case channelCount = "the number of channels"
    case channels = "the description of every channel"
    case interpretation = "how samples are stored (8, 16 or 32 bits)"
  }

  /// The file is longer than the limit in bytes.
  case tooLarge(limit: Int)
  /// The file does not have the signature of a DICOM file.
  case noHeader
  /// The file ends inside an element.
  case truncated
  /// The file is compressed or big-endian, which is not supported.
  case transferSyntax
  /// Sequences are nested too deeply.
  case tooDeep
  /// The file has more elements than the limit.
  case tooManyElements(limit: Int)
  /// A sequence contains an element that is not an item.
  case noItem
  /// The file contains no waveforms; it could be an image, for example.
  case noWaveforms
  /// A required field of a waveform is missing or invalid.
  case missing(Field)
  /// A group has more channels than the limit.
  case tooManyChannels(limit: Int)
  /// No type of DICOM electrocardiogram supports these sample rates.
  case rateNotStored
  /// No type of DICOM electrocardiogram supports this number of channels or groups.
  case channelsNotStored
  /// The file contains fewer sample bytes than the number of samples requires.
  case shortData(expected: Int64, found: Int)
}

#if !hasFeature(Embedded)
  extension DICOMFault: CustomStringConvertible {
    /// A one-line description of the error, with a suggested fix.
    public var description: String {
      switch self {
      case .tooLarge(let limit): "the file is longer than \(limit) bytes. Pick another file"
      case .noHeader: "the file does not begin like a DICOM file. Pick another file"
      case .truncated: "the file ends inside an element. It was cut off; fetch it again"
      case .transferSyntax:
        "the encoding is not little-endian without compression. Convert it with dcmconv +te"
      case .tooDeep: "sequences are nested too deeply. The file is damaged; fetch it again"
      case .tooManyElements(let limit): "more than \(limit) elements. Pick another file"
      case .noItem: "a sequence holds something that is not an item. The file is damaged; fetch it again"
      case .noWaveforms: "there are no waveforms. Pick a file of an electrocardiogram"
      case .missing(let field): "\(field.rawValue) is missing or invalid. Export the recording again"
      case .tooManyChannels(let limit): "more than \(limit) channels. Pick another file"
      case .rateNotStored: "DICOM stores electrocardiograms of 50 to 1000 Hz only. Write EDF or WFDB"
      case .channelsNotStored:
        """
        DICOM stores electrocardiograms of 4 groups with 24 channels each, or 12 channels below 200 Hz. \
        Write EDF or WFDB
        """
      case .shortData(let expected, let found):
        "\(found) bytes of samples where \(expected) are expected. It was cut off; fetch it again"
      }
    }
  }
#endif
