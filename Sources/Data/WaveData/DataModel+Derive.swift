import WaveDataWire
import WaveInteraction
import WaveSeries
import WaveUnits
import WaveWire

/// A column that the user has made of others.
struct DerivedLane: Equatable, Sendable {
  var number: UInt8
  var name: [UInt8]
  var formula: [UInt8]
  /// The column that it came from, below which its lane begins; nil for the top.
  var origin: Int?
  /// Whether the server has taken it.
  var isTaken = false
}

/// Columns that are made of others: their formulas are kept here, their values are the server's.
extension DataModel {
  static let rowsBefore = [1, 2, 5, 10, 100, 1000]
  static let windows = [5, 25, 101, 501, 2501]

  /// Where the table's own columns end.
  var tableColumnCount: Int { Int(table?.columnCount ?? 0) }

  /// Whether a formula is still being made into values for the first time.
  private func isUnmade(_ lane: DerivedLane) -> Bool {
    let place = tableColumnCount + Int(lane.number)
    guard columns.indices.contains(place) else { return true }
    return columns[place].info.minimum.isNaN && columns[place].info.missing == 0
  }

  // MARK: - Making and taking away

  /// Has a column made.
  mutating func derive(_ formula: [UInt8], name: [UInt8] = [], from origin: Int?) {
    guard let table, !formula.isEmpty else { return }
    guard formula.count <= WireLimits.formula else {
      alertText = Texts.bytes("The formula is too long: names and all it may have 192 bytes.")
      return
    }
    let taken = derived.map { $0.number }
    guard
      let number = (0..<UInt8(WireLimits.derivedColumns)).first(where: { !taken.contains($0) })
    else {
      alertText = Texts.bytes("There are 16 columns of your own: take one away first.")
      return
    }
    let place = tableColumnCount + Int(number)
    while columns.count <= place {
      columns.append(DataColumn(info: TableColumns.Column(kind: .other, name: [])))
    }
    columns[place] = DataColumn(info: TableColumns.Column(kind: .other, name: []))
    let lane = DerivedLane(number: number, name: name, formula: formula, origin: origin)
    derived.append(lane)
    alertText = []
    send(.deriveColumn(lane.message(of: table.source)))
  }

  /// Takes a column away, and what was shown or kept by it.
  mutating func dropDerived(_ index: Int) {
    guard let table, derived.indices.contains(index) else { return }
    var lane = derived.remove(at: index)
    lane.formula = []
    send(.deriveColumn(lane.message(of: table.source)))
    leave(tableColumnCount + Int(lane.number))
  }

  /// Shows nothing more of a column that is gone.
  private mutating func leave(_ place: Int) {
    guard columns.indices.contains(place) else { return }
    let number = UInt16(truncatingIfNeeded: place)
    for index in kept.indices.reversed() {
      if case .values(number, _, _) = kept[index].kind { drop(index) }
    }
    columns[place] = DataColumn(info: TableColumns.Column(kind: .other, name: []))
    allAxes.removeAll { $0.order != .rows && $0.column == number }
    if pinned == place { pin(nil) }
    select(.leave(column: place))
    arrangeLanes()
  }

  /// Another table is shown, which knows nothing of these.
  mutating func leaveDerived(of source: UInt16?) {
    if let source, link.isConnected {
      for var lane in derived {
        lane.formula = []
        send(.deriveColumn(lane.message(of: source)))
      }
    }
    derived = []
  }

  /// Tells a new connection of them, before all that is kept or ordered by them.
  mutating func sendDerived() {
    guard !isDerivedTold, let table, tableColumnCount > 0 else { return }
    isDerivedTold = true
    for lane in derived { send(.deriveColumn(lane.message(of: table.source))) }
  }

  /// Takes what is known of columns of the user's own; whether it was of one.
  mutating func receiveDerived(_ next: TableColumns) -> Bool {
    guard next.source == table?.source, tableColumnCount > 0, Int(next.first) >= tableColumnCount else {
      return false
    }
    for (offset, info) in next.columns.enumerated() {
      let place = Int(next.first) + offset
      guard let index = derived.firstIndex(where: { tableColumnCount + Int($0.number) == place }),
        columns.indices.contains(place)
      else { continue }
      guard info.kind != .other else {
        // What is wrong with it is told beside; the text stays, to be put right.
        derived.remove(at: index)
        leave(place)
        continue
      }
      if columns[place].info != info {
        views.changeLanes()
        keptFigures.isStale = true
      }
      columns[place].info = info
      guard !derived[index].isTaken else { continue }
      derived[index].isTaken = true
      // The row under the line was read without it.
      select(.columnAdded)
      if draft == derived[index].formula { draft = [] }
      arrangeLanes()
      if laneOrder == .hand { placeDerived() }
      reveal(place)
      isDrawerOpen = false
    }
    arrangeLanes()
    redraw()
    return true
  }

  /// Puts their lanes below those of the columns that they came from.
  mutating func placeDerived() {
    for lane in derived where lane.isTaken {
      let place = tableColumnCount + Int(lane.number)
      guard let old = lanes.firstIndex(of: place) else { continue }
      lanes.remove(at: old)
      let above = lane.origin.flatMap { lanes.firstIndex(of: $0) }
      lanes.insert(place, at: above.map { $0 + 1 } ?? 0)
    }
  }

  /// Moves the lanes until all of one is seen.
  private mutating func reveal(_ column: Int) {
    guard let index = lanes.firstIndex(of: column) else { return }
    let height = lanePixels * Float(pictureCount)
    let top = Float(index) * height
    let room = Swift.max(height, lanesBottom - movingTop)
    scrollY = Swift.max(top + height - room, Swift.min(scrollY, top))
    clampScroll()
  }

  // MARK: - Controls

  /// A column as it stands in a formula.
  private func reference(to column: Int) -> [UInt8] {
    if let own = derived.first(where: { tableColumnCount + Int($0.number) == column }) {
      return Texts.bytes("(") + own.formula + Texts.bytes(")")
    }
    return ColumnFormula.reference(to: columns[column].info.name)
  }

  /// The column that a typed formula names first, which may be within another name; of several the longest.
  private var originOfDraft: Int? {
    var found: (place: Int, count: Int, column: Int)?
    for column in columns.indices where columns[column].isDrawn {
      let name = columns[column].info.name
      guard !name.isEmpty, name.count <= draft.count else { continue }
      let place = (0...(draft.count - name.count)).first { start in
        name.indices.allSatisfy { draft[start + $0] == name[$0] }
      }
      guard let place else { continue }
      if let best = found, (best.place, -best.count) <= (place, -name.count) { continue }
      found = (place, name.count, column)
    }
    return found?.column
  }

  /// Adds or removes a derived column.
  mutating func handle(_ action: DerivedAction, _ input: ControlInput) {
    switch (action, input) {
    case (.typeFormula, .text(let text)):
      draft = Array(text.prefix(2 * WireLimits.formula))
      derive(draft, from: originOfDraft)
    case (.remove(let number), .set):
      if let index = derived.firstIndex(where: { $0.number == number }) { dropDerived(index) }
    case (_, .set(let value)):
      guard let column = deriving, let formula = formula(for: action, value, of: column) else { return }
      derive(formula, from: column)
    default: break
    }
  }

  /// Returns the formula of a control for a column; nil if the control has none.
  private func formula(for action: DerivedAction, _ value: Int, of column: Int) -> [UInt8]? {
    var formula = TextWriter()
    switch action {
    case .makeChange: formula.append("diff(")
    case .makeLag: formula.append("lag(")
    case .makeAverage: formula.append("mean(")
    case .makeDifference, .makeRatio: break
    case .typeFormula, .remove: return nil
    }
    formula.append(bytes: reference(to: column))
    switch action {
    case .makeLag, .makeAverage:
      let counts = action == .makeLag ? Self.rowsBefore : Self.windows
      guard counts.indices.contains(value) else { return nil }
      formula.append(", ")
      formula.append(integer: counts[value])
      formula.append(")")
    case .makeDifference, .makeRatio:
      guard let pinned else { return nil }
      formula.append(action == .makeRatio ? " / " : " - ")
      formula.append(bytes: reference(to: pinned))
    default: formula.append(")")
    }
    return formula.bytes
  }

  /// The column under the line, or that of the marked rows.
  private var deriving: Int? {
    guard let column = selection.column, columns.indices.contains(column),
      columns[column].isDrawn
    else { return nil }
    return column
  }

  /// Whether formulas may take part of the rows beside each: another engine has them in no order.
  private var hasNeighbors: Bool { !isRemote }

  /// What makes columns, and those that have been made.
  func appendDerived(to list: inout ControlListBuilder<DataAction>) {
    guard can(.deriving), let example = columns.first(where: { $0.isDrawn && $0.info.kind != .time }) else {
      return
    }
    var label = TextWriter()
    label.append(hasNeighbors ? "New column, such as diff(" : "New column, such as abs(")
    label.append(bytes: ColumnFormula.reference(to: example.info.name))
    label.append(")")
    list.words(.derived(.typeFormula), label: label.bytes, text: draft)
    if let column = deriving {
      let name = columns[column].info.name
      if hasNeighbors {
        var text = TextWriter()
        text.append("Change from row to row of ")
        text.append(bytes: name)
        list.button(.derived(.makeChange), label: text.bytes)
        list.choices(
          .derived(.makeLag), label: "Its value so many rows before", options: Self.texts(Self.rowsBefore),
          selected: nil)
        list.choices(
          .derived(.makeAverage), label: "Its moving average of so many rows",
          options: Self.texts(Self.windows),
          selected: nil)
      }
      if let pinned, pinned != column {
        for (action, words) in [(.makeDifference, "Difference"), (.makeRatio, "Ratio")]
          as [(DerivedAction, StaticString)]
        {
          var text = TextWriter()
          text.append(words)
          text.append(" of ")
          text.append(bytes: name)
          text.append(" to ")
          text.append(bytes: columns[pinned].info.name)
          list.button(.derived(action), label: text.bytes)
        }
      }
    }
    for lane in derived {
      var text = TextWriter()
      text.append("\u{00D7} ")
      text.append(bytes: lane.formula)
      list.button(.derived(.remove(lane.number)), label: text.bytes)
    }
  }

  private static func texts(_ numbers: [Int]) -> [[UInt8]] {
    numbers.map { number in
      var text = TextWriter()
      text.append(integer: number)
      return text.bytes
    }
  }

  /// Gives up what is being made for the first time.
  mutating func stopDeriving() {
    for index in derived.indices.reversed() where isUnmade(derived[index]) { dropDerived(index) }
    progress = nil
  }
}

extension DerivedLane {
  func message(of source: UInt16) -> DeriveColumn {
    DeriveColumn(source: source, number: number, name: name, formula: formula)
  }
}
