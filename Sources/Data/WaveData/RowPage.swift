import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits
import WaveWire

/// Where rows as text are on the screen, in device pixels.
struct RowGrid: Sendable {
  /// Width of a column and height of a row, in points of text.
  private static let cellPoints: Float = 116
  private static let rowPoints: Float = 26

  let screen: Screen
  let columnCount: Int
  /// Whether a time is along x, which needs more room than a key.
  let hasTime: Bool

  var rowHeight: Float { (Self.rowPoints * screen.type).rounded() }
  var cellWidth: Float { (Self.cellPoints * screen.type).rounded() }
  /// Where the cells begin.
  var firstCell: Float { cellWidth + (hasTime ? (cellWidth * 0.5).rounded() : 0) }
  var rowsTop: Float { screen.lanesTop + rowHeight }
  /// Rows on the screen, those that are cut among them.
  var rowsSeen: Int { Int(saturating: (screen.lanesBottom - rowsTop) / Swift.max(1, rowHeight)) + 2 }
  /// How far the columns can be moved to the left.
  var widest: Float { Swift.max(0, firstCell + Float(columnCount) * cellWidth - screen.width * 0.6) }
}

/// The rows themselves, as text, by their places in the order.
struct RowPage: Sendable {
  /// What a finger or a key does.
  enum Input {
    /// Moves the rows with the finger, in device pixels.
    case move(dx: Float, dy: Float)
    /// Moves them by half a screen or a column.
    case key(Key)
  }

  /// What a row that came is.
  enum Receipt {
    /// None of the page.
    case other
    /// One of several that are awaited.
    case more
    /// The last one of them: these are seen now.
    case complete
  }

  /// The place at the top of the screen; parts of a row are seen, too.
  private(set) var top = 0.0
  /// How far the columns are moved to the left, in device pixels.
  private(set) var left: Float = 0
  /// The place of the first row that is there, and the rows.
  private(set) var first: UInt64 = 0
  private(set) var rows: [TableCells] = []
  /// The tick to begin with, whose place is not known until the first answer.
  private let tick: Int64
  /// Rows in the order, once that is known.
  private var total: UInt64?
  private var question = Question()
  /// Which rows are coming, and those that have come.
  private var announced: TableRows?
  private var coming: [TableCells] = []

  /// Begins with the row at a tick.
  init(tick: Int64) { self.tick = tick }

  /// Moves the rows with the finger, in device pixels, once it is known how many there are.
  private mutating func move(dx: Float, dy: Float, in grid: RowGrid) {
    guard let total else { return }
    left = Swift.max(0, Swift.min(left - dx, grid.widest))
    let last = Swift.max(0, Double(total) - Double(grid.rowsSeen) + 2)
    top = Swift.max(0, Swift.min(last, top - Double(dy / grid.rowHeight)))
  }

  /// Handles an input; returns whether it was one for the rows.
  mutating func handle(_ input: Input, in grid: RowGrid) -> Bool {
    let key: Key
    switch input {
    case .move(let dx, let dy):
      move(dx: dx, dy: dy, in: grid)
      return true
    case .key(let pressed): key = pressed
    }
    let half = (grid.screen.lanesBottom - grid.rowsTop) / 2
    switch key {
    case .up: move(dx: 0, dy: half, in: grid)
    case .down: move(dx: 0, dy: -half, in: grid)
    case .left: move(dx: grid.cellWidth, dy: 0, in: grid)
    case .right: move(dx: -grid.cellWidth, dy: 0, in: grid)
    case .home: move(dx: .infinity, dy: .infinity, in: grid)
    default: return false
    }
    return true
  }

  /// Awaits rows that are on their way; nil if none are, or if they are late.
  func awaited(at now: Int64, isRemote: Bool) -> Due? {
    question.lateTime(at: now, isRemote: isRemote).map { .wait(until: $0) }
  }

  /// Asks for rows that are seen and not there, those of a screen before and behind with them.
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

  /// Receives which rows are coming.
  mutating func receive(_ next: TableRows) {
    guard question.number == next.request else { return }
    // No row has a place beyond, and a screen's rows can be counted on from there.
    let limit = UInt64(WireLimits.ticks)
    var known = next
    known.first = Swift.min(limit, next.first)
    known.place = Swift.min(limit, next.place)
    known.total = Swift.min(limit, next.total)
    announced = known
  }

  /// Receives a row, or more cells of the one before.
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
