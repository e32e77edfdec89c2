import WaveDataWire
import WaveDisplay
import WaveInteraction

/// The parts of the model that read rows and share one sequence of request numbers.
///
/// These are the selection, filters, the page of rows, the scatter plot and exports.
struct RowReader: Sendable {
  /// The state of the table and the screen on which requests depend.
  struct Context {
    let source: UInt16
    /// The x axis; nil while unknown.
    let axis: TableAxis?
    let columns: [DataColumn]
    /// The column for the histogram in the statistics of the filtered rows.
    let column: Int
    /// Whether the table is remote, in which case its database engine can be slow.
    let isRemote: Bool
    /// Whether statistics of rows can be requested.
    let hasFigures: Bool
    let grid: RowGrid
    let screen: Screen
  }

  private(set) var selection = Selection()
  private(set) var filters = Filters()
  /// The page of rows that replaces the lanes; at most one of `page` and `scatter` is set.
  private(set) var page: RowPage?
  private(set) var scatter: ScatterPlot?
  private(set) var export: RowExport?
  private var numbers = RequestNumbers()

  // MARK: - Views

  mutating func select(_ input: Selection.Input) { selection.handle(input) }

  /// Scrolls the page of rows, and returns whether it handled the input.
  mutating func moveRows(_ input: RowPage.Input, in grid: RowGrid) -> Bool {
    page?.handle(input, in: grid) ?? false
  }

  /// Passes an input to the scatter plot.
  mutating func plot(
    _ input: ScatterPlot.Input, _ columns: [DataColumn], in rect: Rect
  ) -> ScatterPlot.Outcome {
    scatter?.handle(input, columns, in: rect) ?? .unknown
  }

  /// Sends the scatter plot's grid to the draw-list player unless the player already has it.
  mutating func fillScatter(_ columns: [DataColumn], into list: inout DrawList) {
    if scatter?.fits(columns) == true { scatter?.fill(into: &list) }
  }

  /// Shows the lanes again, and returns the message that ends the scatter plot, or nil if there is none.
  mutating func showLanes() -> ShowScatter? {
    defer { (page, scatter) = (nil, nil) }
    return scatter?.ending
  }

  /// Shows the page of rows around a tick.
  mutating func showRows(at tick: Int64) {
    (page, scatter) = (RowPage(tick: tick), nil)
    selection.handle(.clear(.range))
  }

  /// Shows the scatter plot of two columns.
  mutating func showScatter(x: Int, y: Int) {
    (page, scatter) = (nil, ScatterPlot(x: x, y: y))
    selection.handle(.clear(.range))
  }

  /// Ends all views of rows, and clears the selection.
  mutating func forget() {
    selection = Selection()
    (page, scatter) = (nil, nil)
  }

  // MARK: - Filters

  /// Adds or removes a filter.
  ///
  /// - Returns: The number and kind of the filter, or nil if there are too many filters or no filter has the
  ///   given number.
  mutating func handle(_ input: Filters.Input) -> (number: UInt8, kind: SetFilter.Kind)? {
    guard let change = filters.handle(input) else { return nil }
    selection.handle(.clear(change.kind == .none ? [.row, .range] : .row))
    return change
  }

  /// Removes all filters.
  mutating func removeFilters() { filters.removeAll() }

  /// Marks the statistics of the filtered rows as outdated, so that they are requested again.
  mutating func readAgain() { filters.readAgain() }

  /// Abandons the current request for statistics of the filtered rows, and marks it to be repeated.
  mutating func loseQuestion() { filters.loseQuestion() }

  /// Returns the filters that have yet to be sent to the server, and marks them as sent.
  mutating func unsentFilters() -> [KeptRows] { filters.unsent() }

  // MARK: - Exports

  /// Starts an export of the rows between two ticks, and returns the message that requests it.
  mutating func export(_ ticks: (from: Int64, until: Int64), of source: UInt16) -> ExportRows {
    let number = numbers.next()
    export = RowExport(request: number)
    return ExportRows(request: number, source: source, from: ticks.from, until: ticks.until)
  }

  /// Ends the export, and returns the message that ends it on the server, or nil if there is no export.
  mutating func endExport(of source: UInt16) -> ExportRows? {
    defer { export = nil }
    return export?.ending(of: source)
  }

  /// Processes a part of the export, and returns the effect that saves the part, or nil if the part is
  /// outdated.
  mutating func receive(_ part: ExportPart) -> FileEffect? {
    guard export?.request == part.request else { return nil }
    if part.isLast { export = nil } else { export?.receive(part) }
    return .save(part.bytes, isLast: part.isLast)
  }

  // MARK: - The server

  /// Handles a change of the connection, and returns whether an export has been lost.
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

  /// Returns the requests that are due.
  mutating func ask(_ context: Context, at now: Int64) -> [Due] {
    let (source, columns) = (context.source, context.columns)
    var due: [Due?] = []
    func add(_ next: Due?) { due.append(next) }
    if let axis = context.axis {
      if context.isRemote { add(selection.noticeLate(at: now)) }
      add(selection.askRow(&numbers, at: now, of: axis))
      if context.isRemote { add(selection.noticeLate(at: now)) }
      if let question = selection.askRange(&numbers, at: now, of: axis) {
        // The server answers only the latest request.
        filters.repeatLater()
        add(question)
      }
      if context.hasFigures, selection.range?.isAsking != true {
        add(filters.ask(&numbers, at: now, of: axis, column: context.column))
      }
    }
    let isRemote = context.isRemote
    let rows = page?.ask(&numbers, at: now, source: source, in: context.grid, isRemote: isRemote)
    add(rows)
    // Wake up when the response becomes late, so that the request is repeated even if no other event occurs.
    if isRemote, case .send? = rows { add(page?.awaited(at: now, isRemote: true)) }
    if scatter?.fits(columns) == false { add(showLanes().map { .send(.showScatter($0)) }) }
    add(scatter?.ask(&numbers, at: now, source: source, columns, on: context.screen))
    return due.compactMap { $0 }
  }

  /// Processes a row, and returns whether the picture has changed.
  mutating func receive(_ row: TableCells, of source: UInt16?) -> Bool {
    switch page?.receive(row) {
    case .complete: true
    case .more: false
    case .other, nil: row.source == source && selection.receive(row)
    }
  }

  /// Processes an announcement of rows.
  mutating func receive(_ rows: TableRows) { page?.receive(rows) }

  /// Processes statistics of the filtered rows or the marked range, and returns whether they were requested.
  mutating func receive(_ summary: RangeSummary) -> Bool {
    filters.receive(summary) || selection.receive(summary)
  }

  /// Processes rows of cells in the scatter plot's grid, and returns whether the picture has changed.
  mutating func receive(_ part: ScatterPart) -> Bool { scatter?.receive(part) == true }
}
