import WaveDataWire
import WaveInteraction
import WaveSeries

/// The controls for choosing the lenses that reduce columns to points.
extension LensChoice {
  /// Appends the controls for the available lenses.
  ///
  /// - Parameters:
  ///   - catalog: The table, with its abilities.
  ///   - columns: All columns.
  ///   - column: The column under the cursor.
  ///   - list: The list to append to.
  func appendControls(
    _ catalog: TableCatalog, _ columns: [DataColumn], column: Int?,
    to list: inout ControlListBuilder<DataAction>
  ) {
    let lenses = catalog.lenses
    guard lenses.count > 1 || catalog.can(.comparing) else {
      return list.fact(label: "Drawn by", text: Texts.bytes(lens.name))
    }
    let names = lenses.map { Texts.bytes($0.name) }
    func place(_ lens: Lens?) -> Int { lens.flatMap { lenses.firstIndex(of: $0) }.map { $0 + 1 } ?? 0 }
    list.choices(.chooseLens, label: "Drawn by", options: names, selected: place(lens) - 1)
    if catalog.can(.comparing) {
      list.choices(
        .chooseComparedLens, label: "Compared with", options: [Texts.bytes("Nothing")] + names,
        selected: place(compared))
    }
    // The cost of a lens is known only for tables that the server itself reads.
    if !catalog.isRemote { list.fact(label: "Costs", text: Texts.bytes(lens.cost)) }
    list.fact(label: "Loses", text: Texts.bytes(lens.loss))
    if lenses.count > 1, let column, columns.indices.contains(column), columns[column].isDrawn {
      list.choices(
        .chooseColumnLens, label: "The column under the line by",
        options: [Texts.bytes("As all")] + names, selected: place(columns[column].lens))
    }
    if hasThreshold(columns) {
      list.choices(
        .chooseThreshold, label: lens == .movingAverage ? "Values in the window" : "Points",
        options: Texts.integers(Self.thresholds.map { Int($0) }),
        selected: Self.thresholds.firstIndex(of: threshold))
    }
  }
}
