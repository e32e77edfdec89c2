import WaveDataWire
import WaveSeries
import WaveUnits
import WaveWire

/// A column that the user has made of others.
struct DerivedColumn: Equatable, Sendable {
  let number: UInt8
  let formula: [UInt8]
  /// The column that it came from, below which its lane begins; nil for the top.
  let origin: Int?
  /// Whether the server makes its values.
  fileprivate(set) var isAccepted = false

  /// The message that has the server make the column, or remove it.
  func message(of source: UInt16, isRemoved: Bool = false) -> DeriveColumn {
    DeriveColumn(source: source, number: number, formula: isRemoved ? [] : formula)
  }
}

/// Columns that are made of others: their formulas are kept here, their values are the server's.
struct DerivedColumns: Sendable {
  /// What came of a formula.
  enum Addition: Equatable {
    case added(DerivedColumn)
    /// There is nothing to make a column of.
    case empty
    case tooLong
    case tooMany
  }

  /// What the server's word on a column means.
  enum Answer: Equatable {
    /// The column is not known here.
    case unknown
    /// Its formula is wrong: it is gone.
    case refused
    /// Its values are made.
    case accepted
    /// It was accepted before.
    case known
  }

  /// The columns, the oldest first.
  private(set) var columns: [DerivedColumn] = []
  /// A formula that is being typed; kept until it is accepted, so that it can be corrected.
  private(set) var draft: [UInt8] = []
  /// The place of the first of them: where the table's own columns end.
  private var firstPlace = 0
  /// Whether the server has been sent the formulas.
  private var isSent = true

  /// Another table is shown, which has these many columns of its own.
  mutating func reset(after columnCount: Int) {
    columns = []
    firstPlace = columnCount
  }

  /// The place of a column among all columns.
  func place(of column: DerivedColumn) -> Int { firstPlace + Int(column.number) }

  /// The column at a place among all columns; nil for one of the table's own, or none.
  func column(at place: Int) -> DerivedColumn? { columns.first { self.place(of: $0) == place } }

  /// Whether places from this one on are those of derived columns.
  func begins(at place: Int) -> Bool { firstPlace > 0 && place >= firstPlace }

  /// Keeps a formula that is being typed.
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

  /// Removes the column of a number.
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

  /// A connection was opened, to which no column is known.
  mutating func connect() { isSent = columns.isEmpty }

  /// The columns that the server has to be sent, once.
  mutating func unsent() -> [DerivedColumn] {
    guard !isSent, firstPlace > 0 else { return [] }
    isSent = true
    return columns
  }
}
