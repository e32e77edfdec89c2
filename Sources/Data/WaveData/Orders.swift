import WaveDataWire

/// A sort order of lanes.
enum LaneOrder: Int, CaseIterable, Sendable {
  case table = 0
  case name = 1
  case correlation = 2
  case variation = 3
  case missing = 4
  case hand = 5
}

/// The order of rows and the order of lanes.
struct Orders: Sendable {
  /// An input from a touch gesture, a control or the server.
  enum Input {
    /// Pins a column. Nil, or the column that is already pinned, removes the pin.
    case pin(Int?)
    /// Chooses an order of rows from the available orders.
    case choose(TableOrder, of: [TableOrder])
    /// Chooses the sort order of lanes.
    case sort(by: LaneOrder)
    /// Resets a sort order that is no longer available.
    case limitSorting(to: [LaneOrder])
    /// Moves a column's lane to the position of another column's lane.
    case move(Int, to: Int)
  }

  /// The column pinned at the top, which can order the rows.
  private(set) var pinned: Int?
  /// The order of rows, which is the original one unless a column is pinned.
  private(set) var order = TableOrder.rows
  /// The columns that have lanes, from top to bottom, without the pinned one.
  private(set) var lanes: [Int] = []
  private(set) var sorting = LaneOrder.table

  /// Returns whether an axis matches the current order of rows and the pinned column.
  func isAlong(_ axis: TableAxis) -> Bool {
    axis.order == order && (order == .rows || Int(axis.column) == pinned)
  }

  /// Resets the orders for a new table, keeping the sort order of lanes.
  mutating func reset() {
    lanes = []
    pinned = nil
    order = .rows
  }

  mutating func handle(_ input: Input) {
    switch input {
    case .pin(let column):
      let before = pinned
      pinned = column == before ? nil : column
      if let before, sorting == .hand, let place = lanes.firstIndex(where: { $0 > before }) {
        lanes.insert(before, at: place)
      }
    case .choose(let next, let all): order = pinned == nil || !all.contains(next) ? .rows : next
    case .sort(let next): sorting = next
    case .limitSorting(let all): if !all.contains(sorting) { sorting = .table }
    case .move(let column, let other):
      guard column != other, let from = lanes.firstIndex(of: column), let to = lanes.firstIndex(of: other)
      else { return }
      sorting = .hand
      lanes.remove(at: from)
      lanes.insert(column, at: to)
    }
  }

  /// Sorts the lanes.
  ///
  /// In a manual order, new lanes come last.
  ///
  /// - Parameters:
  ///   - columns: All columns.
  ///   - hasTexts: Whether text columns have lanes.
  ///   - x: The column on the x axis, whose lane comes last since it shows only a straight line.
  ///   - derived: The derived columns, whose lanes are placed below the lanes of their original columns.
  mutating func arrange(_ columns: [DataColumn], hasTexts: Bool, x: Int?, derived: DerivedColumns) {
    var drawn = columns.indices.filter {
      (columns[$0].isDrawn || columns[$0].isText && hasTexts) && $0 != pinned
    }
    if let x, let place = drawn.firstIndex(of: x) { drawn.append(drawn.remove(at: place)) }
    switch sorting {
    case .table:
      lanes = drawn
      place(derived)
    case .hand:
      lanes.removeAll { !drawn.contains($0) }
      for column in drawn where !lanes.contains(column) { lanes.append(column) }
    case .name: lanes = drawn.sorted { Self.precedes(columns[$0].info.name, columns[$1].info.name) }
    case .correlation, .variation, .missing:
      let sorting = sorting
      lanes = drawn.sorted { (columns[$0].rank(sorting), -$0) > (columns[$1].rank(sorting), -$1) }
    }
  }

  /// Returns whether the first name precedes the second, ignoring case.
  private static func precedes(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte + 32 : byte }
    for (x, y) in zip(a, b) where lower(x) != lower(y) { return lower(x) < lower(y) }
    return a.count < b.count
  }

  /// If the order is manual, moves the lane of each derived column below the lane of its original column.
  mutating func placeNew(_ derived: DerivedColumns) { if sorting == .hand { place(derived) } }

  private mutating func place(_ derived: DerivedColumns) {
    for column in derived.columns where column.isAccepted {
      let place = derived.place(of: column)
      guard let old = lanes.firstIndex(of: place) else { continue }
      lanes.remove(at: old)
      let above = column.origin.flatMap { lanes.firstIndex(of: $0) }
      lanes.insert(place, at: above.map { $0 + 1 } ?? 0)
    }
  }

  /// Returns the column for the overview strip: the pinned column, or otherwise the first numeric column with
  /// a lane.
  ///
  /// The column on the x axis shows only a straight line, so it is used only if there is no alternative.
  func overviewColumn(_ columns: [DataColumn], x: Int?) -> Int? {
    if let pinned, pinned != x { return pinned }
    return lanes.first { columns[$0].isDrawn && $0 != x } ?? x
  }
}

extension DataColumn {
  /// Returns the value by which a column's lane is sorted; higher values come first.
  fileprivate func rank(_ sorting: LaneOrder) -> Double {
    switch sorting {
    case .correlation: return info.correlation.isNaN ? -1 : info.correlation.magnitude
    case .variation:
      // The deviation relative to the range is comparable between columns with different units.
      let range = info.maximum - info.minimum
      return range > 0 ? info.deviation / range : -1
    case .missing: return Double(info.missing)
    default: return 0
    }
  }
}

extension [DataColumn] {
  /// The indices of numeric columns.
  var drawn: [Int] { indices.filter { self[$0].isDrawn } }
}
