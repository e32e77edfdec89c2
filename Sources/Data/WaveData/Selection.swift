import WaveDataWire

/// A text that a finger has picked in a lane.
struct PickedText: Equatable, Sendable {
  let column: Int
  /// Its place among the shares of a `TextStrip`.
  let name: Int
}

/// What a finger has selected: a row under a line, rows that are marked, or a text.
struct Selection: Sendable {
  /// Kinds of what is selected.
  struct Kinds: OptionSet {
    let rawValue: UInt8
    static let row = Kinds(rawValue: 1)
    static let range = Kinds(rawValue: 2)
    static let text = Kinds(rawValue: 4)
    static let all: Kinds = [.row, .range, .text]
  }

  /// What a finger, a key or a message does; ticks count from the axis's first one.
  enum Input {
    /// Reads the row at a tick; a column means the nearest of its drawn points.
    case read(tick: Double, column: Int?)
    /// Moves the line to the row at a tick.
    case step(tick: Double)
    /// Begins to mark rows in a column's lane.
    case mark(tick: Double, column: Int)
    /// Marks rows up to a tick.
    case extend(tick: Double)
    /// Lets go: rows are marked where there are any.
    case release
    /// Picks a text; nil picks none.
    case pick(PickedText?)
    /// Leaves what is selected.
    case clear(Kinds)
    /// A column is gone.
    case leave(column: Int)
    /// A column was added: the row has one more value.
    case columnAdded
    /// Other texts are counted.
    case textsChanged
    /// The connection was opened or closed.
    case connectionChanged
  }

  private(set) var cursor: RowCursor?
  private(set) var range: MarkedRange?
  private(set) var text: PickedText?

  /// The column under the line, or that of the marked rows.
  var column: Int? { cursor?.column ?? range?.column }
  var isEmpty: Bool { cursor == nil && range == nil && text == nil }

  mutating func handle(_ input: Input) {
    switch input {
    case .read(let tick, let column):
      (range, text) = (nil, nil)
      move(to: tick, column: column)
    case .step(let tick): move(to: tick, column: nil)
    case .mark(let tick, let column):
      cursor = nil
      range = MarkedRange(from: tick, column: column)
    case .extend(let tick): range?.extend(to: tick)
    case .release: if range?.isEmpty == true { range = nil }
    case .pick(let next): text = next
    case .clear(let kinds):
      if kinds.contains(.row) { cursor = nil }
      if kinds.contains(.range) { range = nil }
      if kinds.contains(.text) { text = nil }
    case .leave(let column):
      if cursor?.column == column { cursor = nil }
      if range?.column == column { range = nil }
    case .columnAdded: cursor?.readAgain()
    case .textsChanged: range?.readAgain()
    case .connectionChanged: cursor?.connectionChanged()
    }
  }

  private mutating func move(to tick: Double, column: Int?) {
    if cursor == nil { cursor = RowCursor(tick: tick, column: column) }
    cursor?.move(to: tick, column: column)
  }

  // MARK: - The server

  /// Receives a row; returns whether it was asked for.
  mutating func receive(_ row: TableCells) -> Bool { cursor?.receive(row) == true }

  /// Receives what marked rows are like; returns whether it was asked for.
  mutating func receive(_ summary: RangeSummary) -> Bool { range?.receive(summary) == true }

  /// Notices that the row under the line has been awaited for long.
  mutating func noticeLate(at now: Int64) -> Due? { cursor?.noticeLate(at: now) }

  /// Asks for the row under the line.
  mutating func askRow(_ numbers: inout RequestNumbers, at now: Int64, of axis: TableAxis) -> Due? {
    cursor?.ask(&numbers, at: now, of: axis)
  }

  /// Asks what the marked rows are like.
  mutating func askRange(_ numbers: inout RequestNumbers, at now: Int64, of axis: TableAxis) -> Due? {
    range?.ask(&numbers, at: now, of: axis)
  }
}
