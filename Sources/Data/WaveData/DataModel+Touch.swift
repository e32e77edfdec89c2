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
      zoom(by: Double(scaleX), x: x)
      pan(dx: dx)
      guard let lane = lane(y: y), scaleY != 1 else { break }
      zoomValues(of: lane, by: Double(scaleY), y: y)
      moveValues(of: lane, dy: dy)
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
    if y >= overviewRect.y { return .overview }
    guard page == nil, scatter == nil, let lane = lane(y: y) else { return .plot }
    if !lane.isSecond, x < nameEnd(lane), y < lane.y + 26 * screen.type { return .label(lane.column) }
    return .cursor
  }

  /// Where the name of a lane ends that can be dragged.
  private func nameEnd(_ lane: DataLane) -> Float {
    screen.left + 40 * screen.type
      + advances.width(of: columns[lane.column].info.name, style: nameStyle)
  }

  private mutating func drag(dx: Float, dy: Float, x: Float, y: Float) {
    switch grabbed {
    case .overview:
      // The whole axis stands along the strip: the window goes with the finger.
      place(start: window.start + Double(dx / Swift.max(1, screen.width)) * axisTicks, width: window.width)
      if isWhole { isWhole = window.width >= axisTicks }
    case .label(let column):
      draggedY = y
      guard column != pinned, y >= movingTop, let target = lane(y: y), !target.isPinned,
        target.column != column,
        let from = lanes.firstIndex(of: column), let to = lanes.firstIndex(of: target.column)
      else { return }
      laneOrder = .hand
      lanes.remove(at: from)
      lanes.insert(column, at: to)
    case .plot, .cursor:
      guard page == nil else { return moveRows(dx: dx, dy: dy) }
      // Along reads values, upright moves the lanes.
      if dy != 0, dx == 0 {
        scrollY -= dy
        clampScroll()
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
      if column == pinned, y >= movingTop {
        pin(nil)
      } else if column != pinned, y < movingTop, y < lanesTop + lanePixels {
        pin(column)
      }
      return
    }
    guard grabbed != .cursor || page != nil else { return }
    var left = velocity
    left.scaleY = 0
    if grabbed == .overview { (left.x, left.y) = (-left.x * Float(axisTicks / window.width), 0) }
    startGlide(left, at: now)
  }

  private mutating func tap(x: Float, y: Float) {
    if y >= overviewRect.y {
      let middle = Double(x / Swift.max(1, screen.width)) * axisTicks
      return place(start: middle - window.width / 2, width: window.width)
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
    isWhole = true
    fitWindow()
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
    let next = Swift.max(0, Swift.min(axisTicks - 1, before + rows))
    select(.step(tick: next))
    if next < window.start || next > window.end {
      place(start: next - window.width / 2, width: window.width)
    }
  }

  package mutating func move(by step: Glide.Step, at now: Int64) {
    if page != nil {
      moveRows(dx: step.dx, dy: step.dy)
      return
    }
    if step.scaleX != 1 { zoom(by: Double(step.scaleX), x: step.x) }
    pan(dx: step.dx)
    if step.dy != 0 {
      scrollY -= step.dy
      clampScroll()
    }
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
      zoomScatter(across: across, upright: upright, x: x, y: y)
      if zoomed == .none { moveScatter(dx: -dx, dy: -dy) }
      return
    }
    switch zoomed {
    case .horizontal: zoom(by: factor, x: x)
    case .vertical: if let lane = lane(y: y) { zoomValues(of: lane, by: factor, y: y) }
    case .none:
      pan(dx: -dx)
      scrollY += dy
      clampScroll()
    }
  }

  package mutating func handle(_ key: Key, isShifted: Bool, at now: Int64) {
    if page != nil, moveRows(by: key) { return }
    if scatter != nil, moveScatter(by: key) { return }
    switch key {
    case .left:
      if isShifted {
        pan(dx: screen.width * 0.1)
      } else {
        stepRow(by: -Swift.max(1, window.width / Double(Swift.max(1, screen.width))))
      }
    case .right:
      if isShifted {
        pan(dx: -screen.width * 0.1)
      } else {
        stepRow(by: Swift.max(1, window.width / Double(Swift.max(1, screen.width))))
      }
    case .up, .down:
      scrollY += (key == .up ? -1 : 1) * lanePixels
      clampScroll()
    case .zoomIn, .zoomOut:
      let factor = key == .zoomIn ? 1.5 : 1 / 1.5
      if isShifted {
        setLaneHeight(laneHeight * Float(factor))
      } else {
        let middle = selection.cursor.map { x(ofTick: $0.tick) } ?? screen.width / 2
        zoom(by: factor, x: Swift.max(0, Swift.min(screen.width, middle)))
      }
    case .home, .live:
      isWhole = true
      fitWindow()
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
    let limits = Self.laneHeights
    laneHeight = Swift.max(limits.lowerBound, Swift.min(limits.upperBound, points))
    clampScroll()
  }
}
