import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits
import WaveWire

/// Columns of texts: which of the most frequent ones are where along x.
extension DataModel {
  /// The text that is picked, else that of the row that is read.
  var textChoice: TextChoice? { selection.textChoice(pictures, columns) }

  /// Asks for the texts that are seen.
  mutating func sendTexts() {
    guard let table else { return }
    let seen = visibleLanes().filter { columns[$0.column].isText }.prefix(WireLimits.textLanes)
    let buckets = Swift.max(1, Swift.min(screen.width, Float(WireLimits.textBuckets)))
    let wanted = ShowTexts(
      source: table.source, buckets: UInt16(saturating: buckets),
      columns: seen.map { UInt16(truncatingIfNeeded: $0.column) })
    guard laneRequests.show(wanted) else { return }
    filters.readAgain()
    select(.textsChanged)
    send(.showTexts(wanted))
    views.changeLanes()
  }

  /// Responds to a tap on a lane of texts.
  mutating func tapText(_ lane: DataLane, x: Float, y: Float) {
    let texts = lanesPicture.textLane(lane)
    if let button = texts.buttons.first(where: { $0.rect.contains(x: x, y: y) }) {
      return keepPicked(button.isKept)
    }
    if let entry = texts.legend.first(where: { $0.rect.contains(x: x, y: y) }) {
      return select(
        .pick(texts.picked == entry.name ? nil : PickedText(column: lane.column, name: entry.name)))
    }
    readRow(x: x, column: lane.column)
    let name = pictures.strip(of: lane.column)?.name(atX: x, y: y, of: texts.stripRect, in: window)
    select(.pick(name.map { PickedText(column: lane.column, name: $0) }))
  }

  /// Keeps the rows that match what is picked alone, or leaves them out.
  mutating func keepPicked(_ isKept: Bool) {
    guard let choice = textChoice else { return }
    let look = shell.appearance
    var text = TextWriter()
    text.append(bytes: columns[choice.column].info.name)
    text.append(isKept ? ": only " : ": without ")
    text.append(bytes: look.fitted(choice.text, width: 200 * screen.type, style: look.labelStyle))
    keep(
      .texts(column: UInt16(truncatingIfNeeded: choice.column), choice.match, isKept: isKept),
      text: text.bytes)
    select(.clear(.text))
  }
}
