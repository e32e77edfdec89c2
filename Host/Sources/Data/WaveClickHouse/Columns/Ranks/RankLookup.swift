/// Tells, in SQL, which of many stretches of values a row's value lies in, in one step for most rows.
///
/// A grid over the values tells how many ends lie in cells before the value's own; those in its cell are
/// compared with it. Values are compared with ends and nothing else, so that the grid decides how long it
/// takes and not what comes out. Where no grid keeps ends apart there are several lookups, each for a part of
/// the values.
struct RankLookup: Sendable {
  /// What the stretch's number is called, from 0 on.
  static let name = "wg_stretch"
  /// Ends in one query at most: servers read queries of 256 KiB.
  static let endLimit = 5000
  /// Cells of the grid.
  private static let cellCount = 2048
  /// Ends in a cell of the grid at most: each is compared, and each makes the server take longer to begin.
  private static let crowdLimit = 12
  /// Parts at most.
  private static let partLimit = 16

  let column: RankColumn
  /// The greatest value of each stretch but the last, in order, each once.
  let ends: ArraySlice<Int64>
  /// Stretches before the first one.
  let first: Int
  /// Its rows have a greater value than this.
  let lower: Int64?
  /// And no greater one than this.
  let upper: Int64?
  private let grid: RankGrid?

  /// Lookups that together tell stretches apart, each of its own values.
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
    let origin = ends.first ?? 0
    guard ends.count > Self.crowdLimit else {
      grid = nil
      return
    }
    let numbers = ends.map { column.measure($0, from: origin) }
    grid = RankGrid.best(for: numbers, cellCount: Self.cellCount)
  }

  /// Ends that a row is compared with.
  private var crowd: Int { grid?.most ?? ends.count }

  /// The end behind which it is farthest to the next one.
  private var widestGap: Int? {
    guard ends.count >= 2 else { return nil }
    let numbers = ends.map { column.measure($0, from: ends[ends.startIndex]) }
    // Not near the edges: of few ends nobody would be the wiser.
    let margin = numbers.count / 16
    // Halves: the distance of two numbers may be greater than any number.
    let gaps = (1..<numbers.count).map { numbers[$0] / 2 - numbers[$0 - 1] / 2 }
    return gaps.indices.dropFirst(margin).dropLast(margin).max { gaps[$0] < gaps[$1] }.map {
      ends.startIndex + $0
    }
  }

  /// The rows that it is for.
  var conditions: [String] {
    [
      lower.map { "\(RankColumn.name) > \(column.literal($0))" },
      upper.map { "\(RankColumn.name) <= \(column.literal($0))" },
    ].compactMap { $0 }
  }

  /// What stands behind WITH; `name` is the last of them.
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
    // Nothing is greater than what stands behind the last end.
    let last = column.isReal ? RankColumn.literal(.greatestFiniteMagnitude) : String(UInt64.max)
    texts += [String](repeating: last, count: grid.most)
    made.append("[\(texts.joined(separator: ","))] AS wg_ends")
    made.append("arrayElement(\(grid.bases), \(grid.cell(of: column.measure)) + 1) AS wg_base")
    let sum = (1...grid.most).map { "(\(compared) > arrayElement(wg_ends, wg_base + \($0)))" }.joined(
      separator: " + ")
    return made + ["toUInt32(\(first) + wg_base + \(sum)) AS \(Self.name)"]
  }
}
