import WaveDataWire
import WaveSeries

/// The columns of the current table with the derived ones, and the order of their lanes.
struct ColumnSet: Sendable {
  /// A change by a message about columns that concerns more than their properties.
  enum Change: Equatable {
    /// The formula of the column at a place is wrong; the column is removed.
    case refused(Int)
    /// A derived column has other values.
    case changed
    /// The server has accepted the derived column at a place.
    case accepted(Int)
  }

  /// A formula and its origin.
  enum Formula {
    /// Typed by the user; kept until it is accepted.
    case typed([UInt8])
    /// Made by a control from a column.
    case made([UInt8], of: Int)
  }

  /// All columns: those of the table, then the derived ones.
  private(set) var all: [DataColumn] = []
  private(set) var derived = DerivedColumns()
  private(set) var orders = Orders()

  /// Starts with another table, which has `count` columns.
  mutating func reset(_ count: Int) {
    all = [DataColumn](repeating: DataColumn(), count: count)
    derived.reset(after: count)
    orders.reset()
  }

  /// Handles an input for the column at a place, if there is one.
  mutating func handle(_ place: Int, _ input: DataColumn.Input) {
    if all.indices.contains(place) { all[place].handle(input) }
  }

  // MARK: - Orders

  /// Changes the order of rows or lanes; returns false if a column is to be pinned that cannot be drawn.
  mutating func handle(_ input: Orders.Input) -> Bool {
    if case .pin(let column?) = input, !all.indices.contains(column) || !all[column].isDrawn { return false }
    orders.handle(input)
    return true
  }

  /// The best available order of rows by the pinned column.
  func pinnedOrder(_ catalog: TableCatalog) -> TableOrder {
    guard let pinned = orders.pinned, pinned != catalog.xColumn(of: all.count) else { return .rows }
    return catalog.order(ofTimes: all[pinned].info.kind == .time)
  }

  /// Sorts the lanes of all columns that can be shown.
  mutating func arrange(_ catalog: TableCatalog) {
    orders.arrange(all, hasTexts: catalog.can(.texts), x: catalog.xColumn(of: all.count), derived: derived)
  }

  /// Resets lenses and a sorting that are no longer available.
  mutating func limit(to catalog: TableCatalog) {
    let lenses = catalog.lenses
    for place in all.indices { all[place].handle(.limitLens(to: lenses)) }
    orders.handle(.limitSorting(to: catalog.sortings))
  }

  // MARK: - Derived columns

  /// Adds a derived column.
  mutating func derive(_ formula: Formula) -> DerivedColumns.Addition {
    let addition: DerivedColumns.Addition
    switch formula {
    case .typed(let text):
      derived.type(text)
      addition = derived.add(derived.draft, from: derived.originOfDraft(in: all))
    case .made(let text, let origin): addition = derived.add(text, from: origin)
    }
    if case .added(let column) = addition {
      let place = derived.place(of: column)
      while all.count <= place { all.append(DataColumn()) }
      all[place] = DataColumn()
    }
    return addition
  }

  /// Moves the lane of a new column below its origin's, if lanes are sorted by hand.
  mutating func placeNew() { orders.placeNew(derived) }

  /// Removes the derived column with a number; returns it, or nil if there is none.
  mutating func removeDerived(_ number: UInt8) -> DerivedColumn? { derived.remove(number) }

  /// Clears the place of a removed column.
  mutating func clear(_ place: Int) { all[place] = DataColumn() }

  /// The derived columns that have no values yet, newest first.
  var unmade: [DerivedColumn] {
    derived.columns.reversed().filter {
      let place = derived.place(of: $0)
      return !all.indices.contains(place) || all[place].info.minimum.isNaN && all[place].info.missing == 0
    }
  }

  /// Prepares for a new connection, whose server knows no derived columns.
  mutating func connect() { derived.connect() }

  /// Returns the derived columns that have to be sent to the server, once.
  mutating func unsentDerived() -> [DerivedColumn] { derived.unsent() }

  // MARK: - The server

  /// Receives the properties of columns; returns the further changes.
  mutating func receive(_ next: TableColumns) -> [Change] {
    let first = Int(next.first)
    var changes: [Change] = []
    for (offset, info) in next.columns.enumerated() where all.indices.contains(first + offset) {
      let place = first + offset
      guard derived.begins(at: first) else {
        _ = all[place].receive(info)
        continue
      }
      let answer = derived.receive(info.kind, at: place)
      switch answer {
      case .unknown: break
      case .refused: changes.append(.refused(place))
      case .accepted, .known:
        if all[place].receive(info) { changes.append(.changed) }
        if answer == .accepted { changes.append(.accepted(place)) }
      }
    }
    return changes
  }
}
