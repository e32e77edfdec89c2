import WaveText
import WaveUnits

/// A writer that encodes EDF+ and BDF+ files record by record.
///
/// Records can be skipped, which creates gaps in time.
///
/// The header returned by ``header()`` does not contain the number of records yet. After the last record,
/// write ``countField()`` at byte ``countOffset``; a file without this count is still readable. The patient
/// field is left empty. Source: edfplus.info/specs/edfplus.html.
public struct EDFWriter: Sendable {
  /// The byte position of the record count in the header.
  public static let countOffset = 236
  /// The equipment name that is written to the header.
  ///
  /// In files with this name, digital values below a signal's range mark missing samples.
  static let maker = Array("Waveglass".utf8)
  /// The maximum length of an annotation's text in bytes.
  public static let textLimit = 4096

  /// A signal of the file.
  public struct Signal: Sendable {
    /// The label in UTF-8, truncated to sixteen characters: see ``EDFWriter/writtenLabel(_:)``.
    public var label: [UInt8]
    /// The physical unit, truncated to eight characters.
    public var units: [UInt8]
    /// The electrode or sensor.
    public var transducer: [UInt8]
    /// A description of the filters that were applied.
    public var prefilter: [UInt8]
    /// The scale of the digital values.
    public var scale: EDFScale
    /// The number of samples in a record.
    public var samplesPerRecord: Int

    /// Creates a signal with the given properties.
    public init(
      label: [UInt8], units: [UInt8], scale: EDFScale, samplesPerRecord: Int, transducer: [UInt8] = [],
      prefilter: [UInt8] = []
    ) {
      self.label = label
      self.units = units
      self.scale = scale
      self.samplesPerRecord = samplesPerRecord
      self.transducer = transducer
      self.prefilter = prefilter
    }
  }

  /// The number of records written so far.
  public private(set) var recordCount: Int64 = 0
  /// The index of the next record, counting skipped records.
  private var place: Int64 = 0
  private let signals: [Signal]
  private let recordSeconds: Double
  private let secondsText: [UInt8]
  private let sampleBytes: Int
  private let startMicroseconds: Int64?
  private let annotationBytes: Int
  private var waiting: [[UInt8]] = []
  private var firstWaiting = 0

  /// Creates a writer for one file.
  ///
  /// - Parameters:
  ///   - signals: The signals to write, at most 2,047.
  ///   - recordSeconds: The duration of a record, as returned by ``recordSeconds(for:)``; 0 if there are only
  ///     annotations.
  ///   - sampleBytes: The size of a sample in bytes: 2 for EDF, 3 for BDF.
  ///   - startMicroseconds: The start time in microseconds since 1970; nil if it is unknown.
  ///   - annotationBytes: The number of bytes reserved for annotations in a record, as returned by
  ///     ``annotationBytes(for:recordSeconds:recordCount:)``.
  /// - Throws: `BiosignalError.edf` if there are too many signals, a record is too long, or its duration is
  ///   invalid.
  public init(
    signals: [Signal], recordSeconds: Double, sampleBytes: Int = 2, startMicroseconds: Int64? = nil,
    annotationBytes: Int = 120
  ) throws(BiosignalError) {
    guard signals.count < EDFHeader.signalLimit
    else { throw .edf(.tooManySignals(limit: EDFHeader.signalLimit - 1), byte: 252) }
    let bytes = signals.reduce(annotationBytes) { $0 + $1.samplesPerRecord * sampleBytes }
    guard bytes <= EDFHeader.recordByteLimit
    else { throw .edf(.recordTooLong(limit: EDFHeader.recordByteLimit), byte: 244) }
    let isTimeless = recordSeconds == 0 && signals.isEmpty
    guard recordSeconds > 0 || isTimeless, let seconds = ASCIIDecimal.fitted(recordSeconds, width: 8),
      seconds.value > 0 || isTimeless
    else {
      throw .edf(.malformed(.recordSeconds), byte: 244)
    }
    self.signals = signals
    self.recordSeconds = seconds.value
    secondsText = seconds.text
    self.sampleBytes = sampleBytes
    self.startMicroseconds = startMicroseconds
    // Round up to a multiple of two samples.
    self.annotationBytes =
      (Swift.max(40, annotationBytes) + 2 * sampleBytes - 1) / (2 * sampleBytes) * (2 * sampleBytes)
  }

  /// Returns a record duration near one second for which every signal has a whole number of samples per
  /// record.
  ///
  /// - Parameter signals: The sample rate and the total number of samples of each signal. Durations at which
  ///   the last record is full for every signal are preferred.
  /// - Returns: The duration in seconds, which fits into eight characters, and the largest relative error of
  ///   the rates, 0 if they are exact. Nil if the rates have no common duration of at most one minute or, if
  ///   this is longer, 1.5 samples of the slowest signal.
  public static func recordSeconds(
    for signals: [(rateHertz: Double, count: Int64)]
  ) -> (seconds: Double, deviation: Double)? {
    guard let slowest = signals.map({ $0.rateHertz }).min(), slowest > 0 else { return nil }
    var best: (seconds: Double, deviation: Double)?
    var isExactFound = false
    let slowestCount = signals.first { $0.rateHertz == slowest }?.count ?? 0
    // Try sample counts of the slowest signal: first the count in one second, then larger and smaller ones.
    let near = Swift.max(1, Int(saturating: Swift.min(1e5, slowest.rounded())))
    for distance in 0...Swift.max(60, 9 * near) {
      for samples in distance == 0 ? [near] : [near + distance, near - distance] where samples > 0 {
        // Once an exact duration is known, accept only those that divide the slowest signal exactly.
        guard !isExactFound || slowestCount % Int64(samples) == 0,
          let fitted = ASCIIDecimal.fitted(Double(samples) / slowest, width: 8),
          fitted.value > 0.05 || samples == near,
          fitted.value > 0, fitted.value <= Swift.max(60, 1.5 / slowest)
        else { continue }
        var deviation = 0.0
        var isWhole = true
        for signal in signals {
          let count = (signal.rateHertz * fitted.value).rounded()
          guard count >= 1, count < 1e7 else {
            deviation = 1
            break
          }
          deviation = Swift.max(deviation, (count / fitted.value / signal.rateHertz - 1).magnitude)
          if signal.count % Int64(saturating: count) != 0 { isWhole = false }
        }
        guard deviation < 0.01 else { continue }
        if deviation < 1e-12 {
          if isWhole { return (fitted.value, 0) }
          // This is the nearest exact duration; it is replaced only by one at which all records are full.
          if !isExactFound { best = (fitted.value, 0) }
          isExactFound = true
        } else if !isExactFound, best.map({ $0.deviation > deviation }) ?? true {
          best = (fitted.value, deviation)
        }
      }
    }
    return best
  }

  /// Returns the number of bytes to reserve for annotations in each record, so that every annotation fits
  /// into the record at its time or a later one.
  ///
  /// - Parameters:
  ///   - annotations: The annotations to write.
  ///   - recordSeconds: The duration of a record in seconds.
  ///   - recordCount: The number of records to be written.
  ///   - ordinal: A function that returns the number of records written before the record with a given index.
  ///     By default it returns the index, which is correct if no records are skipped.
  /// - Returns: At least 120 bytes; 2^22 or more if no size is sufficient.
  public static func annotationBytes(
    for annotations: [EDFAnnotation], recordSeconds: Double, recordCount: Int64,
    ordinal: (Int64) -> Int64 = { $0 }
  ) -> Int {
    let lists = annotations.map { annotation in
      let record = Int64(saturating: Swift.max(0, Swift.min(1e15, annotation.onsetSeconds / recordSeconds)))
      return (record: ordinal(record), bytes: list(annotation).count)
    }
    .sorted { $0.record < $1.record }
    var bytes = Swift.max(120, (lists.map { $0.bytes }.max() ?? 0) + 40)
    while !fits(lists, bytes: bytes - 40, recordCount: recordCount), bytes < 1 << 22 { bytes *= 2 }
    return bytes
  }

  private static func fits(_ lists: [(record: Int64, bytes: Int)], bytes: Int, recordCount: Int64) -> Bool {
    var (record, room) = (Int64(-1), 0)
    for list in lists {
      let wanted = Swift.min(list.record, recordCount - 1)
      if wanted > record { (record, room) = (wanted, bytes) }
      while room < list.bytes {
        record += 1
        room = bytes
        if record >= recordCount { return false }
      }
      room -= list.bytes
    }
    return true
  }

  // MARK: - Records

  /// Adds an annotation.
  ///
  /// It is written to the next record that has room.
  public mutating func annotate(_ annotation: EDFAnnotation) {
    var moved = annotation
    moved.onsetSeconds += firstOnset
    waiting.append(Self.list(moved))
  }

  /// Skips records.
  ///
  /// The file then needs a discontinuous header.
  ///
  /// - Parameter record: The index of the next record, counting skipped ones; an index that has already been
  ///   passed has no effect.
  public mutating func skip(to record: Int64) { place = Swift.max(place, record) }

  /// The number of annotations that have not been written yet.
  public var waitingCount: Int { waiting.count - firstWaiting }

  /// Returns the bytes of the next record.
  ///
  /// - Parameter samples: The samples of each signal for one record; missing ones are written as zeros.
  /// - Returns: The encoded record.
  /// - Complexity: O(samples), with one allocation.
  public mutating func record(_ samples: [[Int32]]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(signals.reduce(annotationBytes) { $0 + $1.samplesPerRecord * sampleBytes })
    for (number, signal) in signals.enumerated() {
      for index in 0..<signal.samplesPerRecord {
        let sample = number < samples.count && index < samples[number].count ? samples[number][index] : 0
        bytes.append(littleEndian: sample, byteCount: sampleBytes)
      }
    }
    let end = bytes.count + annotationBytes
    bytes +=
      [UInt8(ascii: "+")] + ASCIIDecimal.text(firstOnset + Double(place) * recordSeconds, decimals: 6)
    bytes += [0x14, 0x14, 0]
    while firstWaiting < waiting.count, bytes.count + waiting[firstWaiting].count <= end {
      bytes += waiting[firstWaiting]
      firstWaiting += 1
    }
    if firstWaiting > 1024 {
      waiting.removeFirst(firstWaiting)
      firstWaiting = 0
    }
    bytes += [UInt8](repeating: 0, count: end - bytes.count)
    recordCount += 1
    place += 1
    return bytes
  }

  /// The onset of the first record in seconds: the fractional part of the start time.
  private var firstOnset: Double {
    startMicroseconds.map { Double((($0 % 1_000_000) + 1_000_000) % 1_000_000) / 1e6 } ?? 0
  }

  /// Returns the bytes of an annotation list: `+onset[21 duration]20 text 20 0`.
  private static func list(_ annotation: EDFAnnotation) -> [UInt8] {
    let onset = ASCIIDecimal.text(annotation.onsetSeconds, decimals: 6)
    var list =
      annotation.onsetSeconds < 0 && onset.first == UInt8(ascii: "-") ? onset : [UInt8(ascii: "+")] + onset
    if let duration = annotation.durationSeconds {
      list.append(0x15)
      list += ASCIIDecimal.text(duration, decimals: 6)
    }
    list.append(0x14)
    let text = UTF8Text.prefix(annotation.text, limit: textLimit)
    list += text.map { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 ? 0x20 : $0 }
    return list + [0x14, 0]
  }

  // MARK: - Header

  /// Returns the number of records, formatted for the header.
  public func countField() -> [UInt8] { Self.field(ASCIIDecimal.text(Double(recordCount), decimals: 0), 8) }

  /// Returns the header of the file.
  ///
  /// - Parameters:
  ///   - recordCount: The number of records; nil if it is not known yet.
  ///   - isDiscontinuous: Whether records are skipped.
  /// - Returns: The encoded header.
  public func header(recordCount: Int64? = nil, isDiscontinuous: Bool = false) -> [UInt8] {
    let count = recordCount.map { Double($0) } ?? -1
    let isBDF = sampleBytes == 3
    let kind: StaticString = isBDF ? "BDF" : "EDF"
    func literal(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { Array($0) } }
    var bytes = isBDF ? [0xFF] + literal("BIOSEMI") : Self.field(literal("0"), 8)
    bytes += Self.field(literal("X X X X"), 80)
    let clock = EDFClock(microseconds: startMicroseconds)
    bytes += Self.field(literal("Startdate ") + clock.fullDate + literal(" X X ") + Self.maker, 80)
    bytes += clock.date + clock.time
    bytes += Self.field(ASCIIDecimal.text(Double(256 * (signals.count + 2)), decimals: 0), 8)
    bytes += Self.field(literal(kind) + literal(isDiscontinuous ? "+D" : "+C"), 44)
    bytes += Self.field(ASCIIDecimal.text(count, decimals: 0), 8) + Self.field(secondsText, 8)
    bytes += Self.field(ASCIIDecimal.text(Double(signals.count + 1), decimals: 0), 4)
    let bounds = isBDF ? ["-8388608", "8388607"] : ["-32768", "32767"]
    func column(_ width: Int, _ text: (Signal) -> [UInt8], notes: [UInt8] = []) {
      for signal in signals { bytes += Self.field(text(signal), width) }
      bytes += Self.field(notes, width)
    }
    func number(_ value: Int32) -> [UInt8] { ASCIIDecimal.text(Double(value), decimals: 0) }
    column(16, { Self.writtenLabel($0.label) }, notes: literal(kind) + literal(" Annotations"))
    column(80, { Self.ascii($0.transducer) })
    column(8, { Self.ascii($0.units) })
    column(8, { $0.scale.lowText }, notes: literal("-1"))
    column(8, { $0.scale.highText }, notes: literal("1"))
    column(8, { number($0.scale.digitalLow) }, notes: Array(bounds[0].utf8))
    column(8, { number($0.scale.digitalHigh) }, notes: Array(bounds[1].utf8))
    column(80, { Self.ascii($0.prefilter) })
    column(8, { number(Int32($0.samplesPerRecord)) }, notes: number(Int32(annotationBytes / sampleBytes)))
    column(32, { _ in [] })
    return bytes
  }

  /// Returns a signal's label as written to the file: printable ASCII, at most sixteen characters.
  ///
  /// A label that is reserved for annotation signals is replaced by `Annotations`.
  public static func writtenLabel(_ label: [UInt8]) -> [UInt8] {
    isReserved(label) ? Array("Annotations".utf8) : Array(ascii(label).prefix(16))
  }

  /// Returns whether readers would mistake a signal with this label for an annotation signal.
  public static func isReserved(_ label: [UInt8]) -> Bool {
    EDFField(field(ascii(label), 16).span, 0, 16).isAnnotations
  }

  /// Returns text padded with spaces or truncated to a width.
  private static func field(_ text: [UInt8], _ width: Int) -> [UInt8] {
    Array(text.prefix(width)) + [UInt8](repeating: 0x20, count: Swift.max(0, width - text.count))
  }

  /// Converts text to printable ASCII, spelling out the symbols used in units.
  private static func ascii(_ text: [UInt8]) -> [UInt8] {
    let signs: [(StaticString, StaticString)] = [
      ("µ", "u"), ("μ", "u"), ("°", "deg"), ("Ω", "Ohm"), ("²", "2"),
    ]
    var plain: [UInt8] = []
    var place = 0
    while place < text.count {
      if let (sign, letters) = signs.first(where: { text.span.holds($0.0, at: place) }) {
        letters.withUTF8Buffer { plain += $0 }
        place += sign.utf8CodeUnitCount
        continue
      }
      let byte = text[place]
      // Any other character becomes a single question mark.
      if byte & 0xC0 != 0x80 { plain.append((0x20...0x7E).contains(byte) ? byte : 0x3F) }
      place += 1
    }
    return plain
  }
}
