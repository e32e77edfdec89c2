/// A lookup in SQL: which of many stretches of values contains a row's value, in one step for most rows.
///
/// A grid over the values gives the number of ends in the cells before that of the value; the ends in its own
/// cell are compared with it. Values are compared with ends only, so the grid affects the time and not the
/// result. If no grid separates the ends well, there are several lookups, each for a part of the values.
struct RankLookup: Sendable {
  /// The name of the stretch's number in SQL; stretches are numbered from 0.
  static let name = "wg_stretch"
  /// Maximum number of ends in one query, since servers read queries of up to 256 KiB.
  static let endLimit = 5000
  /// Number of cells of the grid.
  private static let cellCount = 2048
  /// Maximum number of ends in a cell of the grid: each one is compared, and lengthens the server's
  /// preparation.
  private static let crowdLimit = 12
  /// Maximum number of parts.
  private static let partLimit = 16

  let column: RankColumn
  /// The greatest value of each stretch but the last, ascending, without repetition.
  let ends: ArraySlice<Int64>
  /// Number of stretches before the first one.
  let first: Int
  /// The greatest value before those of this lookup.
  let lower: Int64?
  /// The greatest value of this lookup.
  let upper: Int64?
  private let grid: RankGrid?

  /// Returns lookups that together cover all stretches, each for a part of the values.
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

  /// Maximum number of ends with which a row is compared.
  private var crowd: Int { grid?.most ?? ends.count }

  /// The index of the end before the widest gap.
  private var widestGap: Int? {
    guard ends.count >= 2 else { return nil }
    let numbers = ends.map { column.measure($0, from: ends[ends.startIndex]) }
    // Not near the edges, since a part with few ends would gain nothing.
    let margin = numbers.count / 16
    // Divided by two first, since the distance of two numbers may overflow.
    let gaps = (1..<numbers.count).map { numbers[$0] / 2 - numbers[$0 - 1] / 2 }
    return gaps.indices.dropFirst(margin).dropLast(margin).max { gaps[$0] < gaps[$1] }.map {
      ends.startIndex + $0
    }
  }

  /// The conditions for the rows of this lookup.
  var conditions: [String] {
    [
      lower.map { "\(RankColumn.name) > \(column.literal($0))" },
      upper.map { "\(RankColumn.name) <= \(column.literal($0))" },
    ].compactMap { $0 }
  }

  /// The definitions after WITH, `name` last.
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
    // No value is greater than the padding after the last end.
    let last = column.isReal ? RankColumn.literal(.greatestFiniteMagnitude) : String(UInt64.max)
    texts += [String](repeating: last, count: grid.most)
    made.append("[\(texts.joined(separator: ","))] AS wg_ends")
    made.append("arrayElement(\(grid.bases), \(grid.cell(of: column.measure)) + 1) AS wg_base")
    let sum = (1...grid.most).map { "(\(compared) > arrayElement(wg_ends, wg_base + \($0)))" }.joined(
      separator: " + ")
    return made + ["toUInt32(\(first) + wg_base + \(sum)) AS \(Self.name)"]
  }
}
