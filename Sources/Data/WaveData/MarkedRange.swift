import WaveDataWire

/// A range of rows that the user has marked, and its statistics.
struct MarkedRange: Sendable {
  /// The column whose lane they are marked in.
  let column: Int
  /// The statistics; while the finger moves, those of an earlier range.
  private(set) var summary: RangeSummary?
  private let start: Double
  private var end: Double
  private var question = Question()

  /// Starts an empty range.
  ///
  /// - Parameters:
  ///   - tick: The start, in ticks from the axis's first one.
  ///   - column: The column in whose lane it is marked.
  init(from tick: Double, column: Int) {
    start = tick
    end = tick
    self.column = column
  }

  var low: Double { Swift.min(start, end) }
  var high: Double { Swift.max(start, end) }
  /// Whether both ends are the same.
  var isEmpty: Bool { !(high > low) }
  /// Whether an answer is awaited.
  var isAsking: Bool { question.number != nil }

  /// Moves the end to a tick.
  mutating func extend(to tick: Double) {
    end = tick
    question.change()
  }

  /// Requests new statistics of the same rows.
  mutating func readAgain() { question.change() }

  /// Requests statistics, once the previous request has been answered.
  mutating func ask(_ numbers: inout RequestNumbers, at now: Int64, of axis: TableAxis) -> Due? {
    guard question.isDue, !isAsking, !isEmpty else { return nil }
    let number = numbers.next()
    question.ask(number, at: now)
    let ticks = axis.ticks(low, high)
    return .send(
      .readRange(
        ReadRange(
          request: number, source: axis.source, column: UInt16(truncatingIfNeeded: column), from: ticks.from,
          until: ticks.until)))
  }

  /// Receives an answer.
  ///
  /// - Returns: Whether it answers the current request.
  mutating func receive(_ next: RangeSummary) -> Bool {
    guard question.receive(next.request) else { return false }
    summary = next
    return true
  }
}
