import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveSeries
import WaveUnits

/// Draws the lanes on the screen, with their pictures, names and statistics.
struct LanesPicture {
  let look: Appearance
  let layout: LaneLayout
  let columns: [DataColumn]
  let lenses: LensChoice
  let pictures: LanePictures
  /// The visible part of the x axis.
  let window: TickWindow
  /// The statistics of the marked range or, if no range is marked, of the filtered rows; nil if neither is
  /// available.
  let part: RangeSummary?
  /// Whether `part` contains the statistics of the marked range.
  let isMarked: Bool
  /// Whether statistics of all rows must be labeled "all rows".
  let isPart: Bool
  /// Whether the cursor shows a row, in which case the row's values replace the statistics.
  let isReading: Bool
  /// The text that the user has selected; nil if none is selected.
  let picked: PickedText?
  /// The text for which filter buttons are shown; nil if there is none.
  let choice: TextChoice?
  /// The message to show for text columns that have not been read.
  let unread: StaticString

  private var screen: Screen { look.screen }
  private var theme: Theme { look.theme }

  /// Returns the lane of a text column, ready to be drawn.
  func textLane(_ lane: DataLane) -> TextLane {
    let isPicked = picked?.column == lane.column
    return TextLane(
      lane: lane, name: columns[lane.column].info.name,
      figures: pictures.summary(of: lane.column).map { TextFigures($0, part: part) },
      picked: isPicked ? picked?.name : nil, choice: isPicked ? choice : nil, look: look)
  }

  // MARK: - Hit testing

  /// Returns whether a point is on a lane's name, by which the lane can be dragged.
  func isName(of lane: DataLane, x: Float, y: Float) -> Bool {
    !lane.isSecond && y < lane.y + 26 * screen.type
      && x < screen.left + 40 * screen.type + look.nameWidth(of: columns[lane.column].info.name)
  }

  /// Returns whether a point is on the pin in front of a lane's name.
  func isPin(of lane: DataLane, x: Float, y: Float) -> Bool {
    !lane.isSecond && x < screen.left + 34 * screen.type && y < lane.y + 30 * screen.type
  }

  // MARK: - Strips

  /// Draws a lane's picture into the strip at its position unless the strip already contains it.
  func fill(_ place: Int, _ lane: DataLane, _ cache: inout StripCache, into list: inout DrawList) {
    let column = columns[lane.column]
    let picture = column.isText ? nil : pictures[lane.key]
    let texts = column.isText ? pictures.strip(of: lane.column) : nil
    let content = StripContent(
      lane: lane.key, view: picture?.view ?? texts?.strip.view ?? 0,
      count: picture?.spans.drawnCount ?? texts?.strip.rowCount ?? 0, flags: picture?.spans.flags ?? [],
      window: window, range: column.isText ? ValueRange(low: 0, high: 1) : column.shown,
      width: Int(saturating: screen.width), height: Int(saturating: lane.height), isDark: theme == .dark,
      isPinned: lane.isPinned)
    let id = PlayerID.firstStrip + UInt32(place)
    switch cache.draw(content, at: place) {
    case .none: return
    case .clear: list.clearStrip(id, first: 0, count: content.width)
    case .create: list.createStrip(id, columns: content.width, height: content.height)
    }
    picture?.draw(id, content, look, into: &list)
    if let texts {
      var area = textLane(lane).stripRect
      area.y -= lane.y
      texts.draw(id, in: area, window, theme, into: &list)
    }
  }

  // MARK: - Lanes

  /// Draws all lanes, whose strips must already be filled.
  func draw(_ lanes: [DataLane], into list: inout DrawList) {
    let area = Rect(x: 0, y: layout.movingTop, width: screen.width, height: layout.room)
    list.layer(LayerID.traces, bounds: area) { list in
      list.clip(area)
      for (place, lane) in lanes.enumerated() where !lane.isPinned {
        if lane.isSecond || lenses.compared == nil {
          look.drawLine(above: lane.bottom, color: theme.hairline, into: &list)
        }
        drawStrip(place, lane, into: &list)
      }
    }
    list.layer(LayerID.labels, bounds: area) { list in
      list.clip(area)
      for lane in lanes where !lane.isPinned { drawName(lane, into: &list) }
    }
    guard let lane = lanes.first, lane.isPinned else { return }
    let top = Rect(x: 0, y: lane.y, width: screen.width, height: lane.height)
    list.layer(LayerID.pinned, bounds: top) { list in
      list.clip(top)
      list.rectangle(top, color: theme.ground)
      list.rectangle(top, color: theme.gap)
      drawStrip(0, lane, into: &list)
      look.drawLine(above: lane.bottom, color: theme.divider, into: &list)
      drawName(lane, into: &list)
    }
  }

  private func drawStrip(_ place: Int, _ lane: DataLane, into list: inout DrawList) {
    list.strip(
      PlayerID.firstStrip + UInt32(place), first: 0, count: Int(saturating: screen.width), x: 0, y: lane.y)
  }

  // MARK: - Names

  /// Draws a lane's pin and name, and its statistics if there is room.
  private func drawName(_ lane: DataLane, into list: inout DrawList) {
    if columns[lane.column].isText {
      let texts = textLane(lane)
      return texts.draw(about: aboutText(texts.figures), into: &list)
    }
    drawLens(lane, into: &list)
    guard !lane.isSecond else { return }
    let name = columns[lane.column].info.name
    let (nameStyle, labelStyle) = (look.nameStyle, look.labelStyle)
    let baseline = lane.y + (17 * screen.type).rounded()
    let x = screen.left + (32 * screen.type).rounded()
    look.drawBacking(x: x, baseline: baseline, width: look.nameWidth(of: name), style: nameStyle, into: &list)
    // The pin is a filled dot on the pinned column, and a circle on the others.
    let (pin, radius) = (screen.left + (18 * screen.type).rounded(), 4.5 * screen.type)
    let middle = baseline - nameStyle.size * 0.36
    list.dot(x: pin, y: middle, radius: radius, color: lane.isPinned ? theme.accent : theme.quiet)
    if !lane.isPinned {
      list.dot(x: pin, y: middle, radius: radius - 1.4 * screen.type, color: theme.ground)
    }
    list.text(name, x: x, baseline: baseline, style: nameStyle, color: theme.text)
    // While the cursor shows a row, the row's value replaces the statistics.
    guard !isReading, lane.height >= 56 * screen.type else { return }
    let text = statisticsText(of: lane)
    guard !text.isEmpty else { return }
    let height = (15 * screen.type).rounded()
    var line = baseline + height
    for words in look.advances.lines(of: text, style: labelStyle, width: roomRight(of: lane) - x) {
      // Text below the lane's edge would overlap the next lane.
      guard line < lane.bottom else { break }
      look.drawLabel(words, x: x, baseline: line, style: labelStyle, color: theme.quiet, into: &list)
      line += height
    }
  }

  /// Returns the right limit for a lane's text: the left edge of the drawer's handle if the handle is beside
  /// the lane, otherwise the edge of the screen.
  private func roomRight(of lane: DataLane) -> Float {
    let (middle, reach) = (screen.height / 2, 50 * screen.scale)
    let isBeside = lane.y < middle + reach && lane.bottom > middle - reach
    return screen.right - (isBeside ? 48 : 12) * screen.scale
  }

  /// Draws the name of a picture's lens at the lower edge of the picture while two lenses are compared.
  private func drawLens(_ lane: DataLane, into list: inout DrawList) {
    guard lenses.compared != nil, !lane.isPinned, lane.height >= 40 * screen.type else { return }
    look.drawLabel(
      lensText(of: lane), x: screen.left + (32 * screen.type).rounded(),
      baseline: lane.bottom - (8 * screen.type).rounded(), style: look.labelStyle, color: theme.text,
      into: &list)
  }

  // MARK: - Text

  /// Returns the statistics of a lane as text, for the marked range, the filtered rows or the whole table.
  func statisticsText(of lane: DataLane) -> [UInt8] {
    let info = columns[lane.column].info
    var text = TextWriter()
    if let found = part?.columns.first(where: { Int($0.column) == lane.column }) {
      guard found.minimum.isFinite else { return Texts.bytes("no values here") }
      append(found.minimum, found.maximum, found.mean, deviation: found.deviation, info, to: &text)
      appendMissing(found.missing, to: &text)
      if !isMarked, lenses.compared == nil { appendWrongPixels(of: lane, to: &text) }
      return text.bytes
    }
    guard info.minimum.isFinite else { return [] }
    if isPart { text.append("all rows: ") }
    append(info.minimum, info.maximum, info.mean, deviation: nil, info, to: &text)
    appendMissing(info.missing, to: &text)
    if lenses.compared == nil { appendWrongPixels(of: lane, to: &text) }
    return text.bytes
  }

  private func append(
    _ low: Double, _ high: Double, _ mean: Double, deviation: Double?, _ info: TableColumns.Column,
    to text: inout TextWriter
  ) {
    text.append(bytes: info.text(low, high))
    guard info.kind != .time, mean.isFinite else { return }
    text.append(bytes: Texts.bytes(" \u{00B7} mean ", Texts.brief(mean)))
    if let deviation { text.append(bytes: Texts.bytes(" \u{00B1} ", Texts.brief(deviation))) }
  }

  private func appendMissing(_ count: UInt64, to text: inout TextWriter) {
    if count > 0 { text.append(bytes: Texts.bytes(" \u{00B7} ", Texts.grouped(count), " missing")) }
  }

  /// Returns text with the name of a lane's lens, the number of points that the lens keeps, and the number of
  /// pixels that differ from a picture of all rows.
  private func lensText(of lane: DataLane) -> [UInt8] {
    var text = TextWriter()
    text.append(lenses.lens(of: columns[lane.column], isSecond: lane.isSecond).name)
    guard let spans = pictures[lane.key]?.spans else { return text.bytes }
    text.append(bytes: Texts.bytes(" \u{00B7} ", Texts.count(spans.drawnCount, " point", " points")))
    if spans.wrongPixels == 0 { text.append(" \u{00B7} no pixel off") }
    appendWrongPixels(of: lane, to: &text)
    return text.bytes
  }

  /// Appends the number of pixels that differ from a picture of all rows, unless it is unknown or 0.
  private func appendWrongPixels(of lane: DataLane, to text: inout TextWriter) {
    guard let wrong = pictures[lane.key]?.spans.wrongPixels, wrong != .max, wrong > 0 else { return }
    let count = Texts.count(UInt64(wrong), " pixel off", " pixels off")
    text.append(bytes: Texts.bytes(" \u{00B7} ", count))
  }

  /// Returns text with the numbers of distinct and missing values in a text column.
  func aboutText(_ figures: TextFigures?) -> [UInt8] {
    guard let figures else { return Texts.bytes(unread) }
    var text = TextWriter()
    let summary = figures.summary
    // The number of distinct text values is known only for the whole table.
    if figures.isOfAll {
      if isPart { text.append("all rows: ") }
      if summary.isCut { text.append("more than ") }
      text.append(bytes: Texts.count(UInt64(summary.distinctCount), " text", " texts"))
    }
    if figures.missingCount > 0 {
      if figures.isOfAll { text.append(" \u{00B7} ") }
      text.append(bytes: Texts.bytes("", Texts.grouped(figures.missingCount), " missing"))
    }
    return text.bytes
  }
}
