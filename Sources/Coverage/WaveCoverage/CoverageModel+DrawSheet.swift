import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

extension CoverageModel {
  /// The sheet's height in device pixels; 0 where there is none.
  var sheetHeight: Float { sheetPlace.height }

  /// Where the sheet begins.
  var sheetTop: Float {
    (screen.height - sheetHeight - screen.insets.bottom * screen.scale).rounded()
  }

  /// Where the drawer begins while it stands beside the map, else the screen's edge: what is read ends there.
  ///
  /// As Web/app.css has it: 21rem wide from a page of 44rem on; on a smaller one it lies over the map.
  var freeRight: Float {
    let rem = 16 * screen.type
    guard isDrawerOpen, screen.width >= 44 * rem else { return screen.width }
    return (screen.width - 21 * rem - screen.insets.right * screen.scale).rounded()
  }

  /// Where texts must end beside the drawer.
  var sheetTextRight: Float { Swift.min(screen.right, freeRight) }

  func isOnSheet(x: Float, y: Float) -> Bool { reading != nil && y >= sheetTop && x < freeRight }

  /// The middle of the sheet's cross.
  var closeX: Float { sheetTextRight - sheetPlace.close }

  /// The middle of the drawer's handle, which Web/app.css puts at half the height; from above, in pixels.
  var handleMiddle: Float {
    let lowest = screen.height - (50 + screen.insets.bottom) * screen.scale
    return Swift.min(Swift.max(screen.height / 2, (54 + screen.headPoints) * screen.scale), lowest)
  }

  /// The sheet's words, its height, and how far from the right the middle of its cross is.
  private var sheetPlace: (text: SheetText, height: Float, close: Float) {
    guard reading != nil else { return (SheetText(), 0, 0) }
    let type = screen.type
    let close = 26 * type
    let text = sheetText(corner: close + 20 * type)
    let height = sheetHeight(of: text)
    // On a low screen the cross stands aside from the handle.
    let top = screen.height - height - screen.insets.bottom * screen.scale
    guard top + 10 * type < handleMiddle + 46 * screen.scale else { return (text, height, close) }
    let aside = close + 44 * screen.scale
    let narrower = sheetText(corner: aside + 20 * type)
    return (narrower, sheetHeight(of: narrower), aside)
  }

  private func sheetHeight(of text: SheetText) -> Float {
    let type = screen.type
    let whole = text.lastBaseline + 170 * type
    // The map keeps more than half, unless large words leave no room for a low profile; words are never cut.
    let low = Swift.min(screen.height * 0.6, text.lastBaseline + 96 * type)
    let height = Swift.min(whole, Swift.max(screen.height * 0.45, low))
    return Swift.max(height, text.lastBaseline + 12 * type).rounded()
  }

  /// Whether a finger is on the sheet's cross, or so near that nothing else is meant.
  func isOnClose(x: Float, y: Float) -> Bool {
    x > closeX - 30 * screen.type && y < sheetTop + 56 * screen.type
  }

  func drawSheet(into list: inout DrawList) {
    guard let reading, sites.indices.contains(reading.site) else { return }
    let plan = sites[reading.site].plan
    let type = screen.type
    let top = sheetTop
    let bounds = Rect(x: 0, y: top, width: freeRight, height: screen.height - top)
    list.beginLayer(LayerID.sheet, bounds: bounds)
    list.rectangle(
      Rect(x: 0, y: top, width: freeRight, height: bounds.height + 30 * type), radius: 20 * type,
      color: theme.ground.opacity(0.96))
    let left = screen.left + 18 * type
    let right = sheetTextRight - 18 * type
    let place = sheetPlace
    drawClose(x: sheetTextRight - place.close, y: top + 26 * type, into: &list)
    for line in place.text.lines {
      list.text(line.text, x: line.x, baseline: top + line.baseline, style: line.style, color: line.color)
    }
    if let path = reading.path {
      let above = top + place.text.lastBaseline + 14 * type
      let bottom = screen.height - screen.insets.bottom * screen.scale - 26 * type
      let plot = Rect(x: left, y: above, width: right - left, height: Swift.max(0, bottom - above))
      drawProfile(path, in: plot, plan: plan, into: &list)
    }
    list.endLayer(bounds: bounds)
  }

  private func drawClose(x: Float, y: Float, into list: inout DrawList) {
    let arm = 6 * screen.type
    drawDot(x: x, y: y, radius: 14 * screen.type, color: theme.hairline, into: &list)
    list.polyline(width: 2 * screen.scale, color: theme.quiet) { point in
      point(x - arm, y - arm)
      point(x + arm, y + arm)
      point(0, .nan)
      point(x + arm, y - arm)
      point(x - arm, y + arm)
    }
  }

  private func drawProfile(
    _ path: PathClearance, in plot: Rect, plan: CoveragePlan, into list: inout DrawList
  ) {
    guard plot.width > 20, plot.height > 20 else { return }
    var (low, high) = path.range
    for point in 0..<32 {
      let away = path.length * Double(point) / 31
      high = Swift.max(high, path.sight(at: away) + path.zoneRadius(at: away))
    }
    let room = Swift.max(20, high - low) * 0.08
    (low, high) = (low - room, high + room)
    func x(_ kilometers: Double) -> Float { plot.x + plot.width * Float(kilometers / path.length) }
    func y(_ meters: Double) -> Float { plot.bottom - plot.height * Float((meters - low) / (high - low)) }
    let count = Int(saturating: Swift.max(2, Swift.min(160, plot.width / (2 * screen.scale))))
    // The zone as a band: its lower edge is drawn as what the ground and the sheet do not cover.
    let zone = theme.accent.opacity(0.16)
    list.polyline(width: 0.75 * screen.scale, color: theme.accent.opacity(0.5)) { point in
      for side in [1.0, -1.0] {
        for step in 0...count {
          let away = path.length * Double(step) / Double(count)
          point(x(away), y(path.sight(at: away) + side * path.zoneRadius(at: away)))
        }
        point(0, .nan)
      }
    }
    for step in 0..<count {
      let (from, to) = (
        path.length * Double(step) / Double(count), path.length * Double(step + 1) / Double(count)
      )
      let middle = (from + to) / 2
      let (sight, radius) = (path.sight(at: middle), path.zoneRadius(at: middle))
      let (above, below) = (y(sight + radius), y(sight - radius))
      list.rectangle(
        Rect(x: x(from), y: above, width: x(to) - x(from), height: Swift.max(0, below - above)), color: zone)
    }
    if !path.tops.isEmpty {
      list.area(base: plot.bottom, top: plot.y, topColor: standingColor, baseColor: standingColor) { point in
        for index in path.distances.indices { point(x(path.distances[index]), y(path.tops[index])) }
      }
      // The ground lets through what lies below it.
      list.area(base: plot.bottom, top: plot.y, topColor: theme.ground, baseColor: theme.ground) { point in
        for index in path.distances.indices { point(x(path.distances[index]), y(path.heights[index])) }
      }
    }
    let ground = Color(theme == .dark ? 0x53665A : 0x8FA394)
    list.area(base: plot.bottom, top: plot.y, topColor: ground, baseColor: ground.opacity(0.75)) { point in
      for index in path.distances.indices { point(x(path.distances[index]), y(path.heights[index])) }
    }
    list.polyline(width: 2 * screen.scale, color: theme.accent) { point in
      point(plot.x, y(path.transmitter))
      point(plot.right, y(path.receiver))
    }
    if let worst = path.worst {
      let (px, py) = (x(path.distances[worst]), y(path.top(worst)))
      let sight = y(path.sight(at: path.distances[worst]))
      list.polyline(width: 1.5 * screen.scale, color: theme.text) { point in
        point(px, py)
        point(px, sight)
      }
      drawDot(x: px, y: py, radius: 3.5 * screen.type, color: theme.text, into: &list)
    }
    drawHeights(path, in: plot, y: y, into: &list)
  }

  private func drawHeights(
    _ path: PathClearance, in plot: Rect, y: (Double) -> Float, into list: inout DrawList
  ) {
    let style = labelStyle
    let baseline = plot.bottom + 16 * screen.type
    func height(_ meters: Double) -> [UInt8] {
      var text = TextWriter()
      text.append(meters, decimals: 0)
      text.append(" m")
      return text.bytes
    }
    list.text(height(path.heights[0]), x: plot.x, baseline: baseline, style: style, color: theme.quiet)
    list.text(
      height(path.heights[path.heights.count - 1]), x: plot.right, baseline: baseline, style: style,
      color: theme.quiet, alignment: .trailing)
    list.text(
      Texts.length(path.length * 1000), x: plot.x + plot.width / 2, baseline: baseline, style: style,
      color: theme.quiet, alignment: .center)
  }
}
