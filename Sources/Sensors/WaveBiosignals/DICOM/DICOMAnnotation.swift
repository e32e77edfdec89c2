import WaveText

extension DICOMWaveforms {
  /// An annotation of waveforms: a beat, a measurement or a finding.
  ///
  /// Source: DICOM PS3.3, section C.10.10.
  public struct Annotation: Equatable, Sendable {
    /// The annotation's own text, or the meaning of its codes with a value and a unit.
    ///
    /// The encoding is UTF-8, or the one used in the file.
    public var text: [UInt8]
    /// The index of the group, counted from 0; nil for all groups.
    public var group: Int?
    /// The index of the channel in the group, counted from 0; nil for all channels.
    public var channel: Int?
    /// The indices of the annotated samples in the group, counted from 0; empty if the annotation has no
    /// times, or gives them in seconds.
    public var samples: [Int64]
    /// The annotated times, in seconds since the start of the recording.
    public var seconds: [Double]
    /// Whether the annotation covers a segment, from its first time to its last.
    public var isSegment: Bool
  }
}

extension DICOMWaveforms.Annotation {
  /// The maximum number of positions in an annotation.
  private static let placeLimit = 1 << 16

  init(_ item: DICOMDataset, _ bytes: Span<UInt8>) {
    text = item.text(.plainText, bytes) ?? Self.statement(item, bytes)
    let pairs = item.unsignedList(.referencedChannels, bytes, width: 2)
    if pairs.count >= 2, pairs[0] > 0 {
      group = Int(pairs[0]) - 1
      channel = pairs[1] > 0 ? Int(pairs[1]) - 1 : nil
    }
    // The file counts samples from 1.
    samples = item.unsignedList(.samplePositions, bytes, width: 4).prefix(Self.placeLimit).map {
      Int64($0) - 1
    }
    seconds = item.decimals(.timeOffsets, bytes, limit: Self.placeLimit).map { $0 / 1000 }
    isSegment = item.text(.temporalRange, bytes) == Array("SEGMENT".utf8)
  }

  /// Returns the text for coded concepts, such as `QT Interval: 400 ms`.
  private static func statement(_ item: DICOMDataset, _ bytes: Span<UInt8>) -> [UInt8] {
    func meaning(_ tag: DICOMTag) -> [UInt8] {
      item.items(tag).first.flatMap { $0.text(.codeMeaning, bytes) ?? $0.text(.codeValue, bytes) } ?? []
    }
    var text = meaning(.conceptName)
    var value = item.text(.numericValue, bytes) ?? meaning(.conceptCode)
    let unit = item.items(.measurementUnits).first?.text(.codeValue, bytes) ?? []
    if !value.isEmpty, !unit.isEmpty { value += [0x20] + unit }
    if !text.isEmpty, !value.isEmpty { text += Array(": ".utf8) }
    return text + value
  }
}

extension DICOMDataset {
  /// Returns all numbers that an element stores as text, separated by backslashes.
  func decimals(_ tag: DICOMTag, _ bytes: Span<UInt8>, limit: Int) -> [Double] {
    guard let range = self[tag]?.range else { return [] }
    var numbers: [Double] = []
    var start = range.lowerBound
    while start < range.upperBound, numbers.count < limit {
      let mark = bytes.firstIndex(of: UInt8(ascii: "\\"), in: start..<range.upperBound) ?? range.upperBound
      let place = bytes.trimmed(start..<mark) { $0.isPadding }
      if let number = ASCIINumber.double(bytes, place), number.isFinite { numbers.append(number) }
      start = mark + 1
    }
    return numbers
  }
}
