import WaveCoverageWire
import WaveDisplay
import WaveInteraction
import WaveUnits

extension StreetPictures {
  /// A request to the player to load an image into one of its slots.
  struct Request: Equatable, Sendable {
    let slot: UInt32
    let address: [UInt8]
  }

  /// Draws the loaded images over the ground.
  ///
  /// - Parameters:
  ///   - isShown: Whether the street map is shown.
  ///   - canvas: The screen and the visible part of the earth.
  ///   - now: The client's time in microseconds.
  ///   - list: Receives the layer, which is empty if there is no street map.
  /// - Returns: The missing images to load now, nearest to the middle first.
  mutating func draw(
    isShown: Bool, on canvas: MapCanvas, at now: Int64, into list: inout DrawList
  ) -> [Request] {
    let bounds = canvas.screen.bounds
    list.beginLayer(LayerID.streets, bounds: bounds)
    defer { list.endLayer(bounds: bounds) }
    guard isShown, let source else { return [] }
    begin()
    let view = canvas.view
    // A tile is designed to be 256 points wide.
    let wanted = view.pixelsPerWorld / (256 * Double(canvas.screen.scale))
    var zoom: UInt8 = 0
    while zoom < source.zoom, Double(1 << (Int(zoom) + 1)) <= wanted * 1.42 { zoom += 1 }
    let count = 1 << Int(zoom)
    let size = view.pixelsPerWorld / Double(count)
    let (left, top) = (
      view.centerX - view.width / 2 / view.pixelsPerWorld,
      view.centerY - view.height / 2 / view.pixelsPerWorld
    )
    let first = Int(saturating: (left * Double(count)).rounded(.down))
    let firstRow = Swift.max(0, Int(saturating: (top * Double(count)).rounded(.down)))
    let columns = Int(saturating: (view.width / size).rounded(.up)) + 1
    let lastRow = Swift.min(count - 1, firstRow + Int(saturating: (view.height / size).rounded(.up)) + 1)
    var missing: [(tile: Tile, distance: Double)] = []
    for row in firstRow...Swift.max(firstRow, lastRow) {
      for column in first...(first + columns) {
        let x = ((Double(column) / Double(count) - left) * view.pixelsPerWorld)
        let y = view.y(ofWorld: Double(row) / Double(count))
        guard x + size > 0, x < view.width, y + size > 0, y < view.height else { continue }
        let around = ((column % count) + count) % count
        let tile = Tile(zoom: zoom, column: UInt32(around), row: UInt32(row))
        if let (slot, revision) = slot(of: tile) {
          let (edge, head) = (x.rounded(), y.rounded())
          list.picture(
            slot: slot, revision: revision, opacity: 1,
            rect: Rect(
              x: Float(edge), y: Float(head), width: Float((x + size).rounded() - edge),
              height: Float((y + size).rounded() - head)))
        } else {
          let (dx, dy) = (x + size / 2 - view.width / 2, y + size / 2 - view.height / 2)
          missing.append((tile, dx * dx + dy * dy))
        }
      }
    }
    missing.sort { $0.distance < $1.distance }
    return missing.compactMap { tile, _ in
      ask(tile, at: now).map { Request(slot: $0, address: address(of: tile)) }
    }
  }

  /// Draws the attribution, without which the images must not be shown.
  ///
  /// - Parameters:
  ///   - isShown: Whether the street map is shown.
  ///   - canvas: The screen, including a path sheet if one is open.
  ///   - list: Receives the layer, which is empty if there is no street map.
  func drawAttribution(isShown: Bool, on canvas: MapCanvas, into list: inout DrawList) {
    let bounds = canvas.screen.bounds
    list.beginLayer(LayerID.attribution, bounds: bounds)
    defer { list.endLayer(bounds: bounds) }
    guard isShown, let source else { return }
    let type = canvas.screen.type
    let style = TextStyle(size: (10.5 * type).rounded())
    let width = canvas.advances.width(of: source.attribution, style: style)
    let right = canvas.screen.right - 8 * type
    let bottom = canvas.bottom - 6 * type
    list.rectangle(
      Rect(x: right - width - 10 * type, y: bottom - 17 * type, width: width + 10 * type, height: 17 * type),
      radius: 5 * type, color: canvas.panel)
    list.text(
      source.attribution, x: right - 5 * type, baseline: bottom - 5 * type, style: style,
      color: canvas.panelText, alignment: .trailing)
  }
}
