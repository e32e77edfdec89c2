import WaveDataWire
import WaveDisplay
import WaveInteraction

/// Where lanes stand, and in which order.
extension DataModel {
  /// Height of the strip that shows the whole table, in points.
  static let overviewPoints: Float = 34
  static let laneHeights: ClosedRange<Float> = 28...600
  /// Lanes grow to this height by themselves.
  static let stretchedHeight: Float = 260

  /// Where the lanes begin: below the chip.
  var lanesTop: Float { screen.head }
  /// Where they end: above the axis.
  var lanesBottom: Float { Swift.max(lanesTop, axisRect.y) }

  /// The labels of x.
  var axisRect: Rect {
    let height = (26 * screen.type).rounded()
    return Rect(
      x: 0, y: Swift.max(0, overviewRect.y - height), width: screen.width, height: height)
  }

  /// The strip that shows the whole table.
  var overviewRect: Rect {
    let height = (Self.overviewPoints * screen.scale).rounded()
    let bottom = (screen.height - screen.insets.bottom * screen.scale).rounded()
    return Rect(x: 0, y: Swift.max(0, bottom - height), width: screen.width, height: height)
  }

  /// As high as the user has them, or higher where few would leave the screen empty.
  var lanePixels: Float {
    let own = laneHeight * screen.type
    // The pinned one is a quarter higher.
    let count = Float(lanes.count * pictureCount) + (pinned == nil ? 0 : 1.25)
    guard count > 0 else { return own.rounded() }
    let room = (lanesBottom - lanesTop) / count
    return Swift.max(own, Swift.min(room, Self.stretchedHeight * screen.type)).rounded(.down)
  }
  var pinnedPixels: Float { pinned == nil ? 0 : (lanePixels * 1.25).rounded() }
  /// Where the lanes that move begin.
  var movingTop: Float { lanesTop + pinnedPixels }

  /// The lanes on the screen, the pinned one first.
  func visibleLanes() -> [DataLane] {
    guard screen.width > 0 else { return [] }
    var found: [DataLane] = []
    if let pinned {
      found.append(DataLane(column: pinned, y: lanesTop, height: pinnedPixels, isPinned: true))
    }
    for (index, column) in lanes.enumerated() {
      // One of texts is as high as the two pictures of a column of numbers.
      let parts = columns[column].isText ? 1 : pictureCount
      let height = lanePixels * Float(pictureCount / parts)
      for part in 0..<parts {
        let y = (movingTop + Float(index * pictureCount + part) * lanePixels - scrollY).rounded()
        guard y < lanesBottom, y + height > movingTop else { continue }
        found.append(DataLane(column: column, y: y, height: height, isPinned: false, isSecond: part == 1))
      }
    }
    return found
  }

  /// The lane under a point.
  func lane(y: Float) -> DataLane? {
    guard y >= lanesTop, y < lanesBottom else { return nil }
    let found = visibleLanes()
    if let top = found.first, top.isPinned, y < movingTop { return top }
    return found.first { !$0.isPinned && y >= $0.y && y < $0.y + $0.height }
  }

  /// The column that the strip of the whole table shows: the pinned one, else the first that has numbers.
  ///
  /// The one along x is a straight line over itself: it is shown where there is no other.
  var overviewColumn: Int? {
    if let pinned, pinned != xColumn { return pinned }
    let x = xColumn
    return lanes.first { columns[$0].isDrawn && $0 != x } ?? x
  }

  mutating func clampScroll() {
    let all = Float(lanes.count * pictureCount) * lanePixels
    let room = Swift.max(0, lanesBottom - movingTop)
    scrollY = Swift.max(0, Swift.min(scrollY, all - room))
  }

  /// Puts the columns of numbers and texts in order, those that are new at the end.
  mutating func arrangeLanes() {
    var drawn = columns.indices.filter {
      (columns[$0].isDrawn || columns[$0].isText && catalog.can(.texts)) && $0 != pinned
    }
    // Over itself a column is a straight line: the others are looked at first.
    if let x = xColumn, let place = drawn.firstIndex(of: x) { drawn.append(drawn.remove(at: place)) }
    guard laneOrder != .table || lanes.isEmpty else {
      lanes = drawn
      placeDerived()
      return clampScroll()
    }
    func key(_ column: Int) -> Double {
      let info = columns[column].info
      switch laneOrder {
      case .correlation: return info.correlation.isNaN ? -1 : info.correlation.magnitude
      case .variation:
        // Spread in units of the range, so that columns of any unit can be compared.
        let range = info.maximum - info.minimum
        return range > 0 ? info.deviation / range : -1
      case .missing: return Double(info.missing)
      default: return 0
      }
    }
    switch laneOrder {
    case .table:
      lanes = drawn
      placeDerived()
    case .hand:
      lanes.removeAll { !drawn.contains($0) }
      for column in drawn where !lanes.contains(column) { lanes.append(column) }
    case .name: lanes = drawn.sorted { precedes(columns[$0].info.name, columns[$1].info.name) }
    case .correlation, .variation, .missing:
      lanes = drawn.sorted { (key($0), -$0) > (key($1), -$1) }
    }
    clampScroll()
  }

  /// Order of names, small and large letters alike.
  private func precedes(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte + 32 : byte }
    for (x, y) in zip(a, b) where lower(x) != lower(y) { return lower(x) < lower(y) }
    return a.count < b.count
  }

  /// Puts a column on top, where it orders the rows; the one that is there is taken away.
  mutating func pin(_ column: Int?) {
    // A table may have come anew, with fewer columns, while a finger holds one of them.
    if let column, !columns.indices.contains(column) || !columns[column].isDrawn { return }
    let before = pinned
    pinned = column == pinned ? nil : column
    if let before, let place = lanes.firstIndex(where: { $0 > before }), laneOrder == .hand {
      lanes.insert(before, at: place)
    }
    arrangeLanes()
    setOrder(order(ofPinned: pinned))
  }

  /// Says what stands along x; the server tells the axis when it is ready.
  mutating func setOrder(_ next: TableOrder) {
    order = pinned == nil || !catalog.orders.contains(next) ? .rows : next
    filters.readAgain()
    rowsRevision &+= 1
    select(.clear([.row, .range]))
    isWhole = true
    axis = catalog.axis(order, of: pinned)
    // Until then the rows themselves: the question alone makes the server put them in order.
    if axis == nil, let pinned, let table {
      axis = TableAxis(
        source: table.source, order: order, column: UInt16(truncatingIfNeeded: pinned), kind: .count, from: 0,
        until: Int64(clamping: Swift.max(1, table.rowCount)))
    }
    overview = nil
    fitWindow()
  }

  // MARK: - The part of x that is shown

  /// Ticks of the whole axis.
  var axisTicks: Double {
    guard let axis else { return 1 }
    return Swift.max(1, Double(axis.until) - Double(axis.from))
  }

  /// Shows the whole axis where that is wished, and holds the window within it.
  mutating func fitWindow() {
    if isWhole {
      window = wholeWindow
    } else {
      place(start: window.start, width: window.width)
    }
  }

  mutating func place(start: Double, width: Double) {
    let width = Swift.max(Swift.min(4, axisTicks), Swift.min(axisTicks, width))
    isWhole = width >= axisTicks
    window =
      isWhole
      ? wholeWindow : TickWindow(start: Swift.max(0, Swift.min(axisTicks - width, start)), width: width)
  }

  /// Moves x with the finger, in pixels.
  mutating func pan(dx: Float) {
    guard dx != 0, screen.width > 0 else { return }
    place(start: window.start - Double(dx) / Double(screen.width) * window.width, width: window.width)
  }

  /// Scales x about a point.
  mutating func zoom(by factor: Double, x: Float) {
    guard factor > 0, factor != 1, screen.width > 0 else { return }
    let anchor = Double(x / screen.width)
    let width = Swift.max(Swift.min(4, axisTicks), Swift.min(axisTicks, window.width / factor))
    place(start: window.start + anchor * (window.width - width), width: width)
  }

  /// Scales a lane's values about a point.
  mutating func zoomValues(of lane: DataLane, by factor: Double, y: Float) {
    columns[lane.column].zoom(by: factor, at: Double(1 - (y - lane.y) / Swift.max(1, lane.height)))
  }

  /// Moves a lane's values with the finger, in pixels.
  mutating func moveValues(of lane: DataLane, dy: Float) {
    columns[lane.column].move(by: Double(dy / Swift.max(1, lane.height)))
  }

  func x(ofTick tick: Double) -> Float { Float((tick - window.start) / window.width) * screen.width }
  func tick(atX x: Float) -> Double {
    Swift.max(
      0, Swift.min(axisTicks - 1, window.start + Double(x / Swift.max(1, screen.width)) * window.width))
  }
  func y(of value: Double, in lane: DataLane) -> Float {
    let range = columns[lane.column].shown
    return lane.y + Float((range.high - value) / range.span) * lane.height
  }
}
