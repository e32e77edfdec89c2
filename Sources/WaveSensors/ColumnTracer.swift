import WaveDisplay

/// From values to pixels of one lane.
struct LaneScale {
  private let middle: Float
  private let pixelsPerUnit: Double
  private let center: Double
  private let half: Float
  private let top: Float
  private let bottom: Float

  /// - Parameters:
  ///   - lane: The lane.
  ///   - half: Half of the line's width in device pixels.
  ///   - limit: Where its trace may be drawn.
  init(lane: Lane, half: Float, limit: Rect) {
    middle = lane.y + lane.height / 2
    pixelsPerUnit = Double(lane.height) / lane.span
    center = lane.center
    self.half = half
    top = limit.y
    bottom = limit.bottom
    laneTop = lane.y
    laneBottom = lane.y + lane.height
  }

  private let laneTop: Float
  private let laneBottom: Float

  /// The span of all values between two; what lies outside is drawn at the edge.
  func span(_ minimum: Float, _ maximum: Float) -> ColumnSpan {
    let high = y(maximum) - half
    let low = y(minimum) + half
    let from = Swift.max(top, Swift.min(bottom - 2 * half, high))
    return ColumnSpan(topPixels: from, bottomPixels: Swift.max(from + 2 * half, Swift.min(bottom, low)))
  }

  /// The whole height of the lane, where samples are missing.
  var gap: ColumnSpan { ColumnSpan(topPixels: laneTop + 1, bottomPixels: laneBottom - 1) }

  private func y(_ value: Float) -> Float {
    middle - Float(Swift.max(-1e6, Swift.min(1e6, (Double(value) - center) * pixelsPerUnit)))
  }
}

/// Finds what a stream covers in each of some columns.
///
/// Above level 0 a column has the extremes of all blocks that begin in it, and reaches to those of the block before; at level 0 it has the
/// samples in it and the straight lines between them. Missing samples part a line, and are told.
struct ColumnTracer {
  /// What is covered in each column.
  private(set) var spans: [ColumnSpan]
  /// Columns in which samples are missing.
  private(set) var gaps: [ColumnSpan]
  /// Whether there is any.
  private(set) var hasGap = false

  private let columns: Range<Int64>
  private let columnMicroseconds: Double
  /// The sample, with its fraction, at the left edge of each column, and at the right edge of the last one.
  private var edges: [Double]

  init(columns: Range<Int64>, columnMicroseconds: Double) {
    self.columns = columns
    self.columnMicroseconds = columnMicroseconds
    spans = [ColumnSpan](repeating: .none, count: columns.count)
    gaps = spans
    edges = [Double](repeating: 0, count: columns.count + 1)
  }

  /// Takes the times of a group.
  mutating func place(_ clock: StreamClock) {
    for index in edges.indices {
      edges[index] = clock.sequence(at: Double(columns.lowerBound + Int64(index)) * columnMicroseconds)
    }
  }

  /// Traces one stream.
  ///
  /// - Parameters:
  ///   - store: Its blocks.
  ///   - before: Those of another level, for columns whose blocks have not come yet.
  ///   - channel: Its place among the store's channels.
  ///   - part: Which of the columns.
  ///   - scale: From values to pixels.
  /// - Complexity: O(columns + blocks); no allocation.
  mutating func trace(
    _ store: BlockStore?, else before: BlockStore?, _ channel: Int, _ part: Range<Int>, _ scale: LaneScale
  ) {
    hasGap = false
    for index in part {
      spans[index] = .none
      gaps[index] = .none
    }
    guard let store else { return }
    if store.level == 0 {
      lines(store, channel, part, scale)
    } else {
      blocks(store, channel, part, scale)
    }
    guard let before else { return }
    fill(before, channel, part, scale)
  }

  /// Level 0: samples and the lines between them.
  private mutating func lines(_ store: BlockStore, _ channel: Int, _ part: Range<Int>, _ scale: LaneScale) {
    for index in part {
      let (left, right) = (edges[index], edges[index + 1])
      guard right > left else { continue }
      let first = Int64(left.rounded(.up))
      let end = Int64(right.rounded(.up))
      var (low, high) = (Float.infinity, -Float.infinity)
      func take(_ value: Float) {
        low = Swift.min(low, value)
        high = Swift.max(high, value)
      }
      // The line into the column, the samples in it, and the line out of it.
      if let value = Self.value(store, channel, at: left) { take(value) }
      var sequence = first
      while sequence < end {
        let value = store.sample(channel, sequence)
        if !value.isNaN { take(value) } else if store.has(sequence) { miss(index, scale) }
        sequence += 1
      }
      if let value = Self.value(store, channel, at: right) { take(value) }
      if low <= high { spans[index] = scale.span(low, high) }
      // Where samples are farther apart than columns, a column between two of which one is missing lies in the gap.
      if first == end, low > high, isMissing(store, channel, first - 1) || isMissing(store, channel, first) {
        miss(index, scale)
      }
    }
  }

  private func isMissing(_ store: BlockStore, _ channel: Int, _ sequence: Int64) -> Bool {
    store.has(sequence) && store.sample(channel, sequence).isNaN
  }

  private mutating func miss(_ index: Int, _ scale: LaneScale) {
    hasGap = true
    gaps[index] = scale.gap
  }

  /// The value on the line between two samples; nil where one of them is missing.
  private static func value(_ store: BlockStore, _ channel: Int, at sequence: Double) -> Float? {
    let base = sequence.rounded(.down)
    let a = store.sample(channel, Int64(base))
    let b = store.sample(channel, Int64(base) + 1)
    guard !a.isNaN, !b.isNaN else { return nil }
    return a + (b - a) * Float(sequence - base)
  }

  /// Above level 0: extremes of blocks, each in the column in which it begins.
  private mutating func blocks(_ store: BlockStore, _ channel: Int, _ part: Range<Int>, _ scale: LaneScale) {
    let length = Int64(1) << Int64(store.level)
    for index in part {
      let first = Self.block(at: edges[index], length)
      var block = first
      let end = Self.block(at: edges[index + 1], length)
      var (low, high) = (Float.infinity, -Float.infinity)
      var isMissing = false
      while block < end {
        let (least, most) = store.extremes(channel, block)
        if !least.isNaN {
          low = Swift.min(low, least)
          high = Swift.max(high, most)
        } else if store.has(block) {
          isMissing = true
        }
        block += 1
      }
      if isMissing { miss(index, scale) }
      guard low <= high else { continue }
      // The line from the block before; where that is missing there is none.
      let (least, most) = store.extremes(channel, first - 1)
      spans[index] =
        least.isNaN ? scale.span(low, high) : scale.span(Swift.min(low, most), Swift.max(high, least))
    }
  }

  /// The first block that begins at a sample or after it.
  private static func block(at sequence: Double, _ length: Int64) -> Int64 {
    Int64((sequence / Double(length)).rounded(.up))
  }

  /// Columns that are still empty, from blocks of another level.
  private mutating func fill(_ store: BlockStore, _ channel: Int, _ part: Range<Int>, _ scale: LaneScale) {
    let length = Double(Int64(1) << Int64(store.level))
    for index in part where spans[index] == .none && gaps[index] == .none {
      let first = Int64((edges[index] / length).rounded(.down))
      let end = Swift.min(first + 64, Int64((edges[index + 1] / length).rounded(.up)))
      var (low, high) = (Float.infinity, -Float.infinity)
      for block in first..<Swift.max(first, end) {
        let (least, most) =
          store.level == 0
          ? (store.sample(channel, block), store.sample(channel, block)) : store.extremes(channel, block)
        if !least.isNaN {
          low = Swift.min(low, least)
          high = Swift.max(high, most)
        }
      }
      if low <= high { spans[index] = scale.span(low, high) }
    }
  }
}
