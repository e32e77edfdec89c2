import WaveText
import WaveUnits

/// The header of an EDF, EDF+, BDF or BDF+ file.
///
/// Fields that programs often write wrong are read as far as they make sense, and named in ``oddities``.
/// Source: edfplus.info/specs/edf.html, edfplus.html; biosemi.com/faq/file_format.htm.
public struct EDFHeader: Equatable, Sendable {
  /// Bytes of the header's first part, which says how long all of it is.
  public static let fixedBytes = 256
  /// Bytes that each signal adds.
  public static let signalBytes = 256
  /// Signals of a file at most.
  public static let signalLimit = 2048
  /// Bytes of a record at most: the specification asks for 61,440; programs write more.
  public static let recordByteLimit = 1 << 26

  /// What kind of file it is.
  public enum Variant: Equatable, Sendable {
    /// Signals without gaps, no annotations.
    case plain
    /// Signals without gaps, and annotations.
    case continuous
    /// Records with a time of their own each, and annotations.
    case discontinuous
  }

  /// One signal.
  public struct Signal: Equatable, Sendable {
    /// What it is, such as `EEG Fpz-Cz`.
    public var label: [UInt8]
    /// The electrode or sensor.
    public var transducer: [UInt8]
    /// The physical unit.
    public var units: [UInt8]
    /// The physical value of `digitalLow`.
    public var physicalLow: Double
    /// The physical value of `digitalHigh`.
    public var physicalHigh: Double
    /// The lowest sample there may be.
    public var digitalLow: Int32
    /// The highest sample there may be.
    public var digitalHigh: Int32
    /// Filters that it went through.
    public var prefilter: [UInt8]
    /// Samples in a record.
    public var samplesPerRecord: Int
    /// Whether its bytes are annotations.
    public var isAnnotations: Bool

    /// Physical units of a step; zero where the header's range has none.
    public var resolution: Double {
      digitalHigh == digitalLow
        ? 0 : (physicalHigh - physicalLow) / (Double(digitalHigh) - Double(digitalLow))
    }

    /// The physical value of a sample.
    public func physical(_ sample: Int32) -> Double {
      (Double(sample) - Double(digitalLow)) * resolution + physicalLow
    }
  }

  /// Something that is not as the specification has it, and was read nevertheless.
  public enum Oddity: Equatable, Sendable {
    /// A field holds bytes that are no printable ASCII.
    case notASCII(signal: Int?)
    /// The number of records is not said; the file's length tells it.
    case recordsUnknown
    /// A signal's range has no width: its values are those of its lower end.
    case noRange(signal: Int)
    /// The date or the time of the start cannot be read.
    case startTime
    /// A decimal comma.
    case comma(signal: Int)
  }

  /// Bytes of a sample: 2 in EDF, 3 in BDF.
  public var sampleBytes: Int
  /// What kind of file it is.
  public var variant: Variant
  /// Who it is of, as it stands there.
  public var patient: [UInt8]
  /// Where, by whom and with what it was made, as it stands there.
  public var recording: [UInt8]
  /// Start in microseconds since 1970, in a zone that is not known; nil where it cannot be read.
  public var startMicroseconds: Int64?
  /// Records; nil while it is being recorded.
  public var recordCount: Int64?
  /// Seconds of a record; zero where there are annotations alone.
  public var recordSeconds: Double
  /// The signals, annotations among them.
  public var signals: [Signal]
  /// What is not as it should be.
  public var oddities: [Oddity] = []

  /// Bytes of the whole header, from its first part.
  ///
  /// - Throws: `BiosignalError.edf` where it is none.
  public static func byteCount(_ bytes: Span<UInt8>) throws(BiosignalError) -> Int {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count >= fixedBytes else { throw .edf(.truncated, byte: bytes.count) }
    guard bytes.holds("0       ", at: 0) || bytes[0] == 0xFF && bytes.holds("BIOSEMI", at: 1) else {
      throw .edf(.noHeader, byte: 0)
    }
    guard let signals = EDFField(bytes, 252, 4).integer, signals > 0 else {
      throw .edf(.malformed(.signalCount), byte: 252)
    }
    guard signals <= signalLimit else { throw .edf(.tooManySignals(limit: signalLimit), byte: 252) }
    return fixedBytes + signals * signalBytes
  }

  /// Reads a header.
  ///
  /// - Parameter bytes: The file's first bytes, as many as ``byteCount(_:)`` says.
  /// - Throws: `BiosignalError.edf` with the byte of the field that cannot be read.
  public init(_ bytes: Span<UInt8>) throws(BiosignalError) {
    let count = try Self.byteCount(bytes)
    guard bytes.count >= count else { throw .edf(.truncated, byte: bytes.count) }
    sampleBytes = bytes[0] == 0xFF ? 3 : 2
    patient = EDFField(bytes, 8, 80).text
    recording = EDFField(bytes, 88, 80).text
    let kind = EDFField(bytes, 192, 44).text
    variant =
      kind.starts(with: [0x45, 0x44, 0x46, 0x2B, 0x43]) || kind.starts(with: [0x42, 0x44, 0x46, 0x2B, 0x43])
      ? .continuous
      : kind.starts(with: [0x45, 0x44, 0x46, 0x2B, 0x44])
        || kind.starts(with: [0x42, 0x44, 0x46, 0x2B, 0x44])
        ? .discontinuous : .plain
    if !EDFField(bytes, 8, 244).isASCII { oddities.append(.notASCII(signal: nil)) }
    startMicroseconds = EDFField.time(bytes, date: 168, time: 176, recording: recording)
    // How EDF+ says that the start is not known.
    let isUnknown = recording.starts(with: Array("Startdate X ".utf8)) && bytes.holds("01.01.85", at: 168)
    if isUnknown { startMicroseconds = nil } else if startMicroseconds == nil { oddities.append(.startTime) }
    guard let records = EDFField(bytes, 236, 8).integer, records >= -1 else {
      throw .edf(.malformed(.recordCount), byte: 236)
    }
    recordCount = records < 0 ? nil : Int64(records)
    if records < 0 { oddities.append(.recordsUnknown) }
    guard let seconds = EDFField(bytes, 244, 8).number?.value, seconds >= 0, seconds <= 1e6 else {
      throw .edf(.malformed(.recordSeconds), byte: 244)
    }
    recordSeconds = seconds
    signals = []
    let signalCount = (count - Self.fixedBytes) / Self.signalBytes
    for number in 0..<signalCount { signals.append(try readSignal(bytes, number, of: signalCount)) }
    let samples = signals.reduce(0) { $0 + Int64($1.samplesPerRecord) }
    guard samples > 0, samples * Int64(sampleBytes) <= Int64(Self.recordByteLimit) else {
      throw .edf(.recordTooLong(limit: Self.recordByteLimit), byte: 244)
    }
    guard recordSeconds > 0 || signals.allSatisfy({ $0.isAnnotations }) else {
      throw .edf(.malformed(.recordSeconds), byte: 244)
    }
  }

  private mutating func readSignal(_ bytes: Span<UInt8>, _ number: Int, of count: Int) throws(BiosignalError)
    -> Signal
  {
    /// A field of the table: all signals' labels come first, then all transducers, and so on.
    func field(_ before: Int, _ width: Int) -> EDFField {
      EDFField(bytes, Self.fixedBytes + before * count + width * number, width)
    }
    func value(_ before: Int, _ name: EDFFault.Field) throws(BiosignalError) -> Double {
      let field = field(before, 8)
      guard let (value, hasComma) = field.number, value.isFinite, value.magnitude < 1e30 else {
        throw .edf(.malformed(name), byte: field.place)
      }
      if hasComma, oddities.last != .comma(signal: number) { oddities.append(.comma(signal: number)) }
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
    if !isASCII { oddities.append(.notASCII(signal: number)) }
    let signal = Signal(
      label: label.text, transducer: field(16, 80).text, units: field(96, 8).text,
      physicalLow: try value(104, .physicalLow), physicalHigh: try value(112, .physicalHigh),
      digitalLow: Self.held(try value(120, .digitalLow)),
      digitalHigh: Self.held(try value(128, .digitalHigh)),
      prefilter: field(136, 80).text, samplesPerRecord: samplesPerRecord, isAnnotations: isAnnotations)
    if !isAnnotations, signal.resolution == 0 { oddities.append(.noRange(signal: number)) }
    return signal
  }

  /// The nearest number of 32 bits: a header can say any.
  private static func held(_ value: Double) -> Int32 {
    Int32(saturating: max(Double(Int32.min), min(Double(Int32.max), value)))
  }

  /// Whether numbers below a signal's range stand for missing samples, as ``EDFWriter`` writes them.
  public var marksMissing: Bool {
    recording.count > EDFWriter.maker.count && recording.suffix(9) == EDFWriter.maker[...]
  }

  /// Bytes of the header.
  public var byteCount: Int { Self.fixedBytes + signals.count * Self.signalBytes }

  /// Bytes of a record.
  public var recordBytes: Int { signals.reduce(0) { $0 + $1.samplesPerRecord } * sampleBytes }

  /// Samples of a signal in a second; nil where records have no length.
  public func rateHertz(of signal: Int) -> Double? {
    recordSeconds > 0 ? Double(signals[signal].samplesPerRecord) / recordSeconds : nil
  }

  /// Whole records in a file: as many as the header says, or as there is room for where that is less or not
  /// said.
  public func recordCount(fileBytes: Int64) -> Int64 {
    let room = max(0, fileBytes - Int64(byteCount)) / Int64(recordBytes)
    return min(room, recordCount ?? room)
  }
}
