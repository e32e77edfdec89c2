import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// A division of source time into numbered columns of equal length, one for each screen column, and the range
/// of visible columns.
struct TimeLattice: Equatable, Sendable {
  /// The position of the first column, in device pixels.
  let left: Float
  /// The number of pixel columns across the plot.
  let columns: Int
  /// The time between adjacent columns, in microseconds.
  let columnMicroseconds: Double
  /// The motion of the display.
  let motion: SensorsModel.Motion
  /// The number of columns that a sweep leaves blank between its cursor and the oldest visible column.
  let eraseColumns: Int
  /// The time at the right edge, or at the sweep's cursor.
  let edge: Double

  init(plot: Plot, columnMicroseconds: Double, motion: SensorsModel.Motion, edge: Double) {
    left = plot.left
    columns = plot.columns
    self.columnMicroseconds = columnMicroseconds
    self.motion = motion
    eraseColumns = Swift.min(columns / 4, Swift.max(8, Int(saturating: 14 * plot.screen.scale)))
    self.edge = edge
  }

  /// The numbers of the visible columns, from the oldest to the newest.
  var visible: Range<Int64> {
    let newest = column(at: edge)
    let count = Int64(motion == .sweep ? columns - eraseColumns : columns)
    return newest - count + 1..<newest + 1
  }

  /// Returns the number of the column that contains a time.
  func column(at microseconds: Double) -> Int64 {
    let place = (microseconds / columnMicroseconds).rounded(.down)
    return Int64(saturating: Swift.max(-1e18, Swift.min(1e18, place)))
  }

  /// Returns the numbers of the columns affected by a change between two times, given in any order.
  func columns(_ a: Double, _ b: Double) -> Range<Int64> {
    column(at: Swift.min(a, b)) - 1..<column(at: Swift.max(a, b)) + 2
  }

  /// Returns the strip index of the column with a given number.
  ///
  /// In a sweep, this is also the screen column.
  func ringColumn(_ column: Int64) -> Int {
    let count = Int64(columns)
    let place = column % count
    return Int(place < 0 ? place + count : place)
  }

  /// Returns the time at a horizontal position on the plot.
  func microseconds(x: Float) -> Double {
    let visible = visible
    let place = Double(Swift.max(0, Swift.min(x - left, Float(columns))))
    guard motion == .sweep
    else { return (Double(visible.upperBound) - Double(columns) + place) * columnMicroseconds }
    let newest = visible.upperBound - 1
    var column = newest - Int64(ringColumn(newest)) + Int64(saturating: place)
    if column > newest { column -= Int64(columns) }
    return (Double(column) + place - place.rounded(.down)) * columnMicroseconds
  }

  /// Returns the horizontal position of a time; nil if it is not visible.
  func x(of microseconds: Double) -> Float? {
    let visible = visible
    let column = column(at: microseconds)
    guard visible.contains(column) else { return nil }
    let part = Float(microseconds / columnMicroseconds - Double(column))
    guard motion == .sweep else { return Float(column - visible.lowerBound) + left + part }
    return Float(ringColumn(column)) + left + part
  }
}
