import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits

/// Pictures of columns of texts.
extension DataModel {
  /// Draws a lane's shares into the strip of its place, where they are not there already.
  mutating func fillTexts(_ slot: Int, _ lane: DataLane, into list: inout DrawList) {
    let id = PlayerID.firstStrip + UInt32(slot)
    let width = Int(saturating: screen.width)
    let height = Int(saturating: lane.height)
    let picture = textPictures[lane.column]
    let content = StripContent(
      lane: lane.key, view: picture?.strip.view ?? 0, window: window, range: ValueRange(low: 0, high: 1),
      width: width, height: height, isDark: theme == .dark, isPinned: false,
      revision: UInt32(truncatingIfNeeded: picture?.strip.rowCount ?? 0))
    guard strips[slot] != content else { return }
    if strips[slot]?.width != width || strips[slot]?.height != height {
      list.createStrip(id, columns: width, height: height)
    } else {
      list.clearStrip(id, first: 0, count: width)
    }
    strips[slot] = content
    guard let picture, picture.strip.buckets > 0 else { return }
    let area = stripRect(lane)
    let top = Int(saturating: area.y - lane.y)
    let rows = Int(saturating: area.height)
    var buckets: [Int] = []
    buckets.reserveCapacity(width)
    for column in 0..<width { buckets.append(bucket(Double(column) + 0.5, of: picture) ?? -1) }
    var sums = [Int](repeating: 0, count: picture.strip.buckets)
    for name in 0...TextStrip.others {
      guard let color = textColor(name) else { continue }
      var found = [ColumnSpan](repeating: .none, count: width)
      var isSeen = false
      for column in 0..<width where buckets[column] >= 0 {
        let bucket = buckets[column]
        let share = Int(picture.strip.shares[bucket * TextStrip.classCount + name])
        let bottom = rows - (sums[bucket] * rows + 127) / 255
        let end = rows - ((sums[bucket] + share) * rows + 127) / 255
        guard end < bottom else { continue }
        found[column] = ColumnSpan(topPixels: Float(top + end), bottomPixels: Float(top + bottom))
        isSeen = true
      }
      for bucket in sums.indices {
        sums[bucket] += Int(picture.strip.shares[bucket * TextStrip.classCount + name])
      }
      if isSeen { list.stripSpans(id, color: color, first: 0, spans: found[...]) }
    }
  }

  /// A lane's name, how many texts there are, its legend, and what can be done with what is picked.
  func drawTexts(_ lane: DataLane, into list: inout DrawList) {
    let baseline = lane.y + (17 * screen.type).rounded()
    let x = screen.left + (32 * screen.type).rounded()
    drawMark(x: screen.left + (18 * screen.type).rounded(), y: baseline - nameStyle.size * 0.36, into: &list)
    let name = columns[lane.column].info.name
    let end = x + advances.width(of: name, style: nameStyle)
    if !hasLegend(lane) {
      drawBacking(x: x, baseline: baseline, width: end - x, style: nameStyle, into: &list)
    }
    list.text(name, x: x, baseline: baseline, style: nameStyle, color: theme.text)
    let room = screen.right - end - 24 * screen.type
    let about = fitted(aboutText(of: lane.column), width: room, style: labelStyle)
    if room > 60 * screen.type, hasLegend(lane) {
      list.text(about, x: end + 10 * screen.type, baseline: baseline, style: labelStyle, color: theme.quiet)
    }
    for entry in legend(lane) { drawEntry(entry, isPicked: isPicked(entry, lane), into: &list) }
    for choice in choices(lane) {
      list.rectangle(choice.rect, radius: choice.rect.height / 2, color: theme.ground)
      list.rectangle(choice.rect, radius: choice.rect.height / 2, color: theme.held)
      list.text(
        choice.text, x: choice.rect.x + choice.rect.width / 2,
        baseline: (choice.rect.y + choice.rect.height / 2 + labelStyle.size * 0.35).rounded(),
        style: labelStyle,
        color: theme.text, alignment: .center)
    }
  }

  private func isPicked(_ entry: LegendEntry, _ lane: DataLane) -> Bool {
    selection.text == PickedText(column: lane.column, name: entry.name)
  }

  private func drawEntry(_ entry: LegendEntry, isPicked: Bool, into list: inout DrawList) {
    let size = (10 * screen.type).rounded()
    let middle = entry.rect.y + entry.rect.height / 2
    let x = entry.rect.x + 4 * screen.type
    if isPicked {
      list.rectangle(entry.rect, radius: entry.rect.height / 2, color: theme.gap)
    }
    let swatch = Rect(x: x, y: (middle - size / 2).rounded(), width: size, height: size)
    if let color = textColor(entry.name) {
      list.rectangle(swatch, radius: 2 * screen.type, color: color)
    } else {
      let line = Swift.max(1, screen.scale.rounded())
      list.rectangle(swatch, radius: 2 * screen.type, color: theme.quiet)
      list.rectangle(
        Rect(
          x: swatch.x + line, y: swatch.y + line, width: size - 2 * line, height: size - 2 * line),
        radius: 2 * screen.type - line, color: theme.ground)
    }
    list.text(
      entry.text, x: x + size + 5 * screen.type, baseline: (middle + labelStyle.size * 0.35).rounded(),
      style: labelStyle, color: isPicked ? theme.text : theme.quiet)
  }

  /// Stands where other lanes have the ring that pins them: three shares on each other.
  private func drawMark(x: Float, y: Float, into list: inout DrawList) {
    let width = 9 * screen.type
    let height = 3 * screen.type
    for name in 0..<3 {
      list.rectangle(
        Rect(x: x - width / 2, y: y - height * 1.5 + Float(name) * height, width: width, height: height),
        color: Self.palette[name])
    }
  }

  /// How many texts a column has, or what its shares are of.
  func aboutText(of column: Int) -> [UInt8] {
    var text = TextWriter()
    guard let figures = textFigures(of: column) else {
      let isComing = catalog.progress != nil || table?.flags.contains(.complete) == false
      if isComing || views.isAnswered { text.append(isComing ? "not read yet" : "not read") }
      return text.bytes
    }
    let summary = figures.summary
    // Texts are told apart in the whole table only.
    if figures.isOfAll {
      if isPartSeen { text.append("all rows: ") }
      if summary.isCut { text.append("more than ") }
      text.append(bytes: Texts.grouped(UInt64(summary.distinctCount)))
      text.append(summary.distinctCount == 1 ? " text" : " texts")
    }
    if figures.missingCount > 0 {
      if figures.isOfAll { text.append(" \u{00B7} ") }
      text.append(bytes: Texts.grouped(figures.missingCount))
      text.append(" missing")
    }
    return text.bytes
  }
}
