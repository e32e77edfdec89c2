import WaveDataWire
package import WaveDisplay
import WaveInteraction

extension DataModel {
  /// The lanes as they are drawn.
  var lanesPicture: LanesPicture {
    let isComing = catalog.progress != nil || !catalog.flags.contains(.complete)
    let isPicked = selection.text != nil && catalog.can(.textFilters)
    return LanesPicture(
      look: shell.appearance, layout: layout, columns: columns, lenses: lenses, pictures: pictures,
      window: window, part: partFigures, isMarked: selection.range?.summary != nil, isPart: isPartSeen,
      isReading: selection.cursor != nil, picked: selection.text, choice: isPicked ? textChoice : nil,
      unread: isComing ? "not read yet" : views.isAnswered ? "not read" : "")
  }

  /// Draws the picture.
  ///
  /// - Complexity: O(pixels across × lanes whose picture changed); a scroll costs O(lanes).
  package mutating func drawPicture(into list: inout DrawList, at now: Int64) {
    list.layer(LayerID.ground, bounds: outer.bounds) { $0.rectangle(outer.bounds, color: theme.ground) }
    let look = shell.appearance
    if table != nil, axis != nil {
      let (lanes, layout, isRemote) = (visibleLanes(), layout, catalog.isRemote)
      let picture = lanesPicture
      for (place, lane) in lanes.enumerated() { picture.fill(place, lane, &strips, into: &list) }
      picture.draw(lanes, into: &list)
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
      drawScatter(look, into: &list)
      drawAxis(look, into: &list)
      let overview = OverviewPicture(look: look, view: axisView, isPinned: pinned != nil)
      overview.fill(pictures.overview, &strips, into: &list)
      overview.draw(hasStrip: strips.hasOverview, into: &list)
    }
    drawEmptiness(look, into: &list)
  }

  private mutating func drawScatter(_ look: Appearance, into list: inout DrawList) {
    guard let plot = scatter, plot.fits(columns) else { return }
    if !plot.isDrawn, let grid = plot.grid {
      ScatterPicture.fill(grid, into: &list)
      scatter?.drawn()
    }
    ScatterPicture(plot, columns, look).draw(into: &list)
  }

  private func drawAxis(_ look: Appearance, into list: inout DrawList) {
    let area = screen.axisRect
    list.layer(LayerID.axis, bounds: area) { list in
      list.rectangle(area, color: theme.ground)
      if let scatter {
        if scatter.fits(columns) { ScatterPicture(scatter, columns, look).drawAxis(in: area, into: &list) }
      } else {
        AxisPicture(look: look, view: axisView, cursor: selection.cursor, isRemote: catalog.isRemote)
          .draw(in: area, into: &list)
      }
    }
  }

  /// Draws what is missing where there is nothing to be seen.
  private func drawEmptiness(_ look: Appearance, into list: inout DrawList) {
    guard let table, table.flags.contains(.complete), table.rowCount == 0 else { return }
    list.layer(LayerID.rows, bounds: screen.bounds) { list in
      list.text(
        Texts.bytes("The table has no rows"), x: screen.width / 2, baseline: screen.height / 2,
        style: look.nameStyle, color: theme.quiet, alignment: .center)
    }
  }
}
