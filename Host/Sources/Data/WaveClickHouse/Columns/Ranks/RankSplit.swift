/// Queries that refine the cells of an index.
///
/// They either split each cell into equal parts and count the rows in each part, or list all values of the
/// cell.
struct RankSplit: Sendable {
  /// The approximate maximum number of parts in one response.
  private static let partLimit = 1 << 16
  /// The maximum number of rows for which all values are listed.
  ///
  /// Above it, rows are counted in parts.
  static let listLimit: UInt64 = 1 << 18
  /// The maximum number of cells in one query.
  static let cellLimit = RankLookup.endLimit / 2

  let column: RankColumn
  /// The cells to refine, in ascending order.
  private let cells: [RankCell]
  /// The lookups for the intervals of the cells and the intervals between cells.
  let lookups: [RankLookup]
  /// For each interval, the index of its cell; nil for intervals between cells.
  private let owners: [Int?]
  /// Whether all values are listed.
  let isListed: Bool
  private let partCount: Int

  /// Prepares the queries that refine cells.
  ///
  /// - Parameters:
  ///   - column: The column of the index.
  ///   - index: The index to refine.
  ///   - places: The indices of the cells to refine, in ascending order.
  ///   - isListed: Whether to list all values.
  init(_ column: RankColumn, _ index: RankIndex, _ places: [Int], isListed: Bool) {
    self.column = column
    self.isListed = isListed
    cells = places.map { index.cells[$0] }
    var (ends, owners): ([Int64], [Int?]) = ([], [])
    for (number, place) in places.enumerated() {
      if number > 0 {
        ends.append(index.cells[places[number - 1]].greatest)
        if place - 1 > places[number - 1] {
          ends.append(index.cells[place - 1].greatest)
          owners.append(nil)
        }
      }
      owners.append(number)
    }
    self.owners = owners
    lookups = RankLookup.parts(column, ends: ends)
    partCount = max(2, min(4096, Self.partLimit / max(1, places.count)))
  }

  /// The definitions for the WITH clause, which must come after the definitions of a lookup.
  var definitions: [String] { isListed ? [] : column.isReal ? realParts : wholeParts }

  private var realParts: [String] {
    let value = RankColumn.name
    var (leasts, scales): ([String], [String]) = ([], [])
    for owner in owners {
      let (low, high) =
        owner.map { (column.real(cells[$0].least), column.real(cells[$0].greatest)) } ?? (0, 0)
      leasts.append(RankColumn.literal(low))
      scales.append(RankColumn.literal(owner == nil ? 1 : Self.scale(low, high, partCount)))
    }
    let place =
      "(\(value) - arrayElement([\(leasts.joined(separator: ","))], \(RankLookup.name) + 1))"
      + " * arrayElement([\(scales.joined(separator: ","))], \(RankLookup.name) + 1)"
    return ["toUInt32(least(greatest(\(place), 0.), \(partCount - 1).)) AS wg_part"]
  }

  /// Returns a factor that maps the minimum of a range to the first part, and the maximum to the last part.
  static func scale(_ low: Double, _ high: Double, _ count: Int) -> Double {
    let range = high - low
    guard range.isFinite else { return Double(count) / .greatestFiniteMagnitude }
    return min(.greatestFiniteMagnitude, Double(count) / range)
  }

  private var wholeParts: [String] {
    let first = cells.first?.least ?? 0
    var (leasts, shifts): ([UInt64], [Int]) = ([], [])
    for owner in owners {
      guard let cell = owner.map({ cells[$0] }) else {
        leasts.append(0)
        shifts.append(0)
        continue
      }
      leasts.append(UInt64(bitPattern: cell.least &- first))
      let width = UInt64(bitPattern: cell.greatest &- cell.least)
      let bitCount = Int.bitWidth - partCount.leadingZeroBitCount - 1
      shifts.append(max(0, 64 - width.leadingZeroBitCount - bitCount))
    }
    let distance = "toUInt64(\(RankColumn.name) - toInt64(\(first)))"
    let place =
      """
      bitShiftRight(toUInt64(\(distance) - arrayElement(\(leasts), \(RankLookup.name) + 1)), \
      arrayElement(\(shifts), \(RankLookup.name) + 1))
      """
    return ["toUInt32(least(\(place), \(partCount - 1))) AS wg_part"]
  }

  /// The SQL conditions for the rows in the cells.
  var conditions: [String] {
    guard let first = cells.first, let last = cells.last else { return ["0"] }
    var made = [column.isWithin(first.least...last.greatest)]
    if owners.contains(where: { $0 == nil }) {
      made.append("arrayElement(\(owners.map { $0 == nil ? 0 : 1 }), \(RankLookup.name) + 1) = 1")
    }
    return made
  }

  /// The terms for the GROUP BY clause.
  var groups: String { isListed ? RankColumn.name : "\(RankLookup.name), wg_part" }
}
