import WaveDataWire
import WaveWire

/// The line that reads a row's values.
struct RowCursor: Sendable {
  /// Values of another row are grey meanwhile, and gone when the row has been awaited this long.
  static let lateMicroseconds: Int64 = 300_000

  private enum Wait: Equatable {
    case none
    case since(Int64)
    case late
  }

  /// Where the finger is, in ticks from the axis's first one.
  private(set) var tick: Double
  /// The column whose drawn points are meant; nil for the nearest row.
  private(set) var column: Int?
  /// The answer that is shown.
  private(set) var row: TableCells?
  private var question = Question()
  private var wait = Wait.none

  init(tick: Double, column: Int?) {
    self.tick = tick
    self.column = column
  }

  /// Whether the row under the line has been awaited for long.
  var isLate: Bool { wait == .late }

  /// Whether the row that is shown may not be the one under the line.
  var isOld: Bool { !question.isSettled }

  /// The value of a column in the row; nil if it has not come.
  func cell(of column: Int) -> TableCells.Cell? {
    guard let row, row.cells.indices.contains(column - Int(row.first)) else { return nil }
    return row.cells[column - Int(row.first)]
  }

  /// Moves the line.
  mutating func move(to tick: Double, column: Int?) {
    self.tick = tick
    self.column = column
    question.change()
  }

  /// The row has other values than it had.
  mutating func readAgain() { question.change() }

  /// The connection was opened or closed: no answer to an earlier question comes.
  mutating func connectionChanged() {
    question.lose()
    wait = .none
  }

  /// Receives a row, or more of the one that is shown.
  ///
  /// - Returns: Whether it is one that was asked for.
  mutating func receive(_ next: TableCells) -> Bool {
    let isMore = row?.request == next.request
    guard isMore || question.number == next.request else { return false }
    if isMore, next.first > 0 {
      row?.cells.append(contentsOf: next.cells)
    } else {
      row = next
    }
    question.end()
    wait = .none
    return true
  }

  /// Notices that a row has been awaited for long.
  mutating func noticeLate(at now: Int64) -> Due? {
    guard case .since(let since) = wait else { return nil }
    guard now - since >= Self.lateMicroseconds else { return .wait(until: since + Self.lateMicroseconds) }
    wait = .late
    return .redraw
  }

  /// Asks for the row under the line, if it has not been asked for.
  mutating func ask(_ numbers: inout RequestNumbers, at now: Int64, of axis: TableAxis) -> Due? {
    guard question.isDue else { return nil }
    if let late = question.lateTime(at: now) { return .wait(until: late) }
    let number = numbers.next()
    question.ask(number, at: now)
    if wait == .none { wait = .since(now) }
    return .send(
      .readRow(
        ReadRow(
          request: number, source: axis.source, tick: axis.tick(tick),
          column: column.map { UInt16(truncatingIfNeeded: $0) } ?? WireLimits.noColumn)))
  }
}
