import WaveDataWire
import WaveSeries
import WaveUnits
import WaveWire

/// A column that is computed from other columns by the user's formula.
struct DerivedColumn: Equatable, Sendable {
  let number: UInt8
  let formula: [UInt8]
  /// The column whose lane the new lane follows; nil to place the new lane at the top.
  let origin: Int?
  /// Whether the server has accepted the formula.
  fileprivate(set) var isAccepted = false

  /// Returns the message that asks the server to derive or remove the column.
  func message(of source: UInt16, isRemoved: Bool = false) -> DeriveColumn {
    DeriveColumn(source: source, number: number, formula: isRemoved ? [] : formula)
  }
}

/// The columns that the server computes from the user's formulas.
struct DerivedColumns: Sendable {
  /// The result of adding a column.
  enum Addition: Equatable {
    case added(DerivedColumn)
    /// The formula is empty.
    case empty
    case tooLong
    case tooMany
  }

  /// The effect of a server message on a derived column.
  enum Answer: Equatable {
    /// There is no derived column at this index.
    case unknown
    /// The formula was rejected, and the column was removed.
    case refused
    /// The column was accepted for the first time.
    case accepted
    /// The column had already been accepted.
    case known
  }

  /// The columns, oldest first.
  private(set) var columns: [DerivedColumn] = []
  /// The formula in the text field, kept until the server accepts it so that the user can correct it.
  private(set) var draft: [UInt8] = []
  /// The index of the first derived column, after the table's own columns.
  private var firstPlace = 0
  /// Whether the formulas have been sent on the current connection.
  private var isSent = true

  /// Resets the columns for a new table with `columnCount` columns.
  mutating func reset(after columnCount: Int) {
    columns = []
    firstPlace = columnCount
  }

  /// Returns the index of a derived column among all columns.
  func place(of column: DerivedColumn) -> Int { firstPlace + Int(column.number) }

  /// Returns the derived column at an index among all columns, or nil if there is none.
  func column(at place: Int) -> DerivedColumn? { columns.first { self.place(of: $0) == place } }

  /// Returns whether the column at an index, and therefore every later one, is derived.
  func begins(at place: Int) -> Bool { firstPlace > 0 && place >= firstPlace }

  /// Stores the formula in the text field.
  mutating func type(_ text: [UInt8]) { draft = Array(text.prefix(2 * WireLimits.formula)) }

  /// Adds a derived column.
  mutating func add(_ formula: [UInt8], from origin: Int?) -> Addition {
    guard !formula.isEmpty else { return .empty }
    guard formula.count <= WireLimits.formula else { return .tooLong }
    let free = (0..<UInt8(WireLimits.derivedColumns)).first { number in
      !columns.contains { $0.number == number }
    }
    guard let free else { return .tooMany }
    let column = DerivedColumn(number: free, formula: formula, origin: origin)
    columns.append(column)
    return .added(column)
  }

  /// Removes the column with the given number.
  ///
  /// - Returns: The removed column, or nil if there is none.
  mutating func remove(_ number: UInt8) -> DerivedColumn? {
    guard let index = columns.firstIndex(where: { $0.number == number }) else { return nil }
    return columns.remove(at: index)
  }

  /// Processes the kind that the server reports for a column; `other` means that the server rejected the
  /// formula.
  mutating func receive(_ kind: TableColumns.Kind, at place: Int) -> Answer {
    guard let index = columns.firstIndex(where: { self.place(of: $0) == place }) else { return .unknown }
    guard kind != .other else {
      columns.remove(at: index)
      return .refused
    }
    guard !columns[index].isAccepted else { return .known }
    columns[index].isAccepted = true
    if draft == columns[index].formula { draft = [] }
    return .accepted
  }

  /// Prepares for a new connection, on which the server does not know any derived columns.
  mutating func connect() { isSent = columns.isEmpty }

  /// Returns the columns that have yet to be sent to the server, and marks them as sent.
  mutating func unsent() -> [DerivedColumn] {
    guard !isSent, firstPlace > 0 else { return [] }
    isSent = true
    return columns
  }
}
