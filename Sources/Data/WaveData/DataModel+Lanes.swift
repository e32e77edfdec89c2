import WaveDataWire
import WaveDisplay
import WaveInteraction

/// What is along x, and where lanes are on the screen.
extension DataModel {
  var axis: TableAxis? { axisView.axis }
  var window: TickWindow { axisView.window }
  var isWhole: Bool { axisView.isWhole }
  var axisPixels: AxisPixels { AxisPixels(width: screen.width, isRemote: catalog.isRemote) }

  var pinned: Int? { orders.pinned }
  var order: TableOrder { orders.order }
  var lanes: [Int] { orders.lanes }

  var layout: LaneLayout {
    LaneLayout(
      screen: screen, lanePoints: scroll.points, laneCount: lanes.count, pictureCount: lenses.pictureCount,
      isPinned: pinned != nil)
  }

  /// The lanes on the screen, the pinned one first.
  func visibleLanes() -> [DataLane] {
    guard screen.width > 0 else { return [] }
    let layout = layout
    var found: [DataLane] = []
    if let pinned {
      found.append(
        DataLane(column: pinned, y: screen.lanesTop, height: layout.pinnedPixels, isPinned: true))
    }
    for (index, column) in lanes.enumerated() {
      // One of texts is as high as the two pictures of a column of numbers.
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

  /// The lane under a point.
  func lane(y: Float) -> DataLane? {
    guard y >= screen.lanesTop, y < screen.lanesBottom else { return nil }
    let found = visibleLanes()
    if let top = found.first, top.isPinned, y < layout.movingTop { return top }
    return found.first { !$0.isPinned && y >= $0.y && y < $0.bottom }
  }

  /// The column that the strip of the whole table shows.
  var overviewColumn: Int? { orders.overviewColumn(columns, x: xColumn) }

  /// Sorts the lanes of columns of numbers and texts, those that are new at the end.
  mutating func arrangeLanes() {
    orders.arrange(columns, hasTexts: catalog.can(.texts), x: xColumn, derived: derived)
    moveLanes(.fit)
  }

  /// Pins a column on top, where it orders the rows; the one that is there is left.
  mutating func pin(_ column: Int?) {
    // A table may have come anew, with fewer columns, while a finger holds one of them.
    if let column, !columns.indices.contains(column) || !columns[column].isDrawn { return }
    orders.pin(column)
    arrangeLanes()
    setOrder(order(ofPinned: pinned))
  }

  /// Chooses what is along x; the server sends the axis when it is ready.
  mutating func setOrder(_ next: TableOrder) {
    orders.choose(next, of: catalog.orders)
    filters.readAgain()
    pictures.changeRows()
    select(.clear([.row, .range]))
    var axis = catalog.axis(order, of: pinned)
    // Until then the rows themselves: the question alone makes the server put them in order.
    if axis == nil, let pinned, let table {
      axis = TableAxis(
        source: table.source, order: order, column: UInt16(truncatingIfNeeded: pinned), kind: .count, from: 0,
        until: Int64(clamping: Swift.max(1, table.rowCount)))
    }
    pictures.forgetOverview()
    axisView.show(axis, on: axisPixels)
  }

  func x(ofTick tick: Double) -> Float { axisView.x(ofTick: tick, width: screen.width) }
  func tick(atX x: Float) -> Double { axisView.tick(atX: x, width: screen.width) }
}
