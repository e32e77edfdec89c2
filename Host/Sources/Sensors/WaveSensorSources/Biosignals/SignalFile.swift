import WaveBiosignals
import WaveSystem
import WaveStore
import WaveText

/// A recording of sensors' signals in a file: WFDB, EDF, BDF, DICOM, a table (CSV) or what Waveglass records
/// itself (a store).
///
/// What the file is, its content tells; a name is not asked. Channels of one rate and one beginning are a
/// group, in which every sample has a number. Any stretch is read from the file when it is asked for: a
/// recording of a day takes no more memory than one of a minute, but for its annotations and, in EDF+D, eight
/// bytes a record. DICOM files, which have their samples between other elements, are looked through as a
/// whole once, up to 256 MiB; a table is read once, piece by piece, to know where its rows lie.
///
/// Values are in the file's own unit, not rounded, and equal those that wfdb, pyedflib, MNE and pydicom give.
/// NaN is a missing sample: where WFDB and DICOM say so by a number of their own, between the records of an
/// EDF+D file, behind the end of a WFDB file that is shorter than others of its record, and what never came
/// in a store.
///
/// It may be read by several threads at once.
public final class SignalFile: Sendable {
  /// Kinds of files.
  public enum Kind: String, Sendable {
    /// A WFDB record: a header, signal files beside it, and annotations.
    case wfdb = "WFDB"
    /// EDF or EDF+.
    case edf = "EDF"
    /// BDF or BDF+: EDF with 24 bits.
    case bdf = "BDF"
    /// A DICOM waveform.
    case dicom = "DICOM"
    /// A table: a row for each sample, a column for each signal.
    case csv = "CSV"
    /// What Waveglass records.
    case store = "Waveglass"
  }

  /// Path as given.
  public let path: String
  /// Kind of file.
  public let kind: Kind
  /// Bytes of all files of the recording together.
  public let byteCount: Int
  /// Groups of channels, in the order of the file; none where a file has annotations alone.
  public let groups: [SignalGroup]
  /// When the recording begins, in microseconds since 1970; nil where the file does not say.
  ///
  /// Only DICOM and stores have a zone. All others say the time of day where they were made.
  public let startMicroseconds: Int64?
  /// What is noted of its course, in the order of time.
  public let annotations: [SignalAnnotation]
  /// What the file says of the recording as a whole, line by line.
  public let remarks: [String]
  /// What is not as the format has it and was read nevertheless, line by line.
  public let oddities: [String]
  /// How it was looked at while it was recorded, where it is a store.
  public let look: RecordedLook?
  private let store: any SignalStore

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - path: The file; of a WFDB record its header, or a `.dat` or `.atr` file with the header beside it.
  ///   - rateHertz: Samples in a second, for a table that has no times and does not say its rate; nil for
  ///     one.
  ///   - progress: Called now and then with the part that is done, 0 to 1, where opening means reading all of
  ///     a file; false ends it, which throws `SignalFile.cancelled(_:)`.
  /// - Throws: `SensorSourceError` if it cannot be read.
  public init(
    path: String, rateHertz: Double? = nil, progress: (Double) -> Bool = { _ in true }
  ) throws(SensorSourceError) {
    let contents = try Self.open(path, rateHertz, progress)
    self.path = path
    kind = contents.kind
    byteCount = contents.byteCount
    groups = contents.groups
    startMicroseconds = contents.startMicroseconds
    annotations = contents.annotations.sorted { $0.seconds < $1.seconds }
    remarks = contents.remarks
    oddities = contents.oddities
    look = contents.look
    store = contents.store
  }

  /// Length in seconds, from the beginning to the end of the last group.
  public var durationSeconds: Double {
    groups.map { $0.startSeconds + $0.durationSeconds }.max() ?? 0
  }

  /// Whether things are noted in it, but nothing was sampled.
  public var hasAnnotationsAlone: Bool { groups.isEmpty && !annotations.isEmpty }

  /// Reads a stretch of a group.
  ///
  /// - Parameters:
  ///   - group: The group's number.
  ///   - from: The first sample.
  ///   - count: Samples of each channel.
  /// - Returns: For each channel its values in its unit, `count` of them: NaN where one is missing, and
  ///   outside of the recording.
  /// - Throws: `SensorSourceError` if reading the file fails.
  /// - Complexity: O(count) for a group's channels and those that lie between them in the file; allocates the
  ///   result and up to some megabytes, or a record where that is longer.
  public func read(group: Int, from: Int64, count: Int) throws(SensorSourceError) -> [[Double]] {
    let described = groups[group]
    let (end, isBeyond) = from.addingReportingOverflow(Int64(max(0, count)))
    let first = min(max(0, from), described.sampleCount)
    let last = max(first, min(isBeyond ? .max : end, described.sampleCount))
    let values = last > first ? try store.read(group: group, from: first, count: Int(last - first)) : []
    guard first != from || last != end || values.isEmpty else { return values }
    // Distances from the stretch's ends, both within `count`.
    let before = from < 0 ? Int(-max(from, -Int64(count))) : 0
    let after = count - before - Int(last - first)
    return described.channels.indices.map { channel in
      Array(repeating: .nan, count: before) + (values.isEmpty ? [] : values[channel])
        + Array(repeating: .nan, count: after)
    }
  }

  /// Where there are samples of a group, in order and apart from each other; all others are missing.
  func stretches(group: Int) throws(SensorSourceError) -> [Range<Int64>] {
    let whole = 0..<max(0, groups[group].sampleCount)
    return try store.stretches(group: group, sampleCount: whole.upperBound)
      .map { $0.clamped(to: whole) }.filter { !$0.isEmpty }
  }

  /// Compares all samples with the checksums that a WFDB header has.
  ///
  /// - Returns: The labels of the channels whose samples differ; nil where the file has no checksums.
  /// - Throws: `SensorSourceError` if reading the file fails.
  /// - Complexity: O(samples).
  public func differingChannels() throws(SensorSourceError) -> [String]? { try store.differingChannels() }

  /// What opening throws when it was ended by its `progress`.
  public static func cancelled(_ path: String) -> SensorSourceError {
    .cancelled(path: path)
  }

  /// Whether a file looks like a recording of sensors, by its first bytes.
  ///
  /// Logs of receivers, which are text as well, are none. False, too, where the file cannot be read.
  public static func isRecording(path: String) -> Bool {
    guard let file = try? ReadOnlyFile.opened(header(of: path)) else { return false }
    return (try? kind(of: file)) != nil
  }

  /// Returns whether a file has the signature of WFDB, EDF, BDF or DICOM.
  ///
  /// Returns false if the file cannot be read.
  public static func isMarked(path: String) -> Bool {
    guard let file = try? ReadOnlyFile.opened(path),
      let first = try? file.bytes(at: 0, count: BiosignalFileKind.probeBytes)
    else { return false }
    return BiosignalFileKind.detect(first: first.span) != nil
  }

  /// Whether a file is one of signals that says itself when its samples were taken.
  ///
  /// A text with columns is where it counts seconds or parts of them; where it has dates, or no times, it may
  /// be any table.
  public static func isTimed(path: String) -> Bool {
    guard let file = try? ReadOnlyFile.opened(header(of: path)), let kind = try? kind(of: file) else {
      return false
    }
    guard kind == .csv else { return true }
    guard let beginning = try? file.bytes(at: 0, count: SignalCSVReader.probeBytes),
      let unit = CSVRecording.timeUnit(beginning)
    else { return false }
    return unit != .date
  }

  private static func open(
    _ path: String, _ rateHertz: Double?, _ progress: (Double) -> Bool
  ) throws(SensorSourceError) -> SignalContents {
    let file = try ReadOnlyFile.opened(header(of: path))
    switch try kind(of: file) {
    case .wfdb: return try WFDBRecording.open(file, progress)
    case .edf, .bdf: return try EDFRecording.open(file, progress)
    case .dicom: return try DICOMRecording.open(file)
    case .csv: return try CSVRecording.open(file, rateHertz, progress)
    case .store: return try StoreRecording.open(path)
    }
  }

  private static func kind(of file: ReadOnlyFile) throws(SensorSourceError) -> Kind {
    let first = try file.bytes(at: 0, count: BiosignalFileKind.probeBytes)
    guard !first.isEmpty else { throw SensorSourceError(BiosignalError.empty, path: file.path) }
    if StoreFormat.begins(first) { return .store }
    if Gzip.begins(first.span) { throw SensorSourceError(BiosignalError.compressedSignals, path: file.path) }
    switch BiosignalFileKind.detect(first: first.span) {
    case .wfdb: return .wfdb
    case .edf: return .edf
    case .dicom: return .dicom
    case nil: break
    }
    // It would be detected as a table.
    guard !PowerLogText.begins(first.span) else {
      throw SensorSourceError(BiosignalError.unknownSignals, path: file.path)
    }
    let beginning = try file.bytes(at: 0, count: SignalCSVReader.probeBytes)
    do throws(BiosignalError) {
      try CSVRecording.check(beginning, isWhole: file.byteCount <= SignalCSVReader.probeBytes)
    } catch {
      let isTable = [".csv", ".tsv", ".txt"].contains { file.name.lowercased().hasSuffix($0) }
      throw SensorSourceError(isTable ? error : .unknownSignals, path: file.path)
    }
    return .csv
  }

  /// The header of a WFDB record where a path is that of another of its files.
  private static func header(of path: String) -> String {
    guard path.hasSuffix(".dat") || path.hasSuffix(".atr") else { return path }
    let header = path.dropLast(4) + ".hea"
    return (try? ReadOnlyFile(path: String(header))) == nil ? path : String(header)
  }
}
