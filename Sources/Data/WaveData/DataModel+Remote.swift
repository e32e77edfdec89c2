import WaveDataWire
import WaveInteraction
import WaveSeries
import WaveUnits

/// Tables that another engine holds: what can be done with them, and how that engine is.
extension DataModel {
  /// The column whose values stand along x where rows are shown as they come; nil where these count.
  var xColumn: Int? {
    guard let place = catalog.abilities?.xColumn, columns.indices.contains(Int(place)) else { return nil }
    return Int(place)
  }

  /// What stands along x when a column is pinned.
  func order(ofPinned column: Int?) -> TableOrder {
    guard let column, column != xColumn else { return .rows }
    if columns[column].info.kind == .time, catalog.can(.values) { return .values }
    return catalog.can(.ranks) ? .ranks : catalog.can(.values) ? .values : .rows
  }

  // MARK: - What the server tells

  mutating func receive(_ next: TableAbilities) {
    let before = catalog.receive(next)
    guard next.source == table?.source else { return }
    if before?.condition != next.condition {
      pictures.changeRows()
      // A question that was on its way may have failed with the engine.
      filters.loseQuestion()
      isHeadFree = true
    }
    if rest.isUnsent() {
      send(.chooseLost(ChooseLost(source: next.source, showsRest: true)))
    }
    let isSame =
      before?.abilities == next.abilities && before?.lenses == next.lenses && before?.xColumn == next.xColumn
    if !isSame { applyAbilities() }
    redraw()
  }

  /// Gives up what cannot be done.
  mutating func applyAbilities() {
    guard catalog.abilities != nil else { return }
    let found = catalog.lenses
    lenses.limit(to: found)
    for index in columns.indices { columns[index].limitLens(to: found) }
    if lenses.compared != nil, !catalog.can(.comparing) { compare(with: nil) }
    if !catalog.can(.rows) { page = nil }
    if !catalog.can(.scatter) { hideScatter() }
    if !catalog.can(.ranges) { select(.clear(.range)) }
    orders.limitSorting(to: catalog.sortings)
    arrangeLanes()
    if !catalog.orders.contains(order) { setOrder(.rows) }
    showWhatThereIs()
  }

  /// Shows what is left while a part of the rows is out of reach, or nothing then.
  mutating func chooseRest(_ isShown: Bool) {
    guard let table else { return }
    rest.choose(isShown)
    send(.chooseLost(ChooseLost(source: table.source, showsRest: isShown)))
  }
}
