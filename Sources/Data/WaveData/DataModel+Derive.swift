import WaveDataWire
import WaveInteraction
import WaveSeries
import WaveUnits
import WaveWire

/// Columns that are made of others: their formulas are kept here, their values are the server's.
extension DataModel {
  /// Where the table's own columns end.
  var tableColumnCount: Int { Int(table?.columnCount ?? 0) }

  /// Whether a formula is still being made into values for the first time.
  private func isUnmade(_ column: DerivedColumn) -> Bool {
    let place = derived.place(of: column)
    guard columns.indices.contains(place) else { return true }
    return columns[place].info.minimum.isNaN && columns[place].info.missing == 0
  }

  // MARK: - Making and taking away

  /// Has a column made.
  private mutating func derive(_ formula: [UInt8], from origin: Int?) {
    guard let table else { return }
    switch derived.add(formula, from: origin) {
    case .empty: break
    case .tooLong:
      alertText = Texts.bytes("The formula is too long: names and all it may have 192 bytes.")
    case .tooMany: alertText = Texts.bytes("There are 16 columns of your own: take one away first.")
    case .added(let column):
      let place = derived.place(of: column)
      while columns.count <= place { columns.append(DataColumn()) }
      columns[place] = DataColumn()
      alertText = []
      send(.deriveColumn(column.message(of: table.source)))
    }
  }

  /// Removes a column, and what was shown or kept by it.
  private mutating func dropDerived(_ number: UInt8) {
    guard let table, let column = derived.remove(number) else { return }
    send(.deriveColumn(column.message(of: table.source, isRemoved: true)))
    leave(derived.place(of: column))
  }

  /// Shows nothing more of a column that is gone.
  private mutating func leave(_ place: Int) {
    guard columns.indices.contains(place) else { return }
    while let filter = filters.number(ofColumn: place) { drop(filter) }
    columns[place] = DataColumn()
    catalog.forgetOrders(by: place)
    if pinned == place { pin(nil) }
    select(.leave(column: place))
    arrangeLanes()
  }

  /// Takes what is known of columns of the user's own; whether it was of one.
  mutating func receiveDerived(_ next: TableColumns) -> Bool {
    guard next.source == table?.source, derived.begins(at: Int(next.first)) else {
      return false
    }
    for (offset, info) in next.columns.enumerated() {
      let place = Int(next.first) + offset
      guard columns.indices.contains(place) else { continue }
      let answer = derived.receive(info.kind, at: place)
      if answer == .unknown { continue }
      guard answer != .refused else {
        // A notice says what is wrong with it; the text remains, to be put right.
        leave(place)
        continue
      }
      if columns[place].receive(info) {
        views.changeLanes()
        filters.readAgain()
      }
      guard answer == .accepted else { continue }
      // The row under the line was read without it.
      select(.columnAdded)
      arrangeLanes()
      orders.placeNew(derived)
      if let index = lanes.firstIndex(of: place) { moveLanes(.reveal(index)) }
      isDrawerOpen = false
    }
    arrangeLanes()
    redraw()
    return true
  }

  // MARK: - Controls

  /// Adds or removes a derived column.
  mutating func handle(_ action: DerivedAction, _ input: ControlInput) {
    switch (action, input) {
    case (.typeFormula, .text(let text)):
      derived.type(text)
      derive(derived.draft, from: derived.originOfDraft(in: columns))
    case (.remove(let number), .set): dropDerived(number)
    case (_, .set(let value)):
      guard let column = deriving,
        let formula = derived.formula(for: action, value, of: column, pinned: pinned, in: columns)
      else { return }
      derive(formula, from: column)
    default: break
    }
  }

  /// The column that others can be made of: that under the line, or that of the marked rows.
  var deriving: Int? {
    guard let column = selection.column, columns.indices.contains(column), columns[column].isDrawn else {
      return nil
    }
    return column
  }

  /// Gives up what is being made for the first time.
  mutating func stopDeriving() {
    for column in derived.columns.reversed() where isUnmade(column) { dropDerived(column.number) }
    catalog.stopWork()
  }
}
