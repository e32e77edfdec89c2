import WaveDataWire
import WaveDisplay
package import WaveInteraction
import WaveWire

/// Handles touch gestures and the mouse wheel.
extension DataModel {
  package mutating func intercept(_ touch: Touch, at now: Int64) -> Bool {
    shell.texts.noteTouch()
    return false
  }

  package mutating func handle(_ gesture: Gesture, at now: Int64) {
    if isPlotted(gesture) {
      switch gesture {
      case .ended, .cancelled: grabbed = .plot
      default: break
      }
      plot(.gesture(gesture))
      return redraw()
    }
    switch gesture {
    case .began(let x, let y): grabbed = grab(x: x, y: y)
    case .tap(let x, let y): tap(x: x, y: y)
    case .doubleTap(_, let y):
      moveAxis(.whole)
      if let lane = lane(y: y) { see(lane.column, .showAll) }
      select(.clear(.all))
    case .longPress(let x, let y):
      guard page == nil, let lane = lane(y: y) else { return }
      if case .label = grabbed { return }
      guard axis != nil, catalog.hasRows, catalog.can(.ranges) else { break }
      select(.mark(tick: axisView.tick(atX: x, width: screen.width), column: lane.column))
    case .longPressMoved(let x, _): select(.extend(tick: axisView.tick(atX: x, width: screen.width)))
    case .drag(let dx, let dy, let x, let y): drag(dx: dx, dy: dy, x: x, y: y)
    case .pinch(let scaleX, let scaleY, let x, let y, let dx, let dy):
      moveAxis(.zoom(by: Double(scaleX), x: x))
      moveAxis(.pan(dx: dx))
      guard let lane = lane(y: y), scaleY != 1 else { break }
      see(lane.column, .zoom(by: Double(scaleY), at: lane.share(atY: y)))
      see(lane.column, .move(by: Double(dy / Swift.max(1, lane.height))))
    case .ended(let velocity): end(velocity, at: now)
    case .cancelled:
      // Discard a range that a long press has started but not extended.
      select(.release)
      grabbed = .plot
    }
    redraw()
  }

  /// Returns whether the scatter plot handles a gesture.
  private func isPlotted(_ gesture: Gesture) -> Bool {
    guard scatter != nil, grabbed != .overview else { return false }
    switch gesture {
    case .began: return false
    case .tap(_, let y): return y < screen.overviewRect.y
    default: return true
    }
  }

  private func grab(x: Float, y: Float) -> DataGrab {
    if y >= screen.overviewRect.y { return .overview }
    guard page == nil, scatter == nil, let lane = lane(y: y) else { return .plot }
    return lanesPicture.isName(of: lane, x: x, y: y) ? .label(lane.column, y: nil) : .cursor
  }

  private mutating func drag(dx: Float, dy: Float, x: Float, y: Float) {
    switch grabbed {
    case .overview:
      // The strip shows the whole axis, and its window follows the finger.
      let ticks = Double(dx / Swift.max(1, screen.width)) * axisView.ticks
      moveAxis(.place(start: window.start + ticks, width: window.width))
    case .label(let column, _):
      grabbed = .label(column, y: y)
      guard column != pinned, y >= layout.movingTop, let target = lane(y: y), !target.isPinned else { return }
      arrange(.move(column, to: target.column))
    case .plot, .cursor:
      if moveRows(.move(dx: dx, dy: dy)) { return }
      // A horizontal drag reads values, while a vertical one scrolls the lanes.
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
    defer { grabbed = .plot }
    if case .label(let column, let y?) = grabbed {
      if column == pinned, y >= layout.movingTop {
        arrange(.pin(nil))
      } else if column != pinned, y < layout.movingTop, y < screen.lanesTop + layout.lanePixels {
        arrange(.pin(column))
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
    guard page == nil, let lane = lane(y: y) else { return }
    let picture = lanesPicture
    guard columns[lane.column].isText else {
      select(.clear(.text))
      if picture.isPin(of: lane, x: x, y: y) { return arrange(.pin(lane.column)) }
      return readRow(x: x, column: lane.column)
    }
    let texts = picture.textLane(lane)
    if let button = texts.buttons.first(where: { $0.rect.contains(x: x, y: y) }) {
      return keepPicked(button.isKept)
    }
    if let entry = texts.legend.first(where: { $0.rect.contains(x: x, y: y) }) {
      let next = PickedText(column: lane.column, name: entry.name)
      return select(.pick(selection.text == next ? nil : next))
    }
    readRow(x: x, column: lane.column)
    let name = pictures.strip(of: lane.column)?.name(atX: x, y: y, of: texts.stripRect, in: window)
    select(.pick(name.map { PickedText(column: lane.column, name: $0) }))
  }

  /// Moves the cursor to the position of the finger.
  private mutating func readRow(x: Float, column: Int?) {
    guard axis != nil, catalog.hasRows else { return }
    select(.read(tick: axisView.tick(atX: x, width: screen.width), column: column))
  }

  package mutating func move(by step: Glide.Step, at now: Int64) {
    if moveRows(.move(dx: step.dx, dy: step.dy)) { return }
    if step.scaleX != 1 { moveAxis(.zoom(by: Double(step.scaleX), x: step.x)) }
    moveAxis(.pan(dx: step.dx))
    if step.dy != 0 { moveLanes(.move(by: -step.dy)) }
  }

  package mutating func wheel(
    x: Float, y: Float, dx: Float, dy: Float, zoom zoomed: WheelZoom, at now: Int64
  ) {
    if zoomed == .none, moveRows(.move(dx: -dx, dy: -dy)) { return }
    let turn = WheelTurn(
      dx: dx, dy: dy, zoom: zoomed, scale: screen.scale,
      scrolls: scatter == nil && scroll.limit(in: layout) > 0)
    if scatter != nil {
      var (scaleX, scaleY, moved): (Float, Float, Float) = (1, 1, 0)
      switch turn {
      case .move(let dx): moved = dx
      case .zoomX(let factor): scaleX = Float(factor)
      case .zoomY(let factor): scaleY = Float(factor)
      case .scroll: break
      }
      plot(.gesture(.pinch(scaleX: scaleX, scaleY: scaleY, x: x, y: y, dx: moved, dy: 0)))
      return
    }
    switch turn {
    case .move(let dx): moveAxis(.pan(dx: dx))
    case .scroll(let dx, let dy):
      moveAxis(.pan(dx: -dx))
      moveLanes(.move(by: dy))
    case .zoomX(let factor): moveAxis(.zoom(by: factor, x: x))
    case .zoomY(let factor):
      if let lane = lane(y: y) { see(lane.column, .zoom(by: factor, at: lane.share(atY: y))) }
    }
  }
}
