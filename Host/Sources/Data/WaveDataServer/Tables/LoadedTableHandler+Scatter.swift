import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries

/// Scatter plots of two columns.
extension LoadedTableHandler {
  /// Number of rows that are processed between two checks for cancellation.
  private static let sliceCount = 1 << 18

  func show(_ scatter: ShowScatter) {
    state.withLock { state in
      let isShown = state.shown.show(scatter)
      state.pictures.requestScatter(isShown)
    }
    work()
  }

  /// Counts the rows of the window in the cells of a grid.
  func answer(_ wish: ShowScatter, _ view: ShowTable, _ generation: Int) {
    let goesOn = { self.isCurrent(generation) && self.state.withLock { $0.shown.scatter == wish } }
    guard let table = ordered(view, goesOn: goesOn), let x = column(Int(wish.x)), let y = column(Int(wish.y))
    else { return }
    let start = table.place(from: view.from)
    let end = max(start, table.place(from: view.until))
    // The order does not matter if all rows are counted.
    let isWhole = start == 0 && end == table.count && end == x.series.count
    guard let xs = isWhole ? x.series : series(Int(wish.x), in: table, goesOn: goesOn)?.series,
      let ys = isWhole ? y.series : series(Int(wish.y), in: table, goesOn: goesOn)?.series
    else { return }
    var grid = DensityGrid(
      x: (wish.xLow - x.offset)...(wish.xHigh - x.offset),
      y: (wish.yLow - y.offset)...(wish.yHigh - y.offset),
      columns: Int(wish.columns), rows: Int(wish.rows))
    var correlation = Correlation()
    for first in stride(from: start, to: end, by: Self.sliceCount) {
      guard goesOn() else { return }
      let last = min(end, first + Self.sliceCount)
      let (across, upright) = (xs.values(from: first, to: last), ys.values(from: first, to: last))
      grid.add(across.span, upright.span)
      correlation.add(across.span, upright.span)
    }
    guard goesOn() else { return }
    send(
      ScatterPart.parts(
        of: ScatterPart(
          request: wish.request, source: wish.source, columns: wish.columns, rows: wish.rows, first: 0,
          insideCount: UInt64(grid.insideCount), outsideCount: UInt64(grid.outsideCount),
          missingCount: UInt64(grid.missingCount), correlation: correlation.coefficient ?? .nan,
          counts: grid.counts)
      ).map { .scatter($0) }, of: table, for: generation)
  }
}
