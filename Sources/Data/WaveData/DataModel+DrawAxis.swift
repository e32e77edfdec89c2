import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits

/// Labels of x, and which row is read.
extension DataModel {
  func drawAxis(into list: inout DrawList) {
    guard let axis else { return }
    let area = screen.axisRect
    list.layer(LayerID.axis, bounds: area) { list in
      list.rectangle(area, color: theme.ground)
      if let scatter {
        guard scatter.fits(columns) else { return }
        return ScatterPicture(scatter, columns, shell.appearance).drawAxis(in: area, into: &list)
      }
      list.rectangle(Rect(x: 0, y: area.y, width: area.width, height: screen.hairline), color: theme.hairline)
      let baseline = area.y + (17 * screen.type).rounded()
      let margin = 8 * screen.type
      var end = screen.left
      if let cursor = selection.cursor, let text = rowText(cursor) {
        // Which row is read stands first; the labels give way.
        let width = advances.width(of: text, style: labelStyle)
        let place = Swift.max(
          screen.left + margin, Swift.min(x(ofTick: cursor.tick) - width / 2, screen.right - margin - width))
        list.text(text, x: place, baseline: baseline, style: labelStyle, color: theme.accent)
        for (text, x) in axisLabels(axis) {
          let half = advances.width(of: text, style: labelStyle) / 2
          guard x - half > end, x + half < screen.right,
            x + half + margin < place || x - half - margin > place + width
          else { continue }
          list.text(text, x: x - half, baseline: baseline, style: labelStyle, color: theme.quiet)
          end = x + half + margin
        }
        return
      }
      for (text, x) in axisLabels(axis) {
        let width = advances.width(of: text, style: labelStyle)
        let left = Swift.max(
          screen.left + 6 * screen.scale, Swift.min(x - width / 2, screen.right - 6 * screen.scale - width))
        guard left >= end else { continue }
        list.text(text, x: left, baseline: baseline, style: labelStyle, color: theme.quiet)
        end = left + width + margin
      }
    }
  }

  /// Which row is read, and where it stands; nil where there is none.
  private func rowText(_ cursor: RowCursor) -> [UInt8]? {
    guard let axis else { return nil }
    var text = TextWriter()
    if catalog.isRemote {
      // Another engine's rows have no keys: where they stand tells them apart.
      guard let row = cursor.row, !isReadingOld else {
        return placeText(cursor.tick + Double(axis.from), of: axis)
      }
      return placeText(Double(row.tick), of: axis)
    }
    guard let row = cursor.row else { return nil }
    text.append("row ")
    text.append(integer: row.key)
    if axis.kind != .count {
      text.append(" \u{00B7} ")
      text.append(bytes: placeText(Double(row.tick), of: axis))
    }
    return text.bytes
  }

  /// What a tick reads.
  func placeText(_ tick: Double, of axis: TableAxis) -> [UInt8] {
    switch axis.kind {
    case .count:
      var text = TextWriter()
      text.append(axis.order == .rows ? "row " : "place ")
      text.append(bytes: Texts.grouped(UInt64(saturating: Swift.max(0, Swift.min(1e18, tick)))))
      return text.bytes
    case .number: return Texts.brief(axis.offset + tick * axis.step, digits: 7)
    case .time:
      return Texts.moment(
        microseconds: axis.offset + tick * axis.step,
        stepMicroseconds: window.width / Double(Swift.max(1, screen.width)) * axis.step)
    }
  }

  /// Round values of x, and where they stand.
  private func axisLabels(_ axis: TableAxis) -> [(text: [UInt8], x: Float)] {
    let perPixel = window.width / Double(Swift.max(1, screen.width)) * axis.step
    let first = axis.offset + (Double(axis.from) + window.start) * axis.step
    let last = first + window.width * axis.step
    let farthest = Swift.max(first.magnitude, last.magnitude)
    let points: Float = axis.kind == .time ? 130 : axis.kind == .number && farthest >= 1e9 ? 110 : 84
    let least = perPixel * Double(points * screen.type)
    let step =
      axis.kind == .time
      ? Texts.timeStep(atLeastMicroseconds: least)
      : Swift.max(axis.kind == .count ? 1 : 0, Ticks.niceStep(atLeast: least))
    return Ticks.multiples(of: step, from: first, to: last).map { value in
      let x = Float((value - first) / (last - first)) * screen.width
      switch axis.kind {
      case .count: return (Texts.grouped(UInt64(saturating: Swift.max(0, value))), x)
      case .number: return (Texts.label(value, step: step, farthest: farthest), x)
      case .time: return (Texts.moment(microseconds: value, stepMicroseconds: step), x)
      }
    }
  }
}
