import WaveDataWire
package import WaveDisplay
import WaveInteraction
import WaveUnits

extension DataModel {
  /// Draws the picture.
  ///
  /// - Complexity: O(pixels across × lanes whose picture changed); a scroll costs O(lanes).
  package mutating func drawPicture(into list: inout DrawList, at now: Int64) {
    list.layer(LayerID.ground, bounds: outer.bounds) { $0.rectangle(outer.bounds, color: theme.ground) }
    if table != nil, axis != nil {
      let lanes = visibleLanes()
      for (slot, lane) in lanes.enumerated() { fillStrip(slot, lane, into: &list) }
      drawLanes(lanes, into: &list)
      drawPinned(lanes, into: &list)
      drawCursor(lanes, into: &list)
      drawRange(lanes, into: &list)
      if let page {
        RowsPicture(
          look: shell.appearance, grid: rowGrid, page: page, columns: columns, pinned: pinned, xColumn: xColumn,
          isRemote: catalog.isRemote, read: selection.cursor?.row
        ).draw(into: &list)
      }
      drawScatter(into: &list)
      drawAxis(into: &list)
      drawOverview(into: &list)
    }
    drawEmptiness(into: &list)
  }

  private mutating func drawScatter(into list: inout DrawList) {
    guard let plot = scatter, plot.fits(columns) else { return }
    if !plot.isDrawn, let grid = plot.grid {
      ScatterPicture.fill(grid, into: &list)
      scatter?.drawn()
    }
    ScatterPicture(plot, columns, shell.appearance).draw(into: &list)
  }

  var labelStyle: TextStyle { TextStyle(size: (11.5 * screen.type).rounded()) }
  var nameStyle: TextStyle { TextStyle(size: (13 * screen.type).rounded(), isBold: true) }

  // MARK: - Traces

  /// Draws a lane's picture into the strip of its place, where it is not there already.
  private mutating func fillStrip(_ slot: Int, _ lane: DataLane, into list: inout DrawList) {
    while strips.count <= slot { strips.append(nil) }
    if columns[lane.column].isText { return fillTexts(slot, lane, into: &list) }
    let id = PlayerID.firstStrip + UInt32(slot)
    let width = Int(saturating: screen.width)
    let height = Int(saturating: lane.height)
    let picture = pictures[lane.key]
    let content = StripContent(
      lane: lane.key, view: picture?.view ?? 0, window: window, range: columns[lane.column].shown,
      width: width, height: height, isDark: theme == .dark, isPinned: lane.isPinned,
      revision: UInt32(truncatingIfNeeded: picture?.spans.drawnCount ?? 0)
        &+ (picture?.spans.flags.contains(.partial) == true ? 1 << 31 : 0)
        ^ (picture?.spans.flags.contains(.coarse) == true ? 1 << 30 : 0))
    guard strips[slot] != content else { return }
    if strips[slot]?.width != width || strips[slot]?.height != height {
      list.createStrip(id, columns: width, height: height)
    } else {
      list.clearStrip(id, first: 0, count: width)
    }
    strips[slot] = content
    guard let picture else { return }
    if let band = picture.band {
      let spans = spans(band, of: picture, lane: lane, grow: 0)
      list.stripSpans(id, color: theme.fillBase, first: 0, spans: spans[...])
    }
    let spans = spans(picture.spans, of: picture, lane: lane, grow: Int(saturating: screen.scale / 2))
    var color = lane.isPinned ? theme.accent : theme.trace
    // What is not all of it looks so.
    if picture.spans.flags.contains(.coarse) { color.rgba = color.rgba & 0x00FF_FFFF | 0x8000_0000 }
    list.stripSpans(id, color: color, first: 0, spans: spans[...])
  }

  /// What is lit in each column of the screen: as it came, or, until the picture for this window is there,
  /// the one before moved and stretched.
  ///
  /// A line is as high as the pen everywhere, so that what is lit is what rows light, each grown by as much.
  private func spans(
    _ source: LaneSpans, of picture: LanePicture, lane: DataLane, grow: Int
  ) -> [ColumnSpan] {
    let width = Int(saturating: screen.width)
    let height = Int(saturating: lane.height)
    var found = [ColumnSpan](repeating: .none, count: width)
    let range = columns[lane.column].shown
    func put(_ column: Int, _ top: Int, _ bottom: Int) {
      let top = Swift.max(0, top - grow)
      let bottom = Swift.min(height, bottom + grow)
      guard top < bottom else { return }
      found[column] = ColumnSpan(topPixels: Float(top), bottomPixels: Float(bottom))
    }
    let count = source.tops.count
    guard count > 0 else { return found }
    let isExact =
      picture.window == window && count == width && Int(source.pixels) == height && picture.range == range
    if isExact {
      for column in 0..<width where source.tops[column] != LaneSpans.none {
        put(column, Int(source.tops[column]), Int(source.bottoms[column]))
      }
      return found
    }
    let perColumn = window.width / Double(width)
    let scale = Double(count) / picture.window.width
    let rows = Double(Swift.max(1, source.pixels))
    func row(_ old: Int16) -> Int {
      let value = picture.range.high - Double(old) / rows * picture.range.span
      let y = (range.high - value) / range.span * Double(height)
      return Int(saturating: Swift.max(-1e6, Swift.min(1e6, y.rounded())))
    }
    for column in 0..<width {
      let left = (window.start + Double(column) * perColumn - picture.window.start) * scale
      let right = left + perColumn * scale
      guard right > 0, left < Double(count) else { continue }
      let first = Swift.max(0, Int(saturating: left))
      let last = Swift.max(first, Swift.min(count - 1, Int(saturating: right.rounded(.up)) - 1))
      var top = Int16.max
      var bottom = Int16.min
      for index in first...last where source.tops[index] != LaneSpans.none {
        top = Swift.min(top, source.tops[index])
        bottom = Swift.max(bottom, source.bottoms[index])
      }
      guard top < bottom else { continue }
      put(column, row(top), Swift.max(row(top) + 1, row(bottom)))
    }
    return found
  }

  // MARK: - Lanes

  private func drawLanes(_ lanes: [DataLane], into list: inout DrawList) {
    let area = Rect(
      x: 0, y: layout.movingTop, width: screen.width,
      height: Swift.max(0, screen.lanesBottom - layout.movingTop))
    list.layer(LayerID.traces, bounds: area) { list in
      list.clip(area)
      for (slot, lane) in lanes.enumerated() where !lane.isPinned {
        if lane.isSecond || lenses.compared == nil {
          list.rectangle(
            Rect(
              x: 0, y: lane.y + lane.height - screen.hairline, width: screen.width, height: screen.hairline),
            color: theme.hairline)
        }
        list.strip(
          PlayerID.firstStrip + UInt32(slot), first: 0, count: Int(saturating: screen.width), x: 0, y: lane.y)
      }
    }
    list.layer(LayerID.labels, bounds: area) { list in
      list.clip(area)
      for lane in lanes where !lane.isPinned { drawName(lane, into: &list) }
    }
  }

  private func drawPinned(_ lanes: [DataLane], into list: inout DrawList) {
    guard let lane = lanes.first, lane.isPinned else { return }
    let area = Rect(x: 0, y: lane.y, width: screen.width, height: lane.height)
    list.layer(LayerID.pinned, bounds: area) { list in
      list.clip(area)
      list.rectangle(area, color: theme.ground)
      list.rectangle(area, color: theme.gap)
      list.strip(PlayerID.firstStrip, first: 0, count: Int(saturating: screen.width), x: 0, y: lane.y)
      list.rectangle(
        Rect(x: 0, y: lane.y + lane.height - screen.hairline, width: screen.width, height: screen.hairline),
        color: theme.held)
      drawName(lane, into: &list)
    }
  }

  /// A lane's star and name, and its extremes, mean and what is missing where there is room.
  private func drawName(_ lane: DataLane, into list: inout DrawList) {
    if columns[lane.column].isText { return drawTexts(lane, into: &list) }
    drawLens(lane, into: &list)
    guard !lane.isSecond else { return }
    let info = columns[lane.column].info
    let baseline = lane.y + (17 * screen.type).rounded()
    let star = screen.left + (18 * screen.type).rounded()
    let x = screen.left + (32 * screen.type).rounded()
    let width = advances.width(of: info.name, style: nameStyle)
    drawBacking(x: x, baseline: baseline, width: width, style: nameStyle, into: &list)
    drawPin(x: star, y: baseline - nameStyle.size * 0.36, isSet: lane.isPinned, into: &list)
    list.text(info.name, x: x, baseline: baseline, style: nameStyle, color: theme.text)
    // While a row is read its value stands there.
    guard selection.cursor == nil, lane.height >= 56 * screen.type else { return }
    let text = statisticsText(of: lane)
    guard !text.isEmpty else { return }
    let height = (15 * screen.type).rounded()
    var line = baseline + height
    for words in advances.lines(of: text, style: labelStyle, width: roomRight(of: lane) - x) {
      // What is below is another lane.
      guard line < lane.y + lane.height else { break }
      let width = advances.width(of: words, style: labelStyle)
      drawBacking(x: x, baseline: line, width: width, style: labelStyle, into: &list)
      list.text(words, x: x, baseline: line, style: labelStyle, color: theme.quiet)
      line += height
    }
  }

  /// Where a lane's words end: before the edge, and before the handle where that lies on the lane.
  private func roomRight(of lane: DataLane) -> Float {
    let (middle, reach) = (screen.height / 2, 50 * screen.scale)
    let isBeside = lane.y < middle + reach && lane.y + lane.height > middle - reach
    return screen.right - (isBeside ? 48 : 12) * screen.scale
  }

  /// What pins a column: a pin's head and needle, filled where it is set.
  private func drawPin(x: Float, y: Float, isSet: Bool, into list: inout DrawList) {
    let radius = 4.5 * screen.type
    let color = isSet ? theme.accent : theme.quiet
    list.rectangle(
      Rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius), radius: radius, color: color)
    guard !isSet else { return }
    let inner = radius - 1.4 * screen.type
    list.rectangle(
      Rect(x: x - inner, y: y - inner, width: 2 * inner, height: 2 * inner), radius: inner,
      color: theme.ground)
  }

  func drawBacking(
    x: Float, baseline: Float, width: Float, style: TextStyle, into list: inout DrawList
  ) {
    let margin = 3 * screen.scale
    list.rectangle(
      Rect(
        x: x - margin, y: baseline - style.size * 0.95, width: width + 2 * margin, height: style.size * 1.25),
      radius: margin, color: theme.backing)
  }

  // MARK: - The line that reads values

  private func drawCursor(_ lanes: [DataLane], into list: inout DrawList) {
    guard let cursor = selection.cursor, let axis else { return }
    // What is read stands at the row's place, the finger near it.
    let tick =
      cursor.isOld ? cursor.tick : cursor.row.map { Double($0.tick) - Double(axis.from) } ?? cursor.tick
    let place = x(ofTick: tick + (axis.kind == .count ? 0.5 : 0))
    guard place >= 0, place <= screen.width else { return }
    let area = Rect(
      x: 0, y: screen.lanesTop, width: screen.width, height: screen.lanesBottom - screen.lanesTop)
    let line = Swift.max(1, (1.5 * screen.scale).rounded())
    list.layer(LayerID.cursor, bounds: area) { list in
      list.clip(area)
      list.rectangle(
        Rect(x: (place - line / 2).rounded(), y: area.y, width: line, height: area.height),
        color: theme.accent)
      for lane in lanes where lane.isPinned || lane.y + lane.height > layout.movingTop {
        if cursor.isLate {
          drawValue(nil, lane, at: place, into: &list)
        } else if let cell = cursor.cell(of: lane.column) {
          drawValue(cell, lane, at: place, into: &list)
        }
      }
    }
  }

  /// Whether the values that are there are of another engine's row that is no longer under the line.
  var isReadingOld: Bool {
    catalog.isRemote && selection.cursor?.isOld == true
  }

  /// The raw value of a lane beside the line, and a dot where it lies; nil where it is waited for.
  private func drawValue(_ cell: TableCells.Cell?, _ lane: DataLane, at x: Float, into list: inout DrawList) {
    let info = columns[lane.column].info
    var value = cell?.number
    var text = fitted(
      cell.map(Texts.cell) ?? Texts.bytes("\u{2026}"), width: screen.width * 0.6, style: nameStyle)
    if let raw = value, let microseconds = info.microseconds(raw) {
      text = Texts.instant(microseconds: microseconds)
      value = microseconds
    }
    let style = nameStyle
    let width = advances.width(of: text, style: style)
    let margin = 7 * screen.scale
    // Clear of the drawer's handle, too.
    let isBesideHandle = (lane.y + lane.height / 2 - screen.height / 2).magnitude < 90 * screen.scale
    let isLeft = x + width + 4 * margin > screen.right - (isBesideHandle ? 48 * screen.scale : 0)
    // Large texts have no room on either side, and lie over the line.
    let left = Swift.max(screen.left + 2 * margin, isLeft ? x - width - 2 * margin : x + 2 * margin)
    // Clear of the name on the left, and of the lane's edges.
    let top = Swift.max(lane.y, lane.isPinned ? screen.lanesTop : layout.movingTop)
    let bottom = lane.y + lane.height
    let hasRoom = bottom - top > 44 * screen.type
    let baseline = hasRoom ? top + (40 * screen.type).rounded() : (top + bottom) / 2 + style.size * 0.35
    if let value, value.isFinite, !isReadingOld {
      let y = y(of: value, in: lane)
      let radius = 3.5 * screen.scale
      if y > top, y < bottom {
        list.rectangle(
          Rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius), radius: radius,
          color: theme.text)
      }
    }
    list.rectangle(
      Rect(
        x: left - margin, y: baseline - style.size * 1.05, width: width + 2 * margin,
        height: style.size * 1.45), radius: 4 * screen.scale, color: theme.ground)
    list.text(
      text, x: left, baseline: baseline, style: style,
      color: cell == nil || cell == .null || isReadingOld ? theme.quiet : theme.text)
  }

  // MARK: - The whole table

  private mutating func drawOverview(into list: inout DrawList) {
    let area = screen.overviewRect
    let width = Int(saturating: area.width)
    let height = Int(saturating: area.height)
    if let overview, overview.tops.count == width, Int(overview.pixels) == height {
      let content = StripContent(
        lane: LaneKey(column: Int(overview.column)), view: overview.view,
        window: TickWindow(start: 0, width: 0),
        range: ValueRange(low: 0, high: 1), width: width, height: height, isDark: theme == .dark,
        isPinned: pinned != nil,
        revision: UInt32(truncatingIfNeeded: overview.rowCount)
          ^ (overview.flags.contains(.coarse) ? 1 << 30 : 0))
      if overviewContent != content {
        list.createStrip(PlayerID.overviewStrip, columns: width, height: height)
        overviewContent = content
        var spans = [ColumnSpan](repeating: .none, count: width)
        for column in 0..<width where overview.tops[column] != LaneSpans.none {
          let top = Swift.max(0, Int(overview.tops[column]))
          let bottom = Swift.min(height, Int(overview.bottoms[column]))
          guard top < bottom else { continue }
          spans[column] = ColumnSpan(topPixels: Float(top), bottomPixels: Float(bottom))
        }
        list.stripSpans(PlayerID.overviewStrip, color: theme.quiet, first: 0, spans: spans[...])
      }
    }
    let hasStrip = overviewContent != nil
    let left = Float(window.start / axisView.ticks) * area.width
    let right = Float(window.end / axisView.ticks) * area.width
    list.layer(LayerID.overview, bounds: area) { list in
      list.rectangle(area, color: theme.ground)
      if hasStrip { list.strip(PlayerID.overviewStrip, first: 0, count: width, x: 0, y: area.y) }
      var shade = theme.ground
      shade.rgba = shade.rgba & 0x00FF_FFFF | 0xB000_0000
      if left > 0 { list.rectangle(Rect(x: 0, y: area.y, width: left, height: area.height), color: shade) }
      if right < area.width {
        list.rectangle(
          Rect(x: right, y: area.y, width: area.width - right, height: area.height), color: shade)
      }
      let line = Swift.max(2, (2 * screen.scale).rounded())
      let shown = Swift.max(3 * line, right - left)
      list.rectangle(
        Rect(x: left, y: area.y, width: shown, height: line), radius: line / 2,
        color: isWhole ? theme.hairline : theme.accent)
    }
  }
}
