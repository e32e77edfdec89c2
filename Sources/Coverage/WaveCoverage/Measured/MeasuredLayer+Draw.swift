import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveTerrainFormats
import WaveUnits

extension MeasuredLayer {
  /// The number of colour classes; the points of a class are drawn together.
  private static let classCount = 32

  /// Draws the measured points as squares in the colours of the map's scale; outlines distinguish them from
  /// the modelled map.
  ///
  /// Only one of several overlapping points is drawn: the first in each grid cell, so that the choice does
  /// not change while the map moves.
  ///
  /// - Parameters:
  ///   - colors: The colour scale.
  ///   - power: The power in units of 0.01 dBm; a point's value on the scale is this power minus its level.
  ///   - canvas: The screen and the visible part of the earth.
  ///   - list: Receives the layer's drawing commands.
  func draw(colors: CoverageColors, power: Int, on canvas: MapCanvas, into list: inout DrawList) {
    let bounds = canvas.screen.bounds
    let side = (7 * canvas.screen.type).rounded()
    var classes = [[Float]](repeating: [], count: Self.classCount + 1)
    sort(colors: colors, power: power, side: side, on: canvas, into: &classes)
    list.beginLayer(LayerID.measured, bounds: bounds)
    func squares(_ classes: ArraySlice<[Float]>, side: Float, color: Color) {
      guard classes.contains(where: { !$0.isEmpty }) else { return }
      // A line segment as long as it is wide is a square.
      list.polyline(width: side, color: color) { point in
        for ends in classes {
          for index in stride(from: 0, to: ends.count, by: 2) {
            point(ends[index] - side / 2, ends[index + 1])
            point(ends[index] + side / 2, ends[index + 1])
            point(0, .nan)
          }
        }
      }
    }
    let edge = Swift.max(1, canvas.screen.scale)
    squares(classes[...], side: side + 4 * edge, color: Color(0x000000, opacity: 0.75))
    squares(classes[...], side: side + 2 * edge, color: Color(0xFFFFFF))
    let entries = colors.map.entries
    for number in 0..<Self.classCount {
      let entry = Color(rgba: entries[number * 256 / Self.classCount + 128 / Self.classCount])
      squares(classes[number...number], side: side, color: entry.opacity(1))
    }
    // Points without a level have no fill colour.
    squares(classes[Self.classCount...Self.classCount], side: side, color: Color(0x14181F))
    list.endLayer(bounds: bounds)
  }

  /// Appends the pixel positions of visible points to their colour classes.
  private func sort(
    colors: CoverageColors, power: Int, side: Float, on canvas: MapCanvas, into classes: inout [[Float]]
  ) {
    let (screen, view) = (canvas.screen, canvas.view)
    let (low, range) = (Int(colors.low), Swift.max(1, Int(colors.high) - Int(colors.low)))
    let place = MeasuredPlace(view)
    // The grid cells are fixed to the world, so the same points are drawn while the map moves.
    let cell = Double(side) / view.pixelsPerWorld * 4_294_967_296
    let perCell = 1 / Swift.max(1, cell)
    let first = (
      x: (view.centerX - view.width / 2 / view.pixelsPerWorld) * 4_294_967_296 * perCell,
      y: (view.centerY - view.height / 2 / view.pixelsPerWorld) * 4_294_967_296 * perCell
    )
    let base = (x: first.x.rounded(.down), y: first.y.rounded(.down))
    let columns = Int(saturating: view.width * 4_294_967_296 / view.pixelsPerWorld * perCell) + 3
    let rows = Int(saturating: view.height * 4_294_967_296 / view.pixelsPerWorld * perCell) + 3
    guard columns > 0, rows > 0, columns * rows < 4_000_000 else { return }
    var isFull = [Bool](repeating: false, count: columns * rows)
    for index in worldX.indices {
      let (x, y) = (place.x(worldX[index]), place.y(worldY[index]))
      guard x > -side, y > -side, x < screen.width + side, y < screen.height + side else { continue }
      let column = (Double(worldX[index]) * perCell).rounded(.down) - base.x
      let row = (Double(worldY[index]) * perCell).rounded(.down) - base.y
      // There are no cells beyond the date line.
      if column >= 0, column < Double(columns), row >= 0, row < Double(rows) {
        let place = Int(saturating: row) * columns + Int(saturating: column)
        guard !isFull[place] else { continue }
        isFull[place] = true
      }
      var number = Self.classCount
      if let level = points.level(index) {
        let above = Swift.max(0, Swift.min(range - 1, power - Int(level) - low))
        number = above * Self.classCount / range
      }
      classes[number].append(x)
      classes[number].append(y)
    }
  }
}
