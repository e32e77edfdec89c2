import WaveDataFeed
import WaveSeries
import WaveTables
import WaveUnits

/// The aggregates that lenses need for an interval of x.
struct LensBucket: Equatable, Sendable {
  /// The number of rows, including those without a value.
  var rowCount: UInt64 = 0
  /// The number of rows with a value.
  ///
  /// If it is 0, the minimum and maximum are undefined.
  var count: UInt64 = 0
  /// The tick of the first row, with or without a value.
  var firstTick: Int64 = 0
  /// The tick of the last row, with or without a value.
  var lastTick: Int64 = 0
  var minimum = 0.0
  var maximum = 0.0
  var sum = 0.0
  /// The tick of the first row with the minimum value.
  var leastTick: Int64 = 0
  /// The tick of the first row with the maximum value.
  var greatestTick: Int64 = 0
  /// The positions of missing values: before, between or after the points of the bucket.
  var gaps = Gaps()

  struct Gaps: Equatable, Sendable {
    var before = false
    var between = false
    var after = false
  }

  /// Returns the buckets of an exact picture, without sums, or nil if the picture contains individual values
  /// instead of buckets.
  static func lanes(of picture: ColumnPicture, in window: ColumnWindow) -> [[LensBucket]]? {
    guard picture.isExact, picture.lanes.allSatisfy({ !$0.isDrawn && $0.buckets.count == window.pixels })
    else { return nil }
    let map = window.map
    return picture.lanes.map { lane in
      lane.buckets.enumerated().map { pixel, bucket in
        // If no row has a value, the ticks are unknown. Any tick in the pixel column is then sufficient.
        let start = map.start(ofColumn: pixel)
        let (first, last) = bucket.count > 0 ? (bucket.firstTick, bucket.lastTick) : (start, start)
        return LensBucket(
          rowCount: bucket.rowCount, count: bucket.count, firstTick: first, lastTick: last,
          minimum: bucket.minimum, maximum: bucket.maximum, leastTick: first, greatestTick: first)
      }
    }
  }

  /// Whether the ticks of the minimum and maximum are unknown and must be queried.
  var isSpread: Bool { count > 0 && firstTick < lastTick }
  /// Whether the positions of missing values are unknown and must be queried.
  var isParted: Bool { count > 0 && count < rowCount }

  /// The tick halfway between the first and last rows, for a point that represents all rows.
  var middleTick: Int64 {
    // The distance may need more than 63 bits.
    firstTick &+ Int64(bitPattern: UInt64(bitPattern: lastTick &- firstTick) / 2)
  }

  /// The mean, clamped to the range of the values to remove rounding errors.
  var mean: Double {
    let mean = sum / Double(count)
    return mean.isNaN ? minimum / 2 + maximum / 2 : Swift.min(Swift.max(mean, minimum), maximum)
  }

  /// Returns the ticks of the first and last points.
  ///
  /// They are equal if there is only one point.
  func ends(_ lens: Lens) -> (first: Int64, last: Int64) {
    guard lens != .mean else { return (middleTick, middleTick) }
    return (Swift.min(leastTick, greatestTick), Swift.max(leastTick, greatestTick))
  }

  /// Returns the points that a lens chooses in this bucket.
  func points(_ lens: Lens) -> [LensPoint] {
    guard rowCount > 0 else { return [] }
    guard count > 0 else { return [LensPoint(row: Int(firstTick), value: .nan)] }
    if lens == .mean { return [LensPoint(row: Int(middleTick), value: mean, low: minimum, high: maximum)] }
    let least = LensPoint(row: Int(leastTick), value: minimum)
    let greatest = LensPoint(row: Int(greatestTick), value: maximum)
    guard least != greatest else { return [least] }
    return leastTick <= greatestTick ? [least, greatest] : [greatest, least]
  }
}

/// The points of consecutive intervals, and the gaps between them.
struct LensPoints {
  private(set) var points: [LensPoint] = []
  /// For each point, whether a value is missing between it and the previous point.
  private(set) var isParted: [Bool] = []
  private var isOpen = false

  init() {}

  /// Creates the points of buckets, in order.
  init(_ buckets: [LensBucket], _ lens: Lens) {
    for bucket in buckets { add(bucket, lens) }
  }

  /// Appends the points of the next interval.
  mutating func add(_ bucket: LensBucket, _ lens: Lens) {
    let next = bucket.points(lens)
    for (number, point) in next.enumerated() {
      let gap = number == 0 ? isOpen || bucket.gaps.before : bucket.gaps.between
      points.append(point)
      isParted.append(gap)
    }
    if !next.isEmpty { isOpen = bucket.gaps.after }
  }

  /// Appends the point of a single row.
  mutating func add(_ point: LensPoint) {
    points.append(point)
    isParted.append(isOpen)
    isOpen = false
  }

  /// Keeps the first and last points, and those between them that form the largest triangles (LTTB).
  ///
  /// - Parameter threshold: The maximum number of points.
  mutating func keepTriangles(_ threshold: Int) {
    guard let start = points.first?.row else { return }
    let x = points.map { Double($0.row.saturatingSubtracting(start)) }
    let y = points.map(\.value)
    let kept = LTTB.rows(of: y.span, x: x.span, threshold: threshold)
    var made = LensPoints()
    var last = -1
    for place in kept {
      var gap = last < 0 ? false : isParted[place]
      if last >= 0 {
        for passed in (last + 1)..<place where isParted[passed] || points[passed].value.isNaN { gap = true }
      }
      made.points.append(points[place])
      made.isParted.append(gap)
      last = place
    }
    self = made
  }

  /// The points, with an extra point that has no value wherever values are missing between two points.
  var parted: [LensPoint] {
    var made: [LensPoint] = []
    for (point, isParted) in zip(points, isParted) {
      if isParted, let last = made.last, last.value.isFinite {
        made.append(LensPoint(row: last.row, value: .nan))
      }
      made.append(point)
    }
    return made
  }
}
