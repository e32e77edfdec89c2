public import WaveHomeWire

/// Thumbnails made of levels, lanes and heights.
extension Thumbnail {
  /// The smallest range of levels from the bottom to the top of a trace, in decibels.
  ///
  /// With a smaller range, noise alone would look like signals.
  static let levelRangeDecibels: Float = 24
  /// The room above the highest level, in decibels.
  static let headroomDecibels: Float = 3

  /// Creates a trace of levels over frequency, or returns nil if there are no levels, or too many.
  ///
  /// A quarter of the levels, the noise, is in the lowest tenth; the highest level is a little below the top.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the source.
  ///   - levels: The level of each column in decibels, at most `WireLimits.thumbnailColumns`; NaN if there is
  ///     none.
  /// - Complexity: O(*n* log *n*) in the levels.
  public init?(identifier: UInt32, levels: [Float]) {
    let known = levels.filter { $0.isFinite }.sorted()
    guard let highest = known.last else { return nil }
    let top = highest + Self.headroomDecibels
    let noise = known[known.count / 4]
    // The noise is a tenth of the range above its bottom.
    let range = Swift.max(Self.levelRangeDecibels, (top - noise) / 0.9)
    let bottom = top - range
    let values = levels.map { level -> UInt8 in
      guard level.isFinite else { return 0 }
      return UInt8(Swift.max(1, Swift.min(255, 1 + 254 * (level - bottom) / range)))
    }
    self.init(identifier: identifier, kind: .trace, columns: levels.count, values: values)
  }

  /// A lane of a thumbnail: the extremes of each column; NaN for a gap.
  public struct Lane: Sendable {
    /// The lowest value of each column.
    public var low: [Float]
    /// The highest value of each column.
    public var high: [Float]

    /// Creates a lane; both lists must be equally long.
    public init(low: [Float], high: [Float]) {
      self.low = low
      self.high = high
    }
  }

  /// Creates lanes, each scaled to its own extremes.
  ///
  /// The result is nil if there are no lanes, their lengths differ, or there are too many values.
  /// A lane with a constant value is a line in its middle.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the source.
  ///   - lanes: The lanes, from top to bottom, all with the same number of columns.
  public init?(identifier: UInt32, lanes: [Lane]) {
    let columns = lanes.first?.low.count ?? 0
    guard lanes.allSatisfy({ $0.low.count == columns && $0.high.count == columns }) else { return nil }
    var values: [UInt8] = []
    for lane in lanes {
      let least = lane.low.filter { $0.isFinite }.min() ?? 0
      let most = lane.high.filter { $0.isFinite }.max() ?? 0
      let range = most - least
      func value(_ number: Float) -> UInt8 {
        guard range > 0, range.isFinite else { return 128 }
        return UInt8(Swift.max(0, Swift.min(255, (number - least) / range * 255)))
      }
      let isGap = (0..<columns).map { !lane.low[$0].isFinite || !lane.high[$0].isFinite }
      values += (0..<columns).map { isGap[$0] ? 255 : value(lane.low[$0]) }
      values += (0..<columns).map { isGap[$0] ? 0 : value(lane.high[$0]) }
    }
    self.init(identifier: identifier, kind: .lanes, columns: columns, rows: lanes.count, values: values)
  }

  /// Creates relief lit from the north-west, 45° above the horizon.
  ///
  /// The shade is the cosine of the angle between the light and the normal of the ground, whose slopes are
  /// those between the two neighbouring posts (hill shading by Lambert's law, Horn 1981,
  /// doi:10.1109/PROC.1981.11918). The result is nil if the sizes do not match or exceed the limits.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the source.
  ///   - heights: The heights in metres, row by row from the north-west; NaN if unknown, which is dark.
  ///   - columns: The number of heights in a row.
  ///   - spacingMeters: The distance between neighbouring heights, above zero.
  public init?(identifier: UInt32, heights: [Float], columns: Int, spacingMeters: Float) {
    guard columns > 0, spacingMeters > 0, heights.count.isMultiple(of: columns) else { return nil }
    let rows = heights.count / columns
    func height(_ row: Int, _ column: Int) -> Float {
      heights[Swift.max(0, Swift.min(rows - 1, row)) * columns + Swift.max(0, Swift.min(columns - 1, column))]
    }
    var values: [UInt8] = []
    for row in 0..<rows {
      for column in 0..<columns {
        let east = (height(row, column + 1) - height(row, column - 1)) / (2 * spacingMeters)
        let south = (height(row + 1, column) - height(row - 1, column)) / (2 * spacingMeters)
        // The normal is (-east, south, 1) towards east, north and up; the light comes from (-1, 1, √2) / 2.
        let length = (1 + east * east + south * south).squareRoot()
        let shade = (east + south + Float(2).squareRoot()) / (2 * length)
        values.append(shade.isFinite ? UInt8(Swift.max(0, Swift.min(255, shade * 255))) : 0)
      }
    }
    self.init(identifier: identifier, kind: .relief, columns: columns, rows: rows, values: values)
  }
}
