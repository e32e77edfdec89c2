import WaveDataWire
import WaveDisplay
import WaveInteraction

extension DataModel {
  /// The lanes in their current state, ready to be drawn.
  var lanesPicture: LanesPicture {
    let isComing = catalog.progress != nil || !catalog.flags.contains(.complete)
    let isPicked = selection.text != nil && catalog.can(.textFilters)
    let isMarked = selection.range?.summary != nil
    return LanesPicture(
      look: shell.appearance, layout: layout, columns: columns, lenses: lenses, pictures: pictures,
      window: window, part: partFigures, isMarked: isMarked, isPart: isMarked || !filters.isEmpty,
      isReading: selection.cursor != nil, picked: selection.text, choice: isPicked ? textChoice : nil,
      unread: isComing ? "not read yet" : views.isAnswered ? "not read" : "")
  }

  /// Draws the cursor, the marked range and the page of rows.
  func drawSelection(_ lanes: [DataLane], into list: inout DrawList) {
    let (look, layout, isRemote) = (shell.appearance, layout, catalog.isRemote)
    if let cursor = selection.cursor {
      CursorPicture(
        look: look, layout: layout, columns: columns, cursor: cursor, view: axisView, isRemote: isRemote
      ).draw(lanes, into: &list)
    }
    if let range = selection.range {
      RangePicture(look: look, layout: layout, columns: columns, range: range, view: axisView)
        .draw(lanes, into: &list)
    }
    if let page {
      RowsPicture(
        look: look, grid: rowGrid, page: page, columns: columns, pinned: pinned, xColumn: xColumn,
        isRemote: isRemote, read: selection.cursor?.row
      ).draw(into: &list)
    }
  }

  /// Draws the scatter plot and the x axis.
  func drawScatterAndAxis(into list: inout DrawList) {
    let (look, area) = (shell.appearance, screen.axisRect)
    var picture: ScatterPicture?
    if let scatter, scatter.fits(columns) { picture = ScatterPicture(scatter, columns, look) }
    picture?.draw(into: &list)
    list.layer(LayerID.axis, bounds: area) { list in
      list.rectangle(area, color: theme.ground)
      picture?.drawAxis(in: area, into: &list)
      guard scatter == nil else { return }
      AxisPicture(look: look, view: axisView, cursor: selection.cursor, isRemote: catalog.isRemote)
        .draw(in: area, into: &list)
    }
  }

  /// Draws a notice if the table is empty.
  func drawEmptiness(into list: inout DrawList) {
    guard let table, table.flags.contains(.complete), table.rowCount == 0 else { return }
    list.layer(LayerID.rows, bounds: screen.bounds) { list in
      list.text(
        Texts.bytes("The table has no rows"), x: screen.width / 2, baseline: screen.height / 2,
        style: shell.appearance.nameStyle, color: theme.quiet, alignment: .center)
    }
  }
}
