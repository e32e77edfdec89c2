import WaveDataWire

/// How lanes are sorted.
enum LaneOrder: Int, CaseIterable, Sendable {
  case table = 0
  case name = 1
  case correlation = 2
  case variation = 3
  case missing = 4
  case hand = 5
}

/// Which column orders the rows, and in which order columns have their lanes.
struct Orders: Sendable {
  /// What a finger, a control or the server does.
  enum Input {
    /// Pins a column in the place of the one that is pinned; nil, or that one, pins none.
    case pin(Int?)
    /// Chooses what is along x, of what there is.
    case choose(TableOrder, of: [TableOrder])
    /// Chooses how lanes are sorted.
    case sort(by: LaneOrder)
    /// Leaves a sorting that there is no more.
    case limitSorting(to: [LaneOrder])
    /// Moves a column's lane by hand to where another's is.
    case move(Int, to: Int)
  }

  /// The column on top, which may order the rows.
  private(set) var pinned: Int?
  /// What is along x; not the rows as they come only where a column is pinned.
  private(set) var order = TableOrder.rows
  /// Columns of numbers and texts from the top down, without the pinned one.
  private(set) var lanes: [Int] = []
  private(set) var sorting = LaneOrder.table

  /// Whether an axis is that of what is along x.
  func isAlong(_ axis: TableAxis) -> Bool {
    axis.order == order && (order == .rows || Int(axis.column) == pinned)
  }

  /// Another table is shown, whose lanes are sorted in the same way.
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
    case .move(let column, let other): move(column, to: other)
    }
  }

  private mutating func move(_ column: Int, to other: Int) {
    guard column != other, let from = lanes.firstIndex(of: column), let to = lanes.firstIndex(of: other)
    else { return }
    sorting = .hand
    lanes.remove(at: from)
    lanes.insert(column, at: to)
  }

  /// Sorts the lanes of columns, those that are new at the end.
  ///
  /// - Parameters:
  ///   - columns: All columns of the table, and those that are made of them.
  ///   - hasTexts: Whether columns of texts have lanes.
  ///   - x: The column along x, whose lane would be a straight line: it comes last.
  ///   - derived: Columns that are made of others, whose lanes are below those.
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

  /// Order of names, small and large letters alike.
  private static func precedes(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte + 32 : byte }
    for (x, y) in zip(a, b) where lower(x) != lower(y) { return lower(x) < lower(y) }
    return a.count < b.count
  }

  /// Moves the lanes of a new column below that of the one that it came from, where the user sorts them.
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

  /// The column that the strip of the whole table shows: the pinned one, else the first that has numbers.
  ///
  /// The one along x is a straight line over itself: it is shown where there is no other.
  func overviewColumn(_ columns: [DataColumn], x: Int?) -> Int? {
    if let pinned, pinned != x { return pinned }
    return lanes.first { columns[$0].isDrawn && $0 != x } ?? x
  }
}

extension DataColumn {
  /// What lanes are sorted by, the greatest first.
  fileprivate func rank(_ sorting: LaneOrder) -> Double {
    switch sorting {
    case .correlation: return info.correlation.isNaN ? -1 : info.correlation.magnitude
    case .variation:
      // Spread in units of the range, so that columns of any unit can be compared.
      let range = info.maximum - info.minimum
      return range > 0 ? info.deviation / range : -1
    case .missing: return Double(info.missing)
    default: return 0
    }
  }
}

extension [DataColumn] {
  /// The places of columns that can be drawn.
  var drawn: [Int] { indices.filter { self[$0].isDrawn } }
}
