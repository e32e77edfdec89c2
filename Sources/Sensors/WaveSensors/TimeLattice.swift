import WaveInteraction
import WaveUnits

/// Columns of the screen on an absolute lattice of source time, and which of them are seen.
struct TimeLattice: Equatable, Sendable {
  /// Where the first column is drawn, in device pixels.
  let left: Float
  /// Columns of pixels across the plot.
  let columns: Int
  /// Time from one column to the next.
  let columnMicroseconds: Double
  /// How time moves.
  let motion: SensorsModel.Motion
  /// Columns between the cursor of a sweep and the oldest ones before it, so that the two are never mistaken
  /// for one.
  let eraseColumns: Int
  /// The moment at the right edge, or at the sweep's cursor.
  let edge: Double

  init(plot: Plot, columnMicroseconds: Double, motion: SensorsModel.Motion, edge: Double) {
    left = plot.left
    columns = plot.columns
    self.columnMicroseconds = columnMicroseconds
    self.motion = motion
    eraseColumns = Swift.min(columns / 4, Swift.max(8, Int(saturating: 14 * plot.screen.scale)))
    self.edge = edge
  }

  /// Columns of the lattice that are seen, the newest last.
  var visible: Range<Int64> {
    let newest = column(at: edge)
    let count = Int64(motion == .sweep ? columns - eraseColumns : columns)
    return newest - count + 1..<newest + 1
  }

  /// The column of the lattice that a moment is in.
  func column(at microseconds: Double) -> Int64 {
    let place = (microseconds / columnMicroseconds).rounded(.down)
    return Int64(saturating: Swift.max(-1e18, Swift.min(1e18, place)))
  }

  /// The columns that change with what happened between two moments, of which either may be the first.
  func columns(_ a: Double, _ b: Double) -> Range<Int64> {
    column(at: Swift.min(a, b)) - 1..<column(at: Swift.max(a, b)) + 2
  }

  /// Where a column of the lattice is kept in the strip, and in a sweep where it is seen.
  func ringColumn(_ column: Int64) -> Int {
    let count = Int64(columns)
    let place = column % count
    return Int(place < 0 ? place + count : place)
  }

  /// The moment under a point of the plot, and whether it is seen there at all.
  func microseconds(x: Float) -> Double {
    let visible = visible
    let place = Double(Swift.max(0, Swift.min(x - left, Float(columns))))
    guard motion == .sweep else {
      return (Double(visible.upperBound) - Double(columns) + place) * columnMicroseconds
    }
    let newest = visible.upperBound - 1
    var column = newest - Int64(ringColumn(newest)) + Int64(saturating: place)
    if column > newest { column -= Int64(columns) }
    return (Double(column) + place - place.rounded(.down)) * columnMicroseconds
  }

  /// Where a moment is seen; nil where it is not.
  func x(of microseconds: Double) -> Float? {
    let visible = visible
    let column = column(at: microseconds)
    guard visible.contains(column) else { return nil }
    let part = Float(microseconds / columnMicroseconds - Double(column))
    guard motion == .sweep else { return Float(column - visible.lowerBound) + left + part }
    return Float(ringColumn(column)) + left + part
  }
}
