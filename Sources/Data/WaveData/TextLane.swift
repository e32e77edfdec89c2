import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits

/// The number of rows with each text value in the marked range, or if there is none, in the filtered rows or
/// all rows.
struct TextFigures {
  let summary: TextSummary
  let rowCount: UInt64
  let missingCount: UInt64
  /// The number of rows with each of the most frequent text values.
  let counts: [UInt64]
  /// Whether the counts are for the whole table.
  let isOfAll: Bool

  /// Creates counts from `part` if it includes the column, otherwise from the statistics of the whole table.
  init(_ summary: TextSummary, part: RangeSummary?) {
    self.summary = summary
    if let part, let found = part.texts.first(where: { $0.column == summary.column }),
      found.counts.count == summary.top.count
    {
      rowCount = part.rowCount
      (missingCount, counts, isOfAll) = (found.missingCount, found.counts, false)
    } else {
      rowCount = summary.rowCount
      (missingCount, counts, isOfAll) = (summary.missingCount, summary.top.map { $0.count }, true)
    }
  }

  /// The index and the row count of each text value, including `others` and `missing` if they occur.
  var shares: [(name: Int, count: UInt64)] {
    var found: [(name: Int, count: UInt64)] = []
    var others = rowCount - Swift.min(rowCount, missingCount)
    for (name, count) in counts.enumerated() {
      found.append((name, count))
      others -= Swift.min(others, count)
    }
    if others > 0 { found.append((TextStrip.others, others)) }
    if missingCount > 0 { found.append((TextStrip.missing, missingCount)) }
    return found
  }
}

extension TextSummary {
  /// Returns the text to show for an index among the shares of a `TextStrip`.
  func name(_ place: Int) -> [UInt8] {
    if top.indices.contains(place) { return Texts.cell(.text(top[place].text)) }
    return Texts.bytes(place == TextStrip.missing ? "missing" : "others")
  }

  /// Returns the rule that selects the rows with a text value, given the index of the value among the shares
  /// of a `TextStrip`.
  func match(_ place: Int) -> TextMatch {
    if top.indices.contains(place) { return .value(top[place].text) }
    return place == TextStrip.missing ? .missing : .others
  }
}

/// A text value whose rows the user can keep or exclude.
struct TextChoice {
  let column: Int
  let match: TextMatch
  /// The name to show for the value.
  let text: [UInt8]
}

/// The lane of a text column, which shows the most frequent values along x.
struct TextLane {
  /// Colors that color-blind people can distinguish: Okabe and Ito, "Color Universal Design" (2008), without
  /// black.
  static let palette: [Color] = [
    Color(0x0072B2), Color(0xE69F00), Color(0x009E73), Color(0xD55E00), Color(0x56B4E9), Color(0xCC79A7),
    Color(0xF0E442),
  ]
  /// The height of the name, in points that scale with the text size.
  private static let namePoints: Float = 24
  /// The height of one line of the legend, in points that scale with the text size.
  private static let legendPoints: Float = 22

  /// An entry of the legend.
  struct Entry {
    let name: Int
    let text: [UInt8]
    let rect: Rect
  }

  /// A button that keeps or excludes the rows with the selected text.
  struct Button {
    let isKept: Bool
    let text: [UInt8]
    let rect: Rect
  }

  let lane: DataLane
  /// The name of the column.
  let name: [UInt8]
  /// The statistics; nil until the column has been read.
  let figures: TextFigures?
  /// The index of the selected text among the shares.
  let picked: Int?
  /// The text for which filter buttons are shown; nil if there is none.
  let choice: TextChoice?
  let look: Appearance

  private var screen: Screen { look.screen }
  private var type: Float { look.screen.type }

  // MARK: - Layout

  var hasLegend: Bool { lane.height >= 72 * type }

  private var legendLines: Int { hasLegend ? lane.height >= 130 * type ? 2 : 1 : 0 }

  /// The area in which the text shares are drawn, below the name and the legend.
  var stripRect: Rect {
    let head =
      hasLegend ? (Self.namePoints + Float(legendLines) * Self.legendPoints + 3) * type : 4 * type
    let top = (lane.y + head).rounded()
    let bottom = (lane.bottom - 5 * type).rounded()
    return Rect(x: 0, y: top, width: screen.width, height: Swift.max(1, bottom - top))
  }

  /// The legend entries for which there is room.
  var legend: [Entry] {
    guard hasLegend, let figures, figures.summary.rowCount > 0 else { return [] }
    let height = (Self.legendPoints * type).rounded()
    let left = screen.left + (14 * type).rounded()
    let right = screen.right - (14 * type).rounded()
    var x = left
    var line = 0
    var found: [Entry] = []
    for (name, count) in figures.shares {
      let shown = look.fitted(figures.summary.name(name), width: 150 * type, style: look.labelStyle)
      let text = shown + Texts.bytes(" ", Texts.percent(count, of: figures.rowCount))
      let width = (look.labelWidth(of: text) + 28 * type).rounded()
      if x + width > right, x > left {
        line += 1
        x = left
      }
      guard line < legendLines else { break }
      let y = (lane.y + Self.namePoints * type).rounded() + Float(line) * height
      found.append(Entry(name: name, text: text, rect: Rect(x: x, y: y, width: width, height: height)))
      x += width
    }
    return found
  }

  /// The two buttons for the selected text, side by side over the strip.
  var buttons: [Button] {
    guard let choice else { return [] }
    let area = stripRect
    let margin = 14 * type
    let height = Swift.min(Swift.max(area.height, 24 * type), 34 * type).rounded()
    let y = (area.y + (area.height - height) / 2).rounded()
    let room = (screen.right - screen.left - 3 * margin) / 2
    var x = screen.left + margin
    return [true, false].map { isKept in
      let text = Texts.bytes(isKept ? "Keep only " : "Leave out ", choice.text)
      let shown = look.fitted(text, width: room - 2 * margin, style: look.labelStyle)
      let width = (look.labelWidth(of: shown) + 2 * margin).rounded()
      defer { x += width + margin }
      return Button(isKept: isKept, text: shown, rect: Rect(x: x, y: y, width: width, height: height))
    }
  }

  // MARK: - Drawing

  /// Draws the lane's name, the text about its values, its legend, and its buttons.
  ///
  /// - Parameters:
  ///   - about: The numbers of distinct and missing values, as text.
  ///   - list: The draw list to append to.
  func draw(about: [UInt8], into list: inout DrawList) {
    let baseline = lane.y + (17 * type).rounded()
    let x = screen.left + (32 * type).rounded()
    let (nameStyle, labelStyle, theme) = (look.nameStyle, look.labelStyle, look.theme)
    drawMark(x: screen.left + (18 * type).rounded(), y: baseline - nameStyle.size * 0.36, into: &list)
    let end = x + look.nameWidth(of: name)
    if !hasLegend {
      look.drawBacking(x: x, baseline: baseline, width: end - x, style: nameStyle, into: &list)
    }
    list.text(name, x: x, baseline: baseline, style: nameStyle, color: theme.text)
    let room = screen.right - end - 24 * type
    if room > 60 * type, hasLegend {
      list.text(
        look.fitted(about, width: room, style: labelStyle), x: end + 10 * type, baseline: baseline,
        style: labelStyle, color: theme.quiet)
    }
    for entry in legend { draw(entry, into: &list) }
    for button in buttons {
      let rect = button.rect
      list.rectangle(rect, radius: rect.height / 2, color: theme.ground)
      list.rectangle(rect, radius: rect.height / 2, color: theme.divider)
      list.text(
        button.text, x: rect.x + rect.width / 2,
        baseline: (rect.y + rect.height / 2 + labelStyle.size * 0.35).rounded(), style: labelStyle,
        color: theme.text, alignment: .center)
    }
  }

  private func draw(_ entry: Entry, into list: inout DrawList) {
    let (rect, theme) = (entry.rect, look.theme)
    let size = (10 * type).rounded()
    let middle = rect.y + rect.height / 2
    let x = rect.x + 4 * type
    let isPicked = picked == entry.name
    if isPicked { list.rectangle(rect, radius: rect.height / 2, color: theme.gap) }
    let swatch = Rect(x: x, y: (middle - size / 2).rounded(), width: size, height: size)
    if let color = theme.textColor(entry.name) {
      list.rectangle(swatch, radius: 2 * type, color: color)
    } else {
      let line = look.line
      list.rectangle(swatch, radius: 2 * type, color: theme.quiet)
      list.rectangle(
        Rect(x: swatch.x + line, y: swatch.y + line, width: size - 2 * line, height: size - 2 * line),
        radius: 2 * type - line, color: theme.ground)
    }
    list.text(
      entry.text, x: x + size + 5 * type, baseline: (middle + look.labelStyle.size * 0.35).rounded(),
      style: look.labelStyle, color: isPicked ? theme.text : theme.quiet)
  }

  /// Draws the icon of a text column, three stacked bars, in the place where other lanes have a pin.
  private func drawMark(x: Float, y: Float, into list: inout DrawList) {
    let width = 9 * type
    let height = 3 * type
    for name in 0..<3 {
      list.rectangle(
        Rect(x: x - width / 2, y: y - height * 1.5 + Float(name) * height, width: width, height: height),
        color: Self.palette[name])
    }
  }
}

extension Theme {
  /// Returns the color for a text value's share, or nil for missing values, which stay blank.
  func textColor(_ name: Int) -> Color? {
    if TextLane.palette.indices.contains(name) { return TextLane.palette[name] }
    guard name == TextStrip.others else { return nil }
    return self == .dark ? Color(0x6F7B8A) : Color(0x98A3AF)
  }
}
