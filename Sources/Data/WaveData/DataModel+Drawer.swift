import WaveDataWire
package import WaveInteraction
import WaveSeries
import WaveUnits

/// What stands in the drawer.
extension DataModel {
  /// The most texts of a row that the drawer shows.
  private static let factsLimit = 166

  package func appendDrawer(to list: inout ControlListBuilder<DataAction>, at now: Int64) {
    guard let table else { return }
    let drawn = columns.indices.filter { columns[$0].isDrawn }
    appendCondition(to: &list)
    appendPartial(to: &list)
    scatter?.appendControls(catalog, columns, to: &list)
    appendRange(to: &list)
    appendOrder(to: &list, drawn)
    appendDerived(to: &list)
    appendLenses(to: &list)
    appendLanes(to: &list)
    appendFacts(to: &list)
    if catalog.tables.count > 1 {
      list.choices(
        .chooseTable, label: "Table", options: catalog.tables.map { listText(of: $0) },
        selected: catalog.index)
    }
    list.fact(label: catalog.isRemote ? "Table" : "File", text: table.name)
    if !table.detail.isEmpty { list.fact(label: "Known of it", text: table.detail) }
    if let reasons = catalog.abilities?.reasons, !reasons.isEmpty {
      list.fact(label: "Not here", text: reasons)
    }
    appendGestures(to: &list)
  }

  /// What stands along x.
  private func appendOrder(to list: inout ControlListBuilder<DataAction>, _ drawn: [Int]) {
    var names = [catalog.orders.count > 1 ? rowsText : Texts.bytes("Nothing")]
    for column in drawn { names.append(columns[column].info.name) }
    list.choices(
      .pinColumn, label: catalog.orders.count > 1 ? "Order by" : "On top", options: names,
      selected: pinned.flatMap { column in drawn.firstIndex { $0 == column } }.map { $0 + 1 } ?? 0)
    guard pinned != nil else { return }
    if catalog.abilities == nil {
      list.segments(
        .chooseOrder, label: "Along x", options: ["Rows", "In its order", "Its values"],
        selected: Int(order.rawValue))
    } else if catalog.orders.count > 1, pinned != xColumn {
      list.choices(
        .chooseOrder, label: "Along x",
        options: catalog.orders.map { order in
          switch order {
          case .rows: rowsText
          case .ranks: Texts.bytes("In its order")
          case .values: Texts.bytes("Its values")
          }
        }, selected: catalog.orders.firstIndex(of: order))
    }
  }

  /// What reduces columns to what is drawn.
  private func appendLenses(to list: inout ControlListBuilder<DataAction>) {
    let all = catalog.lenses
    guard all.count > 1 || catalog.can(.comparing) else {
      return list.fact(label: "Drawn by", text: Texts.bytes(lenses.lens.name))
    }
    let names = all.map { Texts.bytes($0.name) }
    func place(_ lens: Lens?) -> Int { lens.flatMap { all.firstIndex(of: $0) }.map { $0 + 1 } ?? 0 }
    list.choices(.chooseLens, label: "Drawn by", options: names, selected: place(lenses.lens) - 1)
    if catalog.can(.comparing) {
      list.choices(
        .chooseComparedLens, label: "Compared with", options: [Texts.bytes("Nothing")] + names,
        selected: place(lenses.compared))
    }
    // What looks cost is of tables that the server reads itself.
    if !catalog.isRemote { list.fact(label: "Costs", text: Texts.bytes(lenses.lens.cost)) }
    list.fact(label: "Loses", text: Texts.bytes(lenses.lens.loss))
    if all.count > 1, let column = selection.cursor?.column, columns.indices.contains(column),
      columns[column].isDrawn
    {
      list.choices(
        .chooseColumnLens, label: "The column under the line by",
        options: [Texts.bytes("As all")] + names, selected: place(columns[column].lens))
    }
    if lenses.hasThreshold(columns) {
      list.choices(
        .chooseThreshold, label: lenses.lens == .movingAverage ? "Values in the window" : "Points",
        options: LensChoice.thresholds.map {
          var text = TextWriter()
          text.append(integer: Int($0))
          return text.bytes
        }, selected: LensChoice.thresholds.firstIndex(of: lenses.threshold))
    }
  }

  /// The order of the lanes and their height.
  private func appendLanes(to list: inout ControlListBuilder<DataAction>) {
    let names: [StaticString] = ["Table", "Name", "Related", "Spread", "Missing", "By hand"]
    list.choices(
      .orderLanes, label: "Columns by", options: catalog.sortings.map { Texts.bytes(names[$0.rawValue]) },
      selected: catalog.sortings.firstIndex(of: orders.sorting))
    let limits = LaneScroll.heights
    let share = (scroll.points - limits.lowerBound) / (limits.upperBound - limits.lowerBound)
    var height = TextWriter()
    height.append(Double(scroll.points), decimals: 0)
    list.slider(.setLaneHeight, label: "Height", fraction: share.squareRoot(), text: height.bytes)
  }

  /// What fingers do.
  private func appendGestures(to list: inout ControlListBuilder<DataAction>) {
    var rows: [(StaticString, StaticString)] = [("Drag along", "read the row's values")]
    if catalog.can(.ranges) { rows.append(("Hold, then drag", "mark rows")) }
    rows += [
      ("Drag upright", "move the columns"), ("Pinch", "zoom x, or a column's values"),
      ("Two fingers along", "move x"),
      ("Tap \u{25CB}", catalog.orders.count > 1 ? "order rows by the column" : "put the column on top"),
      ("Drag a name", "move the column, or pin it on top"), ("Double tap", "the whole table"),
    ]
    list.gestures(label: "With your fingers", rows)
  }

  /// What can be done with what is marked, and which rows are kept.
  private func appendRange(to list: inout ControlListBuilder<DataAction>) {
    if let marked = selection.range, let rows = marked.summary?.rowCount {
      list.fact(label: "Rows marked", text: Texts.grouped(rows))
      list.button(.zoomToRange, label: "Show them from edge to edge")
      if catalog.can(.valueFilters) { list.button(.keepRange, label: "Keep only these rows") }
    }
    if scatter == nil, catalog.can(.scatter), columns.count(where: { $0.isDrawn }) > 1 {
      list.button(.scatter(.toggle), label: "Show two columns over one another")
    }
    if catalog.can(.rows) {
      list.button(.toggleRows, label: page == nil ? "Show the rows themselves" : "Show the columns again")
    }
    if catalog.can(.exporting) {
      list.button(
        .exportRows,
        label: selection.range == nil ? "Export the rows seen as CSV" : "Export the marked rows as CSV"
      )
    }
    if catalog.can(.valueFilters), let column = selection.column, columns.indices.contains(column),
      columns[column].range != nil
    {
      var text = TextWriter()
      text.append("Keep only rows with the values shown of ")
      text.append(bytes: columns[column].info.name)
      list.button(.keepValues, label: text.bytes)
    }
    if catalog.can(.textFilters), let choice = textChoice { choice.appendControls(columns, to: &list) }
    filters.appendControls(to: &list)
  }

  /// What is known of the column under the line, and the words of its row.
  private func appendFacts(to list: inout ControlListBuilder<DataAction>) {
    guard let row = selection.cursor?.row else { return }
    var count = 0
    for (offset, cell) in row.cells.enumerated() {
      let column = Int(row.first) + offset
      guard columns.indices.contains(column), !columns[column].isDrawn, count < Self.factsLimit else {
        continue
      }
      list.fact(label: columns[column].info.name, text: Texts.cell(cell))
      count += 1
    }
  }
}
