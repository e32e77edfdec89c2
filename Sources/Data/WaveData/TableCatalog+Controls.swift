import WaveDataWire
import WaveInteraction
import WaveUnits

/// The text about the current table, and the controls for the table as a whole.
extension TableCatalog {
  /// Returns the text for a table in the list: its name, and whether it has been read.
  private func listText(of table: TableDescription) -> [UInt8] {
    guard table.flags.contains(.partial), !table.flags.contains(.complete) else { return table.name }
    return Texts.bytes("", table.name, table.rowCount == 0 ? " (not read)" : " (partial)")
  }

  /// The status text for a table that was not read to its end.
  var partialText: StaticString { flags.contains(.complete) ? "texts not read" : "partial" }

  /// Appends the control for choosing a table, and details of the current one.
  func appendTable(to list: inout ControlListBuilder<DataAction>) {
    guard let table else { return }
    if tables.count > 1 {
      list.choices(
        .chooseTable, label: "Table", options: tables.map { listText(of: $0) }, selected: index,
        style: .names)
    }
    list.fact(label: isRemote ? "Table" : "File", text: table.name)
    if !table.detail.isEmpty { list.fact(label: "Known of it", text: table.detail) }
    if let reasons = abilities?.reasons, !reasons.isEmpty { list.fact(label: "Not here", text: reasons) }
  }

  /// Appends the actions for a table that was not read to its end.
  func appendPartial(to list: inout ControlListBuilder<DataAction>) {
    guard isPartial, let table else { return }
    list.button(.readTable, label: table.rowCount == 0 ? "Read the table" : "Resume reading")
    guard table.rowCount > 0, !table.flags.contains(.complete) else { return }
    list.button(.discardRows, label: "Discard what has been read")
  }

  /// Appends the engine's status if it does not respond normally, and the choice to show the remaining rows.
  func appendCondition(isCoarse: Bool, to list: inout ControlListBuilder<DataAction>) {
    guard let abilities, let condition = condition(isCoarse: isCoarse) else { return }
    list.fact(
      label: "How it answers",
      text: abilities.conditionText.isEmpty ? Texts.bytes(condition.strong) : abilities.conditionText)
    if abilities.condition == .part || abilities.condition == .refused, can(.showsRest) {
      list.segments(
        .chooseRest, label: "A shard that does not answer", options: ["Refuse", "Show the rest"],
        selected: rest.isShown ?? (abilities.condition == .part) ? 1 : 0)
    }
  }

  /// Returns the status text for an engine that does not respond normally or for a coarse picture, or nil if
  /// neither applies.
  func condition(isCoarse: Bool) -> (tone: ControlList.Tone, strong: StaticString, quiet: [UInt8])? {
    guard let abilities else { return nil }
    let (tone, strong): (ControlList.Tone, StaticString)
    switch abilities.condition {
    case .fine, .coarse: return nil
    case .part: (tone, strong) = (.behind, "Part of the rows")
    case .refused: (tone, strong) = (.lost, "A shard is lost")
    case .unreachable: (tone, strong) = (.lost, "Not reachable")
    case .failed: (tone, strong) = (.lost, isCoarse ? "Coarse only" : "No answer")
    }
    var quiet = TextWriter()
    quiet.append(bytes: Self.sentence(abilities.conditionText))
    if isCoarse, abilities.condition != .failed {
      quiet.appendPart(abilities.condition == .part ? "coarse, exact follows" : "coarse")
    }
    if abilities.condition == .refused, can(.showsRest) { quiet.appendPart("more at \u{2039}") }
    if abilities.condition == .unreachable { quiet.appendPart("trying again") }
    return (tone, strong, quiet.bytes)
  }

  /// Returns the status text for a table whose rows have not been read, or nil if none is needed.
  func unread(hasAxis: Bool) -> (tone: ControlList.Tone, strong: StaticString)? {
    guard table?.rowCount == 0 else { return nil }
    if isRefused { return (.lost, "Not open") }
    if isPartial { return (.behind, "Not read") }
    return flags.contains(.complete) || isRemote && hasAxis ? nil : (.behind, "Opening")
  }

  /// Returns the first sentence of some text for the status display; the drawer shows the whole text.
  private static func sentence(_ text: [UInt8]) -> [UInt8] {
    let end = text.indices.first { text[$0] == 0x2E && $0 + 1 < text.count && text[$0 + 1] == 0x20 }
    return Array(text[..<(end ?? text.count)])
  }

  /// Appends the list of touch gestures and what they do.
  func appendGestures(to list: inout ControlListBuilder<DataAction>) {
    var rows: [(StaticString, StaticString)] = [("Drag along", "read the row's values")]
    if can(.ranges) { rows.append(("Hold, then drag", "mark rows")) }
    rows += [
      ("Drag upright", "move the columns"), ("Pinch", "zoom x, or a column's values"),
      ("Two fingers along", "move x"),
      ("Tap \u{25CB}", orders.count > 1 ? "order rows by the column" : "put the column on top"),
      ("Drag a name", "move the column, or pin it on top"), ("Double tap", "the whole table"),
    ]
    list.gestures(label: "With your fingers", rows)
  }

  /// Appends the button that stops the current work on the table.
  func appendWork(to list: inout ControlListBuilder<DataAction>) {
    guard let progress, progress.total == 0 || progress.done < progress.total else { return }
    let doing: StaticString =
      switch progress.stage {
      case .importing: "Importing "
      case .reading: "Reading "
      case .texts: "Reading texts "
      case .deriving: "Making columns "
      case .ordering: "Putting in order "
      case .asking: "Asking "
      }
    let text =
      progress.total > 0
      ? Texts.bytes(doing, Texts.part(progress.done, of: progress.total))
      : Texts.bytes(doing, Texts.grouped(progress.done), " rows")
    list.action(.stop, text: Texts.bytes("", text, " \u{00B7} \u{00D7} stop"))
  }
}

extension TextWriter {
  /// Appends a part of a line, preceded by a dot unless it is the first part.
  @inline(never)
  mutating func appendPart(_ text: StaticString) {
    if !bytes.isEmpty { append(" \u{00B7} ") }
    append(text)
  }
}
