import WaveDisplay
import WaveHomeWire
import WaveInteraction

/// The drawing of a thumbnail into its slot.
struct ThumbnailPicture {
  let thumbnail: Thumbnail
  /// The slot's rectangle in the picture.
  let rect: Rect
  let theme: Theme
  /// The number of device pixels per point.
  let scale: Float

  /// Draws the thumbnail.
  ///
  /// - Parameters:
  ///   - field: The number of the field for relief, which no other slot uses.
  ///   - list: The list that receives the marks of the slot's layer.
  func draw(field: UInt32, into list: inout DrawList) {
    list.clip(rect)
    list.rectangle(rect, color: theme.ground)
    switch thumbnail.kind {
    case .trace: drawTrace(into: &list)
    case .lanes: drawLanes(into: &list)
    case .relief:
      list.smoothing(true)
      list.field(
        field, firstRow: 0, rowCount: Int(thumbnail.rows), sourceX: 0, sourceWidth: Float(columns),
        rect: rect)
    }
  }

  private var columns: Int { Int(thumbnail.columns) }

  private func x(_ column: Int) -> Float {
    rect.x + rect.width * (Float(column) + 0.5) / Float(columns)
  }

  private func drawTrace(into list: inout DrawList) {
    let inset = 2 * scale
    let height = rect.height - 2 * inset
    let values = thumbnail.values
    func y(_ column: Int) -> Float { rect.y + inset + height * (1 - Float(values[column]) / 255) }
    list.area(
      base: rect.y + rect.height, top: rect.y, topColor: theme.fillTop, baseColor: theme.fillBase
    ) { add in for column in 0..<columns { add(x(column), y(column)) } }
    list.polyline(width: 1.25 * scale, color: theme.trace) { add in
      for column in 0..<columns { add(x(column), y(column)) }
    }
  }

  private func drawLanes(into list: inout DrawList) {
    let lanes = Int(thumbnail.rows)
    let height = rect.height / Float(lanes)
    let values = thumbnail.values
    for lane in 0..<lanes {
      let top = rect.y + height * Float(lane)
      let (low, high) = (2 * columns * lane, 2 * columns * lane + columns)
      func y(_ value: UInt8) -> Float { top + height * (0.1 + 0.8 * (1 - Float(value) / 255)) }
      // One line through both ends of each column's span draws dense and sparse lanes alike.
      list.polyline(width: 1.25 * scale, color: theme.trace) { add in
        for column in 0..<columns {
          let (lower, upper) = (values[low + column], values[high + column])
          if lower > upper {
            add(x(column), .nan)
          } else {
            add(x(column), y(lower))
            if lower != upper { add(x(column), y(upper)) }
          }
        }
      }
    }
  }

  /// Sets the values of the field that shows relief; for other kinds, does nothing.
  func update(field: UInt32, in list: inout DrawList) {
    guard thumbnail.kind == .relief else { return }
    let rows = Int(thumbnail.rows)
    list.createField(field, columns: columns, rows: rows)
    for row in 0..<rows {
      let line = thumbnail.values[(row * columns)..<((row + 1) * columns)]
      // The map's later entries are water.
      list.fieldRow(
        field, row: row, values: line.map { Int16(Int($0) * (ColorMap.reliefLandCount - 1) / 255) }[...])
    }
    list.fieldColors(field, map: .relief, low: 0, high: 255)
  }
}
