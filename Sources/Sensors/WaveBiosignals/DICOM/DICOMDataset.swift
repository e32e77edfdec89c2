import WaveText

/// A list of DICOM elements, which refer to ranges of the file's bytes.
///
/// Explicit and implicit little-endian encodings are supported. Sequences are parsed into items. Source:
/// DICOM PS3.5, section 7.
struct DICOMDataset {
  /// The maximum depth of nested sequences.
  static let depthLimit = 16
  /// The maximum number of elements in a file.
  static let elementLimit = 1 << 20

  /// An element of a data set.
  struct Element {
    let tag: DICOMTag
    /// The byte range of the value; empty for a sequence.
    let range: Range<Int>
    /// The items of a sequence; empty for other elements.
    let items: [DICOMDataset]
  }

  var elements: [Element] = []

  /// Returns the first element with a tag; nil if there is none.
  subscript(_ tag: DICOMTag) -> Element? { elements.first { $0.tag == tag } }

  /// Returns the items of a sequence, or an empty list if the element does not exist.
  func items(_ tag: DICOMTag) -> [DICOMDataset] { self[tag]?.items ?? [] }

  /// Returns the first text value of an element, without the padding around it.
  func text(_ tag: DICOMTag, _ bytes: Span<UInt8>) -> [UInt8]? {
    guard let range = self[tag]?.range else { return nil }
    let end = bytes.firstIndex(of: UInt8(ascii: "\\"), in: range) ?? range.upperBound
    return Array(bytes, bytes.trimmed(range.lowerBound..<end) { $0.isPadding })
  }

  /// Returns all unsigned integers of an element, each two or four bytes wide.
  func unsignedList(_ tag: DICOMTag, _ bytes: Span<UInt8>, width: Int) -> [UInt32] {
    guard let range = self[tag]?.range else { return [] }
    return stride(from: range.lowerBound, to: range.upperBound - width + 1, by: width).map {
      width == 2
        ? UInt32(bytes.littleEndian(UInt16.self, at: $0)) : bytes.littleEndian(UInt32.self, at: $0)
    }
  }

  /// Returns the first number that an element stores as text.
  func decimal(_ tag: DICOMTag, _ bytes: Span<UInt8>) -> Double? {
    text(tag, bytes).flatMap { ASCIINumber.double($0.span, 0..<$0.count) }
  }

  /// Returns the first unsigned integer of an element, two or four bytes wide.
  func unsigned(_ tag: DICOMTag, _ bytes: Span<UInt8>) -> UInt32? {
    guard let range = self[tag]?.range else { return nil }
    switch range.count {
    case 2: return UInt32(bytes.littleEndian(UInt16.self, at: range.lowerBound))
    case 4...: return bytes.littleEndian(UInt32.self, at: range.lowerBound)
    default: return nil
    }
  }
}

/// The tag of an element, combining its group and element numbers.
struct DICOMTag: Equatable {
  let value: UInt32

  init(_ value: UInt32) { self.value = value }

  static let transferSyntax = DICOMTag(0x0002_0010)
  static let sopClass = DICOMTag(0x0008_0016)
  static let codeMeaning = DICOMTag(0x0008_0104)
  static let codeValue = DICOMTag(0x0008_0100)
  static let acquisitionTime = DICOMTag(0x0008_002A)
  static let patientName = DICOMTag(0x0010_0010)
  static let groupTimeOffset = DICOMTag(0x0018_1068)
  static let conceptName = DICOMTag(0x0040_A043)
  static let referencedChannels = DICOMTag(0x0040_A0B0)
  static let temporalRange = DICOMTag(0x0040_A130)
  static let samplePositions = DICOMTag(0x0040_A132)
  static let timeOffsets = DICOMTag(0x0040_A138)
  static let conceptCode = DICOMTag(0x0040_A168)
  static let numericValue = DICOMTag(0x0040_A30A)
  static let measurementUnits = DICOMTag(0x0040_08EA)
  static let annotations = DICOMTag(0x0040_B020)
  static let plainText = DICOMTag(0x0070_0006)
  static let channelCount = DICOMTag(0x003A_0005)
  static let sampleCount = DICOMTag(0x003A_0010)
  static let rate = DICOMTag(0x003A_001A)
  static let groupLabel = DICOMTag(0x003A_0020)
  static let channels = DICOMTag(0x003A_0200)
  static let channelLabel = DICOMTag(0x003A_0203)
  static let channelSource = DICOMTag(0x003A_0208)
  static let sensitivity = DICOMTag(0x003A_0210)
  static let sensitivityUnits = DICOMTag(0x003A_0211)
  static let correction = DICOMTag(0x003A_0212)
  static let baseline = DICOMTag(0x003A_0213)
  static let timeSkew = DICOMTag(0x003A_0214)
  static let filterLow = DICOMTag(0x003A_0220)
  static let filterHigh = DICOMTag(0x003A_0221)
  static let waveforms = DICOMTag(0x5400_0100)
  static let bitsAllocated = DICOMTag(0x5400_1004)
  static let interpretation = DICOMTag(0x5400_1006)
  static let padding = DICOMTag(0x5400_100A)
  static let waveformData = DICOMTag(0x5400_1010)
  static let item = DICOMTag(0xFFFE_E000)
  static let itemEnd = DICOMTag(0xFFFE_E00D)
  static let sequenceEnd = DICOMTag(0xFFFE_E0DD)

  /// Whether the tag is known to identify a sequence, for encodings that do not specify value types.
  var isKnownSequence: Bool {
    switch self {
    case .waveforms, .channels, .channelSource, .sensitivityUnits, .annotations, .conceptName, .conceptCode,
      .measurementUnits:
      true
    default: false
    }
  }
}
