import WaveSystem
import WaveUnits

extension SignalConversion {
  /// The default limit for filling a group's gaps, in missing samples per channel: eleven hours at 250 Hz.
  public static let fillLimit: Int64 = 10_000_000

  /// Determines which samples of each group are written.
  ///
  /// If too many samples are missing, long gaps are omitted.
  ///
  /// - Throws: `Failure` if gaps must be omitted but the format does not support them.
  mutating func plan(_ groups: [Int], _ target: Target) throws(Failure) {
    for group in groups {
      let whole = 0..<source.groups[group].sampleCount
      let stretches = try Failure.converting(Failure.source, source.stretches(group: group))
      let missing = whole.upperBound - stretches.map { $0.upperBound - $0.lowerBound }.saturatingSum()
      guard missing > fillLimit else {
        pieces[group] = [whole]
        continue
      }
      let name = source.groups[group].label.isEmpty ? "group \(group)" : source.groups[group].label
      switch target {
      case .csv, .edf, .bdf:
        let gapLimit = fillLimit / Int64(max(1, stretches.count))
        pieces[group] = stretches.reduce(into: []) { $0.join($1, gapLimit: gapLimit) }
        let how = target == .csv ? "times jump there" : "records are left out there, and the rest have times"
        note("\(name): \(missing) samples of each channel are missing in long gaps; \(how)")
      case .wfdb, .dicom: throw .refused(refusal(group, name, missing: missing))
      }
    }
  }

  private func refusal(_ group: Int, _ name: String, missing: Int64) -> SensorSourceError {
    // All formats need at least two bytes per sample.
    let bytes = Double(missing) * Double(source.groups[group].channels.count) * 2
    return .gapsTooLong(
      group: name, missing: missing, size: Self.size(bytes), limit: fillLimit, path: source.path)
  }

  private static func size(_ bytes: Double) -> String {
    let units = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB")]
    let (scale, unit) = units.first { bytes >= $0.0 } ?? (1e3, "kB")
    return "\((bytes / scale * 10).rounded() / 10) \(unit)"
  }
}

/// The EDF records to write: those that contain samples of at least one group.
struct EDFRecordPlan {
  /// The runs of consecutive records, in order.
  let runs: [Range<Int64>]
  /// The number of records written before each run.
  private let before: [Int64]
  /// The total number of records written.
  let count: Int64

  /// Creates a plan for the records of several groups.
  ///
  /// - Parameters:
  ///   - pieces: The sample ranges to write, for each group.
  ///   - widths: The number of samples in a record, for each group.
  init(pieces: [[Range<Int64>]], widths: [Int]) {
    let wanted = zip(pieces, widths).flatMap { pieces, width in
      let width = Int64(max(1, width))
      return pieces.map { ($0.lowerBound / width)..<(($0.upperBound + width - 1) / width) }
    }
    var runs: [Range<Int64>] = []
    for run in wanted.sorted(by: { $0.lowerBound < $1.lowerBound }) where !run.isEmpty { runs.join(run) }
    var before: [Int64] = []
    var count: Int64 = 0
    for run in runs {
      before.append(count)
      count += run.upperBound - run.lowerBound
    }
    self.runs = runs
    self.before = before
    self.count = count
  }

  /// The index of the last record that is written; -1 if no record is written.
  var last: Int64 { (runs.last?.upperBound ?? 0) - 1 }
  /// Whether any records are omitted.
  var isDiscontinuous: Bool { count != last + 1 }

  /// Returns the number of records written before a given record.
  func ordinal(of record: Int64) -> Int64 {
    let next = runs.indices.partitionPoint { runs[$0].lowerBound > record }
    guard next > 0 else { return 0 }
    let run = runs[next - 1]
    return before[next - 1] + min(record, run.upperBound) - run.lowerBound
  }
}
