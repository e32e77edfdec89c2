import WaveDisplay
import WaveInteraction
import WaveUnits

/// A renderer for the test bed panel: live measurements, and two charts that also show the study's results.
struct TestbedPicture {
  /// The height of the area at the bottom that the page's button covers, in points.
  private static let buttonPoints: Float = 64

  let canvas: Canvas
  /// Whether the charts are stacked vertically.
  let isUpright: Bool

  private var screen: Screen { canvas.screen }
  private var theme: Theme { canvas.theme }
  private var labelStyle: TextStyle { canvas.labelStyle }

  /// Returns whether a screen has room for charts and for an open drawer beside them.
  ///
  /// On an upright screen, the drawer lies over the charts.
  static func hasRoomForDrawer(on screen: Screen) -> Bool {
    screen.width > screen.height && screen.width >= 900 * screen.type
  }

  /// Returns the height that the panel needs below the lanes, in points that scale with the text size.
  static func footPoints(on lanes: Screen, isUpright: Bool) -> Float {
    // Stacked charts need more height than charts side by side.
    let share: Float = isUpright ? 0.66 : 0.56
    return Swift.max(28, (lanes.height - lanes.head) * share / Swift.max(0.1, lanes.type))
  }

  func draw(_ testbed: Testbed, into list: inout DrawList) {
    let margin = 12 * screen.scale
    let right = screen.right - margin
    let top = screen.axis.y + (28 * screen.type).rounded()
    let bottom = screen.height - (screen.insets.bottom + Self.buttonPoints) * screen.scale
    let panel = Rect(
      x: screen.left + margin, y: top, width: right - screen.left - margin, height: bottom - top)
    guard panel.width > 120 * screen.scale, panel.height > 100 * screen.scale else { return }
    let used = drawFigures(testbed, panel, into: &list)
    let gap = 14 * screen.scale
    let rest = Rect(x: panel.x, y: used, width: panel.width, height: panel.bottom - used)
    for (index, axis) in Testbed.Axis.allCases.enumerated() {
      let place: Rect
      if isUpright {
        let each = (rest.height - gap) / 2
        place = Rect(x: rest.x, y: rest.y + Float(index) * (each + gap), width: rest.width, height: each)
      } else {
        let each = (rest.width - 2 * gap) / 2
        place = Rect(x: rest.x + Float(index) * (each + 2 * gap), y: rest.y, width: each, height: rest.height)
      }
      drawChart(axis, testbed, place, into: &list)
    }
  }

  /// Draws the measurements of the last two seconds, with their labels.
  ///
  /// - Returns: The vertical position at which the charts can begin.
  private func drawFigures(_ testbed: Testbed, _ panel: Rect, into list: inout DrawList) -> Float {
    let live = testbed.live
    func cell(_ value: Double, _ decimals: Int) -> [UInt8] {
      TextWriter("\(value, decimals: decimals)").bytes
    }
    func latency(_ value: Double) -> [UInt8] { cell(value / 1000, value < 9950 ? 1 : 0) }
    let cells: [(value: [UInt8], name: StaticString)] = [
      (latency(live.median), "median"), (latency(live.percentile95), "95 %"),
      (latency(live.percentile99), "99 %"), (cell(live.framesPerSecond, 0), "frames/s"),
      (cell(Double(live.lost), 0), "lost"),
    ]
    let big = TextStyle(size: (19 * screen.type).rounded(), isBold: true)
    var y = panel.y + labelStyle.size * 1.5
    let load: TextWriter = "\(testbed.setting.text), simulated. Arrival to drawn, in ms:"
    list.text(load.bytes, x: panel.x, baseline: y, style: labelStyle, color: theme.quiet)
    y += big.size * 1.3
    // Leave room for the drawer's handle at the right edge.
    let width = Swift.min((panel.width - 36 * screen.scale) / Float(cells.count), 110 * screen.type)
    for (index, cell) in cells.enumerated() {
      let x = panel.x + Float(index) * width
      list.text(cell.value, x: x, baseline: y, style: big, color: theme.text)
      list.text(
        Texts.bytes(cell.name), x: x, baseline: y + labelStyle.size * 1.25, style: labelStyle,
        color: theme.quiet)
    }
    return y + labelStyle.size * 1.25 + 14 * screen.type
  }

  // MARK: - Charts

  private static let latency = LogScale(low: 0.0002, high: 30)
  private static let latencyTicks: [(Double, StaticString)] = [
    (0.001, "1 ms"), (0.01, "10 ms"), (0.1, "0.1 s"), (1, "1 s"), (10, "10 s"),
  ]
  private static let streamTicks: [(Double, StaticString)] = [
    (1, "1"), (4, "4"), (13, "13"), (64, "64"), (256, "256"),
  ]
  private static let rateTicks: [(Double, StaticString)] = [
    (10, "10"), (50, "50"), (150, "150"), (1000, "1000"), (10_000, "10 000 Hz"),
  ]

  /// Draws a chart of the latency over one parameter: a dot for the median, with a line up to the 99th
  /// percentile, and squares for the study's points.
  private func drawChart(_ axis: Testbed.Axis, _ testbed: Testbed, _ place: Rect, into list: inout DrawList) {
    let type = screen.type
    let title: TextWriter =
      axis == .streams
      ? "Against streams, \(testbed.plan.rateHertz) Hz each"
      : "Against rate, \(testbed.plan.streamCount) streams"
    list.text(
      title.bytes, x: place.x, baseline: place.y + canvas.titleStyle.size, style: canvas.titleStyle,
      color: theme.text)
    let left = place.x + (46 * type).rounded()
    let top = place.y + (22 * type).rounded()
    let area = Rect(
      x: left, y: top, width: place.right - left - 4 * type,
      height: Swift.max(1, place.bottom - (20 * type).rounded() - top))
    let scale = axis == .streams ? LogScale.streams : LogScale.rate
    func x(_ value: Double) -> Float { area.x + Float(scale.fraction(value)) * area.width }
    func y(_ seconds: Double) -> Float { area.bottom - Float(Self.latency.fraction(seconds)) * area.height }
    for (seconds, name) in Self.latencyTicks {
      list.rectangle(area.row(at: y(seconds).rounded(), height: screen.hairline), color: theme.hairline)
      list.text(
        Texts.bytes(name), x: area.x - 6 * type, baseline: y(seconds) + labelStyle.size * 0.35,
        style: labelStyle, color: theme.quiet, alignment: .trailing)
    }
    for (value, name) in axis == .streams ? Self.streamTicks : Self.rateTicks {
      list.rectangle(area.column(at: x(value).rounded(), width: screen.hairline), color: theme.hairline)
      list.text(
        Texts.bytes(name), x: x(value), baseline: area.bottom + labelStyle.size * 1.3, style: labelStyle,
        color: theme.quiet, alignment: value == scale.high ? .trailing : .center)
    }
    drawStudy(axis, x, y, into: &list)
    drawResults(testbed.results(of: axis), x, y, into: &list)
  }

  /// Draws the results of the study, labelled at the last point of each series.
  private func drawStudy(
    _ axis: Testbed.Axis, _ x: (Double) -> Float, _ y: (Double) -> Float, into list: inout DrawList
  ) {
    let side = (6 * screen.type).rounded()
    let inner = Swift.max(1, (1.5 * screen.type).rounded())
    for series in Testbed.study where series.axis == axis {
      guard let last = series.points.last else { continue }
      for point in series.points {
        let (x, y) = (x(Double(point.value)), y(point.seconds))
        if point.isBound {
          // Draw a bar at the upper bound, and a line below it for the possible values.
          list.rectangle(
            Rect(x: x - side / 2, y: y - inner / 2, width: side, height: inner), color: theme.accent)
          list.rectangle(Rect(x: x - inner / 2, y: y, width: inner, height: side), color: theme.accent)
        } else {
          list.rectangle(
            Rect(x: x - side / 2, y: y - side / 2, width: side, height: side), color: theme.accent)
          list.rectangle(
            Rect(
              x: x - side / 2 + inner, y: y - side / 2 + inner, width: side - 2 * inner,
              height: side - 2 * inner), color: theme.ground)
        }
      }
      let bound: StaticString = last.isBound ? last.seconds < 0.01 ? "below 1 ms: " : "below 1 s: " : ""
      let name: TextWriter = "\(bound)\(series.device), 2015"
      // Label upper bounds below their marks, and other points next to them.
      list.text(
        name.bytes, x: last.isBound ? x(Double(series.points[0].value)) + side : x(Double(last.value)) + side,
        baseline: y(last.seconds) + (last.isBound ? side + labelStyle.size * 0.9 : labelStyle.size * 0.35),
        style: labelStyle, color: theme.accent)
    }
  }

  /// Draws the results measured on this device.
  private func drawResults(
    _ results: [Testbed.Result], _ x: (Double) -> Float, _ y: (Double) -> Float, into list: inout DrawList
  ) {
    let drawn = results.filter { !$0.figures.median.isNaN }
    let dot = (7 * screen.type).rounded()
    let thin = Swift.max(1, (2 * screen.scale).rounded())
    let medians = drawn.map { (x: x(Double($0.value)), y: y($0.figures.median / 1e6)) }
    if medians.count > 1 {
      list.polyline(width: thin, color: theme.trace) { point in
        for median in medians { point(median.x, median.y) }
      }
    }
    for result in drawn {
      let x = x(Double(result.value))
      let (low, high) = (y(result.figures.median / 1e6), y(result.figures.percentile99 / 1e6))
      list.rectangle(
        Rect(x: x - thin / 2, y: high, width: thin, height: Swift.max(0, low - high)), color: theme.trace)
      list.rectangle(Rect(x: x - dot / 2, y: high - thin / 2, width: dot, height: thin), color: theme.trace)
      list.rectangle(
        Rect(x: x - dot / 2, y: low - dot / 2, width: dot, height: dot), radius: dot / 2, color: theme.trace)
    }
    guard let last = drawn.last else { return }
    list.text(
      Texts.bytes("this device"), x: x(Double(last.value)),
      baseline: y(last.figures.percentile99 / 1e6) - labelStyle.size * 0.5, style: labelStyle,
      color: theme.trace, alignment: .trailing)
  }
}
