import WaveDisplay
import WavePropagation
import WaveUnits

extension MapCanvas {
  /// The maximum error, in pixels, from drawing the rows of a strip with equal spacing.
  private static let bendPixels = 0.1
  /// The number of rows searched on either side for an edge that is close to a whole pixel.
  private static let seamReach = 12

  /// Draws a field in Mercator projection, approximated by strips.
  ///
  /// Strips meet at whole pixels, since browsers blend edges within a pixel. The rows whose edges are closest
  /// to whole pixels become the edges of strips. A field drawn alone has no seams with other fields, so its
  /// outer edges are not rounded.
  func field(_ id: UInt32, at lattice: PostLattice, isAlone: Bool = false, into list: inout DrawList) {
    func outer(_ place: Double) -> Double { isAlone ? place : place.rounded() }
    let (rows, columns) = (lattice.rowCount, lattice.columnCount)
    let start = view.x(ofLongitude: lattice.westDegrees - lattice.longitudeStepDegrees / 2)
    let left = outer(start)
    let right = outer(start + Double(columns) * lattice.longitudeStepDegrees / 360 * view.pixelsPerWorld)
    guard rows > 0, right > 0, left < view.width, right > left else { return }
    func edge(_ row: Int) -> Double {
      view.y(ofLatitude: lattice.northDegrees - (Double(row) - 0.5) * lattice.latitudeStepDegrees)
    }
    let (top, bottom) = (edge(0), edge(rows))
    guard bottom > 0, top < view.height else { return }
    // The error of the linear approximation in the middle; dividing the field into n strips divides it by n².
    let off = (edge(rows / 2) - (top + (bottom - top) * Double(rows / 2) / Double(rows))).magnitude
    let strips = Swift.max(
      1, Swift.min(rows, Int(saturating: (off / Self.bendPixels).squareRoot().rounded(.up))))
    let reach = Swift.min(Self.seamReach, rows / strips / 4)
    var (first, y) = (0, outer(top))
    for strip in 1...strips {
      var (end, below) = (rows, outer(bottom))
      if strip < strips {
        end = rows * strip / strips
        var least = Double.infinity
        for row in (end - reach)...(end + reach) {
          let place = edge(row)
          let away = (place - place.rounded()).magnitude
          if away < least { (least, end, below) = (away, row, place.rounded()) }
        }
      }
      if below > 0, y < view.height, below > y {
        list.field(
          id, firstRow: first, rowCount: end - first, sourceX: 0, sourceWidth: Float(columns),
          rect: Rect(x: Float(left), y: Float(y), width: Float(right - left), height: Float(below - y)))
      }
      (first, y) = (end, below)
    }
  }
}
