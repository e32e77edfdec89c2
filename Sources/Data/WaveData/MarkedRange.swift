import WaveDataWire

/// A range of rows marked by the user, with its statistics.
struct MarkedRange: Sendable {
  /// The column in whose lane the range is marked.
  let column: Int
  /// The statistics of the range, or of its previous extent while a response is pending.
  private(set) var summary: RangeSummary?
  private let start: Double
  private var end: Double
  private var question = Question()

  /// Creates an empty range.
  ///
  /// - Parameters:
  ///   - tick: The start, in ticks from the beginning of the axis.
  ///   - column: The column in whose lane the range is marked.
  init(from tick: Double, column: Int) {
    start = tick
    end = tick
    self.column = column
  }

  var low: Double { Swift.min(start, end) }
  var high: Double { Swift.max(start, end) }
  /// Whether both ends are equal.
  var isEmpty: Bool { !(high > low) }
  /// Whether a request for statistics is pending.
  var isAsking: Bool { question.number != nil }

  /// Moves the end of the range to a tick.
  mutating func extend(to tick: Double) {
    end = tick
    question.change()
  }

  /// Marks the statistics as outdated, so that they are requested again.
  mutating func readAgain() { question.change() }

  /// Requests statistics once the previous request has been answered.
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

  /// Processes a response with statistics.
  ///
  /// - Returns: Whether the response belongs to the current request.
  mutating func receive(_ next: RangeSummary) -> Bool {
    guard question.receive(next.request) else { return false }
    summary = next
    return true
  }
}
