/// A lookup in SQL that finds which of many value intervals contains a row's value, in one step for most
/// rows.
///
/// A grid over the values gives the number of interval ends in all cells before the one that contains the
/// row's value. The ends in this cell are then compared with the value. The grid affects only the speed,
/// because the result always comes from comparisons with the ends. If no grid separates the ends well, there
/// are several lookups, each for a range of values.
struct RankLookup: Sendable {
  /// The SQL alias of an interval's zero-based index.
  static let name = "wg_stretch"
  /// The maximum number of ends in one query, since servers accept queries of up to 256 KiB.
  static let endLimit = 5000
  /// The number of cells in the grid.
  private static let cellCount = 2048
  /// The maximum number of ends in a grid cell.
  ///
  /// Each end costs a comparison and makes the query slower to prepare.
  private static let crowdLimit = 12
  /// The maximum number of lookups.
  private static let partLimit = 16

  let column: RankColumn
  /// The maximum value of each interval except the last, in ascending order without duplicates.
  let ends: ArraySlice<Int64>
  /// The number of intervals before the first interval of this lookup.
  let first: Int
  /// The maximum value of the previous lookup; nil for the first one.
  let lower: Int64?
  /// The maximum value of this lookup; nil for the last one.
  let upper: Int64?
  private let grid: RankGrid?

  /// Returns lookups that together cover all intervals, each for a range of values.
  static func parts(_ column: RankColumn, ends: [Int64]) -> [RankLookup] {
    var open = [RankLookup(column, ends[...], first: 0, lower: nil, upper: nil)]
    var made: [RankLookup] = []
    while let next = open.popLast() {
      guard next.crowd > crowdLimit, open.count + made.count < partLimit - 1, let gap = next.widestGap else {
        made.append(next)
        continue
      }
      let (before, end) = (next.ends[..<gap], next.ends[gap])
      open.append(
        RankLookup(
          column, next.ends[(gap + 1)...], first: next.first + before.count + 1, lower: end, upper: next.upper
        ))
      open.append(RankLookup(column, before, first: next.first, lower: next.lower, upper: end))
    }
    return made
  }

  private init(_ column: RankColumn, _ ends: ArraySlice<Int64>, first: Int, lower: Int64?, upper: Int64?) {
    (self.column, self.ends, self.first, self.lower, self.upper) = (column, ends, first, lower, upper)
    let numbers = ends.map { column.measure($0, from: ends.first ?? 0) }
    grid = numbers.count > Self.crowdLimit ? RankGrid.best(for: numbers, cellCount: Self.cellCount) : nil
  }

  /// The maximum number of interval ends with which a row is compared.
  private var crowd: Int { grid?.most ?? ends.count }

  /// The index of the interval end before the widest gap.
  private var widestGap: Int? {
    guard ends.count >= 2 else { return nil }
    let numbers = ends.map { column.measure($0, from: ends[ends.startIndex]) }
    // Gaps near the edges are ignored, since splitting off only a few ends would gain nothing.
    let margin = numbers.count / 16
    // Both numbers are halved before the subtraction, since their difference can overflow.
    let gaps = (1..<numbers.count).map { numbers[$0] / 2 - numbers[$0 - 1] / 2 }
    return gaps.indices.dropFirst(margin).dropLast(margin).max { gaps[$0] < gaps[$1] }.map {
      ends.startIndex + $0
    }
  }

  /// The SQL conditions for rows whose values lie in this lookup's range.
  var conditions: [String] {
    [
      lower.map { "\(RankColumn.name) > \(column.literal($0))" },
      upper.map { "\(RankColumn.name) <= \(column.literal($0))" },
    ].compactMap { $0 }
  }

  /// The definitions for the WITH clause.
  ///
  /// The last one defines `name`.
  var definitions: [String] {
    guard let origin = ends.first else { return ["toUInt32(\(first)) AS \(Self.name)"] }
    var made = column.distance(from: origin)
    let compared = column.isReal ? RankColumn.name : RankColumn.distanceName
    var texts = ends.map { end in
      column.isReal ? RankColumn.literal(column.real(end)) : String(UInt64(bitPattern: end &- origin))
    }
    guard let grid else {
      let sum = texts.map { "(\(compared) > \($0))" }.joined(separator: " + ")
      return made + ["toUInt32(\(first) + \(sum)) AS \(Self.name)"]
    }
    // The list of ends is padded with a number that no value exceeds.
    let last = column.isReal ? RankColumn.literal(.greatestFiniteMagnitude) : String(UInt64.max)
    texts += [String](repeating: last, count: grid.most)
    made.append("[\(texts.joined(separator: ","))] AS wg_ends")
    made.append("arrayElement(\(grid.bases), \(grid.cell(of: column.measure)) + 1) AS wg_base")
    let sum = (1...grid.most).map { "(\(compared) > arrayElement(wg_ends, wg_base + \($0)))" }.joined(
      separator: " + ")
    return made + ["toUInt32(\(first) + wg_base + \(sum)) AS \(Self.name)"]
  }
}
