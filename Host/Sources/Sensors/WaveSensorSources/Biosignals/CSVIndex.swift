import WaveBiosignals
import WaveUnits

/// An index of a CSV table, which stores the file positions and sample numbers of its rows.
///
/// Each row is one sample, and the sample rate is constant. A jump ahead in time means that samples are
/// missing.
struct CSVIndex: Sendable {
  /// The number of rows between stored file positions.
  static let markRows: Int64 = 4096
  /// The maximum number of stored gaps.
  static let gapLimit = 1 << 20

  /// A run of rows without missing samples, described by the index and the sample number of its first row.
  struct Stretch: Equatable, Sendable {
    var row: Int64
    var sample: Int64
  }

  private(set) var rowCount: Int64 = 0
  /// The positions of every `markRows`th row.
  private(set) var marks: [SignalCSVReader.Row] = []
  /// The time of the first row that has a time.
  private(set) var firstNanoseconds: Int64?
  /// The number of rows whose time does not exceed the time of the previous row.
  private(set) var backwardCount = 0
  /// The times of the first rows, stored only until the typical interval is known.
  private var early: [(row: Int64, nanoseconds: Int64)] = []
  private var typicalNanoseconds: Double?
  private var last: Int64 = 0
  /// The amount by which later times are shifted to compensate for backward steps, in nanoseconds.
  private var shift = 0.0
  private var evenNanoseconds = 0.0
  private var evenSteps: Int64 = 0
  /// The shortest and the longest interval between rows without missing samples, in nanoseconds.
  private var extremes = (shortest: Double.infinity, longest: 0.0)
  /// The rows preceded by missing samples, and their times in nanoseconds since the first row.
  private var gaps: [(row: Int64, nanoseconds: Double)] = []
  private var lastRow: Int64 = 0
  private(set) var hasTooManyGaps = false

  /// Adds a row to the index.
  mutating func append(_ row: SignalCSVReader.Row) {
    if rowCount % Self.markRows == 0 { marks.append(row) }
    let number = rowCount
    rowCount += 1
    guard let time = row.nanoseconds else { return }
    guard firstNanoseconds != nil else {
      firstNanoseconds = time
      last = time
      lastRow = number
      return
    }
    if typicalNanoseconds == nil {
      early.append((number, time))
      if early.count == Int(Self.markRows) { measureInterval() }
    } else {
      follow(number, time)
    }
  }

  /// Returns the difference between two times in nanoseconds.
  ///
  /// It is exact up to 104 days.
  private static func distance(_ one: Int64, _ other: Int64) -> Double {
    let (step, isBeyond) = other.subtractingReportingOverflow(one)
    return isBeyond ? Double(other) - Double(one) : Double(step)
  }

  /// Determines the typical interval between rows, and processes the rows collected so far.
  private mutating func measureInterval() {
    guard let first = firstNanoseconds, let end = early.last else { return }
    var before = first
    var steps: [Double] = []
    for (_, time) in early {
      let step = Self.distance(before, time)
      if step > 0 { steps.append(step) }
      before = time
    }
    steps.sort()
    let isOften = steps.count * 2 > early.count
    typicalNanoseconds =
      isOften ? steps[steps.count / 2] : max(1, Self.distance(first, end.nanoseconds) / Double(early.count))
    let rows = early
    early = []
    for (row, time) in rows { follow(row, time) }
  }

  private mutating func follow(_ row: Int64, _ time: Int64) {
    let step = Self.distance(last, time)
    let rows = row - lastRow
    let typical = typicalNanoseconds ?? 1
    if step == 0 {
      // If several samples share a time stamp, the next time stamp shows how long they lasted.
      backwardCount += 1
      return
    }
    if step < 0 {
      backwardCount += 1
      // Treat the backward step as one typical interval.
      shift += typical * Double(rows) - step
    } else if step > typical * Double(rows) * 1.5 {
      let even = Self.distance(firstNanoseconds ?? 0, time) + shift
      if gaps.count < Self.gapLimit { gaps.append((row, even)) } else { hasTooManyGaps = true }
    } else {
      evenNanoseconds += step
      evenSteps += rows
      extremes = (min(extremes.shortest, step / Double(rows)), max(extremes.longest, step / Double(rows)))
    }
    last = time
    lastRow = row
  }

  /// The result of indexing: the sample rate if it is known, whether times are too irregular to detect gaps,
  /// and the runs of rows without gaps.
  struct Course: Equatable, Sendable {
    var rateHertz: Double?
    var isUneven = false
    var stretches: [Stretch] = [Stretch(row: 0, sample: 0)]
    var sampleCount: Int64
  }

  /// Completes the index and returns the result.
  mutating func finish() -> Course {
    if typicalNanoseconds == nil { measureInterval() }
    var course = Course(sampleCount: rowCount)
    guard let first = firstNanoseconds, lastRow > 0 else { return course }
    // If more than one row in eight follows a gap, the times are not regularly spaced.
    course.isUneven = gaps.count > 4 && Int64(gaps.count) * 8 > rowCount || hasTooManyGaps
    if course.isUneven || evenSteps == 0 {
      let whole = Self.distance(first, last) + shift
      course.rateHertz = whole > 0 ? plain(rate: Double(lastRow) * 1e9 / whole, steps: lastRow) : nil
      return course
    }
    let rate = plain(rate: Double(evenSteps) * 1e9 / evenNanoseconds, steps: evenSteps)
    course.rateHertz = rate
    for (row, nanoseconds) in gaps {
      guard let before = course.stretches.last else { continue }
      let next = before.sample + row - before.row
      let sample = (nanoseconds * rate / 1e9).rounded()
      guard sample > Double(next), sample < 1e15 else { continue }
      course.stretches.append(Stretch(row: row, sample: Int64(saturating: sample)))
    }
    if let end = course.stretches.last { course.sampleCount = end.sample + rowCount - end.row }
    return course
  }

  /// Rounds a rate to a whole number of samples per second, or of seconds per sample, if this is consistent
  /// with the recorded times.
  ///
  /// Otherwise, returns the rate unchanged.
  ///
  /// The spread of the intervals shows how coarsely times were rounded, and therefore how inexact the end
  /// time can be.
  private func plain(rate: Double, steps: Int64) -> Double {
    let slack = max(0, extremes.longest - extremes.shortest) / 1e9 + 2e-9
    let whole = rate.rounded()
    if whole >= 1, abs(1 / rate - 1 / whole) * Double(steps) <= slack { return whole }
    let period = (1 / rate).rounded()
    if period >= 1, abs(1 / rate - period) * Double(steps) <= slack { return 1 / period }
    return rate
  }
}
