import WaveRadioFormats
import WaveSpectra
import WaveSpectrumWire
import WaveUnits
import WaveWire

/// Sweeps read from rtl_power or hackrf_sweep as they are written.
///
/// A row ends at the server time at which its sweep was completed. The log's clock has no known time zone and
/// is used only for the duration of sweeps. A log that arrives faster than it was measured is shown at no
/// more than 30 sweeps per second. An unreadable line is skipped with a notice.
struct PipedSweeps: PipedRows {
  /// The maximum number of sweeps per second.
  static let sweepsPerSecond: Int64 = 30
  /// The minimum duration of a row in microseconds.
  static let rowMicroseconds = 1_000_000 / sweepsPerSecond
  /// The maximum duration of a sweep in microseconds: one day.
  static let longestMicroseconds: Int64 = 86_400_000_000
  /// The number of bytes needed to distinguish lines from records.
  static let probeBytes = 64
  /// The minimum interval between notices about skipped lines, in microseconds.
  static let noticeMicroseconds: Int64 = 5_000_000

  private(set) var info: SourceInfo
  private(set) var dueMicroseconds: Int64 = .min / 2
  private let offsetDecibels: Double?
  /// The reader; nil until the first bytes show whether the input consists of lines or binary records.
  private var reader: SweepReader?
  /// The merged sweeps of a row that has not yet reached the minimum duration; nil if there are none.
  private var folded: PowerRow?
  private var foldedCount: Float = 0
  private var waiting: [UInt8] = []
  private var sweeps: [PowerSweep] = []
  private var events: [SourceEvent] = []
  private var isFinished = false
  private var sequence: UInt32 = 0
  private var axis: BinAxis?
  private var lastLogged: Int64?
  private var intervals: [Int64] = []
  private var lastEnd: Int64?
  private var passedOver = 0
  private var lastNotice: Int64 = .min / 2
  private var hasReportedHaste = false
  /// The number of consecutive rows that arrived less than a quarter of their duration after the previous
  /// row.
  private var hastyRows = 0

  init(name: String, offsetDecibels: Double?) {
    self.offsetDecibels = offsetDecibels
    info = SourceInfo(
      flags: .zoneUnknown, unit: offsetDecibels == nil ? .relative : .milliwatt, lowHertz: 0, highHertz: 1e6,
      stepHertz: 1, rbwHertz: .nan, enbwHertz: .nan, rowSeconds: 1, levelLow: -60, levelHigh: 20,
      name: Array(name.utf8), detail: Array("waiting for the first sweep".utf8))
  }

  var patienceSeconds: Double { max(10, 3 * Double(typicalMicroseconds ?? 0) / 1e6) }
  var summary: String { "\(sequence) row\(sequence == 1 ? "" : "s")" }

  mutating func append(_ bytes: [UInt8]) { waiting += bytes }
  mutating func finish() { isFinished = true }

  mutating func next(at now: Int64) -> SourceEvent? {
    while true {
      if !events.isEmpty { return events.removeFirst() }
      if !sweeps.isEmpty {
        place(sweeps.removeFirst(), at: now)
        continue
      }
      guard !waiting.isEmpty || isFinished, read(at: now) else { return nil }
    }
  }

  /// Reads until a sweep is complete or a line is invalid; returns false if there are no more bytes.
  private mutating func read(at now: Int64) -> Bool {
    if reader == nil {
      guard isFinished || waiting.count >= Self.probeBytes else { return false }
      let kind = try? RadioFileKind.detect(first: waiting.span, name: [])
      reader = SweepReader(isBinary: kind == .hackRFSweep, isLive: true)
    }
    guard var reader else { return false }
    defer { self.reader = reader }
    var found: [PowerSweep] = []
    func add(_ sweep: PowerSweep) { found.append(sweep) }
    let before = reader.byteCount
    let bytes = waiting
    if bytes.isEmpty { isFinished = false }
    do throws(RadioFormatError) {
      if bytes.isEmpty { try reader.finish(add) } else { try reader.read(bytes.span, add) }
    } catch {
      if case .empty = error { return false }
      note(error, at: now)
      reader.skipLine()
    }
    waiting.removeFirst(min(waiting.count, reader.byteCount - before))
    sweeps += found
    return !sweeps.isEmpty || !events.isEmpty || !waiting.isEmpty
  }

  private mutating func note(_ error: RadioFormatError, at now: Int64) {
    passedOver += 1
    guard now - lastNotice >= Self.noticeMicroseconds else { return }
    lastNotice = now
    let place = "\(error)".split(separator: ". ").first.map(String.init) ?? "\(error)"
    let count = passedOver == 1 ? "" : " (\(passedOver) lines so far)"
    events.append(.notice(.warning, "Input, \(place). The line is skipped\(count)"))
  }

  /// The lower median of the most recent intervals between sweeps, as in `SweepTiming`; nil if there are
  /// none.
  private var typicalMicroseconds: Int64? {
    intervals.isEmpty ? nil : intervals.sorted()[(intervals.count - 1) / 2]
  }

  /// Creates a row from a sweep.
  private mutating func place(_ sweep: PowerSweep, at now: Int64) {
    describe(sweep)
    var length = typicalMicroseconds ?? 1_000_000
    if let lastLogged, sweep.startMicroseconds > lastLogged {
      let interval = min(sweep.startMicroseconds.saturatingSubtracting(lastLogged), Self.longestMicroseconds)
      let missing = typicalMicroseconds.map { Double(interval) / Double($0) } ?? 1
      if missing >= 1.5 {
        let lost = UInt32(saturating: min(missing.rounded() - 1, 1e6))
        sequence &+= lost
        events.append(.lost(rows: lost))
      } else {
        length = interval
        if intervals.count == 15 { intervals.removeFirst() }
        intervals.append(interval)
      }
    }
    lastLogged = sweep.startMicroseconds
    sequence &+= 1
    let offset = Float(offsetDecibels ?? 0)
    let powers = sweep.decibels.map { Decibels.power(fromDecibels: $0 + offset) }
    let single = PowerRow(
      sequence: sequence, startMicroseconds: 0, durationMicroseconds: max(1, length),
      axis: sweep.axis, enbwHertz: sweep.axis.stepHertz, max: powers, mean: powers, min: powers,
      isIncomplete: sweep.missingHops > 0 || sweep.nonFiniteValues > 0)
    guard var row = fold(single) else { return }
    let start = max(lastEnd ?? .min, now - row.durationMicroseconds)
    let isHasty = lastEnd.map { now - $0 < row.durationMicroseconds / 4 } ?? false
    hastyRows = isHasty ? hastyRows + 1 : 0
    // A single early row is normal: the first two sweeps arrive together, because the first is complete only
    // once the second begins.
    if hastyRows >= 4 { hurry() }
    row.startMicroseconds = start
    row.durationMicroseconds = max(1, now - start)
    lastEnd = max(now, start + 1)
    dueMicroseconds = max(now, start + 1) + Self.rowMicroseconds
    events.append(.row(row))
  }

  /// Merges sweeps that are shorter than a row into one row.
  ///
  /// - Returns: The merged row; nil until it has the minimum duration.
  private mutating func fold(_ row: PowerRow) -> PowerRow? {
    guard row.durationMicroseconds < Self.rowMicroseconds else {
      folded = nil
      return row
    }
    guard var sum = folded, sum.axis == row.axis else {
      folded = row
      foldedCount = 1
      return nil
    }
    for bin in row.max.indices where !row.mean[bin].isNaN {
      let isNew = sum.mean[bin].isNaN
      sum.max[bin] = isNew ? row.max[bin] : max(sum.max[bin], row.max[bin])
      sum.min[bin] = isNew ? row.min[bin] : min(sum.min[bin], row.min[bin])
      sum.mean[bin] =
        isNew ? row.mean[bin] : sum.mean[bin] + (row.mean[bin] - sum.mean[bin]) / (foldedCount + 1)
    }
    foldedCount += 1
    // Sweeps that form one row also count as one in the sequence.
    sequence &-= 1
    sum.durationMicroseconds += row.durationMicroseconds
    sum.isIncomplete = sum.isIncomplete || row.isIncomplete
    folded = sum
    guard sum.durationMicroseconds >= Self.rowMicroseconds else { return nil }
    folded = nil
    return sum
  }

  /// Adds a notice that the input is a recording rather than live.
  ///
  /// The notice is added only once.
  private mutating func hurry() {
    guard !hasReportedHaste else { return }
    hasReportedHaste = true
    let text =
      "The input arrives faster than it was measured; at most \(Self.sweepsPerSecond) sweeps a second are "
      + "shown. Save it to a file to play it at its original speed"
    events.append(.notice(.information, text))
  }

  /// Updates the source's description if the swept band or the sweep interval has changed.
  private mutating func describe(_ sweep: PowerSweep) {
    let typical = Double(max(Self.rowMicroseconds, typicalMicroseconds ?? 1_000_000)) / 1e6
    let isSteady = abs(info.rowSeconds - typical) < 0.3 * typical
    guard sweep.axis != axis || !isSteady else { return }
    if axis == nil {
      let levels = sweep.decibels.filter(\.isFinite).sorted()
      let offset = offsetDecibels ?? 0
      let range = LevelRange.around(
        floor: levels.isEmpty ? nil : Double(levels[levels.count / 2]) + offset,
        most: levels.last.map { Double($0) + offset })
      (info.levelLow, info.levelHigh) = (range.low, range.high)
    }
    axis = sweep.axis
    info.lowHertz = sweep.axis.lowHertz
    info.highHertz = sweep.axis.highHertz
    info.tuneLowHertz = info.lowHertz
    info.tuneHighHertz = info.highHertz
    info.stepHertz = SourceInfo.stepHertz(of: sweep.axis)
    info.rbwHertz = sweep.axis.stepHertz
    info.enbwHertz = sweep.axis.stepHertz
    info.rowSeconds = typical
    info.detail = Array("sweeps from a pipe, \(sweep.axis.count) bins".utf8)
    events.append(.changed(info))
  }
}
