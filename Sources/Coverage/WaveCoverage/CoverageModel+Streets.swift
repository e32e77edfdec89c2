import WaveCoverageWire
import WaveDisplay
public import WaveInteraction
import WaveUnits

extension CoverageModel {
  /// What became of a picture that was to be loaded.
  ///
  /// - Parameters:
  ///   - slot: The slot that it was for.
  ///   - isThere: Whether the player holds it.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  public mutating func pictured(_ slot: UInt32, isThere: Bool, at now: Int64) -> [Effect] {
    perform(at: now) { $0.streets.settle(slot, isThere: isThere, at: now) }
  }

  /// Whether pictures of streets are drawn.
  var areStreetsShown: Bool { showsStreets && streets.source != nil }

  func appendStreets(to list: inout ControlListBuilder<CoverageAction>) {
    guard let source = streets.source else { return }
    list.toggle(.showStreets, label: "Street map", isOn: showsStreets)
    guard showsStreets else { return }
    list.fact(
      label: streets.hasFailed ? "Cannot be had" : "Its pictures",
      text: streets.hasFailed
        ? Texts.bytes("offline, or their server does not answer; they are tried again") : source.attribution)
  }

  /// Draws pictures of streets over the ground, and asks for those that are missing.
  mutating func drawStreets(into list: inout DrawList, at now: Int64) {
    let bounds = screen.bounds
    list.beginLayer(LayerID.streets, bounds: bounds)
    defer { list.endLayer(bounds: bounds) }
    guard areStreetsShown, let source = streets.source else { return }
    streets.begin()
    // A tile is made for 256 points.
    let wanted = view.pixelsPerWorld / (256 * Double(screen.scale))
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
    var missing: [(tile: StreetPictures.Tile, distance: Double)] = []
    for row in firstRow...Swift.max(firstRow, lastRow) {
      for column in first...(first + columns) {
        let x = ((Double(column) / Double(count) - left) * view.pixelsPerWorld)
        let y = view.y(ofWorld: Double(row) / Double(count))
        guard x + size > 0, x < view.width, y + size > 0, y < view.height else { continue }
        let around = ((column % count) + count) % count
        let tile = StreetPictures.Tile(zoom: zoom, column: UInt32(around), row: UInt32(row))
        if let (slot, revision) = streets.slot(of: tile) {
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
    for (tile, _) in missing {
      guard let slot = streets.ask(tile, at: now) else { continue }
      request(.picture(slot: slot, address: streets.address(of: tile)))
    }
  }

  /// Draws whose the pictures are: they may not be shown without.
  func drawAttribution(into list: inout DrawList) {
    let bounds = screen.bounds
    list.beginLayer(LayerID.attribution, bounds: bounds)
    defer { list.endLayer(bounds: bounds) }
    guard areStreetsShown, let source = streets.source else { return }
    let type = screen.type
    let style = TextStyle(size: (10.5 * type).rounded())
    let width = advances.width(of: source.attribution, style: style)
    let right = Swift.min(screen.right, freeRight) - 8 * type
    let bottom = mapBottom - 6 * type
    list.rectangle(
      Rect(x: right - width - 10 * type, y: bottom - 17 * type, width: width + 10 * type, height: 17 * type),
      radius: 5 * type, color: panelColor)
    list.text(
      source.attribution, x: right - 5 * type, baseline: bottom - 5 * type, style: style,
      color: panelText, alignment: .trailing)
  }
}
