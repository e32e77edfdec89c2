import WaveDataWire
import WaveInteraction

/// The controls for the order of rows and lanes.
extension Orders {
  /// Appends the controls for choosing the pinned column and the x axis.
  ///
  /// - Parameters:
  ///   - columns: All columns.
  ///   - x: The column on the x axis in the original order of rows.
  ///   - catalog: The table, with its abilities.
  ///   - list: The list to append to.
  func appendOrder(
    _ columns: [DataColumn], x: Int?, _ catalog: TableCatalog, to list: inout ControlListBuilder<DataAction>
  ) {
    let orders = catalog.orders
    let drawn = columns.drawn
    let rows = columns.rowsText(x: x)
    let names = [orders.count > 1 ? rows : Texts.bytes("Nothing")] + drawn.map { columns[$0].info.name }
    list.choices(
      .pinColumn, label: orders.count > 1 ? "Order by" : "On top", options: names,
      selected: pinned.flatMap { drawn.firstIndex(of: $0) }.map { $0 + 1 } ?? 0, style: .names)
    guard pinned != nil else { return }
    if catalog.abilities == nil {
      list.segments(
        .chooseOrder, label: "Along x", options: ["Rows", "In its order", "Its values"],
        selected: Int(order.rawValue))
    } else if orders.count > 1, pinned != x {
      list.choices(
        .chooseOrder, label: "Along x",
        options: orders.map { order in
          switch order {
          case .rows: rows
          case .ranks: Texts.bytes("In its order")
          case .values: Texts.bytes("Its values")
          }
        }, selected: orders.firstIndex(of: order))
    }
  }

  /// Appends the control for choosing the sort order of lanes.
  func appendSorting(_ catalog: TableCatalog, to list: inout ControlListBuilder<DataAction>) {
    let names: [StaticString] = ["Table", "Name", "Related", "Spread", "Missing", "By hand"]
    let sortings = catalog.sortings
    list.choices(
      .orderLanes, label: "Columns by", options: sortings.map { Texts.bytes(names[$0.rawValue]) },
      selected: sortings.firstIndex(of: sorting))
  }
}

extension [DataColumn] {
  /// Returns the name of the original order of rows, including the column on the x axis if there is one.
  func rowsText(x: Int?) -> [UInt8] {
    x.map { Texts.bytes("Along ", self[$0].info.name) } ?? Texts.bytes("Rows as they come")
  }
}

extension LaneScroll {
  /// Appends a slider for the height of lanes.
  func appendHeight(to list: inout ControlListBuilder<DataAction>) {
    let limits = Self.heights
    let share = (points - limits.lowerBound) / (limits.upperBound - limits.lowerBound)
    list.slider(
      .setLaneHeight, label: "Height", fraction: share.squareRoot(),
      text: Texts.number(Double(points), decimals: 0))
  }
}
