import WaveDataWire
package import WaveInteraction
import WaveSeries
import WaveUnits

extension DataModel {
  package mutating func handle(_ action: DataAction, _ input: ControlInput, at now: Int64) {
    switch (action, input) {
    case (.derived(let action), _): handle(action, input)
    case (.setLaneHeight, .drag(_, let fraction, _)):
      let limits = LaneScroll.heights
      let share = Float(Swift.max(0, Swift.min(1, fraction)))
      setLaneHeight(limits.lowerBound + share * share * (limits.upperBound - limits.lowerBound))
    case (.setLaneHeight, .step(_, let steps)): setLaneHeight(scroll.points + Float(steps) * 8)
    case (_, .set(let value)): set(action, to: value)
    default: break
    }
  }

  /// Performs the action of a control that was set to an index, or pressed.
  private mutating func set(_ action: DataAction, to value: Int) {
    switch action {
    case .chooseOrder: setOrder(catalog.orders.indices.contains(value) ? catalog.orders[value] : .rows)
    case .chooseLens:
      lenses.choose(catalog.lenses.indices.contains(value) ? catalog.lenses[value] : catalog.lenses[0])
    case .chooseColumnLens:
      guard let column = selection.cursor?.column, columns.indices.contains(column) else { return }
      columns[column].choose(catalog.lenses.indices.contains(value - 1) ? catalog.lenses[value - 1] : nil)
    case .chooseComparedLens:
      compare(
        with: catalog.can(.comparing) && catalog.lenses.indices.contains(value - 1)
          ? catalog.lenses[value - 1] : nil)
    case .chooseThreshold: lenses.chooseThreshold(value)
    case .chooseRest: chooseRest(value == 1)
    case .orderLanes:
      orders.sort(by: catalog.sortings.indices.contains(value) ? catalog.sortings[value] : .table)
      arrangeLanes()
    case .pinColumn:
      let choices = columns.indices.filter { columns[$0].isDrawn }
      if value == 0 {
        if pinned != nil { pin(nil) }
      } else if choices.indices.contains(value - 1), choices[value - 1] != pinned {
        pin(choices[value - 1])
      }
    case .chooseTable:
      guard catalog.tables.indices.contains(value), value != catalog.index else { return }
      open(value, at: 0)
      if catalog.isPartial, table?.rowCount == 0 { readTable() }
    case .readTable: readTable()
    case .discardRows: readTable(isDiscarded: true)
    case .toggleRows: showRows(page == nil)
    case .scatter(let action): set(action, to: value)
    case .exportRows: exportRows()
    case .stopExport: stopExport()
    case .stop where catalog.progress?.stage == .deriving: stopDeriving()
    case .stop:
      if let table, let progress = catalog.progress {
        send(.stop(StopTableWork(source: table.source, stage: progress.stage)))
      }
    case .zoomToRange: zoomToRange()
    case .keepRange: keepRange()
    case .keepValues: if let column = selection.column { keepValues(of: column) }
    case .filterTexts(let isKept): keepPicked(isKept)
    case .removeFilter(let number):
      drop(number)
    case .openDrawer: isDrawerOpen = true
    case .setLaneHeight, .derived: break
    }
  }

  package mutating func pressChip(at now: Int64) {
    moveAxis(.whole)
  }

  /// Has the server resume a reading that ended early, or discard its rows.
  private mutating func readTable(isDiscarded: Bool = false) {
    guard let table, catalog.isPartial else { return }
    catalog.readAgain()
    alertText = []
    send(.readTable(ReadTable(source: table.source, isDiscarded: isDiscarded)))
  }
}
