import WaveDataWire

/// A filter that keeps certain rows, as shown to the user.
struct KeptRows: Sendable {
  /// The filter's number, starting at 1.
  let filter: UInt8
  let kind: SetFilter.Kind
  /// The name shown for the filter.
  let text: [UInt8]

  /// Returns the message that sets the filter or removes it.
  func message(of source: UInt16, isRemoved: Bool = false) -> SetFilter {
    SetFilter(source: source, filter: filter, kind: isRemoved ? .none : kind)
  }
}

/// The filters, and the statistics of the rows that pass all of them.
struct Filters: Sendable {
  /// An input from the user.
  enum Input {
    /// Adds a filter with a name.
    case keep(SetFilter.Kind, text: [UInt8])
    /// Removes the filter with the given number.
    case drop(UInt8)
  }

  /// The maximum number of filters.
  static let limit = 8

  /// The filters, oldest first.
  private(set) var kept: [KeptRows] = []
  /// The statistics of the rows that pass all filters; nil without filters or while a response is pending.
  private(set) var figures: RangeSummary?
  private var question = Question()
  /// Whether the filters have been sent on the current connection.
  private var isSent = true

  var isEmpty: Bool { kept.isEmpty }

  /// Adds or removes a filter.
  ///
  /// - Returns: The number and kind of the filter, or nil if there are too many filters or no filter has the
  ///   given number.
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

  /// Returns the number of the newest filter on a column's values, or nil if there is none.
  func number(ofColumn column: Int) -> UInt8? {
    kept.last {
      if case .values(let place, _, _) = $0.kind { Int(place) == column } else { false }
    }?.filter
  }

  /// Prepares for a new connection: removes filters that keep a range of ticks, and marks the others to be
  /// sent again.
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

  /// Returns the filters that have yet to be sent to the server, and marks them as sent.
  mutating func unsent() -> [KeptRows] {
    guard !isSent else { return [] }
    isSent = true
    return kept
  }

  private mutating func forgetFigures() {
    figures = nil
    question.lose()
  }

  // MARK: - Statistics

  /// Marks the statistics as outdated, so that they are requested again.
  mutating func readAgain() { question.change() }

  /// Abandons the current request, which may never be answered, and marks it to be repeated.
  mutating func loseQuestion() { question.lose() }

  /// Abandons the pending request, and marks it to be repeated after a newer request.
  ///
  /// The server answers only the latest request.
  mutating func repeatLater() { if question.number != nil { question.lose() } }

  /// Requests statistics of the rows once the previous request has been answered.
  ///
  /// - Parameters:
  ///   - numbers: The generator of request numbers.
  ///   - now: The current time.
  ///   - axis: The axis whose rows to summarize.
  ///   - column: The column of the histogram.
  /// - Returns: The request, or nil if none is due.
  mutating func ask(_ numbers: inout RequestNumbers, at now: Int64, of axis: TableAxis, column: Int) -> Due? {
    guard !kept.isEmpty, question.isDue, question.number == nil else { return nil }
    let number = numbers.next()
    question.ask(number, at: now)
    return .send(
      .readRange(
        ReadRange(
          request: number, source: axis.source, column: UInt16(truncatingIfNeeded: column), from: axis.from,
          until: Swift.max(axis.from + 1, axis.until))))
  }

  /// Processes a response with statistics.
  ///
  /// - Returns: Whether the response belongs to the current request.
  mutating func receive(_ next: RangeSummary) -> Bool {
    guard question.receive(next.request) else { return false }
    figures = next
    return true
  }
}
