import WaveDataWire
import WaveDisplay
package import WaveInteraction
import WaveWire

extension DataModel {
  package mutating func intercept(_ touch: Touch, at now: Int64) -> Bool {
    shell.words.noteTouch()
    return false
  }

  package mutating func handle(_ gesture: Gesture, at now: Int64) {
    if handleScatter(gesture) { return redraw() }
    switch gesture {
    case .began(let x, let y): grabbed = grab(x: x, y: y)
    case .tap(let x, let y): tap(x: x, y: y)
    case .doubleTap(let x, let y): doubleTap(x: x, y: y)
    case .longPress(let x, let y):
      guard page == nil, let lane = lane(y: y) else { return }
      if case .label = grabbed { return }
      beginRange(x: x, column: lane.column)
    case .longPressMoved(let x, _): moveRange(x: x)
    case .drag(let dx, let dy, let x, let y): drag(dx: dx, dy: dy, x: x, y: y)
    case .pinch(let scaleX, let scaleY, let x, let y, let dx, let dy):
      moveAxis(.zoom(by: Double(scaleX), x: x))
      moveAxis(.pan(dx: dx))
      guard let lane = lane(y: y), scaleY != 1 else { break }
      zoomValues(of: lane, by: Double(scaleY), y: y)
      columns[lane.column].move(by: Double(dy / Swift.max(1, lane.height)))
    case .ended(let velocity): end(velocity, at: now)
    case .cancelled:
      // Held and not moved: there is no range.
      select(.release)
      grabbed = .plot
      draggedY = nil
    }
    redraw()
  }

  private func grab(x: Float, y: Float) -> DataGrab {
    if y >= screen.overviewRect.y { return .overview }
    guard page == nil, scatter == nil, let lane = lane(y: y) else { return .plot }
    if !lane.isSecond, x < nameEnd(lane), y < lane.y + 26 * screen.type { return .label(lane.column) }
    return .cursor
  }

  /// Where the name of a lane ends that can be dragged.
  private func nameEnd(_ lane: DataLane) -> Float {
    screen.left + 40 * screen.type + shell.appearance.nameWidth(of: columns[lane.column].info.name)
  }

  /// Scales a lane's values about a point.
  private mutating func zoomValues(of lane: DataLane, by factor: Double, y: Float) {
    columns[lane.column].zoom(by: factor, at: Double(1 - (y - lane.y) / Swift.max(1, lane.height)))
  }

  private mutating func drag(dx: Float, dy: Float, x: Float, y: Float) {
    switch grabbed {
    case .overview:
      // The whole axis is along the strip: the window goes with the finger.
      let ticks = Double(dx / Swift.max(1, screen.width)) * axisView.ticks
      moveAxis(.place(start: window.start + ticks, width: window.width))
    case .label(let column):
      draggedY = y
      guard column != pinned, y >= layout.movingTop, let target = lane(y: y), !target.isPinned else { return }
      orders.move(column, to: target.column)
    case .plot, .cursor:
      guard page == nil else { return moveRows(dx: dx, dy: dy) }
      // Along reads values, upright moves the lanes.
      if dy != 0, dx == 0 {
        moveLanes(.move(by: -dy))
        grabbed = .plot
      } else {
        readRow(x: x, column: lane(y: y)?.column ?? selection.cursor?.column)
        grabbed = .cursor
      }
    }
  }

  private mutating func end(_ velocity: Velocity, at now: Int64) {
    defer {
      grabbed = .plot
      draggedY = nil
    }
    if case .label(let column) = grabbed, let y = draggedY {
      if column == pinned, y >= layout.movingTop {
        pin(nil)
      } else if column != pinned, y < layout.movingTop, y < screen.lanesTop + layout.lanePixels {
        pin(column)
      }
      return
    }
    guard grabbed != .cursor || page != nil else { return }
    var left = velocity
    left.scaleY = 0
    if grabbed == .overview { (left.x, left.y) = (-left.x * Float(axisView.ticks / window.width), 0) }
    startGlide(left, at: now)
  }

  private mutating func tap(x: Float, y: Float) {
    if y >= screen.overviewRect.y {
      let middle = Double(x / Swift.max(1, screen.width)) * axisView.ticks
      return moveAxis(.place(start: middle - window.width / 2, width: window.width))
    }
    guard page == nil else { return }
    guard let lane = lane(y: y) else { return }
    if columns[lane.column].isText { return tapText(lane, x: x, y: y) }
    select(.clear(.text))
    // The star before a name pins its column.
    if !lane.isSecond, x < screen.left + 34 * screen.type, y < lane.y + 30 * screen.type {
      return pin(lane.column)
    }
    readRow(x: x, column: lane.column)
  }

  private mutating func doubleTap(x: Float, y: Float) {
    moveAxis(.whole)
    if let lane = lane(y: y) { columns[lane.column].showAll() }
    select(.clear(.all))
  }

  /// Puts the line that reads values under the finger.
  mutating func readRow(x: Float, column: Int?) {
    guard axis != nil, catalog.hasRows else { return }
    select(.read(tick: tick(atX: x), column: column))
  }

  /// Moves the line by rows, for keys.
  mutating func stepRow(by rows: Double) {
    guard let axis else { return }
    let before =
      selection.cursor?.row.map { Double($0.tick) - Double(axis.from) } ?? selection.cursor?.tick
      ?? window.start + window.width / 2
    let next = Swift.max(0, Swift.min(axisView.ticks - 1, before + rows))
    select(.step(tick: next))
    if next < window.start || next > window.end {
      moveAxis(.place(start: next - window.width / 2, width: window.width))
    }
  }

  package mutating func move(by step: Glide.Step, at now: Int64) {
    if page != nil {
      moveRows(dx: step.dx, dy: step.dy)
      return
    }
    if step.scaleX != 1 { moveAxis(.zoom(by: Double(step.scaleX), x: step.x)) }
    moveAxis(.pan(dx: step.dx))
    if step.dy != 0 { moveLanes(.move(by: -step.dy)) }
  }

  package mutating func wheel(
    x: Float, y: Float, dx: Float, dy: Float, zoom zoomed: WheelZoom, at now: Int64
  ) {
    if page != nil, zoomed == .none {
      moveRows(dx: -dx, dy: -dy)
      return
    }
    let turn = dy == 0 ? dx : dy
    let factor = Double(Swift.max(0.5, Swift.min(2, 1 - turn / (400 * screen.scale))))
    if scatter != nil {
      let (across, upright) = (zoomed == .horizontal ? factor : 1, zoomed == .vertical ? factor : 1)
      let rect = screen.scatterRect
      scatter?.zoom(across: across, upright: upright, x: x, y: y, columns, in: rect)
      if zoomed == .none { scatter?.move(dx: -dx, dy: -dy, columns, in: rect) }
      return
    }
    switch zoomed {
    case .horizontal: moveAxis(.zoom(by: factor, x: x))
    case .vertical: if let lane = lane(y: y) { zoomValues(of: lane, by: factor, y: y) }
    case .none:
      moveAxis(.pan(dx: -dx))
      moveLanes(.move(by: dy))
    }
  }

  package mutating func handle(_ key: Key, isShifted: Bool, at now: Int64) {
    let (grid, rect) = (rowGrid, screen.scatterRect)
    if page?.handle(key, in: grid) == true { return }
    switch scatter?.handle(key, columns, in: rect) {
    case .handled: return
    case .leave: return hideScatter()
    case .unknown, nil: break
    }
    switch key {
    case .left:
      if isShifted {
        moveAxis(.pan(dx: screen.width * 0.1))
      } else {
        stepRow(by: -Swift.max(1, window.width / Double(Swift.max(1, screen.width))))
      }
    case .right:
      if isShifted {
        moveAxis(.pan(dx: -screen.width * 0.1))
      } else {
        stepRow(by: Swift.max(1, window.width / Double(Swift.max(1, screen.width))))
      }
    case .up, .down:
      moveLanes(.move(by: (key == .up ? -1 : 1) * layout.lanePixels))
    case .zoomIn, .zoomOut:
      let factor = key == .zoomIn ? 1.5 : 1 / 1.5
      if isShifted {
        setLaneHeight(scroll.points * Float(factor))
      } else {
        let middle = selection.cursor.map { x(ofTick: $0.tick) } ?? screen.width / 2
        moveAxis(.zoom(by: factor, x: Swift.max(0, Swift.min(screen.width, middle))))
      }
    case .home, .live:
      moveAxis(.whole)
      for index in columns.indices { columns[index].showAll() }
    case .marker: if let column = selection.cursor?.column ?? overviewColumn { pin(column) }
    case .escape:
      if page != nil {
        page = nil
      } else if !alertText.isEmpty {
        alertText = []
      } else if !selection.isEmpty {
        select(.clear(.all))
      } else {
        isDrawerOpen = false
      }
    case .space, .one, .two, .three, .hold, .drawer: break
    }
  }

  mutating func setLaneHeight(_ points: Float) {
    scroll.setHeight(points)
    moveLanes(.fit)
  }
}
