import WaveDataWire
import WaveDisplay
import WaveInteraction

/// Showing two columns over one another.
extension DataModel {
  /// Shows the pinned column across and that under the line upright, or the first two.
  mutating func showScatter() {
    let drawn = columns.drawn
    guard drawn.count > 1 else { return }
    let upright = selection.column.flatMap { drawn.contains($0) ? $0 : nil }
    let x = pinned ?? lanes.first { $0 != upright && columns[$0].isDrawn } ?? drawn[0]
    let y =
      upright.flatMap { $0 == x ? nil : $0 } ?? lanes.first { $0 != x && columns[$0].isDrawn } ?? drawn[1]
    scatter = ScatterPlot(x: x, y: y)
    page = nil
    select(.clear(.range))
    isDrawerOpen = false
  }

  mutating func hideScatter() {
    let ending = scatter?.ending
    scatter = nil
    if let ending { send(.showScatter(ending)) }
  }

  /// Performs the action of a control that was set to an index, or pressed.
  mutating func set(_ action: ScatterAction, to value: Int) {
    let drawn = columns.drawn
    switch action {
    case .toggle: if scatter == nil { showScatter() } else { hideScatter() }
    case .chooseX: if drawn.indices.contains(value) { scatter?.chooseX(drawn[value]) }
    case .chooseY: if drawn.indices.contains(value) { scatter?.chooseY(drawn[value]) }
    case .zoomToBox: scatter?.zoomToBox()
    case .keepBox:
      guard let shown = scatter, let (x, y) = shown.boxRanges else { return }
      keepValues(x, of: shown.x)
      keepValues(y, of: shown.y)
      scatter?.clearBox()
    }
  }

  /// Asks for the grid of what is seen.
  mutating func sendScatter(at now: Int64) {
    guard let plot = scatter, let table else { return }
    guard plot.fits(columns) else { return hideScatter() }
    let screen = screen
    switch scatter?.ask(
      &numbers, at: now, source: table.source, columns, in: screen.scatterRect, scale: screen.scale)
    {
    case .ask(let question): send(.showScatter(question))
    case .wait(let late): wake(at: late)
    case .nothing, nil: break
    }
  }

  /// Receives what fingers do on the plot; returns whether it was there.
  mutating func handleScatter(_ gesture: Gesture) -> Bool {
    guard scatter != nil, grabbed != .overview else { return false }
    switch gesture {
    case .began: return false
    case .tap(_, let y) where y >= screen.overviewRect.y: return false
    case .ended, .cancelled: grabbed = .plot
    default: break
    }
    let rect = screen.scatterRect
    scatter?.handle(gesture, columns, in: rect)
    return true
  }
}
