import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveSeries
import WaveUnits
import WaveWire

/// Properties that combine several parts of the model.
extension DataModel {
  // MARK: - The table

  var table: TableDescription? { catalog.table }
  var columns: [DataColumn] { columnSet.all }
  var derived: DerivedColumns { columnSet.derived }
  var orders: Orders { columnSet.orders }
  var pinned: Int? { columnSet.orders.pinned }
  var order: TableOrder { columnSet.orders.order }
  var lanes: [Int] { columnSet.orders.lanes }
  var filters: Filters { reader.filters }
  /// The column on the x axis in the original order of rows; nil if the axis counts rows.
  var xColumn: Int? { catalog.xColumn(of: columnSet.all.count) }
  /// The column shown in the overview strip.
  var overviewColumn: Int? { columnSet.orders.overviewColumn(columnSet.all, x: xColumn) }

  /// The axis to assume for the pinned column until the server sends the actual axis.
  var expectedAxis: TableAxis? {
    guard let pinned, let table else { return nil }
    return TableAxis(
      source: table.source, order: order, column: UInt16(truncatingIfNeeded: pinned), kind: .count, from: 0,
      until: Int64(clamping: Swift.max(1, table.rowCount)))
  }

  /// Whether no column has a lane, so that only the page of rows can be shown.
  var hasRowsAlone: Bool {
    guard axis != nil, let table, table.flags.contains(.complete), table.rowCount > 0 else { return false }
    return !columns.isEmpty && lanes.isEmpty && pinned == nil
      && columns.allSatisfy { !$0.info.name.isEmpty }
  }

  /// The default columns of a scatter plot, or nil if fewer than two columns are numeric.
  ///
  /// They are the pinned column on x and the column under the cursor on y. If there is no such column, the
  /// first suitable numeric column is used.
  var scatterColumns: (x: Int, y: Int)? {
    let drawn = columns.drawn
    guard drawn.count > 1 else { return nil }
    let upright = selection.column.flatMap { drawn.contains($0) ? $0 : nil }
    let x = pinned ?? lanes.first { $0 != upright && columns[$0].isDrawn } ?? drawn[0]
    if let upright, upright != x { return (x, upright) }
    return (x, lanes.first { $0 != x && columns[$0].isDrawn } ?? drawn[1])
  }

  // MARK: - What is visible

  var selection: Selection { reader.selection }
  var page: RowPage? { reader.page }
  var scatter: ScatterPlot? { reader.scatter }
  var export: RowExport? { reader.export }
  var views: ViewRequests { exchange.views }
  var pictures: LanePictures { exchange.pictures }

  var axis: TableAxis? { axisView.axis }
  var window: TickWindow { axisView.window }
  var isWhole: Bool { axisView.isWhole }
  var axisPixels: AxisPixels { AxisPixels(width: screen.width, isRemote: catalog.isRemote) }

  /// The statistics of the marked range or, if no range is marked, of the filtered rows; nil if neither is
  /// available.
  var partFigures: RangeSummary? { selection.range?.summary ?? filters.figures }

  /// The selected text or, if none is selected, the text in the row under the cursor.
  var textChoice: TextChoice? { selection.textChoice(pictures, columns) }

  /// The column from which to derive a new column: the column under the cursor or of the marked range.
  ///
  /// Nil if that column is not numeric.
  var deriving: Int? {
    guard let column = selection.column, columns.indices.contains(column), columns[column].isDrawn else {
      return nil
    }
    return column
  }

  // MARK: - Layout

  var layout: LaneLayout {
    LaneLayout(
      screen: screen, lanePoints: scroll.points, laneCount: lanes.count, pictureCount: lenses.pictureCount,
      isPinned: pinned != nil)
  }

  var rowGrid: RowGrid {
    RowGrid(
      screen: screen, columnCount: columns.count,
      hasTime: xColumn.map { columns[$0].info.kind == .time } == true)
  }

  /// Returns the lanes that are at least partly on the screen, with the pinned one first.
  func visibleLanes() -> [DataLane] {
    guard screen.width > 0 else { return [] }
    let layout = layout
    var found: [DataLane] = []
    if let pinned {
      found.append(DataLane(column: pinned, y: screen.lanesTop, height: layout.pinnedPixels, isPinned: true))
    }
    for (index, column) in lanes.enumerated() {
      // A text lane is as tall as the two pictures of a numeric column together.
      let parts = columns[column].isText ? 1 : layout.pictureCount
      let height = layout.lanePixels * Float(layout.pictureCount / parts)
      for part in 0..<parts {
        let place = Float(index * layout.pictureCount + part)
        let y = (layout.movingTop + place * layout.lanePixels - scroll.y).rounded()
        guard y < screen.lanesBottom, y + height > layout.movingTop else { continue }
        found.append(DataLane(column: column, y: y, height: height, isPinned: false, isSecond: part == 1))
      }
    }
    return found
  }

  /// Returns the lane at a vertical position, or nil if there is none.
  func lane(y: Float) -> DataLane? {
    guard y >= screen.lanesTop, y < screen.lanesBottom else { return nil }
    let found = visibleLanes()
    if let top = found.first, top.isPinned, y < layout.movingTop { return top }
    return found.first { !$0.isPinned && y >= $0.y && y < $0.bottom }
  }

  // MARK: - Requests

  /// The lanes and the view to request from the server; nil until an axis is known.
  var wantedView: LaneExchange.WantedView? {
    guard let source = catalog.source, let asked = axisView.asked(on: axisPixels) else { return nil }
    let lanes = visibleLanes()
    func pixels(_ length: Float, _ limit: Int) -> UInt16 {
      UInt16(saturating: Swift.max(1, Swift.min(length, Float(limit))))
    }
    let numbers = lanes.filter { columns[$0.column].isDrawn }.map { lane in
      let column = columns[lane.column]
      return ShowLane(
        column: UInt16(truncatingIfNeeded: lane.column),
        lens: lenses.lens(of: column, isSecond: lane.isSecond).rawValue, threshold: lenses.threshold,
        pixels: pixels(lane.height, WireLimits.tablePixels), isSecond: lane.isSecond, low: column.shown.low,
        high: column.shown.high)
    }
    let texts = lanes.filter { columns[$0.column].isText }.prefix(WireLimits.textLanes)
    let overview = overviewColumn.map { column in
      let range = columns[column].whole
      return ShowLane(
        column: UInt16(truncatingIfNeeded: column), lens: 0, threshold: 3,
        pixels: UInt16(saturating: Swift.max(1, screen.overviewRect.height)), isOverview: true,
        low: range.low, high: range.high)
    }
    return LaneExchange.WantedView(
      lanes: numbers,
      texts: ShowTexts(
        source: source, buckets: pixels(screen.width, WireLimits.textBuckets),
        columns: texts.map { UInt16(truncatingIfNeeded: $0.column) }), overview: overview,
      view: ShowTable(
        view: 0, source: source, order: order,
        orderColumn: order == .rows ? 0 : UInt16(truncatingIfNeeded: pinned ?? 0),
        pixels: pixels(screen.width, WireLimits.tablePixels), from: asked.from, until: asked.until),
      window: asked.window)
  }
}
