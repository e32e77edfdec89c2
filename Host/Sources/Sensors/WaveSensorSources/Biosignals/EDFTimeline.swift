import WaveUnits

/// The start times of an EDF file's records, converted to sample numbers.
struct EDFTimeline: Sendable {
  /// The maximum number of records in an EDF+D file for which start times are stored.
  static let recordLimit: Int64 = 1 << 26

  /// The upper limit for record times in seconds: three centuries.
  static let secondsLimit = 1e10

  let recordCount: Int64
  /// The number of samples in a record, for each group.
  private let widths: [Int64]
  /// For each group, the sample number at which each record starts; empty if the records are contiguous.
  private var starts: [[Int64]] = []

  /// Creates a timeline of contiguous records.
  init(recordCount: Int64, widths: [Int64]) {
    self.recordCount = recordCount
    self.widths = widths
  }

  /// Creates a timeline of records with given start times.
  ///
  /// - Parameters:
  ///   - onsets: The start of each record in seconds after the first record; NaN if it is not given.
  ///   - recordSeconds: The duration of a record in seconds.
  ///   - widths: The number of samples in a record, for each group.
  /// - Returns: The timeline, and the number of records that have no time or would overlap the previous
  ///   record; these are placed directly after it.
  static func placed(
    onsets: [Double], recordSeconds: Double, widths: [Int64]
  ) -> (timeline: EDFTimeline, misplaced: Int) {
    var timeline = EDFTimeline(recordCount: Int64(onsets.count), widths: widths)
    var misplaced = 0
    var isContinuous = true
    timeline.starts = widths.map { _ in [] }
    for (record, onset) in onsets.enumerated() {
      var isHeld = false
      for (group, width) in widths.enumerated() {
        let earliest = timeline.starts[group].last.map { $0 + width } ?? 0
        let wanted = (onset * Double(width) / recordSeconds).rounded()
        let isPlaced = wanted >= Double(earliest) && wanted < 1e15
        // A start that is one sample too early is a rounding error.
        if !isPlaced, !(wanted >= Double(earliest - 1) && wanted < 1e15) { isHeld = true }
        timeline.starts[group].append(isPlaced ? Int64(saturating: wanted) : earliest)
        if timeline.starts[group][record] != Int64(record) * width { isContinuous = false }
      }
      if isHeld { misplaced += 1 }
    }
    if isContinuous { timeline.starts = [] }
    return (timeline, misplaced)
  }

  /// Whether there are gaps between records.
  var hasHoles: Bool { !starts.isEmpty }

  /// Returns the number of samples in a group, including missing ones.
  func sampleCount(ofGroup group: Int) -> Int64 {
    recordCount == 0 ? 0 : start(ofRecord: recordCount - 1, group: group) + widths[group]
  }

  /// Returns the sample ranges of a group that are covered by records.
  func stretches(ofGroup group: Int) -> [Range<Int64>] {
    guard hasHoles else { return [0..<sampleCount(ofGroup: group)] }
    return starts[group].reduce(into: []) { $0.join($1..<($1 + widths[group])) }
  }

  func start(ofRecord record: Int64, group: Int) -> Int64 {
    starts.isEmpty ? record * widths[group] : starts[group][Int(record)]
  }

  /// Returns the records that contain samples in a range.
  func records(of group: Int, from: Int64, to end: Int64) -> Range<Int64> {
    let first = (0..<recordCount).partitionPoint { start(ofRecord: $0, group: group) + widths[group] > from }
    return first..<(first..<recordCount).partitionPoint { start(ofRecord: $0, group: group) >= end }
  }
}
