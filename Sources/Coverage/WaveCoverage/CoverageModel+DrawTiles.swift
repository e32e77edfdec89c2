import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
import WaveInteraction

extension CoverageModel {
  mutating func drawTiles(into list: inout DrawList) {
    let bounds = screen.bounds
    list.beginLayer(LayerID.tiles, bounds: bounds)
    drawStanding(into: &list)
    var names: [Rect] = []
    for (number, tile) in store.tiles.enumerated() where isInView(tile) {
      let left = Float(view.x(ofLongitude: tile.westDegrees)).rounded()
      let right =
        (left + Float(Double(tile.columnCount - 1) * tile.longitudeStepDegrees / 360 * view.pixelsPerWorld))
        .rounded()
      let top = Float(view.y(ofLatitude: tile.northDegrees)).rounded()
      let bottom = Float(view.y(ofLatitude: tile.southDegrees)).rounded()
      let isPicked = number == tileIndex
      // One that is hardly to be seen has a frame around it that a finger finds.
      let room = right - left < 14 * screen.type ? 7 * screen.type : 0
      let isFramed = isPicked || room > 0
      let color =
        isFramed ? mapAccent.opacity(plan == nil ? 0.9 : 0.35) : mapInk.opacity(0.28)
      list.polyline(width: isFramed ? 1.5 * screen.scale : screen.hairline, color: color) { point in
        point(left - room, top - room)
        point(right + room, top - room)
        point(right + room, bottom + room)
        point(left - room, bottom + room)
        point(left - room, top - room)
      }
      // A name is in the way of a map that is being read.
      guard plan == nil, right - left > 70 * screen.type else { continue }
      drawName(
        of: tile, in: Rect(x: left, y: top, width: right - left, height: bottom - top),
        color: isPicked ? mapAccent : panelText, below: &names, into: &list)
    }
    list.endLayer(bounds: bounds)
  }

  /// Draws a tile's name at its north-west corner where there is room: where another tile's is, as of two
  /// tiles of one place, below that.
  private func drawName(
    of tile: TerrainDescription, in frame: Rect, color: Color, below names: inout [Rect],
    into list: inout DrawList
  ) {
    let type = screen.type
    let width = advances.width(of: tile.name, style: nameStyle)
    var box = Rect(
      x: Swift.max(frame.x, screen.left) + 4 * type, y: Swift.max(frame.y, screen.head) + 8 * type,
      width: width + 12 * type, height: 20 * type)
    // Names are as high as each other, so that one step passes one of them.
    while let other = names.last(where: { box.overlaps($0) }) { box.y = other.bottom + 2 * type }
    guard box.right < Swift.min(frame.right, screen.right) + 6 * type,
      box.bottom < Swift.min(frame.bottom, screen.height) + 6 * type
    else { return }
    names.append(box)
    list.rectangle(box, radius: 6 * type, color: nameBacking)
    list.text(tile.name, x: box.x + 6 * type, baseline: box.y + 14 * type, style: nameStyle, color: color)
  }
}
