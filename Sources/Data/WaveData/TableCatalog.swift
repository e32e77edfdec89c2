import WaveDataWire
import WaveSeries

/// The tables that the server has announced, and which of them is shown.
struct TableCatalog: Sendable {
  /// What a description changes.
  enum Change: Equatable {
    /// One more table.
    case added
    /// The first table.
    case first
    /// The table that is shown has another name or other columns.
    case replaced
    /// The rows of the table that is shown have been discarded.
    case emptied
    /// Anything else.
    case updated
  }

  /// What changes in what can be done with a table.
  struct AbilityChange: OptionSet {
    let rawValue: UInt8
    /// How its engine is.
    static let condition = AbilityChange(rawValue: 1)
    /// What can be done.
    static let abilities = AbilityChange(rawValue: 2)
  }

  private(set) var tables: [TableDescription] = []
  /// The place of the one that is shown.
  private(set) var index = 0
  /// Work on the table that is shown.
  private(set) var progress: TableWork?
  /// Whether the table that is shown could not be opened.
  private(set) var isRefused = false
  /// Whether the rest of its rows is shown while a part is out of reach.
  private(set) var rest = RestChoice()
  private var columns: [TableColumns] = []
  private var axes: [TableAxis] = []
  private var allAbilities: [TableAbilities] = []

  // MARK: - The table that is shown

  var table: TableDescription? { tables.indices.contains(index) ? tables[index] : nil }
  var source: UInt16? { table?.source }
  var flags: TableDescription.Flags { table?.flags ?? [] }

  /// Whether another engine holds its rows.
  var isRemote: Bool { flags.contains(.remote) }

  /// Whether reading it ended early, or has not begun.
  var isPartial: Bool { flags.contains(.partial) && progress == nil }

  /// Whether there are rows to be read: another engine may not have counted them.
  var hasRows: Bool {
    guard let table else { return false }
    return table.rowCount > 0 || isRemote && !flags.contains(.complete)
  }

  /// What can be done with it; nil of one of the server's own, with which everything can be done.
  var abilities: TableAbilities? {
    guard isRemote, let source else { return nil }
    return allAbilities.first { $0.source == source }
  }

  @inline(never)
  func can(_ ability: TableAbilities.Abilities) -> Bool {
    abilities?.abilities.contains(ability) ?? (ability != .showsRest)
  }

  /// The column whose values are along x where rows are as they come, of a number of columns; nil where rows
  /// are counted.
  func xColumn(of count: Int) -> Int? {
    guard let place = abilities?.xColumn, Int(place) < count else { return nil }
    return Int(place)
  }

  /// What a column orders rows by when it is pinned: its values if they are times, else ranks, as it can.
  func order(ofTimes isTime: Bool) -> TableOrder {
    if isTime, can(.values) { return .values }
    return can(.ranks) ? .ranks : can(.values) ? .values : .rows
  }

  /// The lenses that there are.
  var lenses: [Lens] {
    guard let bits = abilities?.lenses else { return Lens.allCases }
    let found = Lens.allCases.filter { bits >> UInt32($0.rawValue) & 1 == 1 }
    return found.isEmpty ? [.m4] : found
  }

  /// What can be along x while a column is pinned.
  var orders: [TableOrder] {
    var found = [TableOrder.rows]
    if can(.ranks) { found.append(.ranks) }
    if can(.values) { found.append(.values) }
    return found
  }

  /// How lanes can be sorted.
  var sortings: [LaneOrder] { LaneOrder.allCases.filter { $0 != .correlation || can(.correlations) } }

  /// What is known of its columns, in the order in which it came.
  var knownColumns: [TableColumns] { columns.filter { $0.source == source } }

  /// The axis of an order of its rows; nil if it is not known.
  func axis(_ order: TableOrder, of column: Int?) -> TableAxis? {
    axes.last {
      $0.source == source && $0.order == order && (order == .rows || Int($0.column) == column)
    }
  }

  // MARK: - What changes

  /// Shows the table at a place.
  mutating func show(_ index: Int) {
    self.index = index
    rest = RestChoice()
    isRefused = false
    progress = nil
  }

  /// The table that is shown could not be opened, unless it has rows.
  mutating func refuse() { if table?.rowCount == 0 { isRefused = true } }

  /// The table that is shown is read again.
  mutating func readAgain() { isRefused = false }

  /// Awaits no more of the work on the table that is shown.
  mutating func stopWork() { progress = nil }

  /// The connection was opened or closed: what an engine was asked ended with it.
  mutating func connectionChanged(isOpen: Bool) {
    if progress?.stage == .asking { progress = nil }
    if isOpen { rest.connect() }
  }

  /// Chooses whether the rest is shown.
  mutating func chooseRest(_ isShown: Bool) { rest.choose(isShown) }

  /// Whether the server has to be sent that the rest is shown, once.
  mutating func isRestUnsent() -> Bool { rest.isUnsent() }

  /// The orders by a column are no more.
  mutating func forgetOrders(by column: Int) {
    axes.removeAll { $0.order != .rows && Int($0.column) == column }
  }

  mutating func receive(_ next: TableDescription) -> Change {
    guard let place = tables.firstIndex(where: { $0.source == next.source }) else {
      tables.append(next)
      return tables.count == 1 ? .first : .added
    }
    let before = tables[place]
    tables[place] = next
    guard place == index else { return .updated }
    if before.name != next.name || before.columnCount != next.columnCount { return .replaced }
    return next.rowCount == 0 && before.rowCount > 0 ? .emptied : .updated
  }

  /// Keeps what is known of columns, for when their table is shown.
  mutating func receive(_ next: TableColumns) {
    columns.removeAll {
      $0.source == next.source && $0.first == next.first && $0.columns.count <= next.columns.count
    }
    columns.append(next)
  }

  /// Receives how far work is; returns whether it is on the table that is shown.
  mutating func receive(_ next: TableWork) -> Bool {
    guard next.source == source else { return false }
    progress = next.done == next.total ? nil : next
    return true
  }

  mutating func receive(_ next: TableAxis) {
    axes.removeAll { $0.source == next.source && $0.order == next.order && $0.column == next.column }
    axes.append(next)
  }

  /// Receives what can be done with a table; returns what changes.
  mutating func receive(_ next: TableAbilities) -> AbilityChange {
    let before = allAbilities.first { $0.source == next.source }
    allAbilities.removeAll { $0.source == next.source }
    allAbilities.append(next)
    var change: AbilityChange = []
    if before?.condition != next.condition { change.insert(.condition) }
    if before?.abilities != next.abilities || before?.lenses != next.lenses || before?.xColumn != next.xColumn
    {
      change.insert(.abilities)
    }
    return change
  }
}
