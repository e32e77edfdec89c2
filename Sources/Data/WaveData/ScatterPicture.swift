import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits

/// Draws the scatter plot, with its grid, labels, box and the cell under the finger.
struct ScatterPicture {
  /// The maximum distance, in cells of two points, between the finger and the cell whose values are shown.
  private static let fingerCells = 6

  let look: Appearance
  let plot: ScatterPlot
  let x: TableColumns.Column
  let y: TableColumns.Column
  /// The visible range of values on the horizontal axis.
  let shownX: ValueRange
  let shownY: ValueRange

  init(_ plot: ScatterPlot, _ columns: [DataColumn], _ look: Appearance) {
    self.look = look
    self.plot = plot
    x = columns[plot.x].info
    y = columns[plot.y].info
    shownX = plot.shownX(columns)
    shownY = plot.shownY(columns)
  }

  /// The theme for the colors, which is always dark because the color map begins near black.
  private var theme: Theme { .dark }
  private var screen: Screen { look.screen }
  private var rect: Rect { screen.scatterRect }

  private func left(of value: Double) -> Float {
    rect.x + Float((value - shownX.low) / shownX.span) * rect.width
  }

  private func top(of value: Double) -> Float {
    rect.y + Float((shownY.high - value) / shownY.span) * rect.height
  }

  /// Returns the screen area that corresponds to ranges of values.
  private func area(_ x: ValueRange, _ y: ValueRange) -> Rect {
    let (left, top) = (left(of: x.low), top(of: y.high))
    return Rect(x: left, y: top, width: self.left(of: x.high) - left, height: self.top(of: y.low) - top)
  }

  // MARK: - The grid

  /// Sends a grid to the draw-list player, with 256 times the binary logarithm of each count.
  static func fill(_ grid: ScatterGrid, into list: inout DrawList) {
    list.createField(PlayerID.scatterField, columns: grid.columnCount, rows: grid.rowCount)
    var line = [Int16](repeating: 0, count: grid.columnCount)
    var peak: UInt32 = 1
    for row in 0..<grid.rowCount {
      for column in 0..<grid.columnCount {
        let count = grid.counts[row * grid.columnCount + column]
        peak = Swift.max(peak, count)
        line[column] = count == 0 ? FieldPainter.gap : logarithm(count)
      }
      list.fieldRow(PlayerID.scatterField, row: row, values: line[...])
    }
    // A cell with a single row must stand out from the background.
    let top = Swift.max(256, logarithm(peak))
    list.fieldColors(PlayerID.scatterField, map: .waterfall, low: -top / 2, high: top)
  }

  /// Returns 256 times the binary logarithm of a count, interpolated linearly between powers of two.
  ///
  /// The result is monotonic, and 0 for a count of 1.
  static func logarithm(_ count: UInt32) -> Int16 {
    let power = 31 - count.leadingZeroBitCount
    let fraction = ((UInt64(count) << 8) >> UInt64(power)) & 0xFF
    return Int16(power << 8) | Int16(fraction)
  }

  /// Draws the plot, whose grid `fill` has already sent to the draw-list player.
  func draw(into list: inout DrawList) {
    list.layer(LayerID.scatter, bounds: rect) { list in
      list.clip(rect)
      list.rectangle(rect, color: theme.ground)
      if let grid = plot.grid {
        // Until the grid for these values arrives, the previous one is moved and stretched.
        list.field(
          PlayerID.scatterField, firstRow: 0, rowCount: grid.rowCount, sourceX: 0,
          sourceWidth: Float(grid.columnCount), rect: area(grid.x, grid.y))
      }
      drawLabels(into: &list)
      if let (from, to) = plot.box {
        let box = area(
          ValueRange(low: Swift.min(from.x, to.x), high: Swift.max(from.x, to.x)),
          ValueRange(low: Swift.min(from.y, to.y), high: Swift.max(from.y, to.y)))
        list.rectangle(box, color: theme.accent.faded(0x2600_0000))
        box.outline(look.line, color: theme.accent, into: &list)
      }
      if let finger = plot.finger, let grid = plot.grid { draw(finger, grid, into: &list) }
    }
  }

  // MARK: - Labels

  /// Returns labels for round values in a range, with their positions from 0 to 1.
  private func labels(
    _ range: ValueRange, of info: TableColumns.Column, pixels: Float, apart: Float
  ) -> [(text: [UInt8], share: Float)] {
    let least = range.span / Double(Swift.max(1, pixels)) * Double(apart)
    let kind: TableAxis.Kind = info.kind == .time ? .time : .number
    return Texts.labels(kind, from: range.low, to: range.high, apart: least)
  }

  /// Draws the name of the column on the vertical axis, the statistics, and the labels of the vertical axis.
  private func drawLabels(into list: inout DrawList) {
    let left = screen.left + (12 * screen.type).rounded()
    let head = (44 * screen.type).rounded()
    let size = look.labelStyle.size
    for (text, share) in labels(shownY, of: y, pixels: rect.height, apart: 64 * screen.type) {
      let y = rect.bottom - share * rect.height
      guard y > rect.y + head, y < rect.bottom - size else { continue }
      list.rectangle(
        Rect(x: 0, y: y.rounded(), width: 6 * screen.scale, height: screen.hairline), color: theme.quiet)
      draw(text, x: left, baseline: y + size / 3, into: &list)
    }
    let baseline = rect.y + (17 * screen.type).rounded()
    draw(Texts.bytes("\u{2191} ", y.name), x: left, baseline: baseline, isName: true, into: &list)
    guard let grid = plot.grid else { return }
    var text =
      grid.part.correlation.isFinite
      ? Texts.bytes("r ", Texts.number(grid.part.correlation, decimals: 3)) : Texts.bytes("no correlation")
    func append(_ count: UInt64, _ words: StaticString) {
      if count > 0 { text += Texts.bytes(" \u{00B7} ", Texts.grouped(count), words) }
    }
    append(grid.part.outsideCount, " outside")
    append(grid.part.missingCount, " missing")
    draw(text, x: left, baseline: baseline + (15 * screen.type).rounded(), into: &list)
  }

  /// Draws text over the grid.
  private func draw(
    _ text: [UInt8], x: Float, baseline: Float, isName: Bool = false, into list: inout DrawList
  ) {
    look.drawLabel(
      text, x: x, baseline: baseline, style: isName ? look.nameStyle : look.labelStyle,
      color: isName ? theme.text : theme.quiet, backing: theme.backing, into: &list)
  }

  /// Draws the labels of the horizontal axis below the plot, and the name of its column on the right.
  func drawAxis(in area: Rect, into list: inout DrawList) {
    let baseline = area.y + (17 * screen.type).rounded()
    let margin = 8 * screen.type
    let title = Texts.bytes("", x.name, " \u{2192}")
    let name = look.fitted(title, width: screen.width / 2, style: look.nameStyle)
    let edge = screen.right - margin - look.nameWidth(of: name)
    list.text(name, x: edge, baseline: baseline, style: look.nameStyle, color: look.theme.text)
    let apart: Float = x.kind == .time ? 130 : 84
    var end = screen.left
    for (text, share) in labels(shownX, of: x, pixels: area.width, apart: apart * screen.type) {
      let width = look.labelWidth(of: text)
      let left = Swift.max(screen.left + margin, share * area.width - width / 2)
      guard left >= end, left + width + margin < edge else { continue }
      list.text(text, x: left, baseline: baseline, style: look.labelStyle, color: look.theme.quiet)
      end = left + width + margin
    }
  }

  // MARK: - The finger

  /// Draws the cell under the finger, its values, and its number of rows.
  private func draw(_ finger: ScatterPoint, _ grid: ScatterGrid, into list: inout DrawList) {
    let (columnCount, rowCount) = (grid.columnCount, grid.rowCount)
    let across = (finger.x - grid.x.low) / grid.x.span * Double(columnCount)
    let upright = (grid.y.high - finger.y) / grid.y.span * Double(rowCount)
    guard across >= 0, across <= Double(columnCount), upright >= 0, upright <= Double(rowCount) else {
      return
    }
    let (column, row) = nearest(
      Swift.min(columnCount - 1, Int(saturating: across)), Swift.min(rowCount - 1, Int(saturating: upright)),
      grid)
    let (stepX, stepY) = (grid.x.span / Double(columnCount), grid.y.span / Double(rowCount))
    let low = grid.x.low + Double(column) * stepX
    let high = grid.y.high - Double(row) * stepY
    let margin = 2 * screen.scale
    let (left, top) = (left(of: low), top(of: high))
    let cell = Rect(
      x: left - margin, y: top - margin, width: self.left(of: low + stepX) - left + 2 * margin,
      height: self.top(of: high - stepY) - top + 2 * margin)
    cell.outline(look.line, color: theme.accent, into: &list)
    let count = grid.counts[row * columnCount + column]
    let lines = [
      Texts.count(UInt64(count), " row", " rows"), span(low, low + stepX, of: x),
      span(high - stepY, high, of: y),
    ]
    drawBubble(lines, above: cell, into: &list)
  }

  /// Returns the nearest nonempty cell within a finger's width of the given cell, or the given cell if there
  /// is none.
  private func nearest(_ column: Int, _ row: Int, _ grid: ScatterGrid) -> (column: Int, row: Int) {
    var found = (column: column, row: row)
    var least = Int.max
    let reach = Self.fingerCells
    for y in Swift.max(0, row - reach)...Swift.min(grid.rowCount - 1, row + reach) {
      for x in Swift.max(0, column - reach)...Swift.min(grid.columnCount - 1, column + reach) {
        let distance = (x - column) * (x - column) + (y - row) * (y - row)
        guard distance < least, grid.counts[y * grid.columnCount + x] > 0 else { continue }
        (found, least) = ((x, y), distance)
      }
    }
    return found
  }

  private func span(_ low: Double, _ high: Double, of info: TableColumns.Column) -> [UInt8] {
    Texts.bytes("", info.name, " ") + info.text(low, high, digits: 5)
  }

  /// Draws lines of text above a rectangle, clear of the finger, or below the rectangle if there is no room
  /// above.
  private func drawBubble(_ lines: [[UInt8]], above place: Rect, into list: inout DrawList) {
    let pad = 8 * screen.type
    let height = 17 * screen.type
    func style(_ index: Int) -> TextStyle { index == 0 ? look.nameStyle : look.labelStyle }
    var width: Float = 0
    for (index, line) in lines.enumerated() {
      width = Swift.max(width, look.advances.width(of: line, style: style(index)))
    }
    let tall = Float(lines.count) * height + pad
    let far = 44 * screen.type
    var top = place.y - far - tall
    if top < rect.y + 40 * screen.type { top = Swift.min(place.bottom + far, rect.bottom - tall) }
    let wide = width + 2 * pad
    let left = Swift.max(
      screen.left + pad, Swift.min(place.x + place.width / 2 - wide / 2, screen.right - pad - wide))
    for color in [theme.ground, theme.gap] {
      list.rectangle(Rect(x: left, y: top, width: wide, height: tall), radius: pad, color: color)
    }
    for (index, line) in lines.enumerated() {
      list.text(
        line, x: left + pad, baseline: top + Float(index + 1) * height - 3 * screen.type,
        style: style(index), color: index == 0 ? theme.text : theme.quiet)
    }
  }
}

extension Screen {
  /// The area of the scatter plot.
  var scatterRect: Rect {
    Rect(x: 0, y: lanesTop, width: width, height: Swift.max(1, lanesBottom - lanesTop))
  }
}
