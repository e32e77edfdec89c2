import WaveDataWire

/// Rows that a finger has marked, and what their values are like.
struct MarkedRange: Sendable {
  /// The column whose lane they are marked in.
  let column: Int
  /// What their values are like; until an answer for where the finger is now has come, an earlier one.
  private(set) var summary: RangeSummary?
  private let start: Double
  private var end: Double
  private var question = Question()

  /// Marks nothing yet.
  ///
  /// - Parameters:
  ///   - tick: Where the finger came down, in ticks from the axis's first one.
  ///   - column: The column whose lane that is.
  init(from tick: Double, column: Int) {
    start = tick
    end = tick
    self.column = column
  }

  var low: Double { Swift.min(start, end) }
  var high: Double { Swift.max(start, end) }
  /// Whether there is nothing between both ends.
  var isEmpty: Bool { !(high > low) }
  /// Whether an answer is awaited.
  var isAsking: Bool { question.number != nil }

  /// Moves the end to a tick.
  mutating func extend(to tick: Double) {
    end = tick
    question.change()
  }

  /// More, or something else, is to be known of the rows.
  mutating func readAgain() { question.change() }

  /// Asks what the values are like, once the question before has been answered.
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
  /// - Returns: Whether it is one that was asked for.
  mutating func receive(_ next: RangeSummary) -> Bool {
    guard question.receive(next.request) else { return false }
    summary = next
    return true
  }
}
