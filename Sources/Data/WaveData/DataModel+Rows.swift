import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits
import WaveWire

/// The rows themselves, as text, by their places in the order.
struct RowPage: Sendable {
  /// The tick that was begun with, until its place is known.
  var tick: Int64?
  /// The place at the top of the screen; parts of a row are seen, too.
  var top = 0.0
  /// How far the columns are moved to the left, in device pixels.
  var left: Float = 0
  /// Rows in the order, once that is known.
  var total: UInt64?
  /// The place of the first row that is there, and the rows.
  var first: UInt64 = 0
  var rows: [TableCells] = []
  /// Rows that are coming.
  var asked: UInt16?
  var askedAt: Int64 = .min / 2
  var announced: TableRows?
  var coming: [TableCells] = []
}

/// The raw table: rows as they stand in the order, by their keys.
extension DataModel {
  /// Width of a column and height of a row, in points of text.
  private static let cellPoints: Float = 116
  private static let rowPoints: Float = 26

  private var rowHeight: Float { (Self.rowPoints * screen.type).rounded() }
  private var cellWidth: Float { (Self.cellPoints * screen.type).rounded() }
  /// Where the cells begin: a time along x needs more room than a key.
  private var firstCell: Float {
    cellWidth + (xColumn.map { columns[$0].info.kind == .time } == true ? (cellWidth * 0.5).rounded() : 0)
  }
  private var rowsTop: Float { lanesTop + rowHeight }
  private var rowsSeen: Int { Int(saturating: (lanesBottom - rowsTop) / Swift.max(1, rowHeight)) + 2 }

  /// Shows the rows around the one that is read, or the lanes again.
  mutating func showRows(_ isShown: Bool) {
    guard isShown, let axis else {
      page = nil
      return
    }
    let start = selection.cursor?.row?.tick ?? tick(selection.range?.low ?? window.start, of: axis)
    page = RowPage(tick: start)
    scatter = nil
    select(.clear(.range))
    isDrawerOpen = false
  }

  /// Where no column has numbers there are the rows alone.
  mutating func showWhatThereIs() {
    guard page == nil, axis != nil, let table, table.flags.contains(.complete), table.rowCount > 0,
      !columns.isEmpty, lanes.isEmpty, pinned == nil, columns.allSatisfy({ !$0.info.name.isEmpty })
    else { return }
    showRows(true)
  }

  /// Says what is missing where there is nothing to be seen.
  func drawEmptiness(into list: inout DrawList) {
    guard let table, table.flags.contains(.complete), table.rowCount == 0 else { return }
    list.layer(LayerID.rows, bounds: screen.bounds) { list in
      list.text(
        Texts.bytes("The table has no rows"), x: screen.width / 2, baseline: screen.height / 2,
        style: nameStyle,
        color: theme.quiet, alignment: .center)
    }
  }

  mutating func moveRows(dx: Float, dy: Float) {
    guard var shown = page, let total = shown.total else { return }
    let widest = firstCell + Float(columns.count) * cellWidth - screen.width * 0.6
    shown.left = Swift.max(0, Swift.min(shown.left - dx, Swift.max(0, widest)))
    let last = Swift.max(0, Double(total) - Double(rowsSeen) + 2)
    shown.top = Swift.max(0, Swift.min(last, shown.top - Double(dy / rowHeight)))
    page = shown
  }

  /// Moves the rows by a key; whether it was one for them.
  mutating func moveRows(by key: Key) -> Bool {
    let half = (lanesBottom - rowsTop) / 2
    switch key {
    case .up: moveRows(dx: 0, dy: half)
    case .down: moveRows(dx: 0, dy: -half)
    case .left: moveRows(dx: cellWidth, dy: 0)
    case .right: moveRows(dx: -cellWidth, dy: 0)
    case .home: moveRows(dx: .infinity, dy: .infinity)
    case .escape: page = nil
    default: return false
    }
    return true
  }

  /// Asks for rows that are seen and not there, those of a screen before and behind with them.
  mutating func sendPage(at now: Int64) {
    guard var shown = page, let table else { return }
    if shown.asked != nil, now - shown.askedAt < Question.patienceMicroseconds {
      return wake(at: shown.askedAt + Question.patienceMicroseconds)
    }
    let count = WireLimits.rowsAtOnce
    var start = shown.tick ?? 0
    if let total = shown.total {
      let first = UInt64(saturating: shown.top)
      let end = Swift.min(total, first + UInt64(rowsSeen))
      guard first < shown.first || end > shown.first + UInt64(shown.rows.count) else { return }
      start = Int64(saturating: Swift.max(0, shown.top - Double(count - rowsSeen) / 2))
    }
    let request = numbers.next()
    shown.asked = request
    shown.askedAt = now
    shown.announced = nil
    shown.coming = []
    send(
      .readRows(
        ReadRows(
          request: request, source: table.source, isTick: shown.total == nil, start: start,
          count: UInt8(count))))
    page = shown
  }

  mutating func receive(_ next: TableRows) {
    guard page?.asked == next.request, next.source == table?.source else { return }
    // No row has a place beyond, and a screen's rows can be counted on from there.
    let limit = UInt64(WireLimits.ticks)
    var announced = next
    announced.first = Swift.min(limit, next.first)
    announced.place = Swift.min(limit, next.place)
    announced.total = Swift.min(limit, next.total)
    page?.announced = announced
  }

  /// Takes a row of the page; whether it was one.
  mutating func receivePage(_ row: TableCells) -> Bool {
    guard var shown = page, shown.asked == row.request, let announced = shown.announced else { return false }
    if row.first > 0, !shown.coming.isEmpty {
      shown.coming[shown.coming.count - 1].cells.append(contentsOf: row.cells)
    } else {
      shown.coming.append(row)
    }
    if shown.coming.count == Int(announced.count) {
      shown.rows = shown.coming
      shown.first = announced.first
      if shown.total == nil { shown.top = Swift.max(0, Double(announced.place) - 2) }
      shown.total = announced.total
      shown.asked = nil
      shown.tick = nil
      redraw()
    }
    page = shown
    return true
  }

  /// A cell's number; nil where it is none.
  static func number(_ cell: TableCells.Cell) -> Double? {
    switch cell {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }

  // MARK: - Drawing

  func drawRows(into list: inout DrawList) {
    guard let shown = page else { return }
    let area = Rect(x: 0, y: lanesTop, width: screen.width, height: lanesBottom - lanesTop)
    list.layer(LayerID.rows, bounds: area) { list in
      list.clip(area)
      list.rectangle(area, color: theme.ground)
      let margin = 8 * screen.type
      let baseline = (17 * screen.type).rounded()
      for (index, row) in shown.rows.enumerated() {
        let y = rowsTop + (Float(Double(shown.first) + Double(index) - shown.top) * rowHeight).rounded()
        guard y + rowHeight > rowsTop, y < lanesBottom else { continue }
        if row.key == selection.cursor?.row?.key, !catalog.isRemote || row.tick == selection.cursor?.row?.tick
        {
          list.rectangle(Rect(x: 0, y: y, width: screen.width, height: rowHeight), color: theme.gap)
        }
        for (place, cell) in row.cells.enumerated() {
          let x = firstCell + Float(place) * cellWidth - shown.left
          guard x + cellWidth > 0, x < screen.width, columns.indices.contains(place) else { continue }
          drawCell(cell, of: place, x: x, baseline: y + baseline, margin: margin, into: &list)
        }
        let key = keyText(row, place: shown.first + UInt64(index))
        drawFixed(key, y: y, baseline: baseline, isHead: false, into: &list)
        list.rectangle(
          Rect(x: 0, y: y + rowHeight - screen.hairline, width: screen.width, height: screen.hairline),
          color: theme.hairline)
      }
      list.rectangle(
        Rect(x: 0, y: lanesTop, width: screen.width, height: rowHeight), color: theme.ground)
      for (place, column) in columns.enumerated() {
        let x = firstCell + Float(place) * cellWidth - shown.left
        guard x + cellWidth > 0, x < screen.width else { continue }
        list.text(
          fitted(column.info.name, width: cellWidth - margin, style: labelStyle), x: x + margin,
          baseline: lanesTop + baseline,
          style: labelStyle, color: place == pinned ? theme.accent : theme.quiet)
      }
      drawFixed(keyName, y: lanesTop, baseline: baseline, isHead: true, into: &list)
      list.rectangle(
        Rect(x: 0, y: rowsTop - screen.hairline, width: screen.width, height: screen.hairline),
        color: theme.held)
    }
  }

  private var keyName: [UInt8] {
    xColumn.map { columns[$0].info.name } ?? Texts.bytes(catalog.isRemote ? "place" : "row")
  }

  /// What tells a row apart: its key; of another engine's what it has along x, or its place.
  private func keyText(_ row: TableCells, place: UInt64) -> [UInt8] {
    guard catalog.isRemote else {
      var key = TextWriter()
      key.append(integer: row.key)
      return key.bytes
    }
    guard let xColumn, row.cells.indices.contains(xColumn) else { return Texts.grouped(place) }
    return text(row.cells[xColumn], of: xColumn)
  }

  private func text(_ cell: TableCells.Cell, of column: Int) -> [UInt8] {
    if let value = Self.number(cell), let microseconds = columns[column].info.microseconds(value) {
      return Texts.instant(microseconds: microseconds)
    }
    return Texts.cell(cell)
  }

  /// The keys keep their place at the left.
  private func drawFixed(
    _ text: [UInt8], y: Float, baseline: Float, isHead: Bool, into list: inout DrawList
  ) {
    list.rectangle(
      Rect(x: 0, y: y, width: screen.left + firstCell - cellWidth * 0.2, height: rowHeight - screen.hairline),
      color: theme.ground)
    list.text(
      text, x: screen.left + 10 * screen.type, baseline: y + baseline, style: labelStyle, color: theme.quiet)
  }

  private func drawCell(
    _ cell: TableCells.Cell, of column: Int, x: Float, baseline: Float, margin: Float,
    into list: inout DrawList
  ) {
    let color = cell == .null ? theme.quiet : theme.text
    list.text(
      fitted(text(cell, of: column), width: cellWidth - margin, style: labelStyle), x: x + margin,
      baseline: baseline, style: labelStyle, color: color)
  }

  /// What of a text fits, an ellipsis behind it where something is left out.
  func fitted(_ text: [UInt8], width: Float, style: TextStyle? = nil) -> [UInt8] {
    let style = style ?? labelStyle
    guard advances.width(of: text, style: style) > width else { return text }
    var cut = text
    while !cut.isEmpty, advances.width(of: cut, style: style) > width - style.size {
      // Whole characters, whose other bytes begin with 10.
      while let last = cut.popLast(), last & 0xC0 == 0x80 {}
    }
    return cut + Texts.bytes("\u{2026}")
  }
}

extension TableColumns.Column {
  /// A raw time in microseconds since 1970; nil of a column that has none.
  func microseconds(_ value: Double) -> Double? {
    guard kind == .time else { return nil }
    var microseconds = value
    for _ in Swift.min(timeDigits, 6)..<6 { microseconds *= 10 }
    for _ in 6..<Swift.max(timeDigits, 6) { microseconds /= 10 }
    return microseconds
  }
}
