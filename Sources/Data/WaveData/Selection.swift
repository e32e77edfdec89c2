import WaveDataWire

/// A value that the user has selected in the lane of a text column.
struct PickedText: Equatable, Sendable {
  let column: Int
  /// The index of the value among the shares of a `TextStrip`, which include `others` and `missing`.
  let name: Int
}

/// The selection: a row under the cursor, a marked range, or a selected text.
struct Selection: Sendable {
  /// Kinds of selections.
  struct Kinds: OptionSet {
    let rawValue: UInt8
    static let row = Kinds(rawValue: 1)
    static let range = Kinds(rawValue: 2)
    static let text = Kinds(rawValue: 4)
    static let all: Kinds = [.row, .range, .text]
  }

  /// An input from a touch gesture, a key or a message.
  ///
  /// Ticks are counted from the beginning of the axis.
  enum Input {
    /// Moves the cursor to the row at a tick or, if a column is given, to the nearest drawn point of that
    /// column.
    case read(tick: Double, column: Int?)
    /// Moves the cursor to the row at a tick.
    case step(tick: Double)
    /// Starts a marked range in a column's lane.
    case mark(tick: Double, column: Int)
    /// Extends the marked range to a tick.
    case extend(tick: Double)
    /// Ends marking, and removes the range if it is still empty.
    case release
    /// Selects a text; nil clears the selected text.
    case pick(PickedText?)
    /// Removes the given kinds of selections.
    case clear(Kinds)
    /// Removes selections in a column that no longer exists.
    case leave(column: Int)
    /// Reads the row again, because a column was added.
    case columnAdded
    /// Requests the range's statistics again, because the counted texts have changed.
    case textsChanged
    /// Handles a change of the connection.
    case connectionChanged
  }

  private(set) var cursor: RowCursor?
  private(set) var range: MarkedRange?
  private(set) var text: PickedText?

  /// The column under the cursor, or of the marked range.
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

  /// Processes a row, and returns whether it was requested.
  mutating func receive(_ row: TableCells) -> Bool { cursor?.receive(row) == true }

  /// Processes statistics of the marked range, and returns whether they were requested.
  mutating func receive(_ summary: RangeSummary) -> Bool { range?.receive(summary) == true }

  /// Checks whether the row under the cursor has been pending for longer than `RowCursor.lateMicroseconds`.
  mutating func noticeLate(at now: Int64) -> Due? { cursor?.noticeLate(at: now) }

  /// Requests the row under the cursor.
  mutating func askRow(_ numbers: inout RequestNumbers, at now: Int64, of axis: TableAxis) -> Due? {
    cursor?.ask(&numbers, at: now, of: axis)
  }

  /// Requests the statistics of the marked range.
  mutating func askRange(_ numbers: inout RequestNumbers, at now: Int64, of axis: TableAxis) -> Due? {
    range?.ask(&numbers, at: now, of: axis)
  }
}
