import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits

/// Draws the labels of the x axis and the x value at the cursor.
struct AxisPicture {
  let look: Appearance
  let view: AxisView
  let cursor: RowCursor?
  /// Whether an external engine stores the table, in which case its rows have no keys.
  let isRemote: Bool

  private var screen: Screen { look.screen }

  func draw(in area: Rect, into list: inout DrawList) {
    guard let axis = view.axis else { return }
    let (style, theme) = (look.labelStyle, look.theme)
    list.rectangle(Rect(x: 0, y: area.y, width: area.width, height: screen.hairline), color: theme.hairline)
    let baseline = area.y + (17 * screen.type).rounded()
    let margin = 8 * screen.type
    var end = screen.left
    if let cursor, let text = rowText(cursor, axis) {
      // The cursor's position is drawn first. Labels that would overlap it are omitted.
      let width = look.labelWidth(of: text)
      let place = Swift.max(
        screen.left + margin,
        Swift.min(view.x(ofTick: cursor.tick, width: screen.width) - width / 2, screen.right - margin - width)
      )
      list.text(text, x: place, baseline: baseline, style: style, color: theme.accent)
      for (text, x) in labels(axis) {
        let half = look.labelWidth(of: text) / 2
        guard x - half > end, x + half < screen.right,
          x + half + margin < place || x - half - margin > place + width
        else { continue }
        list.text(text, x: x - half, baseline: baseline, style: style, color: theme.quiet)
        end = x + half + margin
      }
      return
    }
    for (text, x) in labels(axis) {
      let width = look.labelWidth(of: text)
      let left = Swift.max(
        screen.left + 6 * screen.scale, Swift.min(x - width / 2, screen.right - 6 * screen.scale - width))
      guard left >= end else { continue }
      list.text(text, x: left, baseline: baseline, style: style, color: theme.quiet)
      end = left + width + margin
    }
  }

  /// Returns the label for the row under the cursor, or nil if no row has been read.
  ///
  /// The label contains the key and, unless the axis counts rows, the x value. In a remote table, it
  /// contains only the x value.
  private func rowText(_ cursor: RowCursor, _ axis: TableAxis) -> [UInt8]? {
    if isRemote {
      // Rows of a remote table have no keys; their positions identify them.
      guard let row = cursor.row, !cursor.isOld else {
        return placeText(cursor.tick + Double(axis.from), of: axis)
      }
      return placeText(Double(row.tick), of: axis)
    }
    guard let row = cursor.row else { return nil }
    let text = Texts.bytes("row ", Texts.integer(row.key))
    if axis.kind == .count { return text }
    return text + Texts.bytes(" \u{00B7} ", placeText(Double(row.tick), of: axis))
  }

  /// Returns the width of a pixel column in units of x.
  ///
  /// This width determines the precision of labels and the minimum distance between them.
  private func perPixel(_ axis: TableAxis) -> Double {
    view.window.width / Double(Swift.max(1, screen.width)) * axis.step
  }

  /// Returns the label of a tick.
  private func placeText(_ tick: Double, of axis: TableAxis) -> [UInt8] {
    switch axis.kind {
    case .count:
      let place = UInt64(saturating: Swift.max(0, Swift.min(1e18, tick)))
      return Texts.bytes(axis.order == .rows ? "row " : "place ", Texts.grouped(place))
    case .number: return Texts.brief(axis.offset + tick * axis.step, digits: 7)
    case .time:
      return Texts.moment(microseconds: axis.offset + tick * axis.step, stepMicroseconds: perPixel(axis))
    }
  }

  /// Returns labels for round values of x, with their positions on the screen in device pixels.
  private func labels(_ axis: TableAxis) -> [(text: [UInt8], x: Float)] {
    let window = view.window
    let first = axis.offset + (Double(axis.from) + window.start) * axis.step
    let last = first + window.width * axis.step
    let farthest = Swift.max(first.magnitude, last.magnitude)
    let points: Float = axis.kind == .time ? 130 : axis.kind == .number && farthest >= 1e9 ? 110 : 84
    let least = perPixel(axis) * Double(points * screen.type)
    return Texts.labels(axis.kind, from: first, to: last, apart: least).map {
      ($0.text, $0.share * screen.width)
    }
  }
}
