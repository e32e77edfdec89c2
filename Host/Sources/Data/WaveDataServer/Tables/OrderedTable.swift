import Synchronization
import WaveDataWire
import WaveSeries
import WaveTableFormats
import WaveTables
import WaveUnits
import WaveWire

/// A table's rows in an order, with the x tick of each row, and the table's columns in that order.
final class OrderedTable: Sendable {
  /// The identity of an order: its kind and, unless it is the table's own order, its column.
  struct Name: Hashable, Sendable {
    var order: TableOrder
    var column: Int

    init(_ order: TableOrder, column: Int) {
      self.order = order
      self.column = order == .rows ? 0 : column
    }
  }

  /// The values by which the rows are ordered.
  typealias Values = KeptColumns.Values

  /// The number of ticks between the minimum and the maximum real value.
  private static let realTicks = Double(Int64(1) << 52)
  /// The number of rows processed between two calls of `goesOn`.
  private static let sliceCount = 1 << 14

  let axis: TableAxis
  /// The number of rows in the table when the order was computed.
  let rowCount: Int
  /// Identifies the read of the table for which the order was computed.
  let reading: Int
  /// The number of indices along x: all rows or, if x is a column's value, only the rows with a value.
  let count: Int
  /// The table row at each index; nil if every row equals its index.
  private let rows: [UInt32]?
  /// The tick at each index; nil if every tick equals its index.
  private let ticks: [Int64]?
  private let columns = Mutex<[Int: Series]>([:])
  /// The cached classes of each row's text, by column index.
  let texts = Mutex<[Int: TextClasses]>([:])

  /// Creates the table's own order.
  init(rowCount: Int, axis: TableAxis, reading: Int = 0) {
    self.rowCount = rowCount
    self.reading = reading
    self.axis = axis
    count = rowCount
    rows = nil
    ticks = nil
  }

  /// Orders rows by a column's values.
  ///
  /// Rows with equal values keep their order, and rows without a value come last.
  ///
  /// - Parameters:
  ///   - name: The order, which must not be the table's own.
  ///   - values: The column's values in the table's own order.
  ///   - isValid: Returns whether a row has a value.
  ///   - summary: The statistics of the column.
  ///   - source: The table's number.
  ///   - reading: Identifies the read of the table that produced the values.
  ///   - goesOn: Called repeatedly with the fraction completed, from 0 to 1; returning false ends the work,
  ///     and the result is nil.
  init?(
    _ name: Name, values: Values, isValid: (Int) -> Bool, summary: ColumnSummary, source: UInt16,
    reading: Int = 0, goesOn: (Double) -> Bool
  ) {
    self.reading = reading
    let column = UInt16(truncatingIfNeeded: name.column)
    let kind: TableAxis.Kind = summary.isTime ? .time : .number
    let ordered: (rows: [UInt32], valid: Int)?
    switch values {
    case .whole(let values):
      rowCount = values.count
      ordered = Self.order(values.count, isValid, goesOn) { rows, order in
        let picked = rows.map { values[Int($0)] }
        order.append(picked.span)
      }
    case .real(let values):
      rowCount = values.count
      ordered = Self.order(values.count, isValid, goesOn) { rows, order in
        let picked = rows.map { values[Int($0)] }
        order.append(picked.span)
      }
    }
    guard let ordered else { return nil }
    rows = ordered.rows
    guard name.order == .values else {
      ticks = nil
      count = rowCount
      axis = TableAxis(
        source: source, order: .ranks, column: column, kind: .count, from: 0, until: Int64(max(1, rowCount)))
      return
    }
    count = ordered.valid
    let valid = ordered.rows.prefix(ordered.valid)
    switch values {
    case .whole(let values):
      // The limit is reduced by one, so that there is always a tick after the last row.
      let limit = WireLimits.ticks - 1
      let ticks = Self.sliced(valid, { goesOn(1) }) { max(-limit, min(limit, values[Int($0)])) }
      guard let ticks else { return nil }
      self.ticks = ticks
      axis = TableAxis(
        source: source, order: .values, column: column, kind: kind, from: ticks.first ?? 0,
        until: (ticks.last ?? 0) + 1, offset: 0, step: summary.displayed(1))
    case .real(let values):
      let least = valid.first.map { values[Int($0)] } ?? 0
      let range = (valid.last.map { values[Int($0)] } ?? 0) - least
      let step = range > 0 && range.isFinite ? range / Self.realTicks : 1
      let ticks = Self.sliced(valid, { goesOn(1) }) {
        Int64(saturating: min(Self.realTicks, ((values[Int($0)] - least) / step).rounded()))
      }
      guard let ticks else { return nil }
      self.ticks = ticks
      axis = TableAxis(
        source: source, order: .values, column: column, kind: kind, from: 0,
        until: range > 0 ? Int64(Self.realTicks) + 1 : 1, offset: summary.displayed(least),
        step: summary.displayed(step))
    }
  }

  /// Returns this order, restricted to the rows of a set.
  ///
  /// - Returns: The order, or nil if `goesOn` ended the work.
  func keeping(_ kept: RowSet, goesOn: () -> Bool) -> OrderedTable? {
    var places: [UInt32] = []
    for part in (0..<count).parts(of: Self.sliceCount) {
      guard goesOn() else { return nil }
      for place in part where kept.contains(row(atPlace: place)) { places.append(UInt32(place)) }
    }
    return OrderedTable(self, places: places)
  }

  private init(_ other: OrderedTable, places: [UInt32]) {
    rowCount = other.rowCount
    reading = other.reading
    count = places.count
    rows = places.map { UInt32(other.row(atPlace: Int($0))) }
    ticks = other.ticks.map { ticks in places.map { ticks[Int($0)] } }
    var axis = other.axis
    if let ticks {
      axis.from = ticks.first ?? 0
      axis.until = (ticks.last ?? 0) + 1
    } else {
      axis.until = Int64(max(1, places.count))
    }
    self.axis = axis
  }

  /// Sorts rows in slices, so that the work can be ended after each slice.
  private static func order(
    _ count: Int, _ isValid: (Int) -> Bool, _ goesOn: (Double) -> Bool,
    _ receive: (ArraySlice<UInt32>, inout SortOrder) -> Void
  ) -> (rows: [UInt32], valid: Int)? {
    var valid: [UInt32] = []
    var missing: [UInt32] = []
    valid.reserveCapacity(count)
    for part in (0..<count).parts(of: sliceCount) {
      guard goesOn(0) else { return releaseLater(valid, missing) }
      for row in part {
        if isValid(row) { valid.append(UInt32(row)) } else { missing.append(UInt32(row)) }
      }
    }
    var order = SortOrder(count: valid.count)
    for part in valid.parts(of: sliceCount) {
      guard goesOn(order.progress) else { return releaseLater(valid, missing, order) }
      receive(part, &order)
    }
    while !order.isDone {
      guard goesOn(order.progress) else { return releaseLater(valid, missing, order) }
      order.step(limit: sliceCount)
    }
    let places = order.rows
    guard var rows = sliced(places[...], { goesOn(1) }, { valid[Int($0)] }) else {
      return releaseLater(valid, missing, order)
    }
    rows += missing
    return (rows, valid.count)
  }

  /// Releases the memory of cancelled work after a delay, and returns nil.
  private static func releaseLater(
    _ valid: [UInt32], _ missing: [UInt32], _ order: SortOrder? = nil
  ) -> (rows: [UInt32], valid: Int)? {
    LateRelease.of((valid, missing, order))
    return nil
  }

  /// Transforms each element, or returns nil if `goesOn` ended the work.
  private static func sliced<Made>(
    _ elements: ArraySlice<UInt32>, _ goesOn: () -> Bool, _ make: (UInt32) -> Made
  ) -> [Made]? {
    var made: [Made] = []
    made.reserveCapacity(elements.count)
    for part in elements.parts(of: sliceCount) {
      guard goesOn() else { return nil }
      for element in part { made.append(make(element)) }
    }
    return made
  }

  /// Whether this is the table's own order and includes all rows.
  var isPlain: Bool { rows == nil }

  /// Returns the table row at an index along x.
  func row(atPlace place: Int) -> Int { rows.map { Int($0[place]) } ?? place }

  /// Returns the tick at an index along x.
  func tick(ofPlace place: Int) -> Int64 { ticks.map { $0[place] } ?? Int64(place) }

  /// Returns the index with the nearest tick, or the first such index if several are equally near.
  ///
  /// The order must not be empty.
  func place(nearestTo tick: Int64) -> Int {
    guard let ticks, let near = NearestSearch.index(of: tick, in: ticks.span) else {
      return max(0, min(count - 1, Int(clamping: tick)))
    }
    return NearestSearch.lowerBound(of: ticks[near], in: ticks.span)
  }

  /// Returns the first index with a tick that is equal to or greater than the given one.
  func place(from tick: Int64) -> Int {
    guard let ticks else { return max(0, min(count, Int(clamping: tick))) }
    return NearestSearch.lowerBound(of: tick, in: ticks.span)
  }

  /// Returns the places of the rows in a half-open range of ticks.
  func places(from: Int64, until: Int64) -> Range<Int> {
    let start = place(from: from)
    return start..<max(start, place(from: until))
  }

  /// Returns the first index in each pixel column, and the pixel columns of the nearest rows outside the
  /// window.
  func edges(_ map: PixelMap) -> (edges: [Int], neighbors: TraceNeighbors) {
    guard let ticks else {
      let edges = map.edges(rowCount: count)
      return (edges, map.neighbors(of: edges))
    }
    let edges = map.edges(of: ticks.span)
    return (edges, map.neighbors(of: edges, in: ticks.span))
  }

  /// Returns a column's values in this order.
  ///
  /// - Parameters:
  ///   - column: The index of the column.
  ///   - series: The column's values in the table's own order.
  ///   - goesOn: Called repeatedly; returning false ends the work.
  /// - Returns: The values, or nil if `goesOn` ended the work.
  func series(_ column: Int, of series: Series, goesOn: () -> Bool) -> Series? {
    guard rows != nil else { return series }
    if let known = columns.withLock({ $0[column] }) { return known }
    guard let made = gathered(series, goesOn: goesOn) else { return nil }
    columns.withLock { $0[column] = made }
    return made
  }

  /// Returns values in this order, without caching them.
  ///
  /// - Returns: The values, or nil if `goesOn` ended the work.
  func gathered(_ series: Series, goesOn: () -> Bool) -> Series? {
    guard let rows else { return series }
    var made = Series()
    for part in (0..<count).parts(of: SeriesChunk.capacity) {
      guard goesOn() else { return nil }
      made.append(series.gathered(rows.span.extracting(part)))
    }
    return made
  }
}
