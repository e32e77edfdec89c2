import WaveText

/// Functions that read the records of an EDF or BDF file.
///
/// A record contains the samples of all signals in one period.
public enum EDFRecord {
  /// Appends the samples of one signal in a record to a list.
  ///
  /// - Parameters:
  ///   - signal: The index of the signal.
  ///   - header: The header of the file.
  ///   - record: The bytes of the record; if it is truncated, only the samples that it contains are read.
  ///   - samples: The list to which the samples are appended, as stored.
  /// - Complexity: O(samples); allocates as `samples` grows.
  public static func append(
    signal: Int, of header: EDFHeader, _ record: Span<UInt8>, to samples: inout [Int32]
  ) {
    let range = byteRange(signal: signal, of: header)
    let end = min(range.upperBound, record.count)
    guard range.lowerBound < end else { return }
    append(record.extracting(range.lowerBound..<end), sampleBytes: header.sampleBytes, to: &samples)
  }

  /// Decodes contiguous samples and appends them to a list.
  ///
  /// - Parameters:
  ///   - bytes: The encoded samples; an incomplete sample at the end is ignored.
  ///   - sampleBytes: The size of a sample in bytes, 2 or 3.
  ///   - samples: The list to which the samples are appended.
  /// - Complexity: O(samples); allocates as `samples` grows.
  public static func append(_ bytes: Span<UInt8>, sampleBytes: Int, to samples: inout [Int32]) {
    var place = 0
    while bytes.count - place >= sampleBytes {
      samples.append(
        sampleBytes == 2
          ? Int32(bytes.littleEndian(Int16.self, at: place))
          : Int32(bytes[place]) | Int32(bytes[place + 1]) << 8
            | Int32(Int8(bitPattern: bytes[place + 2])) << 16)
      place += sampleBytes
    }
  }

  /// Returns the byte range of a signal in a record.
  public static func byteRange(signal: Int, of header: EDFHeader) -> Range<Int> {
    let before = header.signals[..<signal].reduce(0) { $0 + $1.samplesPerRecord } * header.sampleBytes
    return before..<(before + header.signals[signal].samplesPerRecord * header.sampleBytes)
  }

  /// Reads the time and the annotations of a record.
  ///
  /// - Parameters:
  ///   - header: The header of the file.
  ///   - record: The bytes of the record.
  /// - Returns: The time of the record in seconds since the start of the recording, or nil if it has none,
  ///   and the annotations in record order.
  /// - Complexity: O(*n*) in the bytes of annotations.
  public static func annotations(
    of header: EDFHeader, _ record: Span<UInt8>
  ) -> (onsetSeconds: Double?, annotations: [EDFAnnotation]) {
    let signals = header.signals.indices.filter { header.signals[$0].isAnnotations }
    let ranges = signals.map { byteRange(signal: $0, of: header).clamped(to: 0..<record.count) }
    return annotations(inSignals: ranges.map { Array(record, $0) })
  }

  /// Reads the time and the annotations of a record from the bytes of its annotation signals.
  public static func annotations(
    inSignals signals: [[UInt8]]
  ) -> (onsetSeconds: Double?, annotations: [EDFAnnotation]) {
    var onset: Double?
    var annotations: [EDFAnnotation] = []
    for signal in signals {
      var lists = EDFAnnotation.lists(signal.span)
      // The first annotation of a record has no text, and gives the record's time.
      if onset == nil, let first = lists.first, first.text.isEmpty, first.durationSeconds == nil {
        onset = first.onsetSeconds
        lists.removeFirst()
      }
      annotations += lists
    }
    return (onset, annotations)
  }
}

/// An annotation in an EDF+ file.
public struct EDFAnnotation: Equatable, Sendable {
  /// The time in seconds since the start of the recording.
  public var onsetSeconds: Double
  /// The duration in seconds; nil if it is unknown.
  public var durationSeconds: Double?
  /// The text in UTF-8.
  public var text: [UInt8]

  /// Creates an annotation with the given properties.
  public init(onsetSeconds: Double, durationSeconds: Double? = nil, text: [UInt8]) {
    self.onsetSeconds = onsetSeconds
    self.durationSeconds = durationSeconds
    self.text = text
  }

  /// Parses time-stamped annotation lists: `+onset[21 duration]20 text 20 … 0`.
  ///
  /// Parsing ends at the first byte that does not belong to such a list.
  static func lists(_ bytes: Span<UInt8>) -> [EDFAnnotation] {
    var annotations: [EDFAnnotation] = []
    var place = 0
    while place < bytes.count {
      guard bytes[place] != 0 else {
        place += 1
        continue
      }
      guard bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-"),
        let mark = bytes.firstIndex(of: 0x14, in: place..<bytes.count)
      else { return annotations }
      let middle = bytes.firstIndex(of: 0x15, in: place..<mark)
      guard let onset = ASCIINumber.double(bytes, place..<(middle ?? mark)), onset.isFinite
      else { return annotations }
      let duration = middle.flatMap { ASCIINumber.double(bytes, ($0 + 1)..<mark) }.flatMap {
        $0 >= 0 && $0.isFinite ? $0 : nil
      }
      place = mark + 1
      while place < bytes.count, bytes[place] != 0 {
        guard let end = bytes.firstIndex(of: 0x14, in: place..<bytes.count) else { return annotations }
        annotations.append(
          EDFAnnotation(onsetSeconds: onset, durationSeconds: duration, text: Array(bytes, place..<end)))
        place = end + 1
      }
    }
    return annotations
  }
}
