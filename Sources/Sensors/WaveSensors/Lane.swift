import WaveDisplay
import WaveUnits

/// The position and scale of one stream on the screen.
struct Lane: Equatable, Sendable {
  /// The number of the stream, counted across the source's groups.
  let channel: Int
  let group: Int
  /// The index of the stream among its group's visible streams.
  let place: Int
  /// The distance from the top of the plot to the top of the lane, in device pixels.
  let y: Float
  let height: Float
  /// The pixel columns of the plot that the lane occupies.
  let columns: Range<Int>
  /// The index of the trace's colour, for streams that share a lane.
  let color: Int
  /// The value at the middle of the lane.
  let center: Double
  /// The difference between the values at the top and at the bottom of the lane.
  let span: Double

  /// The area of the lane on the plot.
  var rect: Rect { Rect(x: Float(columns.lowerBound), y: y, width: Float(columns.count), height: height) }

  /// Returns the vertical position of a value; the position can be outside the lane.
  @inline(never) func y(of value: Double) -> Float {
    y + height / 2 - Float((value - center) / span) * height
  }

  /// Returns whether a vertical screen position is within the lane.
  func contains(y: Float) -> Bool { y >= self.y && y < self.y + height }

  /// Returns whether a point on the screen is within the lane.
  func contains(x: Float, y: Float, on plot: Plot) -> Bool {
    contains(y: y) && columns.contains(Int(saturating: Swift.max(0, x - plot.left)))
  }
}

extension [Lane] {
  /// Returns the lane at a point on the screen; nil if there is none.
  func lane(x: Float, y: Float, on plot: Plot) -> Lane? { first { $0.contains(x: x, y: y, on: plot) } }

  /// Returns the lane of a stream; nil if it has none.
  func lane(of channel: Int) -> Lane? { first { $0.channel == channel } }
}
