import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits
import WaveWire

/// Two columns over one another: how many rows lie where.
struct ScatterView: Sendable {
  /// The columns across and upright.
  var x: Int
  var y: Int
  /// What of their values is seen; nil where it is all.
  var rangeX: ValueRange?
  var rangeY: ValueRange?
  /// What the server was told last, and when.
  var told: ShowScatter?
  var askedAt: Int64 = .min / 2
  var isAnswered = true
  /// The grid on the screen, and one whose lines are coming.
  var picture: ScatterPicture?
  var coming: ScatterPicture?
  /// Where the finger reads, as values.
  var finger: ScatterPoint?
  /// What is marked, from where the finger came down to where it is.
  var box: (from: ScatterPoint, to: ScatterPoint)?
}

struct ScatterPoint: Equatable, Sendable {
  var x: Double
  var y: Double
}

/// A grid as it came.
struct ScatterPicture: Sendable {
  var told: ShowScatter
  var insideCount: UInt64
  var outsideCount: UInt64
  var missingCount: UInt64
  var correlation: Double
  var counts: [UInt32]
  /// Whether the player has it.
  var isDrawn = false

  var x: ValueRange { ValueRange(low: told.xLow, high: told.xHigh) }
  var y: ValueRange { ValueRange(low: told.yLow, high: told.yHigh) }
}

/// Showing two columns over one another, moving and marking what is seen.
extension DataModel {
  /// Side of a cell, in points.
  static let scatterPoints: Float = 2

  /// Where the plot is.
  var scatterRect: Rect {
    Rect(x: 0, y: lanesTop, width: screen.width, height: Swift.max(1, lanesBottom - lanesTop))
  }

  func shownX(_ shown: ScatterView) -> ValueRange { shown.rangeX ?? columns[shown.x].shown }
  func shownY(_ shown: ScatterView) -> ValueRange { shown.rangeY ?? columns[shown.y].shown }

  /// Shows the pinned column across and that under the line upright, or the first two.
  mutating func showScatter() {
    let drawn = columns.indices.filter { columns[$0].isDrawn }
    guard drawn.count > 1 else { return }
    let upright = selection.column.flatMap { drawn.contains($0) ? $0 : nil }
    let x = pinned ?? lanes.first { $0 != upright && columns[$0].isDrawn } ?? drawn[0]
    let y =
      upright.flatMap { $0 == x ? nil : $0 } ?? lanes.first { $0 != x && columns[$0].isDrawn } ?? drawn[1]
    scatter = ScatterView(x: x, y: y)
    page = nil
    select(.clear(.range))
    isDrawerOpen = false
  }

  mutating func hideScatter() {
    guard let shown = scatter else { return }
    scatter = nil
    guard var told = shown.told else { return }
    (told.columns, told.rows) = (0, 0)
    send(.showScatter(told))
  }

  /// Performs the action of a control that was set to an index, or pressed.
  mutating func set(_ action: ScatterAction, to value: Int) {
    let drawn = columns.indices.filter { columns[$0].isDrawn }
    switch action {
    case .toggle: if scatter == nil { showScatter() } else { hideScatter() }
    case .chooseX, .chooseY:
      guard drawn.indices.contains(value), var shown = scatter else { return }
      if action == .chooseX {
        (shown.x, shown.rangeX) = (drawn[value], nil)
      } else {
        (shown.y, shown.rangeY) = (drawn[value], nil)
      }
      (shown.finger, shown.box, shown.picture) = (nil, nil, nil)
      scatter = shown
    case .zoomToBox:
      guard var shown = scatter, let (x, y) = boxRanges(shown) else { return }
      (shown.rangeX, shown.rangeY, shown.box) = (x, y, nil)
      scatter = shown
    case .keepBox:
      guard let shown = scatter, let (x, y) = boxRanges(shown) else { return }
      keepValues(x, of: shown.x)
      keepValues(y, of: shown.y)
      scatter?.box = nil
    }
  }

  /// The marked values; nil where nothing is marked.
  func boxRanges(_ shown: ScatterView) -> (x: ValueRange, y: ValueRange)? {
    guard let (from, to) = shown.box, from.x != to.x, from.y != to.y else { return nil }
    return (
      ValueRange(low: Swift.min(from.x, to.x), high: Swift.max(from.x, to.x)),
      ValueRange(low: Swift.min(from.y, to.y), high: Swift.max(from.y, to.y))
    )
  }

  func appendScatter(to list: inout ControlListBuilder<DataAction>, _ drawn: [Int]) {
    guard let shown = scatter else { return }
    if boxRanges(shown) != nil {
      list.button(.scatter(.zoomToBox), label: "Show the marked values from edge to edge")
      if catalog.can(.valueFilters) {
        list.button(.scatter(.keepBox), label: "Keep only rows with the marked values")
      }
    }
    let names = drawn.map { columns[$0].info.name }
    list.choices(
      .scatter(.chooseX), label: "Across", options: names, selected: drawn.firstIndex(of: shown.x))
    list.choices(
      .scatter(.chooseY), label: "Upright", options: names, selected: drawn.firstIndex(of: shown.y))
    list.button(.scatter(.toggle), label: "Show the columns again")
  }

  // MARK: - Wire

  /// One grid is on its way at a time, and the newest follows.
  mutating func sendScatter(at now: Int64) {
    guard var shown = scatter, let table else { return }
    guard columns.indices.contains(shown.x), columns.indices.contains(shown.y) else { return hideScatter() }
    if !shown.isAnswered {
      let patience = shown.askedAt + Question.patienceMicroseconds
      guard now >= patience else { return wake(at: patience) }
    }
    let cell = Self.scatterPoints * screen.scale
    func cells(_ pixels: Float) -> UInt16 {
      UInt16(saturating: Swift.max(1, Swift.min(Float(WireLimits.scatterCells), (pixels / cell).rounded())))
    }
    let (x, y) = (shownX(shown), shownY(shown))
    var wanted = ShowScatter(
      request: shown.told?.request ?? 0, source: table.source, x: UInt16(truncatingIfNeeded: shown.x),
      y: UInt16(truncatingIfNeeded: shown.y), columns: cells(scatterRect.width),
      rows: cells(scatterRect.height),
      xLow: x.low, xHigh: x.high, yLow: y.low, yHigh: y.high)
    guard wanted != shown.told else { return }
    let request = numbers.next()
    wanted.request = request
    shown.told = wanted
    shown.askedAt = now
    shown.isAnswered = false
    scatter = shown
    send(.showScatter(wanted))
  }

  mutating func receive(_ part: ScatterPart) {
    guard var shown = scatter, let told = shown.told, part.request == told.request,
      part.source == table?.source, part.columns == told.columns, part.rows == told.rows
    else { return }
    if part.first == 0 {
      shown.coming = ScatterPicture(
        told: told, insideCount: part.insideCount, outsideCount: part.outsideCount,
        missingCount: part.missingCount, correlation: part.correlation, counts: [])
    }
    guard var coming = shown.coming, coming.counts.count == Int(part.first) * Int(part.columns) else {
      return
    }
    coming.counts += part.counts
    shown.coming = coming
    if coming.counts.count == Int(told.columns) * Int(told.rows) {
      shown.picture = coming
      shown.coming = nil
      shown.isAnswered = true
      redraw()
    }
    scatter = shown
  }

  // MARK: - Fingers

  func scatterPoint(x: Float, y: Float, _ shown: ScatterView) -> ScatterPoint {
    let rect = scatterRect
    let (across, upright) = (shownX(shown), shownY(shown))
    let right = Double(Swift.max(0, Swift.min(1, (x - rect.x) / rect.width)))
    let up = 1 - Double(Swift.max(0, Swift.min(1, (y - rect.y) / rect.height)))
    return ScatterPoint(x: across.low + right * across.span, y: upright.low + up * upright.span)
  }

  /// Takes what fingers do on the plot; whether it was there.
  mutating func handleScatter(_ gesture: Gesture) -> Bool {
    guard var shown = scatter, grabbed != .overview else { return false }
    switch gesture {
    case .began: return false
    case .tap(let x, let y):
      guard y < overviewRect.y else { return false }
      shown.finger = scatterPoint(x: x, y: y, shown)
      shown.box = nil
    case .drag(_, _, let x, let y):
      shown.finger = scatterPoint(x: x, y: y, shown)
    case .doubleTap:
      (shown.rangeX, shown.rangeY, shown.finger, shown.box) = (nil, nil, nil, nil)
    case .longPress(let x, let y):
      let point = scatterPoint(x: x, y: y, shown)
      shown.box = (point, point)
      shown.finger = nil
    case .longPressMoved(let x, let y):
      let point = scatterPoint(x: x, y: y, shown)
      shown.box?.to = point
    case .pinch(let scaleX, let scaleY, let x, let y, let dx, let dy):
      zoomScatter(across: Double(scaleX), upright: Double(scaleY), x: x, y: y)
      moveScatter(dx: dx, dy: dy)
      return true
    case .ended: grabbed = .plot
    case .cancelled:
      if boxRanges(shown) == nil { shown.box = nil }
      grabbed = .plot
    }
    scatter = shown
    return true
  }

  /// Scales values about a point.
  mutating func zoomScatter(across: Double, upright: Double, x: Float, y: Float) {
    guard var shown = scatter else { return }
    let point = scatterPoint(x: x, y: y, shown)
    if let next = scaled(shownX(shown), of: shown.x, by: across, about: point.x) { shown.rangeX = next }
    if let next = scaled(shownY(shown), of: shown.y, by: upright, about: point.y) { shown.rangeY = next }
    scatter = shown
  }

  private func scaled(_ range: ValueRange, of column: Int, by factor: Double, about value: Double)
    -> ValueRange?
  {
    guard factor > 0, factor != 1 else { return nil }
    let info = columns[column].info
    let whole = ValueRange(minimum: info.minimum, maximum: info.maximum)
    let low = value - (value - range.low) / factor
    let high = value + (range.high - value) / factor
    guard high - low > whole.span * 1e-6, high - low < whole.span * 4,
      high - low > Swift.max(low.magnitude, high.magnitude) * 1e-12
    else { return nil }
    return ValueRange(low: low, high: high)
  }

  /// Moves values with the fingers, in pixels.
  mutating func moveScatter(dx: Float, dy: Float) {
    guard var shown = scatter, dx != 0 || dy != 0 else { return }
    let (x, y) = (shownX(shown), shownY(shown))
    let right = Double(dx / scatterRect.width) * x.span
    let up = Double(dy / scatterRect.height) * y.span
    let limit = WireLimits.tableValue / 2
    guard (x.low - right).magnitude < limit, (x.high - right).magnitude < limit,
      (y.low + up).magnitude < limit, (y.high + up).magnitude < limit
    else { return }
    if dx != 0 { shown.rangeX = ValueRange(low: x.low - right, high: x.high - right) }
    if dy != 0 { shown.rangeY = ValueRange(low: y.low + up, high: y.high + up) }
    scatter = shown
  }

  /// Moves what is seen by a key; whether it was one for it.
  mutating func moveScatter(by key: Key) -> Bool {
    let rect = scatterRect
    let step = rect.width * 0.1
    switch key {
    case .left: moveScatter(dx: step, dy: 0)
    case .right: moveScatter(dx: -step, dy: 0)
    case .up: moveScatter(dx: 0, dy: step)
    case .down: moveScatter(dx: 0, dy: -step)
    case .zoomIn, .zoomOut:
      let factor = key == .zoomIn ? 1.5 : 1 / 1.5
      zoomScatter(across: factor, upright: factor, x: rect.width / 2, y: rect.y + rect.height / 2)
    case .home:
      scatter?.rangeX = nil
      scatter?.rangeY = nil
    case .escape:
      if scatter?.finger != nil || scatter?.box != nil {
        scatter?.finger = nil
        scatter?.box = nil
      } else {
        hideScatter()
      }
    default: return false
    }
    return true
  }
}
