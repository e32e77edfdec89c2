import WaveBiosignals
import WaveSystem
import WaveStore
import WaveText

/// A recording of sensors' signals in a file: WFDB, EDF, BDF, DICOM, a table (CSV) or Waveglass's own format
/// (a store).
///
/// The kind of file is detected from its content, not from its name. Channels with the same rate and
/// beginning form a group, in which every sample has a number. Samples are read from the file on request: a
/// recording of a day needs no more memory than one of a minute, except for its annotations and, in EDF+D,
/// eight bytes for each record. DICOM files, which have their samples between other elements, are parsed as a
/// whole once, up to 256 MiB; a table is read once, piece by piece, to find the positions of its rows.
///
/// Values are in the file's own unit, not rounded, and equal those of wfdb, pyedflib, MNE and pydicom. NaN is
/// a missing sample: where WFDB and DICOM mark it with a special number, between the records of an EDF+D
/// file, after the end of a WFDB file that is shorter than others of its record, and where samples never
/// arrived in a store.
///
/// Several threads may read it at once.
public final class SignalFile: Sendable {
  /// The kinds of files.
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
    /// A recording by Waveglass.
    case store = "Waveglass"
  }

  /// The path as given.
  public let path: String
  /// The kind of file.
  public let kind: Kind
  /// The bytes of all files of the recording together.
  public let byteCount: Int
  /// The groups of channels, in the order of the file; empty if a file has only annotations.
  public let groups: [SignalGroup]
  /// The time at which the recording begins, in microseconds since 1970; nil if the file does not state it.
  ///
  /// Only DICOM and stores state a zone. All others give the local time of day.
  public let startMicroseconds: Int64?
  /// The annotations, in order of time.
  public let annotations: [SignalAnnotation]
  /// The file's remarks about the whole recording, line by line.
  public let remarks: [String]
  /// Deviations from the format that did not prevent reading the file, line by line.
  public let oddities: [String]
  /// The appearance of the streams while they were recorded, if it is a store.
  public let look: RecordedLook?
  private let store: any SignalStore

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - path: The file; for a WFDB record its header, or a `.dat` or `.atr` file beside the header.
  ///   - rateHertz: The rate in samples a second, for a table without times and without a stated rate; nil
  ///     for one.
  ///   - progress: Receives the fraction that is done, 0 to 1, if opening requires reading the whole file;
  ///     returning false cancels it with `SignalFile.cancelled(_:)`.
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

  /// Whether it has annotations but no samples.
  public var hasAnnotationsAlone: Bool { groups.isEmpty && !annotations.isEmpty }

  /// Reads samples of a group.
  ///
  /// - Parameters:
  ///   - group: The group's number.
  ///   - from: The first sample.
  ///   - count: The number of samples of each channel.
  /// - Returns: For each channel `count` values in its unit: NaN for missing samples, and outside the
  ///   recording.
  /// - Throws: `SensorSourceError` if reading the file fails.
  /// - Complexity: O(count) for a group's channels and those between them in the file; allocates the result
  ///   and up to some megabytes, or a record if that is longer.
  public func read(group: Int, from: Int64, count: Int) throws(SensorSourceError) -> [[Double]] {
    let described = groups[group]
    let (end, isBeyond) = from.addingReportingOverflow(Int64(max(0, count)))
    let first = min(max(0, from), described.sampleCount)
    let last = max(first, min(isBeyond ? .max : end, described.sampleCount))
    let values = last > first ? try store.read(group: group, from: first, count: Int(last - first)) : []
    guard first != from || last != end || values.isEmpty else { return values }
    // The distances from the ends of the stretch, both within `count`.
    let before = from < 0 ? Int(-max(from, -Int64(count))) : 0
    let after = count - before - Int(last - first)
    return described.channels.indices.map { channel in
      Array(repeating: .nan, count: before) + (values.isEmpty ? [] : values[channel])
        + Array(repeating: .nan, count: after)
    }
  }

  /// The stretches of a group that have samples, in order and disjoint; all other samples are missing.
  func stretches(group: Int) throws(SensorSourceError) -> [Range<Int64>] {
    let whole = 0..<max(0, groups[group].sampleCount)
    return try store.stretches(group: group, sampleCount: whole.upperBound)
      .map { $0.clamped(to: whole) }.filter { !$0.isEmpty }
  }

  /// Compares all samples with the checksums of a WFDB header.
  ///
  /// - Returns: The labels of the channels whose samples differ; nil if the file has no checksums.
  /// - Throws: `SensorSourceError` if reading the file fails.
  /// - Complexity: O(samples).
  public func differingChannels() throws(SensorSourceError) -> [String]? { try store.differingChannels() }

  /// The error of opening a file that was cancelled by its `progress`.
  public static func cancelled(_ path: String) -> SensorSourceError {
    .cancelled(path: path)
  }

  /// Whether a file is a recording of sensors, judged by its first bytes.
  ///
  /// False for logs of receivers, although these are text as well, and if the file cannot be read.
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

  /// Whether a file is a recording of signals that states the times of its samples.
  ///
  /// A text with columns is one if it counts seconds or fractions of them; with dates, or without times, it
  /// may be any table.
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

  /// The header of a WFDB record if the path is that of another of its files; otherwise the path.
  private static func header(of path: String) -> String {
    guard path.hasSuffix(".dat") || path.hasSuffix(".atr") else { return path }
    let header = path.dropLast(4) + ".hea"
    return (try? ReadOnlyFile(path: String(header))) == nil ? path : String(header)
  }
}
