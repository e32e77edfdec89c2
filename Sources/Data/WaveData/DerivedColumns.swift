import WaveDataWire
import WaveSeries
import WaveUnits
import WaveWire

/// A column that is computed from others by the user's formula.
struct DerivedColumn: Equatable, Sendable {
  let number: UInt8
  let formula: [UInt8]
  /// The column below whose lane the new lane appears; nil for the top.
  let origin: Int?
  /// Whether the server has accepted the formula.
  fileprivate(set) var isAccepted = false

  /// Returns the message that makes the server derive the column, or remove it.
  func message(of source: UInt16, isRemoved: Bool = false) -> DeriveColumn {
    DeriveColumn(source: source, number: number, formula: isRemoved ? [] : formula)
  }
}

/// The derived columns and their formulas; the server computes their values.
struct DerivedColumns: Sendable {
  /// The result of adding a column.
  enum Addition: Equatable {
    case added(DerivedColumn)
    /// The formula is empty.
    case empty
    case tooLong
    case tooMany
  }

  /// The meaning of a message about a column.
  enum Answer: Equatable {
    /// No derived column is at this place.
    case unknown
    /// Its formula is wrong; the column is removed.
    case refused
    /// It is accepted for the first time.
    case accepted
    /// It had been accepted before.
    case known
  }

  /// The columns, oldest first.
  private(set) var columns: [DerivedColumn] = []
  /// The formula in the text field; kept until it is accepted, so that it can be corrected.
  private(set) var draft: [UInt8] = []
  /// The place of the first derived column, after the table's own columns.
  private var firstPlace = 0
  /// Whether the server has been sent the formulas.
  private var isSent = true

  /// Starts with another table, which has `count` columns.
  mutating func reset(after columnCount: Int) {
    columns = []
    firstPlace = columnCount
  }

  /// Returns the place of a column among all columns.
  func place(of column: DerivedColumn) -> Int { firstPlace + Int(column.number) }

  /// Returns the derived column at a place among all columns; nil if there is none.
  func column(at place: Int) -> DerivedColumn? { columns.first { self.place(of: $0) == place } }

  /// Whether places from this one on are those of derived columns.
  func begins(at place: Int) -> Bool { firstPlace > 0 && place >= firstPlace }

  /// Stores the formula in the text field.
  mutating func type(_ text: [UInt8]) { draft = Array(text.prefix(2 * WireLimits.formula)) }

  /// Adds a column.
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

  /// Removes the column with a number.
  ///
  /// - Returns: The column; nil if there is none.
  mutating func remove(_ number: UInt8) -> DerivedColumn? {
    guard let index = columns.firstIndex(where: { $0.number == number }) else { return nil }
    return columns.remove(at: index)
  }

  /// Receives the kind of the column at a place; `other` means that its formula is wrong.
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

  /// Prepares for a new connection, whose server knows no derived columns.
  mutating func connect() { isSent = columns.isEmpty }

  /// Returns the columns that have to be sent to the server, once.
  mutating func unsent() -> [DerivedColumn] {
    guard !isSent, firstPlace > 0 else { return [] }
    isSent = true
    return columns
  }
}
