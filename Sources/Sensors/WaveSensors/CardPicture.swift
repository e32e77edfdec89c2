import WaveDisplay
import WaveInteraction

/// A frame that the user resizes to match a bank card, in order to calibrate the number of points per
/// millimetre on the screen.
struct CardPicture {
  /// The width and height of an ISO/IEC 7810 ID-1 card, in millimetres.
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
