import WaveDataWire
import WaveWire

/// The cursor: a vertical line whose position determines the row to read.
struct RowCursor: Sendable {
  /// The time for which the previous row's values are shown in gray while the next row is pending, in
  /// microseconds.
  static let lateMicroseconds: Int64 = 300_000

  private enum Wait: Equatable {
    case none
    case since(Int64)
    case late
  }

  /// The position, in ticks from the beginning of the axis.
  private(set) var tick: Double
  /// The column whose nearest drawn point determines the row to read; nil to read the row nearest to the
  /// line.
  private(set) var column: Int?
  /// The row currently shown.
  private(set) var row: TableCells?
  private var question = Question()
  private var wait = Wait.none

  init(tick: Double, column: Int?) {
    self.tick = tick
    self.column = column
  }

  /// Whether the row has been pending for longer than `lateMicroseconds`.
  var isLate: Bool { wait == .late }

  /// Whether the values shown may belong to a row other than the row under the line.
  var isOld: Bool { !question.isSettled }

  /// Returns the cell of a column in the row, or nil if it has not been received.
  func cell(of column: Int) -> TableCells.Cell? {
    guard let row, row.cells.indices.contains(column - Int(row.first)) else { return nil }
    return row.cells[column - Int(row.first)]
  }

  /// Moves the line to a tick.
  mutating func move(to tick: Double, column: Int?) {
    self.tick = tick
    self.column = column
    question.change()
  }

  /// Reads the row again, because its values have changed.
  mutating func readAgain() { question.change() }

  /// Marks the row to be requested again, because the connection has changed.
  mutating func connectionChanged() {
    question.lose()
    wait = .none
  }

  /// Receives a row, or further cells of the current row.
  ///
  /// - Returns: Whether the row was requested.
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

  /// Checks whether the row has been pending for longer than `lateMicroseconds`.
  mutating func noticeLate(at now: Int64) -> Due? {
    guard case .since(let since) = wait else { return nil }
    guard now - since >= Self.lateMicroseconds else { return .wait(until: since + Self.lateMicroseconds) }
    wait = .late
    return .redraw
  }

  /// Requests the row under the line if a request is due.
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
