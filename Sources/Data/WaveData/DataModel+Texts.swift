import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits
import WaveWire

/// A strip of texts as it came, and the window that it was made for.
struct TextPicture: Sendable {
  var window: TickWindow
  var strip: TextStrip
}

/// Columns of texts: which of the most frequent ones stand where along x.
extension DataModel {
  /// Colours that people tell apart however they see colours: Okabe and Ito, "Color Universal Design" (2008),
  /// less its black.
  static let palette: [Color] = [
    Color(0x0072B2), Color(0xE69F00), Color(0x009E73), Color(0xD55E00), Color(0x56B4E9), Color(0xCC79A7),
    Color(0xF0E442),
  ]

  /// The colour of a share; nil where nothing is.
  func textColor(_ name: Int) -> Color? {
    if Self.palette.indices.contains(name) { return Self.palette[name] }
    guard name == TextStrip.others else { return nil }
    return theme == .dark ? Color(0x6F7B8A) : Color(0x98A3AF)
  }

  // MARK: - What the server is told and tells

  /// Tells the server which texts are seen.
  mutating func sendTexts() {
    guard let table else { return }
    var seen: [UInt16] = []
    for lane in visibleLanes() where columns[lane.column].isText && seen.count < WireLimits.textLanes {
      seen.append(UInt16(truncatingIfNeeded: lane.column))
    }
    let buckets = Swift.max(1, Swift.min(screen.width, Float(WireLimits.textBuckets)))
    let wanted = ShowTexts(source: table.source, buckets: UInt16(saturating: buckets), columns: seen)
    guard laneRequests.show(wanted) else { return }
    filters.readAgain()
    select(.textsChanged)
    send(.showTexts(wanted))
    views.changeLanes()
  }

  mutating func receive(_ summary: TextSummary) {
    let column = Int(summary.column)
    guard summary.source == table?.source, columns.indices.contains(column), columns[column].isText else {
      return
    }
    textSummaries[column] = summary
    redraw()
  }

  mutating func receive(_ strip: TextStrip) {
    let column = Int(strip.column)
    guard columns.indices.contains(column), columns[column].isText,
      let window = views.window(of: strip.view)
    else { return }
    textPictures[column] = TextPicture(window: window, strip: strip)
    redraw()
  }

  // MARK: - Where it stands

  /// Height of the name, and of a line of the legend, in points of text.
  private static let namePoints: Float = 24
  private static let legendPoints: Float = 22

  func hasLegend(_ lane: DataLane) -> Bool { lane.height >= 72 * screen.type }

  private func legendLines(_ lane: DataLane) -> Int {
    hasLegend(lane) ? lane.height >= 130 * screen.type ? 2 : 1 : 0
  }

  /// Where a lane's shares are drawn.
  func stripRect(_ lane: DataLane) -> Rect {
    let head =
      hasLegend(lane)
      ? (Self.namePoints + Float(legendLines(lane)) * Self.legendPoints + 3) * screen.type : 4 * screen.type
    let top = (lane.y + head).rounded()
    let bottom = (lane.y + lane.height - 5 * screen.type).rounded()
    return Rect(x: 0, y: top, width: screen.width, height: Swift.max(1, bottom - top))
  }

  /// One entry of a lane's legend.
  struct LegendEntry {
    var name: Int
    var text: [UInt8]
    var rect: Rect
  }

  /// The legend's entries that there is room for.
  func legend(_ lane: DataLane) -> [LegendEntry] {
    guard hasLegend(lane), let figures = textFigures(of: lane.column), figures.summary.rowCount > 0 else {
      return []
    }
    let height = (Self.legendPoints * screen.type).rounded()
    let left = screen.left + (14 * screen.type).rounded()
    let right = screen.right - (14 * screen.type).rounded()
    var x = left
    var line = 0
    var found: [LegendEntry] = []
    for (name, words, count) in shares(of: figures) {
      var text = TextWriter()
      text.append(bytes: fitted(words, width: 150 * screen.type, style: labelStyle))
      text.append(" ")
      text.append(bytes: Texts.percent(count, of: figures.rowCount))
      let width = (advances.width(of: text.bytes, style: labelStyle) + 28 * screen.type).rounded()
      if x + width > right, x > left {
        line += 1
        x = left
      }
      guard line < legendLines(lane) else { break }
      let y = (lane.y + Self.namePoints * screen.type).rounded() + Float(line) * height
      found.append(
        LegendEntry(name: name, text: text.bytes, rect: Rect(x: x, y: y, width: width, height: height)))
      x += width
    }
    return found
  }

  /// How many rows have which text: of the marked rows, else of those that are kept, where these are known,
  /// else of all.
  struct TextFigures {
    var summary: TextSummary
    var rowCount: UInt64
    var missingCount: UInt64
    /// Rows that have each of the most frequent texts.
    var counts: [UInt64]
    /// Whether they are of the whole table.
    var isOfAll: Bool
  }

  /// What is known of a column of texts; nil until it has been read.
  func textFigures(of column: Int) -> TextFigures? {
    guard let summary = textSummaries[column] else { return nil }
    guard let part = partFigures, let found = part.texts.first(where: { Int($0.column) == column }),
      found.counts.count == summary.top.count
    else {
      return TextFigures(
        summary: summary, rowCount: summary.rowCount, missingCount: summary.missingCount,
        counts: summary.top.map { $0.count }, isOfAll: true)
    }
    return TextFigures(
      summary: summary, rowCount: part.rowCount, missingCount: found.missingCount, counts: found.counts,
      isOfAll: false)
  }

  /// All that there are shares of, and how many rows each has.
  private func shares(of figures: TextFigures) -> [(name: Int, text: [UInt8], count: UInt64)] {
    var found: [(name: Int, text: [UInt8], count: UInt64)] = []
    var others = figures.rowCount - Swift.min(figures.rowCount, figures.missingCount)
    for (name, count) in figures.counts.enumerated() {
      found.append((name, nameText(name, of: figures.summary), count))
      others -= Swift.min(others, count)
    }
    if others > 0 {
      found.append((TextStrip.others, nameText(TextStrip.others, of: figures.summary), others))
    }
    if figures.missingCount > 0 {
      found.append(
        (TextStrip.missing, nameText(TextStrip.missing, of: figures.summary), figures.missingCount))
    }
    return found
  }

  private func nameText(_ name: Int, of summary: TextSummary) -> [UInt8] {
    if summary.top.indices.contains(name) { return Texts.cell(.text(summary.top[name].text)) }
    return Texts.bytes(name == TextStrip.missing ? "missing" : "others")
  }

  // MARK: - Fingers

  private static func contains(_ rect: Rect, x: Float, y: Float) -> Bool {
    x >= rect.x && x < rect.right && y >= rect.y && y < rect.bottom
  }

  /// Takes a tap into a lane of texts.
  mutating func tapText(_ lane: DataLane, x: Float, y: Float) {
    if let choice = choices(lane).first(where: { Self.contains($0.rect, x: x, y: y) }) {
      return keepPicked(choice.isKept)
    }
    if let entry = legend(lane).first(where: { Self.contains($0.rect, x: x, y: y) }) {
      let next = PickedText(column: lane.column, name: entry.name)
      select(.pick(selection.text == next ? nil : next))
      return
    }
    readRow(x: x, column: lane.column)
    select(.pick(name(in: lane, x: x, y: y).map { PickedText(column: lane.column, name: $0) }))
  }

  /// What is drawn at a point of a lane's strip.
  private func name(in lane: DataLane, x: Float, y: Float) -> Int? {
    let area = stripRect(lane)
    guard y >= area.y, y < area.y + area.height, let picture = textPictures[lane.column],
      let bucket = bucket(Double(x), of: picture)
    else { return nil }
    let height = Int(saturating: area.height)
    var bottom = height
    var sum = 0
    for name in 0..<TextStrip.classCount {
      sum += Int(picture.strip.shares[bucket * TextStrip.classCount + name])
      let top = height - (sum * height + 127) / 255
      if Int(saturating: y - area.y) < bottom, Int(saturating: y - area.y) >= top { return name }
      bottom = top
    }
    return nil
  }

  /// The part of a strip that stands at a place on the screen; nil where none does.
  func bucket(_ x: Double, of picture: TextPicture) -> Int? {
    let buckets = Double(picture.strip.buckets)
    let share = x / Double(Swift.max(1, screen.width))
    // Of the window that it was made for to the last digit, as the server parts it.
    let place =
      picture.window == window
      ? x * buckets / Double(Swift.max(1, screen.width))
      : (window.start + share * window.width - picture.window.start) / picture.window.width * buckets
    guard place >= 0, place < Double(picture.strip.buckets) else { return nil }
    return Int(saturating: place)
  }

  /// What can be done with what is picked, and what it is called; of a row that is read its text, where
  /// nothing is picked.
  var textChoice: (column: Int, match: TextMatch, text: [UInt8])? {
    if let picked = selection.text, let summary = textSummaries[picked.column] {
      let text = nameText(picked.name, of: summary)
      if summary.top.indices.contains(picked.name) {
        return (picked.column, .value(summary.top[picked.name].text), text)
      }
      return (picked.column, picked.name == TextStrip.missing ? .missing : .others, text)
    }
    guard let cursor = selection.cursor, let column = cursor.column, columns.indices.contains(column),
      columns[column].isText,
      textSummaries[column] != nil, let cell = cursor.cell(of: column)
    else { return nil }
    switch cell {
    case .text(let text):
      let end = UTF8Text.validCount(text, limit: WireLimits.categoryText)
      return (column, .value(Array(text[..<end])), Texts.cell(.text(text)))
    case .null: return (column, .missing, Texts.bytes("missing"))
    default: return nil
    }
  }

  /// Keeps the rows that match what is picked alone, or leaves them out.
  mutating func keepPicked(_ isKept: Bool) {
    guard let choice = textChoice else { return }
    var text = TextWriter()
    text.append(bytes: columns[choice.column].info.name)
    text.append(isKept ? ": only " : ": without ")
    text.append(bytes: fitted(choice.text, width: 200 * screen.type, style: labelStyle))
    keep(
      .texts(column: UInt16(truncatingIfNeeded: choice.column), choice.match, isKept: isKept),
      text: text.bytes)
    select(.clear(.text))
  }

  /// The two things that can be done with what is picked in a lane, beside each other over its strip.
  func choices(_ lane: DataLane) -> [(rect: Rect, text: [UInt8], isKept: Bool)] {
    guard catalog.can(.textFilters), let picked = selection.text, picked.column == lane.column,
      let choice = textChoice
    else {
      return []
    }
    let area = stripRect(lane)
    let margin = 14 * screen.type
    let height = Swift.min(Swift.max(area.height, 24 * screen.type), 34 * screen.type).rounded()
    let y = (area.y + (area.height - height) / 2).rounded()
    let room = (screen.right - screen.left - 3 * margin) / 2
    var x = screen.left + margin
    var found: [(rect: Rect, text: [UInt8], isKept: Bool)] = []
    for isKept in [true, false] {
      var text = TextWriter()
      text.append(isKept ? "Keep only " : "Leave out ")
      text.append(bytes: choice.text)
      let shown = fitted(text.bytes, width: room - 2 * margin, style: labelStyle)
      let width = (advances.width(of: shown, style: labelStyle) + 2 * margin).rounded()
      found.append((Rect(x: x, y: y, width: width, height: height), shown, isKept))
      x += width + margin
    }
    return found
  }

  /// The same as controls.
  func appendText(to list: inout ControlListBuilder<DataAction>) {
    guard catalog.can(.textFilters), let choice = textChoice else { return }
    for isKept in [true, false] {
      var text = TextWriter()
      text.append(isKept ? "Keep only rows with " : "Leave out rows with ")
      text.append(bytes: columns[choice.column].info.name)
      text.append(" ")
      text.append(bytes: choice.text)
      list.button(.filterTexts(isKept: isKept), label: text.bytes)
    }
  }
}
