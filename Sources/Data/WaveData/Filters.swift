import WaveDataWire

/// Rows that a filter keeps.
struct KeptRows: Sendable {
  /// The filter's number, from 1 on.
  let filter: UInt8
  let kind: SetFilter.Kind
  /// What they are called.
  let text: [UInt8]

  /// The message that has the server keep them, or no longer.
  func message(of source: UInt16, isRemoved: Bool = false) -> SetFilter {
    SetFilter(source: source, filter: filter, kind: isRemoved ? .none : kind)
  }
}

/// Which rows are kept in all that is shown, and what these are like.
struct Filters: Sendable {
  /// What the user does.
  enum Input {
    /// Keeps fewer rows, which are called by a text.
    case keep(SetFilter.Kind, text: [UInt8])
    /// Removes the filter of a number.
    case drop(UInt8)
  }

  /// Filters that there may be.
  static let limit = 8

  /// The filters, the oldest first.
  private(set) var kept: [KeptRows] = []
  /// What all rows that these filters keep are like; nil until that is known, and where all rows are kept.
  private(set) var figures: RangeSummary?
  private var question = Question()
  /// Whether the server has been sent the filters.
  private var isSent = true

  var isEmpty: Bool { kept.isEmpty }

  /// Sets or removes a filter.
  ///
  /// - Returns: The filter; nil if there are too many, or none of that number.
  mutating func handle(_ input: Input) -> (number: UInt8, kind: SetFilter.Kind)? {
    switch input {
    case .keep(let kind, let text):
      guard kept.count < Self.limit else { return nil }
      var number = kept.last?.filter ?? 0
      repeat { number = number == .max ? 1 : number + 1 } while kept.contains { $0.filter == number }
      kept.append(KeptRows(filter: number, kind: kind, text: text))
      forgetFigures()
      return (number, kind)
    case .drop(let number):
      guard let place = kept.firstIndex(where: { $0.filter == number }) else { return nil }
      kept.remove(at: place)
      forgetFigures()
      return (number, .none)
    }
  }

  /// The number of a filter by the values of a column; nil if there is none.
  func number(ofColumn column: Int) -> UInt8? {
    kept.last {
      if case .values(let place, _, _) = $0.kind { Int(place) == column } else { false }
    }?.filter
  }

  /// A connection was opened, to which no filter is known: those of an order of its own are gone.
  mutating func connect() {
    kept.removeAll { if case .ticks = $0.kind { true } else { false } }
    isSent = kept.isEmpty
    forgetFigures()
  }

  /// Removes all filters.
  mutating func removeAll() {
    kept = []
    forgetFigures()
  }

  /// The filters that the server has to be sent, once.
  mutating func unsent() -> [KeptRows] {
    guard !isSent else { return [] }
    isSent = true
    return kept
  }

  private mutating func forgetFigures() {
    figures = nil
    question.lose()
  }

  // MARK: - What the rows are like

  /// The rows are, or are seen, otherwise.
  mutating func readAgain() { question.change() }

  /// The question on its way may remain without an answer.
  mutating func loseQuestion() { question.lose() }

  /// Another question was sent, and the server answers the newest only.
  mutating func giveWay() { if question.number != nil { question.lose() } }

  /// Asks what the rows are like, once the question before has been answered.
  ///
  /// - Parameters:
  ///   - numbers: Gives the question a number.
  ///   - now: The time.
  ///   - axis: All of it is asked about.
  ///   - column: The column of the histogram.
  /// - Returns: The question.
  mutating func ask(
    _ numbers: inout RequestNumbers, at now: Int64, of axis: TableAxis, column: Int
  ) -> Due? {
    guard !kept.isEmpty, question.isDue, question.number == nil else { return nil }
    let number = numbers.next()
    question.ask(number, at: now)
    return .send(
      .readRange(
        ReadRange(
          request: number, source: axis.source, column: UInt16(truncatingIfNeeded: column), from: axis.from,
          until: Swift.max(axis.from + 1, axis.until))))
  }

  /// Receives an answer.
  ///
  /// - Returns: Whether it is one that was asked for.
  mutating func receive(_ next: RangeSummary) -> Bool {
    guard question.receive(next.request) else { return false }
    figures = next
    return true
  }
}
