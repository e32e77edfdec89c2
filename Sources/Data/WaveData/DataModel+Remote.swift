import WaveDataWire
import WaveInteraction
import WaveSeries
import WaveUnits

/// Tables that another engine holds: what can be done with them, and how that engine is.
extension DataModel {
  /// The column whose values stand along x where rows are shown as they come; nil where these count.
  var xColumn: Int? {
    guard let place = catalog.abilities?.xColumn, columns.indices.contains(Int(place)) else { return nil }
    return Int(place)
  }

  /// What stands along x when a column is pinned.
  func order(ofPinned column: Int?) -> TableOrder {
    guard let column, column != xColumn else { return .rows }
    if columns[column].info.kind == .time, catalog.can(.values) { return .values }
    return catalog.can(.ranks) ? .ranks : catalog.can(.values) ? .values : .rows
  }

  // MARK: - What the server tells

  mutating func receive(_ next: TableAbilities) {
    let before = catalog.receive(next)
    guard next.source == table?.source else { return }
    if before?.condition != next.condition {
      pictures.changeRows()
      // A question that was on its way may have failed with the engine.
      filters.loseQuestion()
      isHeadFree = true
    }
    if rest.isUnsent() {
      send(.chooseLost(ChooseLost(source: next.source, showsRest: true)))
    }
    let isSame =
      before?.abilities == next.abilities && before?.lenses == next.lenses && before?.xColumn == next.xColumn
    if !isSame { applyAbilities() }
    redraw()
  }

  /// Gives up what cannot be done.
  mutating func applyAbilities() {
    guard catalog.abilities != nil else { return }
    let found = catalog.lenses
    lenses.limit(to: found)
    for index in columns.indices { columns[index].limitLens(to: found) }
    if lenses.compared != nil, !catalog.can(.comparing) { compare(with: nil) }
    if !catalog.can(.rows) { page = nil }
    if !catalog.can(.scatter) { hideScatter() }
    if !catalog.can(.ranges) { select(.clear(.range)) }
    orders.limitSorting(to: catalog.sortings)
    arrangeLanes()
    if !catalog.orders.contains(order) { setOrder(.rows) }
    showWhatThereIs()
  }

  /// Shows what is left while a part of the rows is out of reach, or nothing then.
  mutating func chooseRest(_ isShown: Bool) {
    guard let table else { return }
    rest.choose(isShown)
    send(.chooseLost(ChooseLost(source: table.source, showsRest: isShown)))
  }

  // MARK: - What is said of it

  /// The picture that is coarse, of those on the screen.
  var coarsePicture: LaneSpans? {
    guard catalog.isRemote, scatter == nil, page == nil else { return nil }
    for lane in visibleLanes() {
      if let spans = pictures[lane.key]?.spans, spans.flags.contains(.coarse) { return spans }
    }
    return nil
  }

  /// What the chip says of an engine that does not answer as it should; nil where it does.
  func conditionChip() -> (tone: ControlList.Tone, strong: StaticString, quiet: [UInt8])? {
    guard let abilities = catalog.abilities else { return nil }
    let isCoarse = coarsePicture != nil
    var quiet = TextWriter()
    quiet.append(bytes: sentence(abilities.conditionText))
    let (tone, strong): (ControlList.Tone, StaticString)
    switch abilities.condition {
    case .fine, .coarse: return nil
    case .part: (tone, strong) = (.behind, "Part of the rows")
    case .refused: (tone, strong) = (.lost, "A shard is lost")
    case .unreachable: (tone, strong) = (.lost, "Not reachable")
    case .failed: (tone, strong) = (.lost, isCoarse ? "Coarse only" : "No answer")
    }
    func add(_ text: StaticString) {
      if !quiet.bytes.isEmpty { quiet.append(" \u{00B7} ") }
      quiet.append(text)
    }
    if isCoarse, abilities.condition != .failed {
      add(abilities.condition == .part ? "coarse, exact follows" : "coarse")
    }
    if abilities.condition == .refused, catalog.can(.showsRest) { add("more at \u{2039}") }
    if abilities.condition == .unreachable { add("trying again") }
    return (tone, strong, quiet.bytes)
  }

  /// The first sentence of a text: a chip has room for no more, all of it stands in the drawer.
  private func sentence(_ text: [UInt8]) -> [UInt8] {
    let end = text.indices.first { text[$0] == 0x2E && $0 + 1 < text.count && text[$0 + 1] == 0x20 }
    return Array(text[..<(end ?? text.count)])
  }

  /// How much was looked at for a coarse picture, and that this is not the end.
  func coarseText(_ spans: LaneSpans) -> [UInt8] {
    var text = TextWriter()
    if spans.rowCount > 0 {
      text.append(bytes: Texts.percent(Swift.min(spans.drawnCount, spans.rowCount), of: spans.rowCount))
      text.append(" of the rows, ")
    }
    text.append("exact follows")
    return text.bytes
  }

  /// How the engine is, where that has to be known, and what can be chosen then.
  func appendCondition(to list: inout ControlListBuilder<DataAction>) {
    guard let abilities = catalog.abilities, let said = conditionChip() else { return }
    list.fact(
      label: "How it answers",
      text: abilities.conditionText.isEmpty ? Texts.bytes(said.strong) : abilities.conditionText)
    if abilities.condition == .part || abilities.condition == .refused, catalog.can(.showsRest) {
      list.segments(
        .chooseRest, label: "A shard that does not answer", options: ["Refuse", "Show the rest"],
        selected: rest.isShown ?? (abilities.condition == .part) ? 1 : 0)
    }
  }
}
