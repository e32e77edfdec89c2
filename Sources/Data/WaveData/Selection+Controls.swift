import WaveDataWire
import WaveInteraction
import WaveUnits
import WaveWire

/// The controls for the selected row, range or text.
extension Selection {
  /// The maximum number of a row's text cells to show in the drawer.
  private static let factsLimit = 166

  /// Returns the selected text or, if none is selected, the text in the row under the cursor; nil if neither
  /// is known.
  func textChoice(_ pictures: LanePictures, _ columns: [DataColumn]) -> TextChoice? {
    if let text, let summary = pictures.summary(of: text.column) {
      return TextChoice(column: text.column, match: summary.match(text.name), text: summary.name(text.name))
    }
    guard let cursor, let column = cursor.column, columns.indices.contains(column), columns[column].isText,
      pictures.summary(of: column) != nil
    else { return nil }
    switch cursor.cell(of: column) {
    case .text(let text):
      let end = UTF8Text.validCount(text, limit: WireLimits.categoryText)
      return TextChoice(column: column, match: .value(Array(text[..<end])), text: Texts.cell(.text(text)))
    case .null: return TextChoice(column: column, match: .missing, text: Texts.bytes("missing"))
    default: return nil
    }
  }

  /// Appends the actions for the marked range.
  func appendRange(_ catalog: TableCatalog, to list: inout ControlListBuilder<DataAction>) {
    guard let rows = range?.summary?.rowCount else { return }
    list.fact(label: "Rows marked", text: Texts.grouped(rows))
    list.button(.zoomToRange, label: "Show them from edge to edge")
    if catalog.can(.valueFilters) { list.button(.keepRange, label: "Keep only these rows") }
  }

  /// Appends the control that filters by the visible values of a column: the column under the cursor or of
  /// the marked range.
  func appendValues(
    _ catalog: TableCatalog, _ columns: [DataColumn], to list: inout ControlListBuilder<DataAction>
  ) {
    guard catalog.can(.valueFilters), let column, columns.indices.contains(column),
      columns[column].range != nil
    else { return }
    let name = columns[column].info.name
    list.button(.keepValues, label: Texts.bytes("Keep only rows with the values shown of ", name))
  }

  /// Appends the text cells of the row under the cursor.
  func appendFacts(_ columns: [DataColumn], to list: inout ControlListBuilder<DataAction>) {
    guard let row = cursor?.row else { return }
    var count = 0
    for (offset, cell) in row.cells.enumerated() {
      let column = Int(row.first) + offset
      guard columns.indices.contains(column), !columns[column].isDrawn, count < Self.factsLimit else {
        continue
      }
      list.fact(label: columns[column].info.name, text: Texts.cell(cell))
      count += 1
    }
  }
}

extension TextChoice {
  /// Appends buttons that keep or exclude the rows with the text.
  func appendControls(_ columns: [DataColumn], to list: inout ControlListBuilder<DataAction>) {
    for isKept in [true, false] {
      let words: StaticString = isKept ? "Keep only rows with " : "Leave out rows with "
      list.button(
        .filterTexts(isKept: isKept), label: Texts.bytes(words, columns[column].info.name, " ") + text)
    }
  }
}

extension Filters {
  /// Appends, for each filter, a button that removes the filter.
  func appendControls(to list: inout ControlListBuilder<DataAction>) {
    for rows in kept {
      list.button(.removeFilter(rows.filter), label: Texts.bytes("\u{00D7} ", rows.text))
    }
  }
}
