import WaveDisplay
import WaveInteraction

/// The text of the path sheet, wrapped to its width.
struct SheetText: Sendable {
  struct Line: Sendable {
    let text: [UInt8]
    /// The distance of the line of text from the screen's left edge, in pixels.
    let x: Float
    /// The distance of the line's baseline from the sheet's top edge, in pixels.
    let baseline: Float
    let style: TextStyle
    let color: Color
  }

  private(set) var lines: [Line] = []
  /// The baseline of the last line, in pixels from the sheet's top edge.
  private(set) var lastBaseline: Float = 0

  /// Lays out the text, leaving `corner` pixels at the right of the first line for the close button.
  init(_ words: borrowing SheetWords, on canvas: MapCanvas, corner: Float) {
    let (type, theme, advances) = (canvas.screen.type, canvas.theme, canvas.advances)
    let big = TextStyle(size: (29 * type).rounded(), isBold: true)
    let small = TextStyle(size: (13 * type).rounded())
    let left = canvas.screen.left + 18 * type
    let width = canvas.screen.right - 18 * type - left
    let (strong, quiet) = words.levels
    append(strong, x: left, height: 40 * type, style: big, color: theme.text)
    // The distance and bearing are placed beside the main figure if there is room.
    let way = words.way
    let wayX = left + advances.width(of: strong, style: big) + 14 * type
    let isBeside = wayX + advances.width(of: way, style: small) <= canvas.screen.right - corner
    if isBeside { append(way, x: wayX, height: 0, style: small, color: theme.quiet) }
    lastBaseline += (isBeside ? 2 : 4) * type
    func add(_ text: [UInt8], _ color: Color, to sheet: inout SheetText) {
      for line in advances.lines(of: text, style: small, width: width) {
        sheet.append(line, x: left, height: 20 * type, style: small, color: color)
      }
    }
    if !isBeside { add(way, theme.quiet, to: &self) }
    add(quiet, theme.text, to: &self)
    for line in words.sureness + words.measured + words.reading.groundLines {
      add(line, theme.text, to: &self)
    }
    guard let path = words.reading.path else {
      // The profile has not arrived yet.
      lastBaseline += 20 * type
      return
    }
    add(words.sight(path), path.worst != nil && path.spare < 0 ? theme.accent : theme.quiet, to: &self)
  }

  /// Appends a line below the last one.
  private mutating func append(_ text: [UInt8], x: Float, height: Float, style: TextStyle, color: Color) {
    lastBaseline += height
    lines.append(Line(text: text, x: x, baseline: lastBaseline, style: style, color: color))
  }
}
