import WaveDataWire

/// Rows that a filter keeps.
struct KeptRows: Sendable {
  /// The filter's number, from 1 on.
  let filter: UInt8
  let kind: SetFilter.Kind
  /// What they are called.
  let text: [UInt8]
}

/// Which rows are kept in all that is shown, and what these are like.
struct Filters: Sendable {
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

  /// Keeps fewer rows.
  ///
  /// - Returns: The filter's number; nil if there are too many filters.
  mutating func add(_ kind: SetFilter.Kind, text: [UInt8]) -> UInt8? {
    guard kept.count < Self.limit else { return nil }
    var number = kept.last?.filter ?? 0
    repeat { number = number == .max ? 1 : number + 1 } while kept.contains { $0.filter == number }
    kept.append(KeptRows(filter: number, kind: kind, text: text))
    forgetFigures()
    return number
  }

  /// Removes the filter of a number; returns whether there was one.
  mutating func remove(_ number: UInt8) -> Bool {
    guard let place = kept.firstIndex(where: { $0.filter == number }) else { return false }
    kept.remove(at: place)
    forgetFigures()
    return true
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
  /// - Returns: The question's number; nil if there is nothing to ask.
  mutating func ask(_ numbers: inout RequestNumbers, at now: Int64) -> UInt16? {
    guard !kept.isEmpty, question.isDue, question.number == nil else { return nil }
    let number = numbers.next()
    question.ask(number, at: now)
    return number
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
