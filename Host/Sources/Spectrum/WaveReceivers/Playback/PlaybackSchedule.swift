import WaveRadioFormats
import WaveUnits

/// Schedules the parts of a recording, as a state machine that receives the time and reads no clock.
///
/// The item at a recorded time is presented at `anchorServer + (recorded - anchorRecorded) / speed`. This is
/// always relative to the anchor, so there is no drift however long playback lasts. Starting, seeking,
/// looping and changing the speed set a new anchor, which is sent as a time map. An item is presented at the
/// start of its interval.
struct PlaybackSchedule: Sendable {
  /// The content of a recording that is to be played.
  enum Content: Sendable {
    /// Sweeps, some of which may be separated by gaps.
    case sweeps(SweepTiming)
    /// A continuous stream, divided into rows of `1 / rowsPerSecond` of server time, but no shorter than a
    /// given recorded length.
    ///
    /// A row is computed from a window that ends with the row. No row ends before the first window does, so
    /// the first row of the recording is longer.
    case stream(
      totalMicroseconds: Double, rowsPerSecond: Double, shortestMicroseconds: Double,
      windowMicroseconds: Double = 0)
  }

  /// A row or sweep to show, with its recorded time and the time at which it is shown.
  struct Item: Equatable, Sendable {
    /// The index of the sweep in the log or, for a stream, of the row since the anchor.
    var index: Int
    /// The start of the item in recorded microseconds, counted from the start of the recording.
    var recordedStart: Double
    var recordedEnd: Double
    /// The time at which the item is shown, in server microseconds.
    var startMicroseconds: Int64
    var durationMicroseconds: Int64
    /// The sequence number, which continues through seeks and loops, and also counts skipped rows.
    var sequence: UInt32
    /// Whether the item does not directly follow the previous one, for example after a seek.
    var isFresh: Bool
  }

  /// A step of playback for the player to carry out.
  enum Step: Equatable, Sendable {
    case play(Item)
    case map(server: Int64, recorded: Double, speed: Double)
    case lost(UInt32)
    /// A gap in the log was shortened because it is too long to wait for; its length is in recorded seconds.
    case skipped(seconds: Double)
  }

  /// The delay after which rows are skipped, in microseconds.
  static let patience: Int64 = 250_000
  /// The number of missing sweeps above which a gap is shortened to two sweeps.
  static let gapLimit = 20

  private(set) var content: Content
  /// The range of speeds that playback can sustain.
  let speeds: ClosedRange<Double>
  /// The number of recorded seconds per server second; 0 while paused.
  private(set) var speed: Double
  private(set) var sequence: UInt32 = 0

  private var anchorServer: Int64 = 0
  private var anchorRecorded = 0.0
  private var next = 0
  private var isFresh = true
  private var isStill = false
  /// The last nonzero speed, which determines the length of the row shown while paused.
  private var lastSpeed: Double
  private var pending: [Step] = []

  init(content: Content, speed: Double, speeds: ClosedRange<Double>) {
    self.content = content
    self.speeds = speeds
    let clamped = min(max(speed, speeds.lowerBound), speeds.upperBound)
    self.speed = speed == 0 ? 0 : clamped
    lastSpeed = clamped
  }

  /// The recorded length in microseconds.
  var totalMicroseconds: Double {
    switch content {
    case .sweeps(let timing): Double(timing.totalMicroseconds)
    case .stream(let total, _, _, _): total
    }
  }

  /// Starts at the beginning of the recording.
  mutating func start(now: Int64) {
    pending = []
    begin(server: now)
    isStill = speed == 0
  }

  /// Changes the speed from now on.
  ///
  /// Zero or a negative speed pauses playback; NaN is ignored.
  mutating func setSpeed(_ factor: Double, now: Int64) {
    guard !factor.isNaN else { return }
    let wanted = factor <= 0 ? 0 : min(max(factor, speeds.lowerBound), speeds.upperBound)
    guard wanted != speed else { return }
    // A stream changes speed at the end of its current row. A sweep can be too long to wait for its end.
    let isStream = if case .stream = content { true } else { false }
    let (server, recorded) =
      if isStream {
        (speed == 0 ? now : max(now, presented(item(next).start)), item(next).start)
      } else {
        (now, position(now: now))
      }
    lastSpeed = wanted != 0 ? wanted : speed
    isStill = isStill && wanted == 0
    speed = wanted
    anchor(server: server, recorded: recorded)
    if isStream { next = 0 }
  }

  /// Moves to a position in seconds from the start of the recording.
  ///
  /// A sweep is always shown from its start.
  mutating func seek(seconds: Double, now: Int64) {
    guard !seconds.isNaN else { return }
    let recorded = min(max(seconds * 1e6, 0), totalMicroseconds)
    switch content {
    case .sweeps(let timing):
      guard let first = timing.starts.first else { return }
      let place = timing.starts.lastIndex { Double($0.saturatingSubtracting(first)) <= recorded } ?? 0
      anchor(server: now, recorded: Double(timing.starts[place].saturatingSubtracting(first)))
      next = place
    case .stream(let total, _, let shortest, _):
      anchor(server: now, recorded: max(0, min(recorded, total - shortest)))
      next = 0
    }
    isFresh = true
    isStill = speed == 0
  }

  /// Divides a stream into rows of a different length, starting at the end of the last row.
  ///
  /// While paused, the current row is recomputed.
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
      // The timeline is unchanged, so there is no new map to send.
      anchorServer = server
      anchorRecorded = recorded
    } else {
      anchor(server: server, recorded: max(0, min(recorded, total - shortestMicroseconds)))
      isStill = true
    }
  }

  /// The server time of the next step; nil while paused.
  var wakeMicroseconds: Int64? {
    if isStill { return .min }
    let earliest = pending.map(Self.due).min()
    guard speed > 0 else { return earliest }
    let shown = presented(item(next).start)
    return earliest.map { min($0, shown) } ?? shown
  }

  /// Returns the steps that are due.
  mutating func advance(now: Int64) -> [Step] {
    var steps: [Step] = []
    emitDue(now: now, into: &steps)
    if isStill {
      isStill = false
      steps.append(.play(makeItem(item(next), start: now, speed: lastSpeed)))
    }
    guard speed > 0 else { return steps }
    var rounds = 0
    let isLate = now - presented(item(next).start) > Self.patience
    var lost: UInt32 = 0
    while isLate, presented(item(next).end) <= now {
      rounds += 1
      guard rounds < 1000 else {
        // The remaining rows are counted by duration instead of one by one.
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
    emitDue(now: now, into: &steps)
    // The number of items per call is limited, so that the caller can handle other events in between.
    for _ in 0..<16 {
      let item = item(next)
      guard presented(item.start) <= now else { break }
      steps.append(.play(makeItem(item, start: presented(item.start), speed: speed)))
      passOn()
      emitDue(now: now, into: &steps)
    }
    return steps
  }

  /// Moves the steps that are due from `pending` to `steps`.
  ///
  /// A time map is due at its own server time.
  private mutating func emitDue(now: Int64, into steps: inout [Step]) {
    steps += pending.filter { Self.due($0) <= now }
    pending.removeAll { Self.due($0) <= now }
  }

  private static func due(_ step: Step) -> Int64 {
    if case .map(let server, _, _) = step { server } else { .min }
  }

  // MARK: - Positions

  private func presented(_ recorded: Double) -> Int64 {
    anchorServer &+ Self.whole((recorded - anchorRecorded) / speed)
  }

  /// Rounds microseconds to an integer, limited to valid server times (about 28,000 years).
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
      // A remainder that is too short for a row is added to the previous row.
      return total - end < shortest ? (index, start, total) : (index, start, end)
    }
  }

  private mutating func makeItem(
    _ item: (index: Int, start: Double, end: Double), start: Int64, speed: Double
  ) -> Item {
    sequence &+= 1
    defer { isFresh = false }
    let duration = Self.whole((item.end - item.start) / speed)
    return Item(
      index: item.index, recordedStart: item.start, recordedEnd: item.end, startMicroseconds: start,
      durationMicroseconds: max(1, duration), sequence: sequence, isFresh: isFresh)
  }

  /// Advances to the next item, shortening gaps that are too long to wait for, and looping at the end.
  private mutating func passOn() {
    let before = item(next)
    next += 1
    guard before.end < totalMicroseconds else { return begin(server: presented(totalMicroseconds)) }
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

  /// Continues with an item at a server time that differs from the planned one.
  private mutating func resume(server: Int64, at index: Int) {
    anchor(server: server, recorded: item(index).start)
    if case .stream = content { next = 0 }
  }

  private mutating func anchor(server: Int64, recorded: Double) {
    anchorServer = server
    anchorRecorded = recorded
    // Time maps that have not yet taken effect are replaced by the new one.
    pending.removeAll { Self.due($0) >= server }
    pending.append(.map(server: server, recorded: recorded, speed: speed))
  }
}
