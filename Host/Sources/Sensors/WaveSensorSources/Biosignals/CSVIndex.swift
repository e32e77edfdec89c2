import WaveBiosignals
import WaveUnits

/// The positions of a table's rows in its file, and the samples that they contain.
///
/// Rows are samples at one even rate; where times jump ahead, samples are missing.
struct CSVIndex: Sendable {
  /// The number of rows between stored positions.
  static let markRows: Int64 = 4096
  /// The maximum number of stored gaps.
  static let gapLimit = 1 << 20

  /// Consecutive rows.
  struct Stretch: Equatable, Sendable {
    var row: Int64
    var sample: Int64
  }

  private(set) var rowCount: Int64 = 0
  /// Every `markRows`th row.
  private(set) var marks: [SignalCSVReader.Row] = []
  /// The time of the first row that has one.
  private(set) var firstNanoseconds: Int64?
  /// The number of times that do not exceed the previous one.
  private(set) var backwardCount = 0
  /// The times of the first rows; empty once the typical interval is known.
  private var early: [(row: Int64, nanoseconds: Int64)] = []
  private var typicalNanoseconds: Double?
  private var last: Int64 = 0
  /// The amount by which backward steps have delayed times.
  private var shift = 0.0
  private var evenNanoseconds = 0.0
  private var evenSteps: Int64 = 0
  /// The shortest and the longest of the even steps.
  private var extremes = (shortest: Double.infinity, longest: 0.0)
  /// The rows before which samples are missing, and their times in nanoseconds from the first row.
  private var gaps: [(row: Int64, nanoseconds: Double)] = []
  private var lastRow: Int64 = 0
  private(set) var hasTooManyGaps = false

  /// Adds a row.
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
      if early.count == Int(Self.markRows) { learn() }
    } else {
      follow(number, time)
    }
  }

  /// The nanoseconds from one time to another, exact below 104 days.
  private static func distance(_ one: Int64, _ other: Int64) -> Double {
    let (step, isBeyond) = other.subtractingReportingOverflow(one)
    return isBeyond ? Double(other) - Double(one) : Double(step)
  }

  /// Determines the typical interval of two rows, and processes the rows before.
  private mutating func learn() {
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
      // Many samples with one time stamp: the next stamp shows how long they lasted.
      backwardCount += 1
      return
    }
    if step < 0 {
      backwardCount += 1
      // As if a typical interval had passed.
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

  /// The result: the rate, nil if there is none; whether times are too uneven to detect gaps; the continuous
  /// stretches of rows.
  struct Course: Equatable, Sendable {
    var rateHertz: Double?
    var isUneven = false
    var stretches: [Stretch] = [Stretch(row: 0, sample: 0)]
    var sampleCount: Int64
  }

  /// Ends the index, and returns the result.
  mutating func finish() -> Course {
    if typicalNanoseconds == nil { learn() }
    var course = Course(sampleCount: rowCount)
    guard let first = firstNanoseconds, lastRow > 0 else { return course }
    // With more than one gap in eight rows, times do not form a lattice.
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

  /// The whole number of samples in a second, or of seconds in a sample, that rounded times may represent.
  ///
  /// The spread of the steps shows how times were rounded, and so by how much the end may be wrong.
  private func plain(rate: Double, steps: Int64) -> Double {
    let slack = max(0, extremes.longest - extremes.shortest) / 1e9 + 2e-9
    let whole = rate.rounded()
    if whole >= 1, abs(1 / rate - 1 / whole) * Double(steps) <= slack { return whole }
    let period = (1 / rate).rounded()
    if period >= 1, abs(1 / rate - period) * Double(steps) <= slack { return 1 / period }
    return rate
  }
}
