import WaveDisplay
import WaveUnits

/// One stream's place on the screen.
struct Lane: Equatable, Sendable {
  /// The stream, as counted through the source's groups.
  let channel: Int
  let group: Int
  /// Its place among the group's shown streams.
  let place: Int
  /// In device pixels from the plot's top.
  let y: Float
  let height: Float
  /// Columns of the plot that it has.
  let columns: Range<Int>
  /// Which of the colours of streams that share a lane it has.
  let color: Int
  /// Value in the middle, and values from bottom to top.
  let center: Double
  let span: Double

  /// Where it is on the plot.
  var rect: Rect { Rect(x: Float(columns.lowerBound), y: y, width: Float(columns.count), height: height) }

  /// Where a value is drawn, beyond the lane's edges too.
  @inline(never) func y(of value: Double) -> Float {
    y + height / 2 - Float((value - center) / span) * height
  }

  /// Whether a height on the screen is within it.
  func contains(y: Float) -> Bool { y >= self.y && y < self.y + height }

  /// Whether a point of the screen is within it.
  func contains(x: Float, y: Float, on plot: Plot) -> Bool {
    contains(y: y) && columns.contains(Int(saturating: Swift.max(0, x - plot.left)))
  }
}

extension [Lane] {
  /// The lane under a point of the screen.
  func lane(x: Float, y: Float, on plot: Plot) -> Lane? { first { $0.contains(x: x, y: y, on: plot) } }

  /// The lane of a stream.
  func lane(of channel: Int) -> Lane? { first { $0.channel == channel } }
}
