import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

extension CoverageModel {
  /// Colours that points are sorted into: a line of squares for each.
  private static let measuredClasses = 32

  /// Draws what was measured: squares with an edge, which no part of the modelled map has; their colours are
  /// on its scale.
  ///
  /// Of those that would cover each other one is drawn: the first of its cell, which keeps its place in the
  /// world while the map moves.
  func drawMeasured(into list: inout DrawList) {
    guard let layer = measured else { return }
    let bounds = screen.bounds
    let side = (7 * screen.type).rounded()
    var classes = [[Float]](repeating: [], count: Self.measuredClasses + 1)
    sortMeasured(layer, side: side, into: &classes)
    list.beginLayer(LayerID.measured, bounds: bounds)
    func squares(_ classes: ArraySlice<[Float]>, side: Float, color: Color) {
      guard classes.contains(where: { !$0.isEmpty }) else { return }
      // A line as wide as it is long is a square.
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
    let edge = Swift.max(1, screen.scale)
    squares(classes[...], side: side + 4 * edge, color: Color(0x000000, opacity: 0.75))
    squares(classes[...], side: side + 2 * edge, color: Color(0xFFFFFF))
    let entries = measuredColors.map.entries
    for number in 0..<Self.measuredClasses {
      let entry = Color(rgba: entries[number * 256 / Self.measuredClasses + 128 / Self.measuredClasses])
      squares(classes[number...number], side: side, color: entry.opacity(1))
    }
    // Places without a level are empty.
    squares(
      classes[Self.measuredClasses...Self.measuredClasses], side: side, color: Color(0x14181F))
    list.endLayer(bounds: bounds)
  }

  /// The scale that points are coloured by: that of the map, whose colours of whole numbers say nothing of a
  /// level.
  private var measuredColors: CoverageColors {
    if effectiveDisplay == .loss || effectiveDisplay == .level { return colors }
    let edge = -budget.sensitivityDecibelMilliwatts * 100
    func held(_ value: Double) -> Int16 { Int16(saturating: Swift.max(-32_000, Swift.min(32_000, value))) }
    return CoverageColors(
      map: isSafe ? .levelSafe : .level, low: held(edge - 6000), high: held(edge + 2000))
  }

  /// Puts the places of points that are seen into classes of colours.
  private func sortMeasured(_ layer: MeasuredLayer, side: Float, into classes: inout [[Float]]) {
    let colors = measuredColors
    let isOfOne = effectiveDisplay == .loss || effectiveDisplay == .level
    let power = isOfOne ? Self.hundredths(radiated(of: selectedSite)) : 0
    let (low, range) = (Int(colors.low), Swift.max(1, Int(colors.high) - Int(colors.low)))
    let place = MeasuredPlace(view)
    // Cells of the world, so that the same points are seen while the map moves.
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
    var taken = [Bool](repeating: false, count: columns * rows)
    for index in layer.worldX.indices {
      let (x, y) = (place.x(layer.worldX[index]), place.y(layer.worldY[index]))
      guard x > -side, y > -side, x < screen.width + side, y < screen.height + side else { continue }
      let column = (Double(layer.worldX[index]) * perCell).rounded(.down) - base.x
      let row = (Double(layer.worldY[index]) * perCell).rounded(.down) - base.y
      // Beyond the date line there are no cells.
      if column >= 0, column < Double(columns), row >= 0, row < Double(rows) {
        let place = Int(saturating: row) * columns + Int(saturating: column)
        guard !taken[place] else { continue }
        taken[place] = true
      }
      var number = Self.measuredClasses
      if let level = layer.points.level(index) {
        let above = Swift.max(0, Swift.min(range - 1, power - Int(level) - low))
        number = above * Self.measuredClasses / range
      }
      classes[number].append(x)
      classes[number].append(y)
    }
  }
}
