import WaveDisplay
import WaveInteraction

/// The frame that is made as large as a bank card, to measure a millimetre of the screen.
struct CardPicture {
  /// Width and height of a card of ISO/IEC 7810, ID-1, in millimetres.
  private static let card: (width: Float, height: Float) = (85.60, 53.98)

  let canvas: Canvas
  let plot: Plot

  func draw(into list: inout DrawList) {
    let screen = canvas.screen
    let theme = canvas.theme
    let width = Self.card.width * plot.pixelsPerMillimetre
    let height = Self.card.height * plot.pixelsPerMillimetre
    let radius = 3.18 * plot.pixelsPerMillimetre
    let left = ((screen.width - width) / 2).rounded()
    let top = ((screen.plot.height - height) / 2).rounded()
    let line = 2 * screen.scale
    list.rectangle(screen.bounds, color: theme.ground.faded(to: 0xC0))
    list.rectangle(Rect(x: left, y: top, width: width, height: height), radius: radius, color: theme.accent)
    list.rectangle(
      Rect(x: left + line, y: top + line, width: width - 2 * line, height: height - 2 * line),
      radius: radius - line, color: theme.ground)
    let style = TextStyle(size: (15 * screen.type).rounded())
    let room = Swift.min(width - 32 * screen.scale, screen.width - 24 * screen.scale)
    let lines = canvas.advances.lines(
      of: Texts.bytes("Lay a bank card here and pinch, or turn a wheel, until the frame fits it. Then tap."),
      style: style, width: Swift.max(room, 120 * screen.scale))
    for (index, text) in lines.enumerated() {
      list.text(
        text, x: screen.width / 2,
        baseline: top + height / 2 + (Float(index) - Float(lines.count - 1) / 2) * 1.4 * style.size,
        style: style, color: theme.text, alignment: .center)
    }
  }
}
