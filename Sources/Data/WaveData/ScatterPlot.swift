import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits
import WaveWire

/// A point in a scatter plot, given by its value on each axis.
struct ScatterPoint: Equatable, Sendable {
  let x: Double
  let y: Double
}

/// A grid received from the server: the number of table rows in each cell, from top to bottom.
struct ScatterGrid: Sendable {
  let asked: ShowScatter
  /// The parts received, joined.
  fileprivate(set) var part: ScatterPart

  var counts: [UInt32] { part.counts }
  var columnCount: Int { Int(asked.columns) }
  var rowCount: Int { Int(asked.rows) }
  var x: ValueRange { ValueRange(low: asked.xLow, high: asked.xHigh) }
  var y: ValueRange { ValueRange(low: asked.yLow, high: asked.yHigh) }
}

/// The scatter plot of two columns, with its grid, the visible ranges and the marked box.
///
/// The columns and the plot's area on the screen are not stored but passed to the methods that need them.
struct ScatterPlot: Sendable {
  /// An input from a touch gesture, a key or a control.
  enum Input {
    case gesture(Gesture)
    case key(Key)
    /// Chooses the column on the horizontal axis.
    case chooseX(Int)
    /// Chooses the column on the vertical axis.
    case chooseY(Int)
    /// Zooms to the marked box, and removes it.
    case zoomToBox
    /// Removes the box.
    case clearBox
  }

  /// The result of handling an input.
  enum Outcome {
    case handled
    /// The input does not apply to the plot.
    case unknown
    /// The plot should be closed.
    case leave
  }

  /// The side length of a cell, in points.
  private static let cellPoints: Float = 2

  /// The index of the column on the horizontal axis.
  private(set) var x: Int
  /// The index of the column on the vertical axis.
  private(set) var y: Int
  /// The grid shown; nil until one has been received for these columns.
  private(set) var grid: ScatterGrid?
  /// Whether the grid has been sent to the draw-list player.
  private var isDrawn = false
  /// The point under the finger; nil if the finger reads no values.
  private(set) var finger: ScatterPoint?
  /// The marked box, from the finger's first position to its current one.
  private(set) var box: (from: ScatterPoint, to: ScatterPoint)?
  /// The range that the user has chosen for the horizontal axis; nil for the range of the column.
  private var rangeX: ValueRange?
  private var rangeY: ValueRange?
  /// The last request sent on this connection; nil before the first one.
  private var asked: ShowScatter?
  /// The grid that is being received.
  private var coming: ScatterGrid?
  private var question = Question()

  init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  // MARK: - The view

  func shownX(_ columns: [DataColumn]) -> ValueRange { rangeX ?? columns[x].shown }
  func shownY(_ columns: [DataColumn]) -> ValueRange { rangeY ?? columns[y].shown }

  /// Returns whether both columns exist.
  func fits(_ columns: [DataColumn]) -> Bool { columns.indices.contains(x) && columns.indices.contains(y) }

  /// The ranges of the marked values; nil if the box has no area.
  var boxRanges: (x: ValueRange, y: ValueRange)? {
    guard let (from, to) = box, from.x != to.x, from.y != to.y else { return nil }
    return (
      ValueRange(low: Swift.min(from.x, to.x), high: Swift.max(from.x, to.x)),
      ValueRange(low: Swift.min(from.y, to.y), high: Swift.max(from.y, to.y))
    )
  }

  private mutating func forgetGrid() { (finger, box, grid) = (nil, nil, nil) }

  /// Sends the grid to the draw-list player unless the player already has it.
  mutating func fill(into list: inout DrawList) {
    guard !isDrawn, let grid else { return }
    ScatterPicture.fill(grid, into: &list)
    isDrawn = true
  }

  // MARK: - Fingers and keys

  mutating func handle(_ input: Input, _ columns: [DataColumn], in rect: Rect) -> Outcome {
    switch input {
    case .gesture(let gesture): handle(gesture, columns, in: rect)
    case .key(let key): return handle(key, columns, in: rect)
    case .chooseX(let column):
      (x, rangeX) = (column, nil)
      forgetGrid()
    case .chooseY(let column):
      (y, rangeY) = (column, nil)
      forgetGrid()
    case .zoomToBox: if let ranges = boxRanges { (rangeX, rangeY, box) = (ranges.x, ranges.y, nil) }
    case .clearBox: box = nil
    }
    return .handled
  }

  private func point(x: Float, y: Float, _ columns: [DataColumn], in rect: Rect) -> ScatterPoint {
    let (across, upright) = (shownX(columns), shownY(columns))
    let right = Double(Swift.max(0, Swift.min(1, (x - rect.x) / rect.width)))
    let up = 1 - Double(Swift.max(0, Swift.min(1, (y - rect.y) / rect.height)))
    return ScatterPoint(x: across.low + right * across.span, y: upright.low + up * upright.span)
  }

  private mutating func handle(_ gesture: Gesture, _ columns: [DataColumn], in rect: Rect) {
    switch gesture {
    case .began, .ended: break
    case .tap(let x, let y):
      finger = point(x: x, y: y, columns, in: rect)
      box = nil
    case .drag(_, _, let x, let y): finger = point(x: x, y: y, columns, in: rect)
    case .doubleTap: (rangeX, rangeY, finger, box) = (nil, nil, nil, nil)
    case .longPress(let x, let y):
      let point = point(x: x, y: y, columns, in: rect)
      box = (point, point)
      finger = nil
    case .longPressMoved(let x, let y):
      let point = point(x: x, y: y, columns, in: rect)
      box?.to = point
    case .pinch(let scaleX, let scaleY, let x, let y, let dx, let dy):
      zoom(across: Double(scaleX), upright: Double(scaleY), x: x, y: y, columns, in: rect)
      move(dx: dx, dy: dy, columns, in: rect)
    case .cancelled: if boxRanges == nil { box = nil }
    }
  }

  /// Zooms about a point on the screen.
  private mutating func zoom(
    across: Double, upright: Double, x: Float, y: Float, _ columns: [DataColumn], in rect: Rect
  ) {
    let point = point(x: x, y: y, columns, in: rect)
    if let next = shownX(columns).scaled(by: across, about: point.x, of: columns[self.x].whole), !next.isWide
    {
      rangeX = next.range
    }
    if let next = shownY(columns).scaled(by: upright, about: point.y, of: columns[self.y].whole), !next.isWide
    {
      rangeY = next.range
    }
  }

  /// Scrolls by a distance in pixels, within the limits of the wire format.
  private mutating func move(dx: Float, dy: Float, _ columns: [DataColumn], in rect: Rect) {
    guard dx != 0 || dy != 0 else { return }
    let (x, y) = (shownX(columns), shownY(columns))
    let right = Double(dx / rect.width) * x.span
    let up = Double(dy / rect.height) * y.span
    let limit = WireLimits.tableValue / 2
    guard (x.low - right).magnitude < limit, (x.high - right).magnitude < limit,
      (y.low + up).magnitude < limit, (y.high + up).magnitude < limit
    else { return }
    if dx != 0 { rangeX = ValueRange(low: x.low - right, high: x.high - right) }
    if dy != 0 { rangeY = ValueRange(low: y.low + up, high: y.high + up) }
  }

  /// Handles a key.
  private mutating func handle(_ key: Key, _ columns: [DataColumn], in rect: Rect) -> Outcome {
    let step = rect.width * 0.1
    switch key {
    case .left: move(dx: step, dy: 0, columns, in: rect)
    case .right: move(dx: -step, dy: 0, columns, in: rect)
    case .up: move(dx: 0, dy: step, columns, in: rect)
    case .down: move(dx: 0, dy: -step, columns, in: rect)
    case .zoomIn, .zoomOut:
      let factor = key == .zoomIn ? 1.5 : 1 / 1.5
      zoom(across: factor, upright: factor, x: rect.width / 2, y: rect.y + rect.height / 2, columns, in: rect)
    case .home: (rangeX, rangeY) = (nil, nil)
    case .escape:
      guard finger != nil || box != nil else { return .leave }
      (finger, box) = (nil, nil)
    default: return .unknown
    }
    return .handled
  }

  // MARK: - The server

  /// Prepares for a new connection, on which the server does not know the plot.
  mutating func connect() { asked = nil }

  /// The message that ends the plot; nil if the server does not know it.
  var ending: ShowScatter? {
    guard var asked else { return nil }
    (asked.columns, asked.rows) = (0, 0)
    return asked
  }

  /// Requests the grid for the visible ranges of values if it differs from the last request.
  mutating func ask(
    _ numbers: inout RequestNumbers, at now: Int64, source: UInt16, _ columns: [DataColumn],
    on screen: Screen
  ) -> Due? {
    if let late = question.lateTime(at: now) { return .wait(until: late) }
    let (cell, rect) = (Self.cellPoints * screen.scale, screen.scatterRect)
    func cells(_ pixels: Float) -> UInt16 {
      UInt16(saturating: Swift.max(1, Swift.min(Float(WireLimits.scatterCells), (pixels / cell).rounded())))
    }
    let (rangeX, rangeY) = (shownX(columns), shownY(columns))
    var wanted = ShowScatter(
      request: asked?.request ?? 0, source: source, x: UInt16(truncatingIfNeeded: x),
      y: UInt16(truncatingIfNeeded: y), columns: cells(rect.width), rows: cells(rect.height),
      xLow: rangeX.low, xHigh: rangeX.high, yLow: rangeY.low, yHigh: rangeY.high)
    guard wanted != asked else { return nil }
    wanted.request = numbers.next()
    asked = wanted
    question.ask(wanted.request, at: now)
    return .send(.showScatter(wanted))
  }

  /// Receives some rows of cells of a grid.
  ///
  /// - Returns: Whether the grid is complete and therefore shown.
  mutating func receive(_ part: ScatterPart) -> Bool {
    guard let asked, part.request == asked.request, part.source == asked.source,
      part.columns == asked.columns, part.rows == asked.rows
    else { return false }
    if part.first == 0 {
      coming = ScatterGrid(asked: asked, part: part)
      coming?.part.counts = []
    }
    guard let known = coming?.counts.count, known == Int(part.first) * Int(part.columns) else { return false }
    coming?.part.counts += part.counts
    guard known + part.counts.count == Int(asked.columns) * Int(asked.rows) else { return false }
    (grid, coming, isDrawn) = (coming, nil, false)
    question.end()
    return true
  }
}
