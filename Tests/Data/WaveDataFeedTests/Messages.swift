import WaveDataWire

/// A view of rows as they come, unless something else is given.
func makeView(
  _ number: UInt16, _ order: TableOrder = .rows, column: UInt16 = 0, from: Int64 = 0, until: Int64 = 100
) -> ShowTable {
  ShowTable(
    view: number, source: 0, order: order, orderColumn: column, pixels: 10, from: from, until: until)
}

func makeLane(
  _ column: UInt16, pixels: UInt16 = 9, isOverview: Bool = false, isSecond: Bool = false
) -> ShowLane {
  ShowLane(
    column: column, lens: 0, threshold: 3, pixels: pixels, isOverview: isOverview, isSecond: isSecond, low: 0,
    high: 1)
}

func makeScatter(_ request: UInt16, columns: UInt16 = 5) -> ShowScatter {
  ShowScatter(
    request: request, source: 0, x: 1, y: 2, columns: columns, rows: 5, xLow: 0, xHigh: 1, yLow: 0, yHigh: 1)
}
