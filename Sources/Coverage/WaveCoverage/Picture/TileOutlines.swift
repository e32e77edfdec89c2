import WaveCoverageFeed
import WaveCoverageWire
import WaveDisplay
import WaveInteraction

/// The outlines of tiles and surface models, and the names of tiles.
struct TileOutlines: Sendable {
  let canvas: MapCanvas
  /// Whether there is a transmitter; if so, tile names are hidden, because they would obscure its map.
  let hasMap: Bool

  /// Draws the outlines of the surface models that are used.
  func draw(_ parts: [SurfacePart], into list: inout DrawList) {
    let (screen, view) = (canvas.screen, canvas.view)
    list.polyline(width: 1.25 * screen.scale, color: canvas.surface.opacity(0.8)) { point in
      for part in parts where part.isUsed {
        let left = Float(view.x(ofLongitude: part.westDegrees))
        let right = left + Float((part.eastDegrees - part.westDegrees) / 360 * view.pixelsPerWorld)
        let top = Float(view.y(ofLatitude: part.northDegrees))
        let bottom = Float(view.y(ofLatitude: part.southDegrees))
        guard right > 0, left < screen.width, bottom > 0, top < screen.height else { continue }
        Self.frame(left: left, top: top, right: right, bottom: bottom, point)
        point(0, .nan)
      }
    }
  }

  /// Draws the outlines of tiles, highlighting the picked one, and their names as long as there is no
  /// transmitter.
  func draw(_ tiles: [TerrainDescription], picked: Int?, into list: inout DrawList) {
    let (screen, view) = (canvas.screen, canvas.view)
    var names: [Rect] = []
    for (number, tile) in tiles.enumerated() where view.shows(tile) {
      let left = Float(view.x(ofLongitude: tile.westDegrees)).rounded()
      let right =
        (left + Float(Double(tile.columnCount - 1) * tile.longitudeStepDegrees / 360 * view.pixelsPerWorld))
        .rounded()
      let top = Float(view.y(ofLatitude: tile.northDegrees)).rounded()
      let bottom = Float(view.y(ofLatitude: tile.southDegrees)).rounded()
      let isPicked = number == picked
      // A tile that is too small to see gets a frame that a finger can hit.
      let room = right - left < 14 * screen.type ? 7 * screen.type : 0
      let isFramed = isPicked || room > 0
      let color = isFramed ? canvas.accent.opacity(hasMap ? 0.35 : 0.9) : canvas.ink.opacity(0.28)
      list.polyline(width: isFramed ? 1.5 * screen.scale : screen.hairline, color: color) { point in
        Self.frame(left: left - room, top: top - room, right: right + room, bottom: bottom + room, point)
      }
      guard !hasMap, right - left > 70 * screen.type else { continue }
      drawName(
        of: tile, in: Rect(x: left, y: top, width: right - left, height: bottom - top),
        color: isPicked ? canvas.accent : canvas.panelText, below: &names, into: &list)
    }
  }

  private static func frame(
    left: Float, top: Float, right: Float, bottom: Float, _ point: (Float, Float) -> Void
  ) {
    point(left, top)
    point(right, top)
    point(right, bottom)
    point(left, bottom)
    point(left, top)
  }

  /// Draws a tile's name at its north-western corner if there is room, moved below names that it would
  /// overlap.
  private func drawName(
    of tile: TerrainDescription, in frame: Rect, color: Color, below names: inout [Rect],
    into list: inout DrawList
  ) {
    let (screen, type) = (canvas.screen, canvas.screen.type)
    let style = TextStyle(size: (13 * type).rounded(), isBold: true)
    let width = canvas.advances.width(of: tile.name, style: style)
    var box = Rect(
      x: Swift.max(frame.x, screen.left) + 4 * type, y: Swift.max(frame.y, screen.head) + 8 * type,
      width: width + 12 * type, height: 20 * type)
    // All names have the same height, so each step passes one of them.
    while let other = names.last(where: { box.overlaps($0) }) { box.y = other.bottom + 2 * type }
    guard box.right < Swift.min(frame.right, screen.right) + 6 * type,
      box.bottom < Swift.min(frame.bottom, screen.height) + 6 * type
    else { return }
    names.append(box)
    list.rectangle(box, radius: 6 * type, color: canvas.nameBacking)
    list.text(tile.name, x: box.x + 6 * type, baseline: box.y + 14 * type, style: style, color: color)
  }
}
