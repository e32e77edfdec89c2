import WaveDataWire
import WaveDisplay
import WaveInteraction

/// Draws the page of rows.
struct RowsPicture {
  let look: Appearance
  let grid: RowGrid
  let page: RowPage
  let columns: [DataColumn]
  let pinned: Int?
  /// The column on the x axis; nil if the axis counts rows.
  let xColumn: Int?
  /// Whether an external engine stores the table, in which case its rows have no keys.
  let isRemote: Bool
  /// The row under the cursor.
  let read: TableCells?

  private var screen: Screen { look.screen }
  private var theme: Theme { look.theme }
  private var margin: Float { 8 * screen.type }
  /// The distance from a row's upper edge to the baseline of its text.
  private var baseline: Float { (17 * screen.type).rounded() }

  func draw(into list: inout DrawList) {
    let area = screen.lanesRect
    list.layer(LayerID.rows, bounds: area) { list in
      list.clip(area)
      list.rectangle(area, color: theme.ground)
      for (index, row) in page.rows.enumerated() {
        let y =
          grid.rowsTop + (Float(Double(page.first) + Double(index) - page.top) * grid.rowHeight).rounded()
        guard y + grid.rowHeight > grid.rowsTop, y < screen.lanesBottom else { continue }
        draw(row, place: page.first + UInt64(index), y: y, into: &list)
      }
      list.rectangle(
        Rect(x: 0, y: screen.lanesTop, width: screen.width, height: grid.rowHeight), color: theme.ground)
      for (place, column) in columns.enumerated() {
        guard let x = x(of: place) else { continue }
        drawCell(
          column.info.name, x: x, y: screen.lanesTop, color: place == pinned ? theme.accent : theme.quiet,
          into: &list)
      }
      let name = xColumn.map { columns[$0].info.name } ?? Texts.bytes(isRemote ? "place" : "row")
      drawKey(name, y: screen.lanesTop, into: &list)
      look.drawLine(above: grid.rowsTop, color: theme.divider, into: &list)
    }
  }

  private func draw(_ row: TableCells, place: UInt64, y: Float, into list: inout DrawList) {
    if row.key == read?.key, !isRemote || row.tick == read?.tick {
      list.rectangle(Rect(x: 0, y: y, width: screen.width, height: grid.rowHeight), color: theme.gap)
    }
    for (place, cell) in row.cells.enumerated() {
      guard columns.indices.contains(place), let x = x(of: place) else { continue }
      drawCell(
        columns[place].info.text(cell), x: x, y: y, color: cell == .null ? theme.quiet : theme.text,
        into: &list)
    }
    drawKey(keyText(row, place: place), y: y, into: &list)
    look.drawLine(above: y + grid.rowHeight, color: theme.hairline, into: &list)
  }

  /// Returns the label of a row: its key, or in a remote table its value along x or its rank.
  private func keyText(_ row: TableCells, place: UInt64) -> [UInt8] {
    guard isRemote else { return Texts.integer(row.key) }
    guard let xColumn, row.cells.indices.contains(xColumn) else { return Texts.grouped(place) }
    return columns[xColumn].info.text(row.cells[xColumn])
  }

  /// Returns the left edge of a column, or nil if it is not on the screen.
  private func x(of place: Int) -> Float? {
    let x = grid.firstCell + Float(place) * grid.cellWidth - page.left
    return x + grid.cellWidth > 0 && x < screen.width ? x : nil
  }

  private func drawCell(_ text: [UInt8], x: Float, y: Float, color: Color, into list: inout DrawList) {
    list.text(
      look.fitted(text, width: grid.cellWidth - margin, style: look.labelStyle), x: x + margin,
      baseline: y + baseline, style: look.labelStyle, color: color)
  }

  /// Draws a row's label or the heading above the labels; this column does not scroll horizontally.
  private func drawKey(_ text: [UInt8], y: Float, into list: inout DrawList) {
    list.rectangle(
      Rect(
        x: 0, y: y, width: screen.left + grid.firstCell - grid.cellWidth * 0.2,
        height: grid.rowHeight - screen.hairline), color: theme.ground)
    list.text(
      text, x: screen.left + 10 * screen.type, baseline: y + baseline, style: look.labelStyle,
      color: theme.quiet)
  }
}
