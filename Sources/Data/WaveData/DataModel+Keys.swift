import WaveDataWire
import WaveDisplay
package import WaveInteraction

/// Handles key presses.
extension DataModel {
  package mutating func handle(_ key: Key, isShifted: Bool, at now: Int64) {
    if moveRows(.key(key)) { return }
    switch plot(.key(key)) {
    case .handled: return
    case .leave: return show(.lanes)
    case .unknown: break
    }
    switch key {
    case .left, .right:
      let sign: Float = key == .left ? -1 : 1
      if isShifted {
        moveAxis(.pan(dx: -sign * screen.width * 0.1))
      } else {
        step(by: Double(sign) * Swift.max(1, window.width / Double(Swift.max(1, screen.width))))
      }
    case .up, .down: moveLanes(.move(by: (key == .up ? -1 : 1) * layout.lanePixels))
    case .zoomIn, .zoomOut:
      let factor = key == .zoomIn ? 1.5 : 1 / 1.5
      if isShifted {
        moveLanes(.height(scroll.points * Float(factor)))
      } else {
        let middle =
          selection.cursor.map { axisView.x(ofTick: $0.tick, width: screen.width) } ?? screen.width / 2
        moveAxis(.zoom(by: factor, x: Swift.max(0, Swift.min(screen.width, middle))))
      }
    case .home, .live:
      moveAxis(.whole)
      for column in columns.indices { see(column, .showAll) }
    case .marker: if let column = selection.cursor?.column ?? overviewColumn { arrange(.pin(column)) }
    case .escape:
      if page != nil {
        show(.lanes)
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

  /// Moves the cursor by a number of rows.
  private mutating func step(by rows: Double) {
    guard let axis else { return }
    let cursor = selection.cursor
    let before =
      cursor?.row.map { Double($0.tick) - Double(axis.from) } ?? cursor?.tick
      ?? window.start + window.width / 2
    let next = Swift.max(0, Swift.min(axisView.ticks - 1, before + rows))
    select(.step(tick: next))
    if next < window.start || next > window.end {
      moveAxis(.place(start: next - window.width / 2, width: window.width))
    }
  }
}
