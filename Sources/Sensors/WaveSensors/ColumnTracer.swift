import WaveDisplay
import WaveUnits

/// The conversion from values to pixel positions in one lane.
struct LaneScale {
  private let middle: Float
  private let pixelsPerUnit: Double
  private let center: Double
  /// The top of the area in which traces can be drawn, in device pixels.
  fileprivate let top: Float
  /// The bottom of the area in which traces can be drawn, in device pixels.
  fileprivate let bottom: Float
  private let laneTop: Float
  private let laneBottom: Float

  /// Creates the conversion for one lane.
  ///
  /// - Parameters:
  ///   - lane: The lane to draw in.
  ///   - limit: The area within which the trace can be drawn.
  init(lane: Lane, limit: Rect) {
    middle = lane.y + lane.height / 2
    pixelsPerUnit = Double(lane.height) / lane.span
    center = lane.center
    top = limit.y
    bottom = limit.bottom
    laneTop = lane.y
    laneBottom = lane.y + lane.height
  }

  /// The pixel rows that are marked in a column with missing samples: the full height of the lane.
  var gap: ColumnSpan { ColumnSpan(topPixels: laneTop + 1, bottomPixels: laneBottom - 1) }

  /// Returns the vertical position of a value; the position can be outside the lane.
  func y(_ value: Float) -> Float {
    middle - Float(Swift.max(-1e6, Swift.min(1e6, (Double(value) - center) * pixelsPerUnit)))
  }
}

/// Arrows at the edge of a lane, for columns whose values are all off scale.
///
/// A line at the edge would be mistaken for a value.
struct EdgeArrows {
  /// The height of an arrow in pixels, which is half its width.
  let size: Int

  /// Returns the pixel rows that an arrow covers in the column with the given number.
  fileprivate func span(column: Int64, isAbove: Bool, _ scale: LaneScale) -> ColumnSpan {
    let period = Int64(4 * size)
    let place = ((column % period) + period) % period
    let aside = (place - Int64(size)).magnitude
    guard aside < UInt64(size) else { return .none }
    let (near, far) = (Float(aside) + 1, Float(size) + 1)
    return isAbove
      ? ColumnSpan(topPixels: scale.top + near, bottomPixels: scale.top + far)
      : ColumnSpan(topPixels: scale.bottom - far, bottomPixels: scale.bottom - near)
  }
}

/// A round pen.
///
/// Its shape determines how far a line extends into the columns around a point.
struct Pen {
  /// The number of columns that the pen covers on either side of its centre.
  let reach: Int
  /// Half the height that the pen covers, indexed by the distance from its centre in columns.
  let halves: [Float]

  /// Creates a pen.
  ///
  /// - Parameter radius: Half of the line's width in device pixels.
  init(radius: Float) {
    reach = Int(saturating: radius)
    halves = (0...reach).map { ((radius * radius) - Float($0 * $0)).squareRoot() }
  }
}

/// A tracer that computes the pixel rows that a stream's trace covers in each pixel column.
///
/// Above level 0, a column shows the extremes of all blocks that begin in it, connected to the extremes of
/// the previous block. At level 0, it shows its samples and the straight lines between them. The line is
/// interrupted where samples are missing, and the gap is marked.
struct ColumnTracer {
  /// The pixel rows that the trace covers in each column.
  private(set) var spans: [ColumnSpan]
  /// The pixel rows marked in each column with missing samples.
  private(set) var gaps: [ColumnSpan]
  /// Whether samples are missing in any of the traced columns.
  private(set) var hasGap = false
  /// The pixel rows that an off-scale arrow covers in each column.
  private(set) var arrows: [ColumnSpan]
  /// Whether any of the traced columns has an arrow.
  private(set) var hasArrow = false

  private let columns: Range<Int64>
  private let columnMicroseconds: Double
  private let pen: Pen
  private let arrow: EdgeArrows
  /// The fractional sample numbers at the left edge of each column, and at the right edge of the last column.
  ///
  /// Columns within the pen's reach on either side are included.
  private var edges: [Double]
  /// The top of the line in each column; NaN if the column is empty.
  private var tops: [Float]
  /// The bottom of the line in each column; NaN if the column is empty.
  private var bottoms: [Float]
  /// Whether samples are known to be missing, for each column.
  private var isMissing: [Bool]
  /// For each column, the side of the lane on which all its values lie; nil if any value is within the lane.
  private var isBeyond: [Side?]

  private enum Side { case above, below }

  init(columns: Range<Int64>, columnMicroseconds: Double, pen: Pen, arrow: EdgeArrows) {
    self.columns = columns
    self.columnMicroseconds = columnMicroseconds
    self.pen = pen
    self.arrow = arrow
    spans = [ColumnSpan](repeating: .none, count: columns.count)
    gaps = spans
    arrows = spans
    edges = [Double](repeating: 0, count: columns.count + 2 * pen.reach + 1)
    tops = [Float](repeating: .nan, count: columns.count + 2 * pen.reach)
    bottoms = tops
    isMissing = [Bool](repeating: false, count: tops.count)
    isBeyond = [Side?](repeating: nil, count: tops.count)
  }

  /// Computes which samples of a group belong to each column.
  mutating func place(_ clock: StreamClock) {
    for index in edges.indices {
      let column = columns.lowerBound + Int64(index - pen.reach)
      edges[index] = clock.sequence(at: Double(column) * columnMicroseconds)
    }
  }

  /// Traces one stream.
  ///
  /// - Parameters:
  ///   - store: The blocks of the stream.
  ///   - before: Blocks of a different level, used for columns whose blocks have not been received yet.
  ///   - channel: The index of the stream among the store's channels.
  ///   - part: The indices of the columns to trace.
  ///   - scale: The conversion from values to pixels.
  /// - Complexity: O(columns + blocks), without allocation.
  mutating func trace(
    _ store: BlockStore?, else before: BlockStore?, _ channel: Int, _ part: Range<Int>, _ scale: LaneScale
  ) {
    hasGap = false
    hasArrow = false
    for index in part {
      spans[index] = .none
      gaps[index] = .none
      arrows[index] = .none
    }
    let reached = part.lowerBound..<part.upperBound + 2 * pen.reach
    for index in reached {
      tops[index] = .nan
      isMissing[index] = false
      isBeyond[index] = nil
    }
    guard let store else { return }
    if store.level == 0 {
      lines(store, channel, reached, scale)
    } else {
      blocks(store, channel, reached, scale)
    }
    if let before { fill(before, channel, reached, scale) }
    thicken(part, scale)
  }

  /// Marks gaps and draws the line with the pen.
  ///
  /// The pen extends each column's line into neighbouring columns.
  private mutating func thicken(_ part: Range<Int>, _ scale: LaneScale) {
    for index in part {
      if isMissing[index + pen.reach] {
        hasGap = true
        gaps[index] = scale.gap
      }
      if let beyond = isBeyond[index + pen.reach] {
        hasArrow = true
        arrows[index] = arrow.span(
          column: columns.lowerBound + Int64(index), isAbove: beyond == .above, scale)
      }
      var (top, bottom) = (Float.infinity, -Float.infinity)
      for offset in -pen.reach...pen.reach {
        let place = index + pen.reach + offset
        guard !tops[place].isNaN else { continue }
        let half = pen.halves[Int(offset.magnitude)]
        top = Swift.min(top, tops[place] - half)
        bottom = Swift.max(bottom, bottoms[place] + half)
      }
      top = Swift.max(top, scale.top)
      bottom = Swift.min(bottom, scale.bottom)
      if top <= bottom { spans[index] = ColumnSpan(topPixels: top, bottomPixels: bottom) }
    }
  }

  private mutating func cover(_ index: Int, _ low: Float, _ high: Float, _ scale: LaneScale) {
    let (top, bottom) = (scale.y(high), scale.y(low))
    if bottom < scale.top { return isBeyond[index] = .above }
    if top > scale.bottom { return isBeyond[index] = .below }
    tops[index] = Swift.max(top, scale.top)
    bottoms[index] = Swift.min(bottom, scale.bottom)
  }

  /// Traces level 0: samples and the lines between them.
  private mutating func lines(
    _ store: BlockStore, _ channel: Int, _ reached: Range<Int>, _ scale: LaneScale
  ) {
    for index in reached {
      let (left, right) = (edges[index], edges[index + 1])
      guard right > left else { continue }
      let first = Int64(saturating: left.rounded(.up))
      let end = Int64(saturating: right.rounded(.up))
      var (low, high) = (Float.infinity, -Float.infinity)
      func include(_ value: Float) {
        low = Swift.min(low, value)
        high = Swift.max(high, value)
      }
      // Include the line that enters the column, the samples in it, and the line that leaves it.
      if let value = Self.value(store, channel, at: left) { include(value) }
      var sequence = Swift.max(first, store.oldest)
      let last = Swift.min(end, store.newest + 1)
      while sequence < last {
        let value = store.sample(channel, sequence)
        if !value.isNaN { include(value) } else if store.has(sequence) { isMissing[index] = true }
        sequence += 1
      }
      if let value = Self.value(store, channel, at: right) { include(value) }
      if low <= high { cover(index, low, high, scale) }
      // If samples are farther apart than columns, a column between two samples is part of a gap if either is
      // missing.
      if first == end, low > high, isGap(store, channel, first - 1) || isGap(store, channel, first) {
        isMissing[index] = true
      }
    }
  }

  private func isGap(_ store: BlockStore, _ channel: Int, _ sequence: Int64) -> Bool {
    store.has(sequence) && store.sample(channel, sequence).isNaN
  }

  /// Returns the interpolated value between two samples; nil if either is missing.
  private static func value(_ store: BlockStore, _ channel: Int, at sequence: Double) -> Float? {
    let base = sequence.rounded(.down)
    let a = store.sample(channel, Int64(saturating: base))
    let b = store.sample(channel, Int64(saturating: base) + 1)
    guard !a.isNaN, !b.isNaN else { return nil }
    return a + (b - a) * Float(sequence - base)
  }

  /// Traces levels above 0: the extremes of blocks, each in the column in which it begins.
  private mutating func blocks(
    _ store: BlockStore, _ channel: Int, _ reached: Range<Int>, _ scale: LaneScale
  ) {
    let length = Int64(1) << Int64(store.level)
    for index in reached {
      let first = Self.block(at: edges[index], length)
      var block = Swift.max(first, store.oldest)
      let end = Swift.min(Self.block(at: edges[index + 1], length), store.newest + 1)
      var (low, high) = (Float.infinity, -Float.infinity)
      var hasMissing = false
      while block < end {
        let (least, most) = store.extremes(channel, block)
        if !least.isNaN {
          low = Swift.min(low, least)
          high = Swift.max(high, most)
        } else if store.has(block) {
          hasMissing = true
        }
        block += 1
      }
      if hasMissing { isMissing[index] = true }
      guard low <= high else { continue }
      // Connect to the previous block, unless it is missing.
      let (least, most) = store.extremes(channel, first - 1)
      cover(
        index, least.isNaN ? low : Swift.min(low, most), least.isNaN ? high : Swift.max(high, least), scale)
    }
  }

  /// Returns the number of the first block that begins at or after a sample.
  private static func block(at sequence: Double, _ length: Int64) -> Int64 {
    Int64(saturating: (sequence / Double(length)).rounded(.up))
  }

  /// Fills columns that are still empty from blocks of a different level.
  private mutating func fill(_ store: BlockStore, _ channel: Int, _ reached: Range<Int>, _ scale: LaneScale) {
    let length = Double(Int64(1) << Int64(store.level))
    for index in reached where tops[index].isNaN && !isMissing[index] && isBeyond[index] == nil {
      let first = Int64(saturating: (edges[index] / length).rounded(.down))
      let end = Swift.min(first + 64, Int64(saturating: (edges[index + 1] / length).rounded(.up)))
      var range = ValueRange()
      for block in first..<Swift.max(first, end) { range.include(store.bounds(channel, block)) }
      if let bounds = range.bounds { cover(index, bounds.lowerBound, bounds.upperBound, scale) }
    }
  }
}
