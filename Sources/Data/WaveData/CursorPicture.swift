import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits

/// Draws the cursor, which is a vertical line at a row, with the row's values beside it.
struct CursorPicture {
  let look: Appearance
  let layout: LaneLayout
  let columns: [DataColumn]
  let cursor: RowCursor
  let view: AxisView
  /// Whether the table is remote.
  ///
  /// In a remote table, the previous row stays visible longer while the row under the cursor is pending.
  let isRemote: Bool

  private var screen: Screen { look.screen }
  private var isOld: Bool { isRemote && cursor.isOld }

  func draw(_ lanes: [DataLane], into list: inout DrawList) {
    guard let axis = view.axis else { return }
    // Draw the line at the row's position, which can differ slightly from the finger's position.
    let tick =
      cursor.isOld ? cursor.tick : cursor.row.map { Double($0.tick) - Double(axis.from) } ?? cursor.tick
    let place = view.x(ofTick: tick + (axis.kind == .count ? 0.5 : 0), width: screen.width)
    guard place >= 0, place <= screen.width else { return }
    let area = screen.lanesRect
    let line = Swift.max(1, (1.5 * screen.scale).rounded())
    list.layer(LayerID.cursor, bounds: area) { list in
      list.clip(area)
      list.rectangle(
        Rect(x: (place - line / 2).rounded(), y: area.y, width: line, height: area.height),
        color: look.theme.accent)
      for lane in lanes where lane.isPinned || lane.bottom > layout.movingTop {
        if cursor.isLate {
          drawValue(nil, lane, at: place, into: &list)
        } else if let cell = cursor.cell(of: lane.column) {
          drawValue(cell, lane, at: place, into: &list)
        }
      }
    }
  }

  /// Draws the raw value of a cell beside the line, and a dot at the height of the value, or an ellipsis if
  /// the cell is nil.
  private func drawValue(_ cell: TableCells.Cell?, _ lane: DataLane, at x: Float, into list: inout DrawList) {
    let column = columns[lane.column]
    let style = look.nameStyle
    var value = cell?.number
    var text = look.fitted(
      cell.map(Texts.cell) ?? Texts.bytes("\u{2026}"), width: screen.width * 0.6, style: style)
    if let raw = value, let microseconds = column.info.microseconds(raw) {
      text = Texts.instant(microseconds: microseconds)
      value = microseconds
    }
    let width = look.advances.width(of: text, style: style)
    let margin = 7 * screen.scale
    // Avoid the drawer's handle.
    let isBesideHandle = (lane.y + lane.height / 2 - screen.height / 2).magnitude < 90 * screen.scale
    let isLeft = x + width + 4 * margin > screen.right - (isBesideHandle ? 48 * screen.scale : 0)
    // Long text fits on neither side and covers the line.
    let left = Swift.max(screen.left + 2 * margin, isLeft ? x - width - 2 * margin : x + 2 * margin)
    // Avoid the name on the left, and the lane's edges.
    let top = layout.top(of: lane)
    let hasRoom = lane.bottom - top > 44 * screen.type
    let baseline =
      hasRoom ? top + (40 * screen.type).rounded() : (top + lane.bottom) / 2 + style.size * 0.35
    if let value, value.isFinite, !isOld {
      let y = lane.y(of: value, in: column.shown)
      let radius = 3.5 * screen.scale
      if y > top, y < lane.bottom { list.dot(x: x, y: y, radius: radius, color: look.theme.text) }
    }
    list.rectangle(
      Rect(
        x: left - margin, y: baseline - style.size * 1.05, width: width + 2 * margin,
        height: style.size * 1.45), radius: 4 * screen.scale, color: look.theme.ground)
    list.text(
      text, x: left, baseline: baseline, style: style,
      color: cell == nil || cell == .null || isOld ? look.theme.quiet : look.theme.text)
  }
}

extension LaneLayout {
  /// Returns the top of the visible part of a lane.
  func top(of lane: DataLane) -> Float { Swift.max(lane.y, lane.isPinned ? screen.lanesTop : movingTop) }
}

extension DataLane {
  /// Returns the vertical position of a value.
  func y(of value: Double, in range: ValueRange) -> Float {
    y + Float((range.high - value) / range.span) * height
  }
}
