import WaveDataWire
import WaveSeries

/// The columns of the table that is shown, those that are made of others, and the order of their lanes.
struct ColumnSet: Sendable {
  /// What the server's word on columns changes, beyond what is known of them.
  enum Change: Equatable {
    /// The formula of the column at a place is wrong: it is gone.
    case refused(Int)
    /// A derived column has other values.
    case changed
    /// The values of the derived column at a place are made.
    case accepted(Int)
  }

  /// A formula, and where it is from.
  enum Formula {
    /// The user types it: it is kept until it is accepted.
    case typed([UInt8])
    /// A control makes it of a column.
    case made([UInt8], of: Int)
  }

  /// All columns: the table's own, and behind them those that are made of others.
  private(set) var all: [DataColumn] = []
  private(set) var derived = DerivedColumns()
  private(set) var orders = Orders()

  /// Another table is shown, which has these many columns of its own.
  mutating func reset(_ count: Int) {
    all = [DataColumn](repeating: DataColumn(), count: count)
    derived.reset(after: count)
    orders.reset()
  }

  /// Changes how a column is seen, if there is one at the place.
  mutating func handle(_ place: Int, _ input: DataColumn.Input) {
    if all.indices.contains(place) { all[place].handle(input) }
  }

  // MARK: - Orders

  /// Changes the order of rows or lanes; returns false for pinning a column that cannot be drawn, or is gone.
  mutating func handle(_ input: Orders.Input) -> Bool {
    if case .pin(let column?) = input, !all.indices.contains(column) || !all[column].isDrawn { return false }
    orders.handle(input)
    return true
  }

  /// What the pinned column orders the rows by, as it can.
  func pinnedOrder(_ catalog: TableCatalog) -> TableOrder {
    guard let pinned = orders.pinned, pinned != catalog.xColumn(of: all.count) else { return .rows }
    return catalog.order(ofTimes: all[pinned].info.kind == .time)
  }

  /// Sorts the lanes of what can be seen of the table.
  mutating func arrange(_ catalog: TableCatalog) {
    orders.arrange(all, hasTexts: catalog.can(.texts), x: catalog.xColumn(of: all.count), derived: derived)
  }

  /// Leaves lenses and a sorting that there are no more.
  mutating func limit(to catalog: TableCatalog) {
    let lenses = catalog.lenses
    for place in all.indices { all[place].handle(.limitLens(to: lenses)) }
    orders.handle(.limitSorting(to: catalog.sortings))
  }

  // MARK: - Derived columns

  /// Adds a column that is made of others.
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

  /// Moves the lanes of a new column below that of the one that it came from, where the user sorts them.
  mutating func placeNew() { orders.placeNew(derived) }

  /// Removes the derived column of a number; returns it, or nil if there is none.
  mutating func removeDerived(_ number: UInt8) -> DerivedColumn? { derived.remove(number) }

  /// Knows nothing more of a column that is gone.
  mutating func clear(_ place: Int) { all[place] = DataColumn() }

  /// The derived columns that have not been made yet, the newest first.
  var unmade: [DerivedColumn] {
    derived.columns.reversed().filter {
      let place = derived.place(of: $0)
      return !all.indices.contains(place) || all[place].info.minimum.isNaN && all[place].info.missing == 0
    }
  }

  /// A connection was opened, to which no derived column is known.
  mutating func connect() { derived.connect() }

  /// The derived columns that the server has to be sent, once.
  mutating func unsentDerived() -> [DerivedColumn] { derived.unsent() }

  // MARK: - The server

  /// Receives what is known of columns.
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
