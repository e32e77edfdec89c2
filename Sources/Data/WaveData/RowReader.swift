import WaveDataWire
import WaveDisplay
import WaveInteraction

/// All that reads rows, and numbers what it asks of the server.
///
/// That is what is selected, which rows are kept, rows as text, two columns over one another, and exports.
struct RowReader: Sendable {
  /// What questions are asked about.
  struct Context {
    let source: UInt16
    /// What is along x; nil until it is known.
    let axis: TableAxis?
    let columns: [DataColumn]
    /// The column of a histogram of all rows.
    let column: Int
    /// Whether another engine holds the rows, and may be slow.
    let isRemote: Bool
    /// Whether it can be asked what rows are like.
    let hasFigures: Bool
    let grid: RowGrid
    let screen: Screen
  }

  private(set) var selection = Selection()
  private(set) var filters = Filters()
  /// One of these is seen in the place of lanes, or none.
  private(set) var page: RowPage?
  private(set) var scatter: ScatterPlot?
  private(set) var export: RowExport?
  private var numbers = RequestNumbers()

  // MARK: - What is seen

  mutating func select(_ input: Selection.Input) { selection.handle(input) }

  /// Moves the rows that are seen as text; returns whether it was for them.
  mutating func moveRows(_ input: RowPage.Input, in grid: RowGrid) -> Bool {
    page?.handle(input, in: grid) ?? false
  }

  /// Changes how two columns are seen over one another.
  mutating func plot(
    _ input: ScatterPlot.Input, _ columns: [DataColumn], in rect: Rect
  ) -> ScatterPlot.Outcome {
    scatter?.handle(input, columns, in: rect) ?? .unknown
  }

  /// Hands the player the grid of two columns over one another, if it has not that.
  mutating func fillScatter(_ columns: [DataColumn], into list: inout DrawList) {
    if scatter?.fits(columns) == true { scatter?.fill(into: &list) }
  }

  /// Shows lanes again; returns the message that ends two columns over one another.
  mutating func showLanes() -> ShowScatter? {
    defer { (page, scatter) = (nil, nil) }
    return scatter?.ending
  }

  /// Shows the rows around a tick as text.
  mutating func showRows(at tick: Int64) {
    (page, scatter) = (RowPage(tick: tick), nil)
    selection.handle(.clear(.range))
  }

  /// Shows two columns over one another.
  mutating func showScatter(x: Int, y: Int) {
    (page, scatter) = (nil, ScatterPlot(x: x, y: y))
    selection.handle(.clear(.range))
  }

  /// The rows are shown no more.
  mutating func forget() {
    selection = Selection()
    (page, scatter) = (nil, nil)
  }

  // MARK: - Filters

  /// Keeps fewer rows, or more of them.
  ///
  /// - Returns: The filter that is set or removed; nil if there are too many, or none of that number.
  mutating func handle(_ input: Filters.Input) -> (number: UInt8, kind: SetFilter.Kind)? {
    guard let change = filters.handle(input) else { return nil }
    selection.handle(.clear(change.kind == .none ? [.row, .range] : .row))
    return change
  }

  /// Removes all filters.
  mutating func removeFilters() { filters.removeAll() }

  /// The rows are, or are seen, otherwise.
  mutating func readAgain() { filters.readAgain() }

  /// The question about kept rows may remain without an answer.
  mutating func loseQuestion() { filters.loseQuestion() }

  /// The filters that the server has to be sent, once.
  mutating func unsentFilters() -> [KeptRows] { filters.unsent() }

  // MARK: - Exports

  /// Exports the rows between two ticks.
  mutating func export(_ ticks: (from: Int64, until: Int64), of source: UInt16) -> ExportRows {
    let number = numbers.next()
    export = RowExport(request: number)
    return ExportRows(request: number, source: source, from: ticks.from, until: ticks.until)
  }

  /// Ends the export; returns the message that does, or nil if there is none.
  mutating func endExport(of source: UInt16) -> ExportRows? {
    defer { export = nil }
    return export?.ending(of: source)
  }

  /// Receives a part of the export; returns what becomes of it, or nil if nobody wants it any more.
  mutating func receive(_ part: ExportPart) -> FileEffect? {
    guard export?.request == part.request else { return nil }
    if part.isLast { export = nil } else { export?.receive(part) }
    return .save(part.bytes, isLast: part.isLast)
  }

  // MARK: - The server

  /// The connection was opened or closed; returns whether an export has been lost.
  mutating func connectionChanged(isOpen: Bool) -> Bool {
    selection.handle(.connectionChanged)
    guard isOpen else { return false }
    selection.handle(.clear(.range))
    filters.connect()
    scatter?.connect()
    page = nil
    defer { export = nil }
    return export != nil
  }

  /// Asks what has to be known.
  mutating func ask(_ context: Context, at now: Int64) -> [Due] {
    let (source, columns) = (context.source, context.columns)
    var due: [Due] = []
    func add(_ next: Due?) {
      if let next { due.append(next) }
    }
    if let axis = context.axis {
      if context.isRemote { add(selection.noticeLate(at: now)) }
      add(selection.askRow(&numbers, at: now, of: axis))
      if context.isRemote { add(selection.noticeLate(at: now)) }
      if let question = selection.askRange(&numbers, at: now, of: axis) {
        // The server answers the newest question only.
        filters.giveWay()
        add(question)
      }
      if context.hasFigures, selection.range?.isAsking != true {
        add(filters.ask(&numbers, at: now, of: axis, column: context.column))
      }
    }
    let isRemote = context.isRemote
    let rows = page?.ask(&numbers, at: now, source: source, in: context.grid, isRemote: isRemote)
    add(rows)
    // If nothing else happens until then, they are asked for again when they are late.
    if isRemote, case .send? = rows { add(page?.awaited(at: now, isRemote: true)) }
    if scatter?.fits(columns) == false { add(showLanes().map { .send(.showScatter($0)) }) }
    add(scatter?.ask(&numbers, at: now, source: source, columns, on: context.screen))
    return due
  }

  /// Receives an answer; returns whether what is shown has changed.
  mutating func receive(_ row: TableCells, of source: UInt16?) -> Bool {
    switch page?.receive(row) {
    case .complete: true
    case .more: false
    case .other, nil: row.source == source && selection.receive(row)
    }
  }

  /// Receives which rows follow.
  mutating func receive(_ rows: TableRows) { page?.receive(rows) }

  /// Receives what marked rows, or those that filters keep, are like; returns whether that was asked for.
  mutating func receive(_ summary: RangeSummary) -> Bool {
    filters.receive(summary) || selection.receive(summary)
  }

  /// Receives lines of a grid; returns whether what is shown has changed.
  mutating func receive(_ part: ScatterPart) -> Bool { scatter?.receive(part) == true }
}
