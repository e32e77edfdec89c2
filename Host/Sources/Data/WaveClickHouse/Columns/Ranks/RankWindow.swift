import WaveDataFeed
import WaveSeries
import WaveTables
import WaveUnits

/// A range of ranks divided into pixel columns.
///
/// It determines the value intervals to query, and converts responses to pixel columns.
///
/// If many rows have the same value, a pixel column can begin between two of them. The order of these rows is
/// undefined, so each pixel column that contains any of them shows all of them.
struct RankWindow: Sendable {
  /// An interval of adjacent values that lie in the same pixel columns.
  struct Stretch: Equatable, Sendable {
    var cells: Range<Int>
    /// The ranks of the interval's rows.
    var places: Range<UInt64>
  }

  /// The rank at which each pixel column begins, followed by the end of the last pixel column.
  ///
  /// A picture has one additional pixel column on either side of the window.
  let borders: [UInt64]

  init(borders: [UInt64]) { self.borders = borders }

  init(_ window: ColumnWindow, total: UInt64) {
    let map = window.map
    let step = max(1, window.until.saturatingSubtracting(window.from) / Int64(map.columns))
    let inner = (0...map.columns).map { map.start(ofColumn: $0) }
    let ticks = [map.start.saturatingSubtracting(step)] + inner + [map.end.saturatingAdding(step)]
    borders = ticks.map { UInt64(clamping: min(max(0, $0), Int64(clamping: total))) }
  }

  /// Returns the window with its borders moved to the nearest ends of cells, so that no further query is
  /// needed.
  func snapped(to index: RankIndex) -> RankWindow {
    RankWindow(
      borders: borders.map { border in
        guard border < index.total else { return border }
        let cell = index.cell(holding: border)
        guard !index.cells[cell].isOneValue else { return border }
        let (start, end) = (index.starts[cell], index.starts[cell + 1])
        return border - start < end - border ? start : end
      })
  }

  /// Returns the value intervals between the borders, in order.
  ///
  /// - Parameter index: An index in which all borders are resolved.
  /// - Returns: All intervals from the first border to the last.
  func stretches(of index: RankIndex) -> [Stretch] {
    var edges: [Int] = []
    for border in borders {
      guard border < index.total else {
        edges.append(index.cells.count)
        continue
      }
      let cell = index.cell(holding: border)
      edges.append(cell)
      // A group of equal values on both sides of a border is an interval of its own.
      if index.starts[cell] < border { edges.append(cell + 1) }
    }
    var made: [Stretch] = []
    for edge in edges.sorted() {
      let start = made.last?.cells.upperBound ?? edges.first ?? 0
      guard edge > start else { continue }
      made.append(Stretch(cells: start..<edge, places: index.starts[start]..<index.starts[edge]))
    }
    return made
  }

  /// Combines the buckets of value intervals into pixel columns.
  ///
  /// - Parameters:
  ///   - stretches: The intervals between the borders.
  ///   - buckets: The bucket of each interval.
  /// - Returns: A lane with a bucket for each pixel column.
  func lane(_ stretches: [Stretch], _ buckets: [ColumnBucket]) -> ColumnPicture.Lane {
    var made = [ColumnBucket](repeating: .empty, count: max(0, borders.count - 1))
    pieces(of: stretches) { pixel, number, places in
      made[pixel].join(Self.share(buckets[number], of: stretches[number].places, in: places))
    }
    guard made.count >= 2 else { return ColumnPicture.Lane(buckets: made) }
    let after = made.removeLast()
    let before = made.removeFirst()
    return ColumnPicture.Lane(buckets: made, before: before, after: after)
  }

  /// Calls a closure for each overlap of a pixel column with a value interval.
  ///
  /// - Parameters:
  ///   - stretches: The intervals of values between the borders of the pixel columns.
  ///   - each: Called with the indices of a pixel column and an interval, and the ranks where they overlap.
  func pieces(of stretches: [Stretch], each: (_ pixel: Int, _ stretch: Int, _ places: Range<UInt64>) -> Void)
  {
    var next = 0
    for pixel in borders.indices.dropLast() where borders[pixel] < borders[pixel + 1] {
      let places = borders[pixel]..<borders[pixel + 1]
      while next < stretches.count, stretches[next].places.upperBound <= places.lowerBound { next += 1 }
      var number = next
      while number < stretches.count, stretches[number].places.lowerBound < places.upperBound {
        each(pixel, number, stretches[number].places.clamped(to: places))
        number += 1
      }
    }
  }

  /// Returns the share of an interval's bucket that belongs to a pixel column.
  ///
  /// The row counts are reduced in proportion to the overlap.
  private static func share(
    _ bucket: ColumnBucket, of all: Range<UInt64>, in shared: Range<UInt64>
  ) -> ColumnBucket {
    var made = bucket
    made.firstTick = Int64(clamping: shared.lowerBound)
    made.lastTick = Int64(clamping: shared.upperBound) - 1
    guard shared != all, bucket.rowCount > 0 else { return made }
    let part = part(shared, of: all)
    made.rowCount = max(1, Self.part(part, of: bucket.rowCount))
    made.count = bucket.count == 0 ? 0 : max(1, min(made.rowCount, Self.part(part, of: bucket.count)))
    return made
  }

  /// Returns the fraction of a range of ranks that a subrange covers, from 0 to 1.
  static func part(_ places: Range<UInt64>, of all: Range<UInt64>) -> Double {
    // `count` would overflow, since it is limited to 63 bits.
    Double(places.upperBound - places.lowerBound) / Double(all.upperBound - all.lowerBound)
  }

  /// Multiplies a row count by a fraction from 0 to 1.
  static func part(_ part: Double, of count: UInt64) -> UInt64 {
    part < 1 ? UInt64(exactly: (Double(count) * part).rounded()) ?? count : count
  }
}
