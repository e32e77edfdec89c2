import WaveDataWire
import WaveSeries

/// The columns of the current table, including derived ones, and the order of their lanes.
struct ColumnSet: Sendable {
  /// A change to a column, received from the server, that requires more than updating the column's
  /// properties.
  enum Change: Equatable {
    /// The server rejected the formula of the column at the given index, and the column was removed.
    case refused(Int)
    /// The values of a derived column have changed.
    case changed
    /// The server has accepted the derived column at the given index.
    case accepted(Int)
  }

  /// A formula for a new derived column.
  enum Formula {
    /// A formula typed by the user, which stays in the text field until the server accepts it.
    case typed([UInt8])
    /// A formula that a button or menu generated for a column.
    case made([UInt8], of: Int)
  }

  /// All columns: first the table's own columns, then the derived columns.
  private(set) var all: [DataColumn] = []
  private(set) var derived = DerivedColumns()
  private(set) var orders = Orders()

  /// Resets the set for a new table with `count` columns.
  mutating func reset(_ count: Int) {
    all = [DataColumn](repeating: DataColumn(), count: count)
    derived.reset(after: count)
    orders.reset()
  }

  /// Passes an input to the column at an index, if that column exists.
  mutating func handle(_ place: Int, _ input: DataColumn.Input) {
    if all.indices.contains(place) { all[place].handle(input) }
  }

  // MARK: - Orders

  /// Changes the order of rows or lanes, and returns false if the column to be pinned cannot be drawn.
  mutating func handle(_ input: Orders.Input) -> Bool {
    if case .pin(let column?) = input, !all.indices.contains(column) || !all[column].isDrawn { return false }
    orders.handle(input)
    return true
  }

  /// Returns the best available order of rows for the pinned column.
  func pinnedOrder(_ catalog: TableCatalog) -> TableOrder {
    guard let pinned = orders.pinned, pinned != catalog.xColumn(of: all.count) else { return .rows }
    return catalog.order(ofTimes: all[pinned].info.kind == .time)
  }

  /// Sorts the lanes of all columns that can be shown.
  mutating func arrange(_ catalog: TableCatalog) {
    orders.arrange(all, hasTexts: catalog.can(.texts), x: catalog.xColumn(of: all.count), derived: derived)
  }

  /// Resets each lens and sort order that is no longer available.
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

  /// If lanes are in manual order, moves the lane of a new derived column below the lane of its original
  /// column.
  mutating func placeNew() { orders.placeNew(derived) }

  /// Removes and returns the derived column with the given number, or returns nil if there is none.
  mutating func removeDerived(_ number: UInt8) -> DerivedColumn? { derived.remove(number) }

  /// Clears the slot of a removed column.
  mutating func clear(_ place: Int) { all[place] = DataColumn() }

  /// The derived columns that have no values yet, newest first.
  var unmade: [DerivedColumn] {
    derived.columns.reversed().filter {
      let place = derived.place(of: $0)
      return !all.indices.contains(place) || all[place].info.minimum.isNaN && all[place].info.missing == 0
    }
  }

  /// Prepares for a new connection, on which the server does not know any derived columns.
  mutating func connect() { derived.connect() }

  /// Returns the derived columns that have yet to be sent to the server, and marks them as sent.
  mutating func unsentDerived() -> [DerivedColumn] { derived.unsent() }

  // MARK: - The server

  /// Updates the properties of columns, and returns changes that require further action.
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
