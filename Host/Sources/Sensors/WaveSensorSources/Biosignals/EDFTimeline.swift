import WaveUnits

/// The positions of an EDF file's records in time, as numbers of samples.
struct EDFTimeline: Sendable {
  /// The maximum number of records whose start times, in EDF+D, are stored.
  static let recordLimit: Int64 = 1 << 26

  /// The limit for times of records: three centuries.
  static let secondsLimit = 1e10

  let recordCount: Int64
  /// The number of samples of each group in a record.
  private let widths: [Int64]
  /// For each group, the number of each record's first sample; empty if records are consecutive.
  private var starts: [[Int64]] = []

  /// Creates a timeline of consecutive records.
  init(recordCount: Int64, widths: [Int64]) {
    self.recordCount = recordCount
    self.widths = widths
  }

  /// Creates a timeline of records with given times.
  ///
  /// - Parameters:
  ///   - onsets: The seconds of each record from the first; NaN if they are not given.
  ///   - recordSeconds: The length of a record.
  ///   - widths: The number of samples of each group in a record.
  /// - Returns: The timeline, and the number of records that would begin before the end of the previous one,
  ///   or have no time; they follow the previous one.
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
        // A time that is one sample too early is due to rounding.
        if !isPlaced, !(wanted >= Double(earliest - 1) && wanted < 1e15) { isHeld = true }
        timeline.starts[group].append(isPlaced ? Int64(saturating: wanted) : earliest)
        if timeline.starts[group][record] != Int64(record) * width { isContinuous = false }
      }
      if isHeld { misplaced += 1 }
    }
    if isContinuous { timeline.starts = [] }
    return (timeline, misplaced)
  }

  /// Whether samples are missing between records.
  var hasHoles: Bool { !starts.isEmpty }

  /// The number of samples of a group, including missing ones.
  func sampleCount(ofGroup group: Int) -> Int64 {
    recordCount == 0 ? 0 : start(ofRecord: recordCount - 1, group: group) + widths[group]
  }

  /// The stretches that have records, in samples of a group.
  func stretches(ofGroup group: Int) -> [Range<Int64>] {
    guard hasHoles else { return [0..<sampleCount(ofGroup: group)] }
    var stretches: [Range<Int64>] = []
    for start in starts[group] {
      let end = start + widths[group]
      if let last = stretches.last, last.upperBound == start {
        stretches[stretches.count - 1] = last.lowerBound..<end
      } else {
        stretches.append(start..<end)
      }
    }
    return stretches
  }

  func start(ofRecord record: Int64, group: Int) -> Int64 {
    starts.isEmpty ? record * widths[group] : starts[group][Int(record)]
  }

  /// The records that contain samples of a stretch.
  func records(of group: Int, from: Int64, to end: Int64) -> Range<Int64> {
    let first = firstRecord(endingAfter: from, group: group)
    var (low, high) = (first, recordCount)
    while low < high {
      let middle = (low + high) / 2
      if start(ofRecord: middle, group: group) < end { low = middle + 1 } else { high = middle }
    }
    return first..<low
  }

  private func firstRecord(endingAfter sample: Int64, group: Int) -> Int64 {
    var (low, high) = (Int64(0), recordCount)
    while low < high {
      let middle = (low + high) / 2
      if start(ofRecord: middle, group: group) + widths[group] <= sample {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
