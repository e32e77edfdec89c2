import WaveDataWire
import WaveSeries

/// The tables announced by the server, one of which is the current one.
struct TableCatalog: Sendable {
  /// The effect of a table description received from the server.
  enum Change: Equatable {
    /// A table other than the first was added.
    case added
    /// The first table was added.
    case first
    /// The name or the columns of the current table have changed.
    case replaced
    /// The rows of the current table have been discarded.
    case emptied
    /// The description has changed in a way that requires no further action.
    case updated
  }

  /// A change in a table's abilities or in the availability of its engine.
  struct AbilityChange: OptionSet {
    let rawValue: UInt8
    /// The availability of the engine changed.
    static let condition = AbilityChange(rawValue: 1)
    /// The abilities changed.
    static let abilities = AbilityChange(rawValue: 2)
  }

  private(set) var tables: [TableDescription] = []
  /// The index of the current table.
  private(set) var index = 0
  /// The progress of work on the current table.
  private(set) var progress: TableWork?
  /// Whether the current table could not be opened.
  private(set) var isRefused = false
  /// The user's choice of whether to show the available rows while some shards do not respond.
  private(set) var rest = RestChoice()
  private var columns: [TableColumns] = []
  private var axes: [TableAxis] = []
  private var allAbilities: [TableAbilities] = []

  // MARK: - The current table

  var table: TableDescription? { tables.indices.contains(index) ? tables[index] : nil }
  var source: UInt16? { table?.source }
  var flags: TableDescription.Flags { table?.flags ?? [] }

  /// Whether the table is remote, which means that its rows are in an external engine.
  var isRemote: Bool { flags.contains(.remote) }

  /// Whether reading the table ended early or has not begun.
  var isPartial: Bool { flags.contains(.partial) && progress == nil }

  /// Whether the table has rows, even if a remote engine has not counted them yet.
  var hasRows: Bool {
    guard let table else { return false }
    return table.rowCount > 0 || isRemote && !flags.contains(.complete)
  }

  /// The abilities of the table; nil for a table that the server itself stores, since such a table has all
  /// abilities.
  var abilities: TableAbilities? {
    guard isRemote, let source else { return nil }
    return allAbilities.first { $0.source == source }
  }

  @inline(never)
  func can(_ ability: TableAbilities.Abilities) -> Bool {
    abilities?.abilities.contains(ability) ?? (ability != .showsRest)
  }

  /// Returns the column on the x axis in the original order of rows if it is among the first `count` columns,
  /// or nil if the axis counts rows.
  func xColumn(of count: Int) -> Int? {
    guard let place = abilities?.xColumn, Int(place) < count else { return nil }
    return Int(place)
  }

  /// Returns the best available order for a pinned column: its values if they are times, otherwise its ranks.
  func order(ofTimes isTime: Bool) -> TableOrder {
    if isTime, can(.values) { return .values }
    return can(.ranks) ? .ranks : can(.values) ? .values : .rows
  }

  /// The available lenses.
  var lenses: [Lens] {
    guard let bits = abilities?.lenses else { return Lens.allCases }
    let found = Lens.allCases.filter { bits >> UInt32($0.rawValue) & 1 == 1 }
    return found.isEmpty ? [.m4] : found
  }

  /// The orders of rows that the table supports while a column is pinned.
  var orders: [TableOrder] {
    var found = [TableOrder.rows]
    if can(.ranks) { found.append(.ranks) }
    if can(.values) { found.append(.values) }
    return found
  }

  /// The available sort orders of lanes.
  var sortings: [LaneOrder] { LaneOrder.allCases.filter { $0 != .correlation || can(.correlations) } }

  /// The messages about the table's columns, in order of arrival.
  var knownColumns: [TableColumns] { columns.filter { $0.source == source } }

  /// Returns the x axis for an order of rows, or nil if that axis has not been received.
  func axis(_ order: TableOrder, of column: Int?) -> TableAxis? {
    axes.last { $0.source == source && $0.order == order && (order == .rows || Int($0.column) == column) }
  }

  // MARK: - Changes

  /// Makes the table at an index the current table, and resets the state of the previous table.
  mutating func show(_ index: Int) {
    self.index = index
    rest = RestChoice()
    isRefused = false
    progress = nil
  }

  /// Records that the current table could not be opened, unless it has rows.
  mutating func refuse() { if table?.rowCount == 0 { isRefused = true } }

  /// Records that a new read of the current table was requested.
  mutating func readAgain() { isRefused = false }

  /// Hides the progress of work on the current table.
  mutating func stopWork() { progress = nil }

  /// Handles a change of the connection, which ends queries to a remote engine.
  mutating func connectionChanged(isOpen: Bool) {
    if progress?.stage == .asking { progress = nil }
    if isOpen { rest.connect() }
  }

  /// Chooses whether to show the available rows while some shards do not respond.
  mutating func chooseRest(_ isShown: Bool) { rest.choose(isShown) }

  /// Returns whether the user's choice about missing shards has yet to be sent to the server, and marks it as
  /// sent.
  mutating func isRestUnsent() -> Bool { rest.isUnsent() }

  /// Removes the axes for orders that use a column that no longer exists.
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

  /// Stores the properties of columns until their table is shown.
  mutating func receive(_ next: TableColumns) {
    columns.removeAll {
      $0.source == next.source && $0.first == next.first && $0.columns.count <= next.columns.count
    }
    columns.append(next)
  }

  /// Updates the progress of work, and returns whether it belongs to the current table.
  mutating func receive(_ next: TableWork) -> Bool {
    guard next.source == source else { return false }
    progress = next.done == next.total ? nil : next
    return true
  }

  mutating func receive(_ next: TableAxis) {
    axes.removeAll { $0.source == next.source && $0.order == next.order && $0.column == next.column }
    axes.append(next)
  }

  /// Updates the abilities of a table, and returns what has changed.
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
