import WaveRadioFormats
import WaveUnits

/// What of a recording is due when: a state machine that is told the time and knows no clock.
///
/// A recorded moment is presented at `anchorServer + (recorded - anchorRecorded) / speed`, always counted
/// from the anchor, so nothing drifts however long it plays. Start, seek, speed and loop set a new anchor,
/// which is told as a map. What is due is given at the start of its interval.
struct PlaybackSchedule: Sendable {
  /// What a recording consists of.
  enum Content: Sendable {
    /// Sweeps with gaps between some of them.
    case sweeps(SweepTiming)
    /// An unbroken stream, cut into rows of `1 / rowsPerSecond` of server time, but never shorter than a
    /// recorded length.
    ///
    /// A row looks back over a window, which no row ends before: at the recording's beginning the first is
    /// longer.
    case stream(
      totalMicroseconds: Double, rowsPerSecond: Double, shortestMicroseconds: Double,
      windowMicroseconds: Double = 0)
  }

  /// A row or sweep to be shown.
  struct Item: Equatable, Sendable {
    /// Number of the sweep in the log; of a stream the number since the anchor.
    var index: Int
    /// Recorded microseconds from the recording's start.
    var recordedStart: Double
    var recordedEnd: Double
    /// When it is shown, in server microseconds.
    var startMicroseconds: Int64
    var durationMicroseconds: Int64
    /// Counts on through seeks and loops; rows given up are counted too.
    var sequence: UInt32
    /// Whether it does not continue what was shown before.
    var isFresh: Bool
  }

  /// What is to be done.
  enum Step: Equatable, Sendable {
    case play(Item)
    case map(server: Int64, recorded: Double, speed: Double)
    case lost(UInt32)
    /// A gap in the log, in recorded seconds, too long to wait for.
    case skipped(seconds: Double)
  }

  /// How late a row may be shown before rows are given up, in microseconds.
  static let patience: Int64 = 250_000
  /// Gaps of more missing sweeps than this are cut to two sweeps.
  static let gapLimit = 20

  private(set) var content: Content
  /// Speeds that can be kept up with.
  let speeds: ClosedRange<Double>
  /// Recorded seconds in a server second, or 0 while held.
  private(set) var speed: Double
  private(set) var sequence: UInt32 = 0

  private var anchorServer: Int64 = 0
  private var anchorRecorded = 0.0
  private var next = 0
  private var isFresh = true
  private var isStill = false
  /// The speed that a still picture's length is told by.
  private var lastSpeed: Double
  private var pending: [Step] = []

  init(content: Content, speed: Double, speeds: ClosedRange<Double>) {
    self.content = content
    self.speeds = speeds
    let clamped = min(max(speed, speeds.lowerBound), speeds.upperBound)
    self.speed = speed == 0 ? 0 : clamped
    lastSpeed = clamped
  }

  /// Recorded length in microseconds.
  var totalMicroseconds: Double {
    switch content {
    case .sweeps(let timing): Double(timing.totalMicroseconds)
    case .stream(let total, _, _, _): total
    }
  }

  /// Starts at the recording's beginning.
  mutating func start(now: Int64) {
    pending = []
    begin(server: now)
    isStill = speed == 0
  }

  /// Changes the speed from now on.
  ///
  /// Zero and less hold; what is not a number is passed over.
  mutating func setSpeed(_ factor: Double, now: Int64) {
    guard !factor.isNaN else { return }
    let wanted = factor <= 0 ? 0 : min(max(factor, speeds.lowerBound), speeds.upperBound)
    guard wanted != speed else { return }
    // A stream goes on where its last row ends; a sweep may be so long that one would wait for it.
    let isStream = if case .stream = content { true } else { false }
    let (server, recorded) =
      if isStream {
        (speed == 0 ? now : max(now, presented(item(next).start)), item(next).start)
      } else {
        (now, position(now: now))
      }
    if speed != 0 { lastSpeed = speed }
    speed = wanted
    if wanted != 0 { lastSpeed = wanted }
    if wanted != 0 { isStill = false }
    anchor(server: server, recorded: recorded)
    if isStream { next = 0 }
  }

  /// Goes to a place, in seconds from the recording's start; sweeps are shown from their own start.
  mutating func seek(seconds: Double, now: Int64) {
    guard !seconds.isNaN else { return }
    let recorded = min(max(seconds * 1e6, 0), totalMicroseconds)
    switch content {
    case .sweeps(let timing):
      guard let first = timing.starts.first else { return }
      let place = timing.starts.lastIndex { Double($0.saturatingSubtracting(first)) <= recorded } ?? 0
      anchor(server: now, recorded: Double(timing.starts[place].saturatingSubtracting(first)))
      next = place
      isFresh = true
    case .stream(let total, _, let shortest, _):
      anchor(server: now, recorded: max(0, min(recorded, total - shortest)))
      next = 0
      isFresh = true
    }
    isStill = speed == 0
  }

  /// Cuts a stream into other rows from the next one on, which goes on where the last one ends.
  ///
  /// While held, the row on show is made again.
  mutating func cut(shortestMicroseconds: Double, windowMicroseconds: Double, now: Int64) {
    guard case .stream(let total, let rowsPerSecond, _, _) = content else { return }
    let recorded = item(next).start
    let server = speed > 0 ? presented(recorded) : now
    content = .stream(
      totalMicroseconds: total, rowsPerSecond: rowsPerSecond, shortestMicroseconds: shortestMicroseconds,
      windowMicroseconds: windowMicroseconds)
    next = 0
    isFresh = true
    if speed > 0 {
      // On the same line as before: there is no other map to tell.
      anchorServer = server
      anchorRecorded = recorded
    } else {
      anchor(server: server, recorded: max(0, min(recorded, total - shortestMicroseconds)))
      isStill = true
    }
  }

  /// The server time at which there is something to do, or nil while held.
  var wakeMicroseconds: Int64? {
    if isStill { return .min }
    let told = pending.map(Self.due).min()
    guard speed > 0 else { return told }
    let shown = presented(item(next).start)
    return told.map { min($0, shown) } ?? shown
  }

  /// What is due.
  mutating func advance(now: Int64) -> [Step] {
    var steps: [Step] = []
    tell(now: now, into: &steps)
    if isStill {
      isStill = false
      steps.append(.play(take(item(next), start: now, speed: lastSpeed)))
    }
    guard speed > 0 else { return steps }
    var rounds = 0
    let isLate = now - presented(item(next).start) > Self.patience
    var lost: UInt32 = 0
    while isLate, presented(item(next).end) <= now {
      rounds += 1
      guard rounds < 1000 else {
        // The rest is counted by its time rather than one by one.
        let rest =
          Double(now - presented(item(next).start)) / max(1, (item(next).end - item(next).start) / speed)
        lost &+= UInt32(saturating: min(rest, 1e6))
        sequence &+= UInt32(saturating: min(rest, 1e6))
        resume(server: now, at: next)
        break
      }
      lost &+= 1
      sequence &+= 1
      passOn()
    }
    if lost > 0 {
      steps.append(.lost(lost))
      isFresh = true
    }
    tell(now: now, into: &steps)
    // A bounded number at a time, so that a reader can be served in between.
    for _ in 0..<16 {
      let item = item(next)
      guard presented(item.start) <= now else { break }
      steps.append(.play(take(item, start: presented(item.start), speed: speed)))
      passOn()
      tell(now: now, into: &steps)
    }
    return steps
  }

  /// Moves what is due from `pending`; a map is told when its time comes.
  private mutating func tell(now: Int64, into steps: inout [Step]) {
    guard !pending.isEmpty else { return }
    steps += pending.filter { Self.due($0) <= now }
    pending.removeAll { Self.due($0) <= now }
  }

  private static func due(_ step: Step) -> Int64 {
    if case .map(let server, _, _) = step { server } else { .min }
  }

  // MARK: - Places

  private func presented(_ recorded: Double) -> Int64 {
    anchorServer &+ Self.whole((recorded - anchorRecorded) / speed)
  }

  /// The nearest whole number, held within what server times may be: some 28,000 years.
  private static func whole(_ microseconds: Double) -> Int64 {
    Int64(saturating: min(max(microseconds, -9e17), 9e17).rounded())
  }

  private func position(now: Int64) -> Double {
    min(max(anchorRecorded + Double(now - anchorServer) * speed, 0), totalMicroseconds)
  }

  private func item(_ index: Int) -> (index: Int, start: Double, end: Double) {
    switch content {
    case .sweeps(let timing):
      guard index < timing.starts.count else { return (index, totalMicroseconds, totalMicroseconds) }
      let start = Double(timing.starts[index].saturatingSubtracting(timing.starts[0]))
      return (index, start, start + Double(timing.duration(of: index)))
    case .stream(let total, let rowsPerSecond, let shortest, let window):
      let length = max(1e6 * lastSpeed / rowsPerSecond, shortest)
      let first = max(anchorRecorded + length, window)
      let start = index == 0 ? anchorRecorded : min(first + Double(index - 1) * length, total)
      let end = min(first + Double(index) * length, total)
      // A rest too short for a row of its own goes with the row before it.
      return total - end < shortest ? (index, start, total) : (index, start, end)
    }
  }

  private mutating func take(
    _ item: (index: Int, start: Double, end: Double), start: Int64, speed: Double
  ) -> Item {
    sequence &+= 1
    defer { isFresh = false }
    let duration = Self.whole((item.end - item.start) / speed)
    return Item(
      index: item.index, recordedStart: item.start, recordedEnd: item.end, startMicroseconds: start,
      durationMicroseconds: max(1, duration), sequence: sequence, isFresh: isFresh)
  }

  /// Moves to the next item: over gaps too long to wait for, and from the end to the beginning.
  private mutating func passOn() {
    let before = item(next)
    next += 1
    guard before.end < totalMicroseconds else {
      begin(server: presented(totalMicroseconds))
      return
    }
    guard case .sweeps(let timing) = content, timing.missing(after: before.index) > Self.gapLimit else {
      return
    }
    let pause = 2 * Double(timing.typicalMicroseconds)
    pending.append(.skipped(seconds: (item(next).start - before.end) / 1e6))
    resume(server: presented(before.end + pause), at: next)
  }

  private mutating func begin(server: Int64) {
    anchor(server: server, recorded: 0)
    next = 0
    isFresh = true
  }

  /// Goes on with an item at another time than was planned.
  private mutating func resume(server: Int64, at index: Int) {
    anchor(server: server, recorded: item(index).start)
    if case .stream = content { next = 0 }
  }

  private mutating func anchor(server: Int64, recorded: Double) {
    anchorServer = server
    anchorRecorded = recorded
    // A map that never came to pass is not told.
    pending.removeAll { Self.due($0) >= server }
    pending.append(.map(server: server, recorded: recorded, speed: speed))
  }
}
