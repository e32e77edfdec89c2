import WaveInteraction
import WaveSeries
import WaveUnits
import WaveWire

/// Numbers of the controls in the drawer.
enum ControlID {
  static let order: UInt8 = 1
  static let lens: UInt8 = 2
  static let threshold: UInt8 = 3
  static let lanes: UInt8 = 4
  static let height: UInt8 = 5
  static let table: UInt8 = 6
  static let fact: UInt8 = 7
  static let stop: UInt8 = 19
  static let handle: UInt8 = 20
  static let chip: UInt8 = 21
  static let alert: UInt8 = 22
  static let gestures: UInt8 = 23
  static let pinned: UInt8 = 24
  static let lensCost: UInt8 = 25
  static let lensLoss: UInt8 = 26
  static let ownLens: UInt8 = 27
  static let zoomRange: UInt8 = 28
  static let keepRange: UInt8 = 29
  static let keepValues: UInt8 = 30
  static let range: UInt8 = 31
  static let export: UInt8 = 16
  static let rows: UInt8 = 17
  static let scatter: UInt8 = 249
  static let scatterX: UInt8 = 250
  static let scatterY: UInt8 = 251
  static let zoomBox: UInt8 = 252
  static let keepBox: UInt8 = 253
  static let compared: UInt8 = 254
  /// Filters, to be taken away.
  static let firstKept: UInt8 = 8
  /// Facts of the column under the line.
  static let firstFact: UInt8 = 32
  /// What is picked of a column of texts.
  static let keepText: UInt8 = 247
  static let leaveText: UInt8 = 248
}

extension DataModel {
  static let thresholds: [UInt16] = [27, 57, 113, 227, 453, 907, 1813]

  mutating func control(_ id: UInt8, _ value: Int) {
    hasTouched = true
    if controlDerived(id, value) { return redraw() }
    switch id {
    case ControlID.order: setOrder(TableOrder(rawValue: UInt8(truncatingIfNeeded: value)) ?? .rows)
    case ControlID.lens: lens = Lens(rawValue: UInt8(clamping: value)) ?? .m4
    case ControlID.ownLens:
      guard let column = cursor?.column, columns.indices.contains(column) else { return }
      columns[column].lens = value == 0 ? nil : Lens(rawValue: UInt8(clamping: value - 1))
    case ControlID.compared:
      compare(with: value == 0 ? nil : Lens(rawValue: UInt8(clamping: value - 1)))
    case ControlID.threshold:
      if Self.thresholds.indices.contains(value) { threshold = Self.thresholds[value] }
    case ControlID.lanes:
      laneOrder = LaneOrder(rawValue: value) ?? .table
      arrangeLanes()
    case ControlID.pinned:
      let choices = columns.indices.filter { columns[$0].isDrawn }
      if value == 0 {
        if pinned != nil { pin(nil) }
      } else if choices.indices.contains(value - 1), choices[value - 1] != pinned {
        pin(choices[value - 1])
      }
    case ControlID.table: if tables.indices.contains(value), value != tableIndex { open(value, at: 0) }
    case ControlID.rows: showRows(page == nil)
    case ControlID.scatter...ControlID.keepBox: controlScatter(id, value)
    case ControlID.export: exportRows()
    case ControlID.stop where export != nil: stopExport()
    case ControlID.stop where progress?.stage == .deriving: stopDeriving()
    case ControlID.stop:
      if let table, let progress {
        effects.append(.send(.stop(StopTableWork(source: table.source, stage: progress.stage))))
      }
    case ControlID.zoomRange: zoomToRange()
    case ControlID.keepRange: keepRange()
    case ControlID.keepValues: if let column = cursor?.column ?? range?.column { keepValues(of: column) }
    case ControlID.keepText: keepPicked(true)
    case ControlID.leaveText: keepPicked(false)
    case ControlID.firstKept..<ControlID.firstKept + UInt8(Self.filtersLimit):
      drop(Int(id - ControlID.firstKept))
    case ControlID.range: isDrawerOpen = true
    case ControlID.handle: isDrawerOpen.toggle()
    case ControlID.chip:
      isWhole = true
      fitWindow()
    case ControlID.alert: alertText = []
    default: return
    }
    redraw()
  }

  mutating func slide(_ id: UInt8, fraction: Double) {
    guard id == ControlID.height else { return }
    let limits = Self.laneHeights
    let share = Float(Swift.max(0, Swift.min(1, fraction)))
    setLaneHeight(limits.lowerBound + share * share * (limits.upperBound - limits.lowerBound))
  }

  mutating func step(_ id: UInt8, by steps: Int) {
    guard id == ControlID.height else { return }
    setLaneHeight(laneHeight + Float(steps) * 8)
  }

  /// Makes the controls anew and says so where they differ.
  mutating func updateControls(at now: Int64) {
    var list = ControlList()
    appendChip(to: &list, at: now)
    list.alert(alertText)
    if let due = hintEnds, now < due { wake(at: due) }
    list.hint(
      hasTouched || now >= hintEnds ?? .min
        ? []
        : Texts.bytes(
          "Drag along to read values \u{00B7} pinch to zoom \u{00B7} tap \u{25CB} to order by a column \u{00B7} more at \u{2039}"
        ))
    updateReading()
    list.reading(reading)
    list.drawer(isOpen: isDrawerOpen)
    if let progress, progress.total == 0 || progress.done < progress.total {
      list.action(ControlID.stop, text: stopText(progress))
    }
    if let export, export.total > 0 {
      var text = TextWriter()
      text.append("Exporting ")
      text.append(100 * Double(export.done) / Double(export.total), decimals: 0)
      text.append(" % \u{00B7} \u{00D7} stop")
      list.action(ControlID.stop, text: text.bytes)
    } else if progress == nil, !isDrawerOpen, let rows = range?.summary?.rowCount {
      var text = TextWriter()
      text.append(bytes: Texts.grouped(rows))
      text.append(rows == 1 ? " row marked" : " rows marked")
      text.append(" \u{00B7} more")
      list.action(ControlID.range, text: text.bytes)
    }
    if !isDrawerOpen, scatter.flatMap(boxRanges) != nil {
      list.action(ControlID.range, text: Texts.bytes("Values marked \u{00B7} more"))
    }
    if isDrawerOpen { appendDrawer(to: &list) }
    guard list != controls else { return }
    controls = list
    effects.append(.controls)
  }

  private func stopText(_ progress: TableWork) -> [UInt8] {
    var text = TextWriter()
    text.append(
      progress.stage == .importing
        ? "Importing "
        : progress.stage == .reading
          ? "Reading "
          : progress.stage == .texts
            ? "Reading texts " : progress.stage == .deriving ? "Making columns " : "Putting in order ")
    if progress.total > 0 {
      text.append(100 * Double(progress.done) / Double(progress.total), decimals: 0)
      text.append(" %")
    } else {
      text.append(bytes: Texts.grouped(progress.done))
      text.append(" rows")
    }
    text.append(" \u{00B7} \u{00D7} stop")
    return text.bytes
  }

  private mutating func updateReading() {
    guard let table else { return }
    var text = TextWriter()
    if !link.isAnswering { text.append("No connection, ") }
    text.append(bytes: table.name)
    text.append(", ")
    text.append(bytes: Texts.grouped(table.rowCount))
    text.append(" rows, ")
    let textCount = lanes.count { columns[$0].isText }
    text.append(integer: lanes.count - textCount + (pinned == nil ? 0 : 1))
    text.append(" columns with numbers")
    if textCount > 0 {
      text.append(", ")
      text.append(integer: textCount)
      text.append(" with texts")
    }
    if let pinned {
      text.append(", ordered by ")
      text.append(bytes: columns[pinned].info.name)
    }
    reading = text.bytes
  }

  private mutating func appendChip(to list: inout ControlList, at now: Int64) {
    guard link.isAnswering else {
      var quiet = TextWriter()
      let seconds = (now - link.lostMicroseconds) / 1_000_000
      if table != nil, seconds > 0 {
        quiet.append("for ")
        quiet.append(integer: seconds)
        quiet.append(" s \u{00B7} ")
      }
      quiet.append("trying again")
      return list.chip(.lost, strong: Texts.bytes("No connection"), quiet: quiet.bytes)
    }
    guard let table else {
      return list.chip(.lost, strong: Texts.bytes("Connected"), quiet: Texts.bytes("waiting for a table"))
    }
    // On a phone all of it fits into a line with names of usual length: where the chip ends the lanes begin.
    if let progress, progress.stage == .importing, table.rowCount == 0 {
      return list.chip(.behind, strong: Texts.bytes("Importing"), quiet: table.name)
    }
    if table.rowCount == 0, isRefused {
      return list.chip(.lost, strong: Texts.bytes("Not open"), quiet: table.name)
    }
    if table.rowCount == 0, !table.flags.contains(.complete) {
      return list.chip(.behind, strong: Texts.bytes("Opening"), quiet: table.name)
    }
    var strong = TextWriter()
    if let picture = scatter?.picture {
      strong.append(bytes: Texts.grouped(picture.insideCount))
      strong.append(" of ")
      strong.append(bytes: Texts.grouped(picture.insideCount + picture.outsideCount + picture.missingCount))
    } else if let spans = overviewColumn.flatMap({ pictures[LaneKey(column: $0)]?.spans }) {
      strong.append(bytes: Texts.grouped(spans.drawnCount))
      strong.append(" of ")
      strong.append(bytes: Texts.grouped(spans.rowCount))
    } else if overviewColumn == nil, let strip = lanes.first.flatMap({ textPictures[$0]?.strip }) {
      strong.append(bytes: Texts.grouped(strip.rowCount))
    } else {
      strong.append(bytes: Texts.grouped(table.rowCount))
    }
    strong.append(table.rowCount == 1 ? " row" : " rows")
    var quiet = TextWriter()
    if table.flags.contains(.simulated) { quiet.append("simulated") }
    if !kept.isEmpty {
      if !quiet.bytes.isEmpty { quiet.append(" \u{00B7} ") }
      quiet.append("filtered")
    }
    if let pinned, order != .rows {
      if !quiet.bytes.isEmpty { quiet.append(" \u{00B7} ") }
      quiet.append(order == .ranks ? "by " : "over ")
      quiet.append(bytes: columns[pinned].info.name)
    }
    list.chip(progress == nil ? .live : .behind, strong: strong.bytes, quiet: quiet.bytes)
  }

  private func appendDrawer(to list: inout ControlList) {
    guard let table else { return }
    let drawn = columns.indices.filter { columns[$0].isDrawn }
    appendScatter(to: &list, drawn)
    appendRange(to: &list)
    var names: [[UInt8]] = [Texts.bytes("Rows as they come")]
    for column in drawn { names.append(columns[column].info.name) }
    list.choices(
      ControlID.pinned, label: "Order by", options: names,
      selected: pinned.flatMap { column in drawn.firstIndex { $0 == column } }.map { $0 + 1 } ?? 0)
    if pinned != nil {
      list.segments(
        ControlID.order, label: "Along x", options: ["Rows", "In its order", "Its values"],
        selected: Int(order.rawValue))
    }
    appendDerived(to: &list)
    list.choices(
      ControlID.lens, label: "Drawn by", options: Lens.allCases.map { Texts.bytes($0.name) },
      selected: Int(lens.rawValue))
    list.choices(
      ControlID.compared, label: "Compared with",
      options: [Texts.bytes("Nothing")] + Lens.allCases.map { Texts.bytes($0.name) },
      selected: compared.map { Int($0.rawValue) + 1 } ?? 0)
    list.fact(ControlID.lensCost, label: "Costs", text: Texts.bytes(lens.cost))
    list.fact(ControlID.lensLoss, label: "Loses", text: Texts.bytes(lens.loss))
    if let column = cursor?.column, columns.indices.contains(column), columns[column].isDrawn {
      list.choices(
        ControlID.ownLens, label: "The column under the line by",
        options: [Texts.bytes("As all")] + Lens.allCases.map { Texts.bytes($0.name) },
        selected: columns[column].lens.map { Int($0.rawValue) + 1 } ?? 0)
    }
    if ([lens] + columns.compactMap { $0.lens } + (compared.map { [$0] } ?? [])).contains(where: {
      $0 != .m4 && $0 != .minMax
    }) {
      list.choices(
        ControlID.threshold, label: lens == .movingAverage ? "Values in the window" : "Points",
        options: Self.thresholds.map {
          var text = TextWriter()
          text.append(integer: Int($0))
          return text.bytes
        }, selected: Self.thresholds.firstIndex(of: threshold))
    }
    list.choices(
      ControlID.lanes, label: "Columns by",
      options: ["Table", "Name", "Related", "Spread", "Missing", "By hand"].map { Texts.bytes($0) },
      selected: laneOrder.rawValue)
    let limits = Self.laneHeights
    let share = (laneHeight - limits.lowerBound) / (limits.upperBound - limits.lowerBound)
    var height = TextWriter()
    height.append(Double(laneHeight), decimals: 0)
    list.slider(ControlID.height, label: "Height", fraction: share.squareRoot(), text: height.bytes)
    appendFacts(to: &list)
    if tables.count > 1 {
      list.choices(ControlID.table, label: "Table", options: tables.map { $0.name }, selected: tableIndex)
    }
    list.fact(ControlID.firstFact, label: "File", text: table.name)
    if !table.detail.isEmpty { list.fact(ControlID.firstFact + 1, label: "Known of it", text: table.detail) }
    list.gestures(
      ControlID.gestures, label: "With your fingers",
      [
        ("Drag along", "read the row's values"), ("Hold, then drag", "mark rows"),
        ("Drag upright", "move the columns"),
        ("Pinch", "zoom x, or a column's values"), ("Two fingers along", "move x"),
        ("Tap \u{25CB}", "order rows by the column"), ("Drag a name", "move the column, or pin it on top"),
        ("Double tap", "the whole table"),
      ])
  }

  /// What can be done with what is marked, and which rows are kept.
  private func appendRange(to list: inout ControlList) {
    if let marked = range, let rows = marked.summary?.rowCount {
      list.fact(ControlID.range, label: "Rows marked", text: Texts.grouped(rows))
      list.button(ControlID.zoomRange, label: "Show them from edge to edge")
      list.button(ControlID.keepRange, label: "Keep only these rows")
    }
    if scatter == nil, columns.count(where: { $0.isDrawn }) > 1 {
      list.button(ControlID.scatter, label: "Show two columns over one another")
    }
    list.button(ControlID.rows, label: page == nil ? "Show the rows themselves" : "Show the columns again")
    list.button(
      ControlID.export, label: range == nil ? "Export the rows seen as CSV" : "Export the marked rows as CSV")
    if let column = cursor?.column ?? range?.column, columns.indices.contains(column),
      columns[column].range != nil
    {
      var text = TextWriter()
      text.append("Keep only rows with the values shown of ")
      text.append(bytes: columns[column].info.name)
      list.button(ControlID.keepValues, label: text.bytes)
    }
    appendText(to: &list)
    for (index, rows) in kept.enumerated() {
      var text = TextWriter()
      text.append("\u{00D7} ")
      text.append(bytes: rows.text)
      list.button(ControlID.firstKept + UInt8(index), label: text.bytes)
    }
  }

  /// What is known of the column under the line, and the words of its row.
  private func appendFacts(to list: inout ControlList) {
    guard let cursor, let row = cursor.row else { return }
    var id = ControlID.firstFact + 2
    for (offset, cell) in row.cells.enumerated() {
      let column = Int(row.first) + offset
      guard columns.indices.contains(column), !columns[column].isDrawn, id < ControlID.formula else {
        continue
      }
      list.setting(
        .fact, id, label: columns[column].info.name, isOn: false, fraction: 0, text: Texts.cell(cell),
        unit: [])
      id += 1
    }
  }
}
