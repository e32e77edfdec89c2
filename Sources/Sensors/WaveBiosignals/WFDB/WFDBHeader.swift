import WaveText
import WaveUnits

/// The header of a WFDB record, which describes its signal files.
///
/// Source: physionet.org/physiotools/wag/header-5.htm.
public struct WFDBHeader: Equatable, Sendable {
  /// The maximum size of a header in bytes.
  public static let byteLimit = 1 << 20
  /// The maximum number of signals in a record.
  public static let signalLimit = 1024
  /// The maximum number of segments in a record.
  public static let segmentLimit = 1 << 16
  /// The upper limit for the number of frames in a record.
  public static let frameLimit: Int64 = 1_000_000_000_000_000

  /// A signal and its location in a signal file.
  public struct Signal: Equatable, Sendable {
    /// The name of the signal file, without a folder.
    public var fileName: [UInt8] = []
    /// Whether samples of the signal are stored; false for format 0, which layout segments use.
    public var isStored = true
    /// The storage format of the samples.
    public var format = WFDBFormat.word16
    /// The number of samples in a frame, which is the signal's sample rate divided by the frame rate.
    public var samplesPerFrame = 1
    /// The number of frames by which the signal is delayed in the file.
    public var skewFrames = 0
    /// The number of bytes before the first sample of the file.
    public var byteOffset: Int64 = 0
    /// The number of digital steps per physical unit; 200 if the header does not give it.
    public var gain = 200.0
    /// Whether the header gives the gain.
    public var isCalibrated = false
    /// The digital value that corresponds to a physical zero.
    public var baseline: Int32 = 0
    /// The physical unit; mV if the header does not give it.
    public var units: [UInt8] = Array("mV".utf8)
    /// The resolution of the converter in bits; nil if it is unknown.
    public var resolutionBits: Int?
    /// The digital value in the middle of the converter's range.
    public var zero: Int32 = 0
    /// The value of the first sample, to which first differences are added.
    public var initialValue: Int32 = 0
    /// The sum of the samples modulo 65,536; nil if it is unknown.
    public var checksum: UInt16?
    /// The name of the signal, such as a lead.
    public var name: [UInt8] = []
  }

  /// A segment of a multi-segment record.
  public struct Segment: Equatable, Sendable {
    /// The name of the segment's own record, in the same folder; nil if nothing was recorded.
    public var name: [UInt8]?
    /// The number of frames; 0 for a layout, which only describes the signals.
    public var frameCount: Int64
  }

  /// The name of the record.
  public var name: [UInt8] = []
  /// The number of frames per second.
  public var frameRateHertz = 250.0
  /// The number of frames; nil if it is unknown.
  public var frameCount: Int64?
  /// The time of day at which the record starts, as written: `HH:MM:SS`.
  public var startTime: [UInt8] = []
  /// The date on which the record starts, as written: `DD/MM/YYYY`.
  public var startDate: [UInt8] = []
  /// The number of signals; if there are segments, their headers describe the signals.
  public var signalCount = 0
  /// The signals, in header order; empty if there are segments.
  public var signals: [Signal] = []
  /// The segments, in chronological order; empty if the record is not segmented.
  public var segments: [Segment] = []
  /// The comment lines after the signals or segments, without the leading `#`.
  public var comments: [[UInt8]] = []

  /// Whether the first segment is a layout, which contains the names of all signals that can occur in the
  /// segments.
  public var hasLayout: Bool { segments.first.map { $0.frameCount == 0 && $0.name != nil } ?? false }

  /// Parses a header.
  ///
  /// - Parameter bytes: The bytes of the whole header file.
  /// - Throws: `BiosignalError.wfdb` with the line that cannot be parsed, or `BiosignalError.empty` if there
  ///   are no bytes.
  /// - Complexity: O(bytes).
  public init(_ bytes: Span<UInt8>) throws(BiosignalError) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= Self.byteLimit else { throw .wfdb(.tooLarge(limit: Self.byteLimit), line: 1) }
    var lines = TextLines()
    var isSegmented = false
    /// The expected number of signal or segment lines.
    var expected: Int?
    var segmentFrames: Int64 = 0
    while let line = lines.next(bytes) {
      if bytes[line.lowerBound] == UInt8(ascii: "#") {
        if expected == signals.count + segments.count {
          comments.append(Array(bytes, (line.lowerBound + 1)..<line.upperBound))
        }
        continue
      }
      do throws(WFDBFault) {
        if expected == nil {
          (expected, isSegmented) = try readRecord(bytes, line)
        } else if signals.count + segments.count == expected {
          continue
        } else if isSegmented {
          let segment = try Segment(bytes, line, of: name)
          segmentFrames += segment.frameCount
          guard segmentFrames < Self.frameLimit else { throw WFDBFault.malformed(.segmentFrames) }
          segments.append(segment)
        } else {
          signals.append(try Signal(bytes, line))
        }
      } catch {
        throw .wfdb(error, line: lines.number)
      }
    }
    guard let expected else { throw .wfdb(.noRecordLine, line: lines.number) }
    guard !isSegmented || segments.count == expected
    else { throw .wfdb(.missingSegments(expected: expected, found: segments.count), line: lines.number) }
    guard isSegmented || signals.count == expected
    else { throw .wfdb(.missingSignals(expected: expected, found: signals.count), line: lines.number) }
  }

  /// Parses the first line; returns the number of signal or segment lines that follow, and whether they are
  /// segment lines.
  private mutating func readRecord(
    _ bytes: Span<UInt8>, _ line: Range<Int>
  ) throws(WFDBFault) -> (lineCount: Int, isSegmented: Bool) {
    var fields = TextFields(line)
    guard let nameField = fields.next(bytes) else { throw .noRecordLine }
    var segmentCount: Int?
    var nameEnd = nameField.upperBound
    if let slash = bytes.firstIndex(of: UInt8(ascii: "/"), in: nameField) {
      guard let count = ASCIINumber.integer(bytes, (slash + 1)..<nameEnd), count > 0
      else { throw .malformed(.segmentCount) }
      guard count <= Self.segmentLimit else { throw .tooManySegments(limit: Self.segmentLimit) }
      segmentCount = count
      nameEnd = slash
    }
    name = Array(bytes, nameField.lowerBound..<nameEnd)
    guard let countField = fields.next(bytes), let count = ASCIINumber.integer(bytes, countField), count >= 0
    else {
      throw .malformed(.signalCount)
    }
    guard count <= Self.signalLimit else { throw .tooManySignals(limit: Self.signalLimit) }
    signalCount = count
    if let field = fields.next(bytes) {
      // The frame rate can be followed by the rate and base of a counter, `/COUNTER(BASE)`, which are
      // ignored.
      let end = bytes.firstIndex(of: UInt8(ascii: "/"), in: field) ?? field.upperBound
      guard let rate = ASCIINumber.double(bytes, field.lowerBound..<end), rate > 0, rate <= 1e9
      else { throw .malformed(.rate) }
      frameRateHertz = rate
    }
    if let field = fields.next(bytes) {
      guard let frames = ASCIINumber.double(bytes, field), frames >= 0,
        frames < Double(Self.frameLimit)
      else {
        throw .malformed(.frameCount)
      }
      frameCount = frames == 0 ? nil : Int64(saturating: frames)
    }
    if let field = fields.next(bytes) { startTime = Array(bytes, field) }
    if let field = fields.next(bytes) { startDate = Array(bytes, field) }
    return segmentCount.map { ($0, true) } ?? (count, false)
  }
}

extension WFDBHeader.Segment {
  /// Parses a segment line: the name of the segment's record, or `~` for none, and the number of frames.
  fileprivate init(_ bytes: Span<UInt8>, _ line: Range<Int>, of record: [UInt8]) throws(WFDBFault) {
    var fields = TextFields(line)
    guard let nameField = fields.next(bytes), let field = fields.next(bytes),
      let count = ASCIINumber.double(bytes, field), count >= 0, count < Double(WFDBHeader.frameLimit)
    else { throw .malformed(.segmentFrames) }
    let name = Array(bytes, nameField)
    guard !name.contains(UInt8(ascii: "/")), !name.contains(UInt8(ascii: "\\")) else { throw .fileName }
    guard name != record else { throw .ownSegment }
    self.name = name == [UInt8(ascii: "~")] ? nil : name
    frameCount = Int64(saturating: count)
  }
}

extension WFDBHeader.Signal {
  /// Parses a signal line.
  fileprivate init(_ bytes: Span<UInt8>, _ line: Range<Int>) throws(WFDBFault) {
    var fields = TextFields(line)
    guard let file = fields.next(bytes), let formatField = fields.next(bytes)
    else { throw .malformed(.format) }
    fileName = Array(bytes, file)
    // All files of a record are in one folder; a name that refers to a different folder is rejected.
    guard !fileName.contains(UInt8(ascii: "/")), !fileName.contains(UInt8(ascii: "\\"))
    else { throw .fileName }
    try readFormat(bytes, formatField)
    var hasBaseline = false
    if let field = fields.next(bytes) { hasBaseline = try readGain(bytes, field) }
    func number(_ field: Range<Int>?, _ what: WFDBFault.Field) throws(WFDBFault) -> Int64? {
      guard let field else { return nil }
      guard let value = ASCIINumber.double(bytes, field), value.magnitude < 1e10
      else { throw .malformed(what) }
      return Int64(saturating: value)
    }
    if let bits = try number(fields.next(bytes), .resolution) {
      resolutionBits = bits > 0 && bits <= 32 ? Int(bits) : nil
    }
    if let value = try number(fields.next(bytes), .zero) {
      zero = Int32(clamping: value)
      if !hasBaseline { baseline = zero }
    }
    initialValue = zero
    if let value = try number(fields.next(bytes), .initialValue) { initialValue = Int32(clamping: value) }
    if let value = try number(fields.next(bytes), .checksum) { checksum = UInt16(truncatingIfNeeded: value) }
    _ = try number(fields.next(bytes), .blockSize)
    name = Array(bytes, fields.rest(bytes))
  }

  /// Parses `16x4:2+512`: format, samples per frame, skew and offset.
  private mutating func readFormat(_ bytes: Span<UInt8>, _ field: Range<Int>) throws(WFDBFault) {
    var place = field.lowerBound
    guard let number = digits(bytes, &place, field.upperBound) else { throw .malformed(.format) }
    if number == 0 {
      isStored = false
    } else {
      guard let known = WFDBFormat(rawValue: number) else { throw .unknownFormat(number) }
      format = known
    }
    while place < field.upperBound {
      let mark = bytes[place]
      place += 1
      guard let value = digits(bytes, &place, field.upperBound) else { throw .malformed(.format) }
      switch mark {
      case UInt8(ascii: "x"):
        guard (1...4096).contains(value) else { throw .malformed(.format) }
        samplesPerFrame = value
      case UInt8(ascii: ":"):
        guard value <= 1_000_000 else { throw .malformed(.format) }
        skewFrames = value
      case UInt8(ascii: "+"): byteOffset = Int64(value)
      default: throw .malformed(.format)
      }
    }
  }

  /// Parses `200(1024)/mV`: gain, baseline and unit; returns whether there is a baseline.
  private mutating func readGain(_ bytes: Span<UInt8>, _ field: Range<Int>) throws(WFDBFault) -> Bool {
    var end = field.upperBound
    var hasBaseline = false
    if let slash = bytes.firstIndex(of: UInt8(ascii: "/"), in: field) {
      if slash + 1 < end { units = Array(bytes, (slash + 1)..<end) }
      end = slash
    }
    if let open = bytes.firstIndex(of: UInt8(ascii: "("), in: field.lowerBound..<end) {
      let close = bytes.firstIndex(of: UInt8(ascii: ")"), in: open..<end) ?? end
      guard let value = ASCIINumber.double(bytes, (open + 1)..<close), value.magnitude < 1e10
      else { throw .malformed(.baseline) }
      baseline = Int32(saturating: value)
      hasBaseline = true
      end = open
    }
    guard let value = ASCIINumber.double(bytes, field.lowerBound..<end), value.isFinite
    else { throw .malformed(.gain) }
    // Zero means that the gain is unknown.
    guard value != 0 else { return hasBaseline }
    gain = value
    isCalibrated = true
    return hasBaseline
  }

  private func digits(_ bytes: Span<UInt8>, _ place: inout Int, _ end: Int) -> Int? {
    let start = place
    while place < end, (0x30...0x39).contains(bytes[place]) { place += 1 }
    return start < place ? ASCIINumber.integer(bytes, start..<place) : nil
  }
}
