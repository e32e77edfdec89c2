import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits

/// Drawing two columns over one another.
extension DataModel {
  static let scatterField: UInt32 = 1
  /// How far from a finger a cell is still meant: 12 points.
  private static let fingerCells = 6

  /// The map runs from near black to near white: its ground is dark in any theme.
  private var plotTheme: Theme { .dark }

  mutating func drawScatter(into list: inout DrawList) {
    guard let shown = scatter, columns.indices.contains(shown.x), columns.indices.contains(shown.y) else {
      return
    }
    fillField(into: &list)
    let rect = scatterRect
    list.layer(LayerID.scatter, bounds: rect) { list in
      list.clip(rect)
      list.rectangle(rect, color: plotTheme.ground)
      if let picture = shown.picture {
        // Until the grid for these values is there the one before is moved and stretched.
        let left = scatterX(picture.x.low, shown)
        let top = scatterY(picture.y.high, shown)
        list.field(
          Self.scatterField, firstRow: 0, rowCount: Int(picture.told.rows), sourceX: 0,
          sourceWidth: Float(picture.told.columns),
          rect: Rect(
            x: left, y: top, width: scatterX(picture.x.high, shown) - left,
            height: scatterY(picture.y.low, shown) - top))
      }
      drawScatterLabels(shown, into: &list)
      drawBox(shown, into: &list)
      drawFinger(shown, into: &list)
    }
  }

  /// Hands the player a grid that it has not: counts as 256 times their binary logarithm.
  private mutating func fillField(into list: inout DrawList) {
    guard var picture = scatter?.picture, !picture.isDrawn else { return }
    let columns = Int(picture.told.columns)
    list.createField(Self.scatterField, columns: columns, rows: Int(picture.told.rows))
    var line = [Int16](repeating: 0, count: columns)
    var peak: UInt32 = 1
    for row in 0..<Int(picture.told.rows) {
      for column in 0..<columns {
        let count = picture.counts[row * columns + column]
        peak = Swift.max(peak, count)
        line[column] = count == 0 ? FieldPainter.gap : Self.logarithm(count)
      }
      list.fieldRow(Self.scatterField, row: row, values: line[...])
    }
    // A lone row stands out from the ground.
    let top = Swift.max(256, Self.logarithm(peak))
    list.fieldColors(Self.scatterField, map: .waterfall, low: -top / 2, high: top)
    picture.isDrawn = true
    scatter?.picture = picture
  }

  /// 256 times the binary logarithm, straight between powers of two: never falling, 0 for 1.
  static func logarithm(_ count: UInt32) -> Int16 {
    let power = 31 - count.leadingZeroBitCount
    let fraction = ((UInt64(count) << 8) >> UInt64(power)) & 0xFF
    return Int16(power << 8) | Int16(fraction)
  }

  func scatterX(_ value: Double, _ shown: ScatterView) -> Float {
    let range = shownX(shown)
    return scatterRect.x + Float((value - range.low) / range.span) * scatterRect.width
  }

  func scatterY(_ value: Double, _ shown: ScatterView) -> Float {
    let range = shownY(shown)
    return scatterRect.y + Float((range.high - value) / range.span) * scatterRect.height
  }

  /// Round values between two, as texts, and where each stands from 0 to 1.
  private func labels(
    _ range: ValueRange, of column: Int, pixels: Float, apart: Float
  ) -> [(text: [UInt8], share: Float)] {
    let info = columns[column].info
    let least = range.span / Double(Swift.max(1, pixels)) * Double(apart)
    let isTime = info.kind == .time
    let step = isTime ? Self.timeStep(atLeastMicroseconds: least) : Ticks.niceStep(atLeast: least)
    let farthest = Swift.max(range.low.magnitude, range.high.magnitude)
    return Ticks.multiples(of: step, from: range.low, to: range.high).map { value in
      (
        isTime
          ? Texts.moment(microseconds: value, stepMicroseconds: step)
          : Texts.label(value, step: step, farthest: farthest),
        Float((value - range.low) / range.span)
      )
    }
  }

  /// What stands upright, what is known of both, and values of y.
  private func drawScatterLabels(_ shown: ScatterView, into list: inout DrawList) {
    let rect = scatterRect
    let left = screen.left + (12 * screen.type).rounded()
    let head = (44 * screen.type).rounded()
    for (text, share) in labels(shownY(shown), of: shown.y, pixels: rect.height, apart: 64 * screen.type) {
      let y = rect.bottom - share * rect.height
      guard y > rect.y + head, y < rect.bottom - labelStyle.size else { continue }
      list.rectangle(
        Rect(x: 0, y: y.rounded(), width: 6 * screen.scale, height: screen.hairline), color: plotTheme.quiet)
      drawPlotText(text, x: left, baseline: y + labelStyle.size / 3, into: &list)
    }
    let baseline = rect.y + (17 * screen.type).rounded()
    var title = TextWriter()
    title.append("\u{2191} ")
    title.append(bytes: columns[shown.y].info.name)
    drawPlotText(
      title.bytes, x: left, baseline: baseline, style: nameStyle, color: plotTheme.text, into: &list)
    guard let picture = shown.picture else { return }
    var text = TextWriter()
    if picture.correlation.isFinite {
      text.append("r ")
      text.append(picture.correlation, decimals: 3)
    } else {
      text.append("no correlation")
    }
    for (count, words) in [
      (picture.outsideCount, Texts.bytes(" outside")), (picture.missingCount, Texts.bytes(" missing")),
    ] where count > 0 {
      text.append(" \u{00B7} ")
      text.append(bytes: Texts.grouped(count))
      text.append(bytes: words)
    }
    drawPlotText(text.bytes, x: left, baseline: baseline + (15 * screen.type).rounded(), into: &list)
  }

  private func drawPlotText(
    _ text: [UInt8], x: Float, baseline: Float, style: TextStyle? = nil, color: Color? = nil,
    into list: inout DrawList
  ) {
    let style = style ?? labelStyle
    let margin = 3 * screen.scale
    list.rectangle(
      Rect(
        x: x - margin, y: baseline - style.size * 0.95,
        width: advances.width(of: text, style: style) + 2 * margin, height: style.size * 1.25),
      radius: margin, color: plotTheme.backing)
    list.text(text, x: x, baseline: baseline, style: style, color: color ?? plotTheme.quiet)
  }

  /// Values of x below the plot, and which column they are of at the right.
  func drawScatterAxis(_ area: Rect, into list: inout DrawList) {
    guard let shown = scatter, columns.indices.contains(shown.x) else { return }
    let baseline = area.y + (17 * screen.type).rounded()
    let margin = 8 * screen.type
    var title = TextWriter()
    title.append(bytes: columns[shown.x].info.name)
    title.append(" \u{2192}")
    let name = fitted(title.bytes, width: screen.width / 2, style: nameStyle)
    let edge = screen.right - margin - advances.width(of: name, style: nameStyle)
    list.text(name, x: edge, baseline: baseline, style: nameStyle, color: theme.text)
    let apart: Float = columns[shown.x].info.kind == .time ? 130 : 84
    var end = screen.left
    for (text, share) in labels(shownX(shown), of: shown.x, pixels: area.width, apart: apart * screen.type) {
      let width = advances.width(of: text, style: labelStyle)
      let left = Swift.max(screen.left + margin, share * area.width - width / 2)
      guard left >= end, left + width + margin < edge else { continue }
      list.text(text, x: left, baseline: baseline, style: labelStyle, color: theme.quiet)
      end = left + width + margin
    }
  }

  private func drawBox(_ shown: ScatterView, into list: inout DrawList) {
    guard let (from, to) = shown.box else { return }
    let (left, right) = (scatterX(Swift.min(from.x, to.x), shown), scatterX(Swift.max(from.x, to.x), shown))
    let (top, bottom) = (scatterY(Swift.max(from.y, to.y), shown), scatterY(Swift.min(from.y, to.y), shown))
    let box = Rect(x: left, y: top, width: right - left, height: bottom - top)
    var shade = plotTheme.accent
    shade.rgba = shade.rgba & 0x00FF_FFFF | 0x2600_0000
    list.rectangle(box, color: shade)
    outline(box, into: &list)
  }

  private func outline(_ rect: Rect, into list: inout DrawList) {
    let line = Swift.max(1, screen.scale.rounded())
    let color = plotTheme.accent
    list.rectangle(Rect(x: rect.x, y: rect.y, width: rect.width, height: line), color: color)
    list.rectangle(Rect(x: rect.x, y: rect.bottom - line, width: rect.width, height: line), color: color)
    list.rectangle(Rect(x: rect.x, y: rect.y, width: line, height: rect.height), color: color)
    list.rectangle(
      Rect(x: rect.x + rect.width - line, y: rect.y, width: line, height: rect.height), color: color)
  }

  /// The cell under the finger, its values, and how many rows lie there.
  private func drawFinger(_ shown: ScatterView, into list: inout DrawList) {
    guard let point = shown.finger, let picture = shown.picture else { return }
    let (columnCount, rowCount) = (Int(picture.told.columns), Int(picture.told.rows))
    let (x, y) = (picture.x, picture.y)
    let across = (point.x - x.low) / x.span * Double(columnCount)
    let upright = (y.high - point.y) / y.span * Double(rowCount)
    guard across >= 0, across <= Double(columnCount), upright >= 0, upright <= Double(rowCount) else {
      return
    }
    let (column, row) = nearest(
      Swift.min(columnCount - 1, Int(saturating: across)), Swift.min(rowCount - 1, Int(saturating: upright)),
      picture)
    let (stepX, stepY) = (x.span / Double(columnCount), y.span / Double(rowCount))
    let left = x.low + Double(column) * stepX
    let high = y.high - Double(row) * stepY
    let margin = 2 * screen.scale
    let cell = Rect(
      x: scatterX(left, shown) - margin, y: scatterY(high, shown) - margin,
      width: scatterX(left + stepX, shown) - scatterX(left, shown) + 2 * margin,
      height: scatterY(high - stepY, shown) - scatterY(high, shown) + 2 * margin)
    outline(cell, into: &list)
    let count = picture.counts[row * columnCount + column]
    var rows = TextWriter()
    rows.append(bytes: Texts.grouped(UInt64(count)))
    rows.append(count == 1 ? " row" : " rows")
    drawBubble(
      [rows.bytes, span(left, left + stepX, of: shown.x), span(high - stepY, high, of: shown.y)], above: cell,
      into: &list)
  }

  /// The nearest cell that has rows, as far as a finger is broad; else the cell itself.
  private func nearest(_ column: Int, _ row: Int, _ picture: ScatterPicture) -> (column: Int, row: Int) {
    let (columnCount, rowCount) = (Int(picture.told.columns), Int(picture.told.rows))
    var found = (column: column, row: row)
    var least = Int.max
    let reach = Self.fingerCells
    for y in Swift.max(0, row - reach)...Swift.min(rowCount - 1, row + reach) {
      for x in Swift.max(0, column - reach)...Swift.min(columnCount - 1, column + reach) {
        let distance = (x - column) * (x - column) + (y - row) * (y - row)
        guard distance < least, picture.counts[y * columnCount + x] > 0 else { continue }
        (found, least) = ((x, y), distance)
      }
    }
    return found
  }

  private func span(_ low: Double, _ high: Double, of column: Int) -> [UInt8] {
    let info = columns[column].info
    var text = TextWriter()
    text.append(bytes: info.name)
    text.append(" ")
    text.append(bytes: info.kind == .time ? valueText(low, of: info) : Texts.brief(low, digits: 5))
    text.append(" \u{2026} ")
    text.append(bytes: info.kind == .time ? valueText(high, of: info) : Texts.brief(high, digits: 5))
    return text.bytes
  }

  /// Lines of text above a place, clear of the finger; below it where there is no room.
  private func drawBubble(_ lines: [[UInt8]], above place: Rect, into list: inout DrawList) {
    let pad = 8 * screen.type
    let height = 17 * screen.type
    var width: Float = 0
    for (index, line) in lines.enumerated() {
      width = Swift.max(width, advances.width(of: line, style: index == 0 ? nameStyle : labelStyle))
    }
    let box = scatterRect
    let tall = Float(lines.count) * height + pad
    let far = 44 * screen.type
    var top = place.y - far - tall
    if top < box.y + 40 * screen.type { top = Swift.min(place.bottom + far, box.bottom - tall) }
    let wide = width + 2 * pad
    let left = Swift.max(
      screen.left + pad, Swift.min(place.x + place.width / 2 - wide / 2, screen.right - pad - wide))
    for color in [plotTheme.ground, plotTheme.gap] {
      list.rectangle(Rect(x: left, y: top, width: wide, height: tall), radius: pad, color: color)
    }
    for (index, line) in lines.enumerated() {
      list.text(
        line, x: left + pad, baseline: top + Float(index + 1) * height - 3 * screen.type,
        style: index == 0 ? nameStyle : labelStyle, color: index == 0 ? plotTheme.text : plotTheme.quiet)
    }
  }
}
