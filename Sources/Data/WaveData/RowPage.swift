import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits
import WaveWire

/// The layout of the page of rows, in device pixels.
struct RowGrid: Sendable {
  /// The width of a column, in points that scale with the text size.
  private static let cellPoints: Float = 116
  /// The height of a row, in points that scale with the text size.
  private static let rowPoints: Float = 26

  let screen: Screen
  let columnCount: Int
  /// Whether the first column contains times, which need more width than row keys.
  let hasTime: Bool

  var rowHeight: Float { (Self.rowPoints * screen.type).rounded() }
  var cellWidth: Float { (Self.cellPoints * screen.type).rounded() }
  /// The left edge of the scrolling columns, to the right of the row labels.
  var firstCell: Float { cellWidth + (hasTime ? (cellWidth * 0.5).rounded() : 0) }
  var rowsTop: Float { screen.lanesTop + rowHeight }
  /// The number of rows on the screen, including partly visible ones.
  var rowsSeen: Int { Int(saturating: (screen.lanesBottom - rowsTop) / Swift.max(1, rowHeight)) + 2 }
  /// The maximum distance by which columns can be scrolled to the left.
  var widest: Float { Swift.max(0, firstCell + Float(columnCount) * cellWidth - screen.width * 0.6) }
}

/// A page of rows as text, in the order of the table or sorted by the pinned column.
struct RowPage: Sendable {
  /// An input from a touch gesture or a key.
  enum Input {
    /// Scrolls with the finger, in device pixels.
    case move(dx: Float, dy: Float)
    /// Scrolls by half a screen or by one column.
    case key(Key)
  }

  /// The effect of a received row on the page.
  enum Receipt {
    /// The row does not belong to the page.
    case other
    /// More rows are expected.
    case more
    /// The row was the last one expected, and all rows are now shown.
    case complete
  }

  /// The rank of the row at the top of the screen, plus the fraction of this row that is scrolled out of
  /// view.
  private(set) var top = 0.0
  /// The distance by which columns are scrolled to the left, in device pixels.
  private(set) var left: Float = 0
  /// The rank of the first loaded row.
  private(set) var first: UInt64 = 0
  private(set) var rows: [TableCells] = []
  /// The tick of the first row to show, used until a response gives the rank of that row.
  private let tick: Int64
  /// The total number of rows in the current order; nil until the first response.
  private var total: UInt64?
  private var question = Question()
  /// The announcement of the rows in a response, which the server sends before the rows.
  private var announced: TableRows?
  /// The rows received so far.
  private var coming: [TableCells] = []

  /// Creates a page that starts with the row at a tick.
  init(tick: Int64) { self.tick = tick }

  /// Scrolls by device pixels once the number of rows is known.
  private mutating func move(dx: Float, dy: Float, in grid: RowGrid) {
    guard let total else { return }
    left = Swift.max(0, Swift.min(left - dx, grid.widest))
    let last = Swift.max(0, Double(total) - Double(grid.rowsSeen) + 2)
    top = Swift.max(0, Swift.min(last, top - Double(dy / grid.rowHeight)))
  }

  /// Handles an input, and returns whether the page uses that input.
  mutating func handle(_ input: Input, in grid: RowGrid) -> Bool {
    let half = (grid.screen.lanesBottom - grid.rowsTop) / 2
    switch input {
    case .move(let dx, let dy): move(dx: dx, dy: dy, in: grid)
    case .key(.up): move(dx: 0, dy: half, in: grid)
    case .key(.down): move(dx: 0, dy: -half, in: grid)
    case .key(.left): move(dx: grid.cellWidth, dy: 0, in: grid)
    case .key(.right): move(dx: -grid.cellWidth, dy: 0, in: grid)
    case .key(.home): move(dx: .infinity, dy: .infinity, in: grid)
    case .key: return false
    }
    return true
  }

  /// Returns a wait until pending rows become late, or nil if no rows are pending or the pending rows are
  /// already late.
  func awaited(at now: Int64, isRemote: Bool) -> Due? {
    question.lateTime(at: now, isRemote: isRemote).map { .wait(until: $0) }
  }

  /// Requests visible rows that are not loaded, along with some rows before and after them.
  mutating func ask(
    _ numbers: inout RequestNumbers, at now: Int64, source: UInt16, in grid: RowGrid, isRemote: Bool
  ) -> Due? {
    if let wait = awaited(at: now, isRemote: isRemote) { return wait }
    let count = WireLimits.rowsAtOnce
    var start = tick
    if let total {
      let seen = UInt64(saturating: top)
      let end = Swift.min(total, seen + UInt64(grid.rowsSeen))
      guard seen < first || end > first + UInt64(rows.count) else { return nil }
      start = Int64(saturating: Swift.max(0, top - Double(count - grid.rowsSeen) / 2))
    }
    let number = numbers.next()
    question.ask(number, at: now)
    (announced, coming) = (nil, [])
    return .send(
      .readRows(
        ReadRows(request: number, source: source, isTick: total == nil, start: start, count: UInt8(count))))
  }

  /// Processes an announcement of rows.
  mutating func receive(_ next: TableRows) {
    guard question.number == next.request else { return }
    // No row has a rank above this limit, and adding a screen of rows to it cannot overflow.
    let limit = UInt64(WireLimits.ticks)
    var known = next
    known.first = Swift.min(limit, next.first)
    known.place = Swift.min(limit, next.place)
    known.total = Swift.min(limit, next.total)
    announced = known
  }

  /// Receives a row, or further cells of the previous row.
  mutating func receive(_ row: TableCells) -> Receipt {
    guard question.number == row.request, let announced else { return .other }
    if row.first > 0, !coming.isEmpty {
      coming[coming.count - 1].cells.append(contentsOf: row.cells)
    } else {
      coming.append(row)
    }
    guard coming.count == Int(announced.count) else { return .more }
    (rows, coming) = (coming, [])
    first = announced.first
    if total == nil { top = Swift.max(0, Double(announced.place) - 2) }
    total = announced.total
    question.end()
    return .complete
  }
}
