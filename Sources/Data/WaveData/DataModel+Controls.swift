import WaveDataWire
package import WaveInteraction
import WaveUnits

/// Handles the controls in the drawer and in the page footer.
extension DataModel {
  package mutating func handle(_ action: DataAction, _ input: ControlInput, at now: Int64) {
    switch (action, input) {
    case (.derived(.typeFormula), .text(let text)): derive(.typed(text))
    case (.derived(.remove(let number)), .set): removeDerived(number)
    case (.derived(let action), .set(let value)):
      guard let column = deriving,
        let formula = derived.formula(for: action, value, of: column, pinned: pinned, in: columns)
      else { return }
      derive(.made(formula, of: column))
    case (.setLaneHeight, .drag(_, let fraction, _)):
      let limits = LaneScroll.heights
      let share = Float(Swift.max(0, Swift.min(1, fraction)))
      moveLanes(.height(limits.lowerBound + share * share * (limits.upperBound - limits.lowerBound)))
    case (.setLaneHeight, .step(_, let steps)): moveLanes(.height(scroll.points + Float(steps) * 8))
    case (_, .set(let value)): set(action, to: value)
    default: break
    }
  }

  /// Performs the action of a control.
  ///
  /// `value` is the index of the chosen option if the control has options.
  private mutating func set(_ action: DataAction, to value: Int) {
    func choice<Element>(_ elements: [Element], _ place: Int) -> Element? {
      elements.indices.contains(place) ? elements[place] : nil
    }
    switch action {
    case .chooseOrder: arrange(.choose(choice(catalog.orders, value) ?? .rows, of: catalog.orders))
    case .chooseLens: choose(.choose(choice(catalog.lenses, value) ?? catalog.lenses[0]))
    case .chooseColumnLens:
      if let column = selection.cursor?.column { see(column, .choose(choice(catalog.lenses, value - 1))) }
    case .chooseComparedLens:
      choose(.compare(with: catalog.can(.comparing) ? choice(catalog.lenses, value - 1) : nil))
    case .chooseThreshold: choose(.threshold(value))
    case .chooseRest: chooseRest(value == 1)
    case .orderLanes: arrange(.sort(by: choice(catalog.sortings, value) ?? .table))
    case .pinColumn:
      let column = choice(columns.drawn, value - 1)
      if value == 0 ? pinned != nil : column != nil && column != pinned { arrange(.pin(column)) }
    case .chooseTable:
      guard catalog.tables.indices.contains(value), value != catalog.index else { return }
      open(value, at: 0)
      if table?.rowCount == 0 { readTable() }
    case .readTable: readTable()
    case .discardRows: readTable(isDiscarded: true)
    case .toggleRows: show(page == nil ? .rows : .lanes)
    case .scatter(.toggle): show(scatter == nil ? .scatter : .lanes)
    case .scatter(.chooseX): if let column = choice(columns.drawn, value) { plot(.chooseX(column)) }
    case .scatter(.chooseY): if let column = choice(columns.drawn, value) { plot(.chooseY(column)) }
    case .scatter(.zoomToBox): plot(.zoomToBox)
    case .scatter(.keepBox):
      guard let plotted = scatter, let (x, y) = plotted.boxRanges else { return }
      filter(.values(x, of: plotted.x, in: columns))
      filter(.values(y, of: plotted.y, in: columns))
      plot(.clearBox)
    case .exportRows:
      guard let axis else { return }
      let marked = selection.range.flatMap { $0.isEmpty ? nil : $0 }
      exportRows(axis.ticks(marked?.low ?? window.start, marked?.high ?? window.end))
    case .stopExport: exportRows(nil)
    case .stop: stopWork()
    case .zoomToRange:
      guard let marked = selection.range, !marked.isEmpty else { return }
      moveAxis(.place(start: marked.low, width: marked.high - marked.low))
      select(.clear(.range))
    case .keepRange:
      guard let marked = selection.range, let axis, !marked.isEmpty else { return }
      filter(.rows(marked, of: axis, by: order == .rows ? nil : pinned.map { columns[$0] }))
      select(.clear(.range))
    case .keepValues:
      guard let column = selection.column, columns.indices.contains(column) else { return }
      filter(.values(columns[column].shown, of: column, in: columns))
    case .filterTexts(let isKept): keepPicked(isKept)
    case .removeFilter(let number): filter(.drop(number))
    case .openDrawer: isDrawerOpen = true
    case .setLaneHeight, .derived: break
    }
  }

  /// Adds a filter that keeps only the rows with the selected text, or excludes those rows.
  mutating func keepPicked(_ isKept: Bool) {
    guard let choice = textChoice else { return }
    filter(.texts(choice, isKept: isKept, in: columns, shell.appearance))
    select(.clear(.text))
  }

  package mutating func pressChip(at now: Int64) { moveAxis(.whole) }
}
