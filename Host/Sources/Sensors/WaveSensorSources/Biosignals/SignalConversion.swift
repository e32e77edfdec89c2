import WaveBiosignals
public import WaveSystem
import WaveUnits

/// A conversion of a sensor recording to a different file format.
///
/// A recording that contains only annotations is converted to EDF+, BDF+ or WFDB annotations. Groups that
/// begin and end together are written to one file. Other groups are written to separate files, whose names
/// end with `-1`, `-2` and so on. A table contains one group. Files are written under temporary names, and
/// renamed once all of them are complete. Integers in the source are preserved if the target format has room
/// for them. The patient's identity is not copied. If more samples are missing than the fill limit, gaps are
/// omitted, or the conversion fails.
public struct SignalConversion {
  /// The format to write, determined by the file's extension.
  public enum Target: Equatable, Sendable {
    case csv, edf, bdf, wfdb, dicom

    /// Creates the target that matches a path's extension; nil if the extension is unknown.
    public init?(path: String) {
      let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
      let endings: [(String, Target)] = [
        (".csv", .csv), (".edf", .edf), (".bdf", .bdf), (".hea", .wfdb), (".dat", .wfdb), (".dcm", .dicom),
      ]
      guard let found = endings.first(where: { name.hasSuffix($0.0) && name.count > $0.0.count }) else {
        return nil
      }
      self = found.1
    }
  }

  /// The reason why a conversion failed.
  ///
  /// No file was written.
  public enum Failure: Error {
    /// The source cannot be read.
    case source(SensorSourceError)
    /// The format cannot represent the recording.
    case refused(SensorSourceError)
    /// A file cannot be written.
    case output(FileError)
    /// The caller cancelled the conversion.
    case cancelled
  }

  /// The result of a conversion: the files that were written, and how they differ from the source.
  public struct Report: Equatable, Sendable {
    /// The paths of the written files.
    public var paths: [String] = []
    /// The differences from the source, one per line.
    public var notes: [String] = []
  }

  let source: SignalFile
  let isReplacing: Bool
  /// The limit for filling a group's gaps, in missing samples per channel.
  let fillLimit: Int64
  /// The sample ranges to write for each group; a range can contain missing samples.
  var pieces: [Int: [Range<Int64>]] = [:]
  private let progress: (Double) -> Bool
  private(set) var report = Report()
  private var parts: [PartFile] = []
  private var done: Int64 = 0
  private var total: Int64 = 1

  /// Converts a recording.
  ///
  /// - Parameters:
  ///   - source: The recording to convert.
  ///   - path: The output path. Its extension determines the format, as in ``Target``.
  ///   - isReplacing: Whether existing files are replaced.
  ///   - fillLimit: The limit for filling a group's gaps, in missing samples per channel. Above it, long gaps
  ///     are omitted from tables and EDF+. Conversion to WFDB and DICOM fails, because they do not support
  ///     gaps.
  ///   - progress: Receives the completed fraction; returning false cancels the conversion, and nothing is
  ///     written.
  /// - Returns: The written files, and how they differ from the source.
  /// - Throws: `Failure`; existing files are then left unchanged.
  public static func convert(
    _ source: SignalFile, to path: String, isReplacing: Bool = false, fillLimit: Int64 = Self.fillLimit,
    progress: @escaping (Double) -> Bool = { _ in true }
  ) throws(Failure) -> Report {
    guard let target = Target(path: path) else { throw .refused(.unknownEnding(path: path)) }
    let hasSamples = source.groups.contains { $0.sampleCount > 0 }
    guard hasSamples || source.hasAnnotationsAlone else { throw .refused(.noSamples(path: source.path)) }
    var conversion = SignalConversion(
      source: source, isReplacing: isReplacing, fillLimit: max(0, fillLimit), progress: progress)
    let (base, ending) = (String(path.dropLast(4)), String(path.suffix(4)))
    if hasSamples {
      try conversion.run(target, base, ending: ending)
    } else {
      try conversion.writeAnnotationsAlone(target, base, ending: ending)
    }
    for part in conversion.parts { try Failure.converting(Failure.output, part.finish()) }
    for part in conversion.parts { try Failure.converting(Failure.output, part.commit()) }
    conversion.report.paths = conversion.parts.map { $0.path }
    return conversion.report
  }

  private mutating func run(_ target: Target, _ base: String, ending: String) throws(Failure) {
    let groups = source.groups.indices.filter { source.groups[$0].sampleCount > 0 }
    let sets = target == .csv ? groups.map { [$0] } : Self.sets(groups, source)
    try plan(groups, target)
    let counts = groups.flatMap { pieces[$0] ?? [] }.map { $0.upperBound - $0.lowerBound }
    total = counts.saturatingSum().saturatingMultiplying(by: target == .csv ? 1 : 2)
    if sets.count > 1 {
      let names = sets.enumerated().map { number, set in
        let labels = set.map { source.groups[$0].label.isEmpty ? "group \($0)" : source.groups[$0].label }
        return "-\(number + 1) \(labels.joined(separator: " and "))"
      }
      note(
        """
        \(target == .csv ? "a table has one rate" : "groups that do not begin and end together are split"): \
        \(names.joined(separator: ", "))
        """
      )
    }
    for (number, set) in sets.enumerated() {
      let name = sets.count > 1 ? "\(base)-\(number + 1)" : base
      switch target {
      case .csv: try writeCSV(set[0], name + ending)
      case .edf: try writeEDF(set, name + ending, sampleBytes: 2, isFirst: number == 0)
      case .bdf: try writeEDF(set, name + ending, sampleBytes: 3, isFirst: number == 0)
      case .wfdb: try writeWFDB(set, name, isFirst: number == 0)
      case .dicom: try writeDICOM(set, name, ending, isFirst: number == 0)
      }
    }
    if target == .csv, !source.annotations.isEmpty {
      note("\(source.annotations.count) annotations are left out: a table cannot store them")
    }
    noteReduced(target)
  }

  /// Adds a note about the parts of annotations that the target format cannot represent.
  mutating func noteReduced(_ target: Target) {
    guard [.edf, .bdf, .dicom].contains(target) else { return }
    let reducedCount = source.annotations.compactMap(\.stored).count {
      $0.subtype != 0 || $0.channel != 0 || $0.number != 0
    }
    if reducedCount > 0 {
      note("subtype, channel and num of \(reducedCount) annotations are left out: only WFDB has them")
    }
  }

  /// Partitions groups into sets whose members begin and end together.
  private static func sets(_ groups: [Int], _ source: SignalFile) -> [[Int]] {
    groups.grouped { first, group in
      let (own, other) = (source.groups[group], source.groups[first])
      let step = 1 / min(own.rateHertz, other.rateHertz)
      return abs(own.startSeconds - other.startSeconds) < 1e-6
        && abs(own.durationSeconds - other.durationSeconds) <= step
    }
  }

  // MARK: - Common to all formats

  mutating func note(_ line: String) { if !report.notes.contains(line) { report.notes.append(line) } }

  /// Begins writing a file, and returns its index in `parts`.
  mutating func begin(_ path: String) throws(Failure) -> Int {
    parts.append(try Failure.converting(Failure.output, PartFile(path: path, isReplacing: isReplacing)))
    return parts.count - 1
  }

  mutating func append(_ bytes: [UInt8], to part: Int) throws(Failure) {
    try Failure.converting(Failure.output, parts[part].append(bytes))
  }

  /// Returns a writer of the format, or throws the reason why the format cannot represent the recording.
  func accepting<Value>(
    _ path: String, _ writer: @autoclosure () throws(BiosignalError) -> Value
  ) throws(Failure) -> Value {
    try Failure.converting({ .refused(.format($0, path: path)) }, writer())
  }

  /// Reads a range of a group's samples and reports progress.
  mutating func values(_ group: Int, from: Int64, count: Int) throws(Failure) -> [[Double]] {
    guard progress(min(1, Double(done) / Double(max(1, total)))) else { throw .cancelled }
    let values = try Failure.converting(Failure.source, source.read(group: group, from: from, count: count))
    done = done.saturatingAdding(Int64(count))
    return values
  }

  /// Returns the number of samples per channel to read from a group at a time.
  func pieceCount(_ group: Int) -> Int { max(1024, (1 << 18) / max(1, source.groups[group].channels.count)) }

  /// Returns the parts of a range of a group's samples that are read one at a time.
  func parts(of samples: Range<Int64>, _ group: Int) -> some Sequence<Range<Int64>> {
    let count = Int64(pieceCount(group))
    return stride(from: samples.lowerBound, to: samples.upperBound, by: pieceCount(group)).lazy.map { first in
      first..<(first + min(count, samples.upperBound - first))
    }
  }

  /// Returns the start time of a group in microseconds since 1970; nil if it is unknown.
  func startMicroseconds(_ group: Int) -> Int64? {
    source.startMicroseconds.map {
      $0.saturatingAdding(Int64(saturating: (source.groups[group].startSeconds * 1e6).rounded()))
    }
  }

  /// Returns the annotations for a file that contains the given groups.
  ///
  /// Their times are in seconds since the start of that file.
  func annotations(_ set: [Int], isFirst: Bool) -> [SignalAnnotation] {
    let start = source.groups[set[0]].startSeconds
    return source.annotations.filter { note in note.channel.map { set.contains($0.group) } ?? isFirst }.map {
      var moved = $0
      moved.seconds -= start
      return moved
    }
  }

  /// Reads all values of a group and returns a survey of each channel.
  mutating func survey(_ group: Int) throws(Failure) -> [SignalSurvey] {
    let described = source.groups[group]
    var surveys = described.channels.map { SignalSurvey(scale: $0.scale) }
    for part in (pieces[group] ?? []).flatMap({ parts(of: $0, group) }) {
      let values = try values(group, from: part.lowerBound, count: part.count)
      for channel in surveys.indices { surveys[channel].add(values[channel]) }
    }
    return surveys
  }

  // MARK: - Tables

  private mutating func writeCSV(_ group: Int, _ path: String) throws(Failure) {
    let described = source.groups[group]
    let part = try begin(path)
    var writer = SignalCSVWriter(
      labels: described.channels.map { Array($0.label.utf8) }, rateHertz: described.rateHertz,
      startSeconds: described.startSeconds)
    for piece in pieces[group] ?? [] {
      writer.skip(to: piece.lowerBound)
      for samples in parts(of: piece, group) {
        writer.append(try values(group, from: samples.lowerBound, count: samples.count))
        try append(writer.removeBytes(), to: part)
      }
    }
    let units = described.channels.filter { !$0.unit.isEmpty }.map { "\($0.label) \($0.unit)" }
    if !units.isEmpty { note("units, which a table does not store: \(units.joined(separator: ", "))") }
  }
}
