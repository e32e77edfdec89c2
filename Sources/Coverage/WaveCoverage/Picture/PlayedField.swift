import WaveDisplay
import WaveInteraction
import WavePropagation

/// A field of the player with a record of its contents, so that only changes are sent.
struct PlayedField: Sendable {
  /// The field's number in the player.
  let id: UInt32
  /// The revision of the values in the player; 0 if there are none.
  private(set) var revision: UInt32 = 0
  /// The colouring in the player; nil if none has been sent.
  private(set) var colors: FieldColors?
  private var rows = 0
  private var columns = 0

  init(id: UInt32) { self.id = id }

  /// Draws values as the map's coverage layer, and sends those that the player does not have.
  ///
  /// - Parameters:
  ///   - raster: The values and their area.
  ///   - next: The colouring.
  ///   - isSmooth: Whether the player interpolates between values.
  ///   - canvas: The screen and the visible part of the earth.
  ///   - list: Receives the layer's drawing commands.
  mutating func draw(
    _ raster: FieldRaster, colors next: FieldColors, isSmooth: Bool, on canvas: MapCanvas,
    into list: inout DrawList
  ) {
    if columns != raster.columnCount || rows != raster.rowCount {
      (columns, rows) = (raster.columnCount, raster.rowCount)
      list.createField(id, columns: columns, rows: rows)
      (revision, colors) = (0, nil)
    }
    if revision != raster.revision {
      for row in 0..<rows {
        list.fieldRow(id, row: row, values: raster.values[(row * columns)..<((row + 1) * columns)])
      }
      revision = raster.revision
    }
    if colors != next {
      list.fieldColors(id, number: next.number, low: next.low, high: next.high)
      colors = next
    }
    let bounds = canvas.screen.bounds
    list.beginLayer(LayerID.coverage, bounds: bounds)
    list.smoothing(isSmooth)
    canvas.field(id, at: raster.lattice, isAlone: true, into: &list)
    list.endLayer(bounds: bounds)
  }
}
