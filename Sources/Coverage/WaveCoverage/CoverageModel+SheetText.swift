import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

/// The words of a point's sheet, as lines that fit its width.
struct SheetText {
  struct Line {
    var text: [UInt8]
    /// From the screen's left edge, in pixels.
    var x: Float
    /// From the sheet's upper edge, in pixels.
    var baseline: Float
    var style: TextStyle
    var color: Color
  }

  var lines: [Line] = []
  /// The last line's, in pixels from the sheet's upper edge.
  var lastBaseline: Float = 0

  /// Adds lines below the last one.
  mutating func append(_ texts: [[UInt8]], x: Float, height: Float, style: TextStyle, color: Color) {
    for text in texts {
      lastBaseline += height
      lines.append(Line(text: text, x: x, baseline: lastBaseline, style: style, color: color))
    }
  }
}

extension CoverageModel {
  /// What the sheet says of the point that is read, where the first line leaves `corner` pixels at its right
  /// to the cross.
  func sheetText(corner: Float) -> SheetText {
    var sheet = SheetText()
    guard let reading, sites.indices.contains(reading.site) else { return sheet }
    let type = screen.type
    let big = TextStyle(size: (29 * type).rounded(), isBold: true)
    let small = TextStyle(size: (13 * type).rounded())
    let left = screen.left + 18 * type
    let width = sheetTextRight - 18 * type - left
    func broken(_ text: [UInt8]) -> [[UInt8]] { advances.lines(of: text, style: small, width: width) }
    func add(_ texts: [[UInt8]], _ color: Color) {
      for text in texts { sheet.append(broken(text), x: left, height: 20 * type, style: small, color: color) }
    }
    let (strong, quiet) = levelTexts(of: reading)
    sheet.append([strong], x: left, height: 40 * type, style: big, color: theme.text)
    // Beside the figure where there is room.
    let aside = wayText(of: reading)
    let asideX = left + advances.width(of: strong, style: big) + 14 * type
    if asideX + advances.width(of: aside, style: small) <= sheetTextRight - corner {
      sheet.append([aside], x: asideX, height: 0, style: small, color: theme.quiet)
      sheet.lastBaseline += 2 * type
    } else {
      sheet.lastBaseline += 4 * type
      add([aside], theme.quiet)
    }
    add([quiet], theme.text)
    add(surenessLines + measuredLines + groundLines, theme.text)
    guard let path = reading.path else {
      // It is on its way.
      sheet.lastBaseline += 20 * type
      return sheet
    }
    add([sightText(path)], path.worst != nil && path.spare < 0 ? theme.accent : theme.quiet)
    return sheet
  }

  /// What is read first: the level, or the loss where that is what the colours show; and the other, with what
  /// it means.
  private func levelTexts(of reading: CoverageReading) -> (strong: [UInt8], quiet: [UInt8]) {
    guard let loss = reading.loss else {
      return (Texts.bytes("\u{2013}"), Texts.bytes("no coverage known here"))
    }
    var strong = TextWriter()
    var quiet = TextWriter()
    let decibels = Double(loss) / 100
    let level = radiated(of: reading.site) - decibels
    if effectiveDisplay != .loss {
      strong.append(level, decimals: 0)
      strong.append(" dBm")
      quiet.append(decibels, decimals: 0)
      quiet.append(" dB loss \u{00B7} ")
    } else {
      strong.append(decibels, decimals: 0)
      strong.append(" dB")
      quiet.append(level, decimals: 0)
      quiet.append(" dBm \u{00B7} ")
    }
    quiet.append(bytes: Texts.margin(margin(ofLoss: loss, from: reading.site)))
    appendOthers(reading, to: &quiet)
    if reading.free == nil, isShownCalibrated(reading.site) { quiet.append(" \u{00B7} calibrated") }
    return (strong.bytes, quiet.bytes)
  }

  /// How far the point is, and in which direction.
  private func wayText(of reading: CoverageReading) -> [UInt8] {
    var text = TextWriter()
    if reading.loss != nil, effectiveDisplay == .loss { text.append("loss \u{00B7} ") }
    text.append(bytes: Texts.length(reading.lengthMeters))
    text.append(" at ")
    // North is one bearing, not two.
    text.append(reading.bearingDegrees < 359.5 ? reading.bearingDegrees : 0, decimals: 0)
    text.append("\u{00B0}")
    if let free = reading.free {
      text.append(" from ")
      text.append(bytes: Texts.place(free))
    } else {
      appendServer(reading, to: &text)
    }
    return text.bytes
  }

  /// Whether the line of sight is free, and where it is narrowest.
  private func sightText(_ path: PathClearance) -> [UInt8] {
    var text = TextWriter()
    guard let worst = path.worst else {
      text.append("in sight")
      return text.bytes
    }
    // Nothing is 0 m too high.
    let spare = path.spare.magnitude < 0.5 ? Texts.bytes("less than 1 m") : Texts.length(path.spare.magnitude)
    if path.spare < 0 {
      let hasClutter = reading.map { sites[$0.site].plan.clutterMeters > 0 } ?? false
      let standing: StaticString = hasClutter ? "blocked: clutter is " : "blocked: trees or roofs are "
      text.append(path.isWorstStanding ? standing : "blocked: the ground is ")
      text.append(bytes: spare)
      text.append(" too high")
    } else {
      text.append(path.spare < 0.6 * path.zone ? "grazed: " : "clear: ")
      text.append(bytes: spare)
      text.append(path.spare < 0.6 * path.zone ? " free" : " to spare")
    }
    text.append(" at ")
    text.append(bytes: Texts.length(path.distances[worst] * 1000))
    return text.bytes
  }
}
