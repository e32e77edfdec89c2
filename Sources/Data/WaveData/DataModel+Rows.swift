import WaveDataWire
import WaveInteraction

/// The raw table: rows as they are in the order, by their keys.
extension DataModel {
  var rowGrid: RowGrid {
    RowGrid(
      screen: screen, columnCount: columns.count,
      hasTime: xColumn.map { columns[$0].info.kind == .time } == true)
  }

  /// Shows the rows around the one that is read, or the lanes again.
  mutating func showRows(_ isShown: Bool) {
    guard isShown, let axis else {
      page = nil
      return
    }
    page = RowPage(
      tick: selection.cursor?.row?.tick ?? axis.tick(selection.range?.low ?? window.start))
    scatter = nil
    select(.clear(.range))
    isDrawerOpen = false
  }

  /// Where no column has numbers there are the rows alone.
  mutating func showWhatThereIs() {
    guard page == nil, axis != nil, let table, table.flags.contains(.complete), table.rowCount > 0,
      !columns.isEmpty, lanes.isEmpty, pinned == nil, columns.allSatisfy({ !$0.info.name.isEmpty })
    else { return }
    showRows(true)
  }

  /// Asks for rows that are seen and not there.
  mutating func sendPage(at now: Int64) {
    guard let table else { return }
    let grid = rowGrid
    switch page?.ask(&numbers, at: now, in: grid) {
    case .ask(var question):
      question.source = table.source
      send(.readRows(question))
    case .wait(let late): wake(at: late)
    case .nothing, nil: break
    }
  }

  mutating func moveRows(dx: Float, dy: Float) {
    let grid = rowGrid
    page?.move(dx: dx, dy: dy, in: grid)
  }
}
