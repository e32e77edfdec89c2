import WaveText
import WaveUnits

/// The header of an EDF, EDF+, BDF or BDF+ file.
///
/// Common mistakes in header fields are tolerated and listed in ``oddities``. Source:
/// edfplus.info/specs/edf.html, edfplus.html; biosemi.com/faq/file_format.htm.
public struct EDFHeader: Equatable, Sendable {
  /// The size in bytes of the first part of the header.
  ///
  /// This part contains the length of the whole header.
  public static let fixedBytes = 256
  /// The number of bytes in the header that describe one signal.
  public static let signalBytes = 256
  /// The maximum number of signals in a file.
  public static let signalLimit = 2048
  /// The maximum size of a record in bytes; the specification recommends at most 61,440, but programs write
  /// more.
  public static let recordByteLimit = 1 << 26

  /// The variant of the format that a file uses.
  public enum Variant: Equatable, Sendable {
    /// Contiguous records without annotations.
    case plain
    /// Contiguous records with annotations.
    case continuous
    /// Records with individual start times and annotations; there can be gaps between records.
    case discontinuous
  }

  /// A signal of the file.
  public struct Signal: Equatable, Sendable {
    /// The signal label, such as `EEG Fpz-Cz`.
    public var label: [UInt8]
    /// The electrode or sensor.
    public var transducer: [UInt8]
    /// The physical unit.
    public var units: [UInt8]
    /// The physical value of `digitalLow`.
    public var physicalLow: Double
    /// The physical value of `digitalHigh`.
    public var physicalHigh: Double
    /// The lowest digital value of a sample.
    public var digitalLow: Int32
    /// The highest digital value of a sample.
    public var digitalHigh: Int32
    /// A description of the filters that were applied.
    public var prefilter: [UInt8]
    /// The number of samples in a record.
    public var samplesPerRecord: Int
    /// Whether the signal contains annotations instead of samples.
    public var isAnnotations: Bool

    /// The size of one digital step in physical units; zero if the range in the header is empty.
    public var resolution: Double {
      digitalHigh == digitalLow
        ? 0 : (physicalHigh - physicalLow) / (Double(digitalHigh) - Double(digitalLow))
    }

    /// Returns the physical value of a sample.
    public func physical(_ sample: Int32) -> Double {
      (Double(sample) - Double(digitalLow)) * resolution + physicalLow
    }
  }

  /// A deviation from the specification that did not prevent reading the header.
  public enum Warning: Equatable, Sendable {
    /// A field contains bytes that are not printable ASCII.
    case notASCII(signal: Int?)
    /// The number of records is missing, and was derived from the file's length.
    case recordsUnknown
    /// A signal's range is empty, so all its values equal the lower limit.
    case noRange(signal: Int)
    /// The start date or time cannot be parsed.
    case startTime
    /// A number has a decimal comma.
    case comma(signal: Int)
  }

  /// The size of a sample in bytes: 2 in EDF, 3 in BDF.
  public var sampleBytes: Int
  /// The variant of the file.
  public var variant: Variant
  /// The patient field, as written in the file.
  public var patient: [UInt8]
  /// The recording field with the place, person and equipment, as written in the file.
  public var recording: [UInt8]
  /// The start in microseconds since 1970, in an unknown time zone; nil if it cannot be parsed.
  public var startMicroseconds: Int64?
  /// The number of records; nil while the file is still being recorded.
  public var recordCount: Int64?
  /// The duration of a record in seconds; zero if the file contains only annotations.
  public var recordSeconds: Double
  /// The signals, including those that contain annotations.
  public var signals: [Signal]
  /// The deviations from the specification that were found in the header.
  public var warnings: [Warning] = []

  /// Returns whether bytes begin with the signature of an EDF or BDF file.
  static func isSignature(_ bytes: Span<UInt8>) -> Bool {
    bytes.holds("0       ", at: 0) || bytes[0] == 0xFF && bytes.holds("BIOSEMI", at: 1)
  }

  /// Returns the size of the whole header in bytes, given its first part.
  ///
  /// - Throws: `BiosignalError.edf` if the bytes are not a header.
  public static func byteCount(_ bytes: Span<UInt8>) throws(BiosignalError) -> Int {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count >= fixedBytes else { throw .edf(.truncated, byte: bytes.count) }
    guard isSignature(bytes) else { throw .edf(.noHeader, byte: 0) }
    guard let signals = EDFField(bytes, 252, 4).integer, signals > 0
    else { throw .edf(.malformed(.signalCount), byte: 252) }
    guard signals <= signalLimit else { throw .edf(.tooManySignals(limit: signalLimit), byte: 252) }
    return fixedBytes + signals * signalBytes
  }

  /// Parses a header.
  ///
  /// - Parameter bytes: The first bytes of the file, as many as ``byteCount(_:)`` returns.
  /// - Throws: `BiosignalError.edf` with the position of the field that cannot be read.
  public init(_ bytes: Span<UInt8>) throws(BiosignalError) {
    let count = try Self.byteCount(bytes)
    guard bytes.count >= count else { throw .edf(.truncated, byte: bytes.count) }
    sampleBytes = bytes[0] == 0xFF ? 3 : 2
    patient = EDFField(bytes, 8, 80).text
    recording = EDFField(bytes, 88, 80).text
    let kind = Array(EDFField(bytes, 192, 44).text.prefix(5))
    variant =
      kind.isOne(of: ["EDF+C", "BDF+C"])
      ? .continuous : kind.isOne(of: ["EDF+D", "BDF+D"]) ? .discontinuous : .plain
    if !EDFField(bytes, 8, 244).isASCII { warnings.append(.notASCII(signal: nil)) }
    startMicroseconds = EDFField.time(bytes, date: 168, time: 176, recording: recording)
    // EDF+ marks an unknown start in this way.
    let isUnknown = recording.starts(with: Array("Startdate X ".utf8)) && bytes.holds("01.01.85", at: 168)
    if isUnknown { startMicroseconds = nil } else if startMicroseconds == nil { warnings.append(.startTime) }
    guard let records = EDFField(bytes, 236, 8).integer, records >= -1
    else { throw .edf(.malformed(.recordCount), byte: 236) }
    recordCount = records < 0 ? nil : Int64(records)
    if records < 0 { warnings.append(.recordsUnknown) }
    guard let seconds = EDFField(bytes, 244, 8).number?.value, seconds >= 0, seconds <= 1e6
    else { throw .edf(.malformed(.recordSeconds), byte: 244) }
    recordSeconds = seconds
    signals = []
    let signalCount = (count - Self.fixedBytes) / Self.signalBytes
    for number in 0..<signalCount { signals.append(try readSignal(bytes, number, of: signalCount)) }
    let samples = signals.reduce(0) { $0 + Int64($1.samplesPerRecord) }
    guard samples > 0, samples * Int64(sampleBytes) <= Int64(Self.recordByteLimit)
    else { throw .edf(.recordTooLong(limit: Self.recordByteLimit), byte: 244) }
    guard recordSeconds > 0 || signals.allSatisfy({ $0.isAnnotations })
    else { throw .edf(.malformed(.recordSeconds), byte: 244) }
  }

  private mutating func readSignal(_ bytes: Span<UInt8>, _ number: Int, of count: Int) throws(BiosignalError)
    -> Signal
  {
    /// Returns a field of the signal table.
    ///
    /// The table lists the labels of all signals, then all transducers, and so on.
    func field(_ before: Int, _ width: Int) -> EDFField {
      EDFField(bytes, Self.fixedBytes + before * count + width * number, width)
    }
    func value(_ before: Int, _ name: EDFFault.Field) throws(BiosignalError) -> Double {
      let field = field(before, 8)
      guard let (value, hasComma) = field.number, value.isFinite, value.magnitude < 1e30
      else { throw .edf(.malformed(name), byte: field.place) }
      if hasComma, warnings.last != .comma(signal: number) { warnings.append(.comma(signal: number)) }
      return value
    }
    let label = field(0, 16)
    let isAnnotations = variant != .plain && label.isAnnotations
    let samples = field(216, 8)
    guard let samplesPerRecord = samples.integer, samplesPerRecord >= 0,
      samplesPerRecord <= Self.recordByteLimit
    else {
      throw .edf(.malformed(.samplesPerRecord), byte: samples.place)
    }
    let isASCII = label.isASCII && field(16, 80).isASCII && field(96, 8).isASCII && field(136, 80).isASCII
    if !isASCII { warnings.append(.notASCII(signal: number)) }
    let signal = Signal(
      label: label.text, transducer: field(16, 80).text, units: field(96, 8).text,
      physicalLow: try value(104, .physicalLow), physicalHigh: try value(112, .physicalHigh),
      digitalLow: Int32(saturating: try value(120, .digitalLow)),
      digitalHigh: Int32(saturating: try value(128, .digitalHigh)),
      prefilter: field(136, 80).text, samplesPerRecord: samplesPerRecord, isAnnotations: isAnnotations)
    if !isAnnotations, signal.resolution == 0 { warnings.append(.noRange(signal: number)) }
    return signal
  }

  /// Whether digital values below a signal's range mark missing samples, as in files written by
  /// ``EDFWriter``.
  public var marksMissing: Bool {
    recording.count > EDFWriter.maker.count && recording.suffix(9) == EDFWriter.maker[...]
  }

  /// The size of the header in bytes.
  public var byteCount: Int { Self.fixedBytes + signals.count * Self.signalBytes }

  /// The size of a record in bytes.
  public var recordBytes: Int { signals.reduce(0) { $0 + $1.samplesPerRecord } * sampleBytes }

  /// Returns the sample rate of a signal in hertz; nil if records have zero duration.
  public func rateHertz(of signal: Int) -> Double? {
    recordSeconds > 0 ? Double(signals[signal].samplesPerRecord) / recordSeconds : nil
  }

  /// Returns the number of complete records in a file: as many as fit into the file, but no more than the
  /// count in the header, if there is one.
  public func recordCount(fileBytes: Int64) -> Int64 {
    let room = max(0, fileBytes - Int64(byteCount)) / Int64(recordBytes)
    return min(room, recordCount ?? room)
  }
}
