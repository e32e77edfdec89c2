import WaveBiosignals
import WaveSystem
import WaveStore
import WaveText

/// A file of recorded sensor signals: WFDB, EDF, BDF, DICOM, a table (CSV) or Waveglass's own format (a
/// store).
///
/// The file format is detected from the content, not from the name. Channels with the same rate and start
/// time form a group, in which every sample has a number. Samples are read from the file on request, so a
/// day-long recording needs no more memory than a minute-long one, except for its annotations and, in EDF+D,
/// eight bytes for each record. DICOM files, whose samples are stored between other elements, are parsed
/// completely once, up to 256 MiB. A table is read once, piece by piece, to find the positions of its rows.
///
/// Values are in the file's own unit, not rounded, and are identical to those read by wfdb, pyedflib, MNE and
/// pydicom. A missing sample is NaN. Samples are missing where WFDB and DICOM mark them with a special
/// digital value, between the records of an EDF+D file, after the end of a WFDB file that is shorter than the
/// record's other files, and where they were lost before they reached a store.
///
/// A file can be read from several threads at the same time.
public final class SignalFile: Sendable {
  /// The supported file formats.
  public enum Kind: String, Sendable {
    /// A WFDB record: a header, and signal and annotation files next to it.
    case wfdb = "WFDB"
    /// EDF or EDF+.
    case edf = "EDF"
    /// BDF or BDF+: EDF with 24-bit samples.
    case bdf = "BDF"
    /// A DICOM waveform object.
    case dicom = "DICOM"
    /// A table with a row for each sample and a column for each signal.
    case csv = "CSV"
    /// A store recorded by Waveglass.
    case store = "Waveglass"
  }

  /// The path as given by the caller.
  public let path: String
  /// The format of the file, as detected from its content.
  public var kind: Kind { contents.kind }
  /// The total size of the recording's files in bytes.
  public var byteCount: Int { contents.byteCount }
  /// The groups of channels, in file order; empty if the file contains only annotations.
  public var groups: [SignalGroup] { contents.groups }
  /// The time at which the recording starts, in microseconds since 1970; nil if the file does not give it.
  ///
  /// Only DICOM and stores specify a time zone. All other formats give the local time of day.
  public var startMicroseconds: Int64? { contents.startMicroseconds }
  /// The annotations, in chronological order.
  public let annotations: [SignalAnnotation]
  /// Remarks in the file about the entire recording, one per line.
  public var remarks: [String] { contents.remarks }
  /// Deviations from the file format that did not prevent reading, one per line.
  public var warnings: [String] { contents.warnings }
  /// The appearance of the streams during recording; nil unless the file is a store.
  public var look: RecordedLook? { contents.look }
  private let contents: SignalContents

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - path: The path of the file. For a WFDB record, this is the header, or a `.dat` or `.atr` file in the
  ///     same folder.
  ///   - rateHertz: The sample rate, in hertz, of a table that states neither times nor a rate; nil assumes 1
  ///     Hz.
  ///   - progress: Receives the completed fraction, 0 to 1, if the whole file has to be read. If it returns
  ///     false, opening is cancelled, and `SensorSourceError.cancelled(path:)` is thrown.
  /// - Throws: `SensorSourceError` if the file cannot be read.
  public init(
    path: String, rateHertz: Double? = nil, progress: (Double) -> Bool = { _ in true }
  ) throws(SensorSourceError) {
    self.path = path
    contents = try Self.open(path, rateHertz, progress)
    annotations = contents.annotations.sorted { $0.seconds < $1.seconds }
  }

  /// The length of the recording in seconds, up to the end of the group that ends last.
  public var durationSeconds: Double { groups.map { $0.startSeconds + $0.durationSeconds }.max() ?? 0 }

  /// Whether the recording has annotations but no samples.
  public var hasAnnotationsAlone: Bool { groups.isEmpty && !annotations.isEmpty }

  /// Reads a range of samples of a group.
  ///
  /// - Parameters:
  ///   - group: The index of the group.
  ///   - from: The number of the first sample.
  ///   - count: The number of samples to read from each channel.
  /// - Returns: `count` values for each channel, in its unit; NaN for samples that are missing or outside the
  ///   recording.
  /// - Throws: `SensorSourceError` if reading the file fails.
  /// - Complexity: O(count) for the group's channels and those between them in the file; allocates the result
  ///   and up to a few megabytes, or one record if that is larger.
  public func read(group: Int, from: Int64, count: Int) throws(SensorSourceError) -> [[Double]] {
    let described = groups[group]
    let (end, isBeyond) = from.addingReportingOverflow(Int64(max(0, count)))
    let first = min(max(0, from), described.sampleCount)
    let last = max(first, min(isBeyond ? .max : end, described.sampleCount))
    let store = contents.store
    let values = last > first ? try store.read(group: group, from: first, count: Int(last - first)) : []
    guard first != from || last != end || values.isEmpty else { return values }
    // The numbers of requested samples before and after the recording, both at most `count`.
    let before = from < 0 ? Int(-max(from, -Int64(count))) : 0
    let after = count - before - Int(last - first)
    return described.channels.indices.map { channel in
      Array(repeating: .nan, count: before) + (values.isEmpty ? [] : values[channel])
        + Array(repeating: .nan, count: after)
    }
  }

  /// Returns the ordered, disjoint ranges of a group that contain samples.
  ///
  /// All other samples are missing.
  func stretches(group: Int) throws(SensorSourceError) -> [Range<Int64>] {
    let whole = 0..<max(0, groups[group].sampleCount)
    return try contents.store.stretches(group: group, sampleCount: whole.upperBound)
      .map { $0.clamped(to: whole) }.filter { !$0.isEmpty }
  }

  /// Verifies all samples against the checksums in a WFDB header.
  ///
  /// - Returns: The labels of the channels whose samples differ; nil if the file has no checksums.
  /// - Throws: `SensorSourceError` if reading the file fails.
  /// - Complexity: O(samples).
  public func differingChannels() throws(SensorSourceError) -> [String]? {
    try contents.store.differingChannels()
  }

  /// Returns whether a file is a sensor recording, judging by its first bytes.
  ///
  /// The result is false for receiver logs, although these are also text, and for files that cannot be read.
  public static func isRecording(path: String) -> Bool {
    (try? kind(of: ReadOnlyFile.opened(header(of: path)))) != nil
  }

  /// Returns whether a file has the signature of WFDB, EDF, BDF or DICOM.
  ///
  /// The result is false if the file cannot be read.
  public static func isMarked(path: String) -> Bool {
    guard let file = try? ReadOnlyFile.opened(path),
      let first = try? file.bytes(at: 0, count: BiosignalFileKind.probeBytes)
    else { return false }
    return BiosignalFileKind.detect(first: first.span) != nil
  }

  /// Returns whether a file is a signal recording that gives the times of its samples.
  ///
  /// A text file with columns qualifies if its times count seconds or fractions of a second. If it contains
  /// dates or no times, it could be any table.
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
    guard !first.isEmpty else { throw .format(.empty, path: file.path) }
    if StoreFormat.begins(first) { return .store }
    if Gzip.begins(first.span) { throw .format(.compressedSignals, path: file.path) }
    switch BiosignalFileKind.detect(first: first.span) {
    case .wfdb: return .wfdb
    case .edf: return .edf
    case .dicom: return .dicom
    case nil: break
    }
    // Without this check, a receiver log would be detected as a table.
    guard !PowerLogText.begins(first.span) else { throw .format(.unknownSignals, path: file.path) }
    let beginning = try file.bytes(at: 0, count: SignalCSVReader.probeBytes)
    do throws(BiosignalError) {
      try CSVRecording.check(beginning, isWhole: file.byteCount <= SignalCSVReader.probeBytes)
    } catch {
      let isTable = [".csv", ".tsv", ".txt"].contains { file.name.lowercased().hasSuffix($0) }
      throw .format(isTable ? error : .unknownSignals, path: file.path)
    }
    return .csv
  }

  /// Returns the path of a WFDB record's header if the path is one of the record's other files; otherwise the
  /// path itself.
  private static func header(of path: String) -> String {
    guard path.hasSuffix(".dat") || path.hasSuffix(".atr") else { return path }
    let header = path.dropLast(4) + ".hea"
    return (try? ReadOnlyFile(path: String(header))) == nil ? path : String(header)
  }
}
