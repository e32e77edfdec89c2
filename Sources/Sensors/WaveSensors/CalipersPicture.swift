import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// A renderer for the calipers: the two lines, the range between them, and the measured values.
struct CalipersPicture {
  let names: NamePlacement
  let lanes: [Lane]
  let lattice: TimeLattice
  /// The duration from the left edge to the right edge, in seconds.
  let windowSeconds: Double

  private var canvas: Canvas { names.canvas }

  func draw(_ calipers: Calipers, into list: inout DrawList) {
    let screen = canvas.screen
    let color = canvas.theme.accent
    let top = names.plot.top
    let height = screen.plot.height - top
    let line = Swift.max(1, 1.5 * screen.scale).rounded()
    let xs = calipers.x.map { ($0 * screen.width).rounded() }
    let ys = calipers.y.map { top + ($0 * height).rounded() }
    let left = Swift.min(xs[0], xs[1])
    let right = Swift.max(xs[0], xs[1])
    list.rectangle(Rect(x: left, y: top, width: right - left, height: height), color: color.faded(to: 0x1E))
    for x in xs { list.rectangle(Rect(x: x - line / 2, y: top, width: line, height: height), color: color) }
    let radius = 9 * screen.scale
    for (x, y) in zip(xs, ys) {
      list.rectangle(
        Rect(
          x: left - 24 * screen.scale, y: y - line / 2, width: right - left + 48 * screen.scale,
          height: line),
        color: color)
      list.rectangle(
        Rect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius), radius: radius,
        color: color)
    }
    drawCard(measured(calipers, ys), left: left, right: right, into: &list)
  }

  /// Draws the measured values at the top, between the lines.
  private func drawCard(_ lines: [[UInt8]], left: Float, right: Float, into list: inout DrawList) {
    let screen = canvas.screen
    let style = canvas.labelStyle
    let titleHeight = (20 * screen.type).rounded()
    let padding = 10 * screen.scale
    var big = canvas.titleStyle
    big.size = (16 * screen.type).rounded()
    var width = canvas.advances.width(of: lines[0], style: big)
    for text in lines.dropFirst() { width = Swift.max(width, canvas.advances.width(of: text, style: style)) }
    let card = Rect(
      x: Swift.max(
        screen.left + padding,
        Swift.min(
          (left + right - width) / 2 - padding, screen.right - width - 3 * padding - 30 * screen.scale)),
      y: names.plot.top + padding, width: width + 2 * padding,
      height: titleHeight + Float(lines.count - 1) * canvas.line + padding)
    list.rectangle(card, radius: 8 * screen.scale, color: canvas.theme.ground.faded(to: 0xF0))
    let first = card.y + padding * 0.4
    list.text(
      lines[0], x: card.x + padding, baseline: first + titleHeight * 0.8, style: big,
      color: canvas.theme.accent)
    for (index, text) in lines.dropFirst().enumerated() {
      list.text(
        text, x: card.x + padding, baseline: first + titleHeight + (Float(index) + 0.75) * canvas.line,
        style: style, color: canvas.theme.text)
    }
  }

  /// Returns the measurements as text: the time between the lines, the equivalent rate per minute, and the
  /// difference of values.
  private func measured(_ calipers: Calipers, _ ys: [Float]) -> [[UInt8]] {
    let width = canvas.screen.width
    let seconds = Double((calipers.x[1] - calipers.x[0]).magnitude * width) * lattice.columnMicroseconds / 1e6
    let time: TextWriter = "\(seconds, decimals: windowSeconds < 1 ? 4 : windowSeconds < 20 ? 3 : 2) s"
    var rate = TextWriter()
    if seconds > 0 {
      rate = "\(60 / seconds, decimals: 60 / seconds < 20 ? 1 : 0) per minute"
      if names.layout != .paper, seconds < 1 {
        rate.append(" \u{00B7} ")
        rate.append(bytes: FrequencyText.bytes(hertz: 1 / seconds, stepHertz: 0.01 / seconds))
      }
    }
    var lines = [time.bytes, rate.bytes]
    let middle = (calipers.x[0] + calipers.x[1]) / 2 * width
    // Values are compared only within the same lane.
    if let lane = lanes.lane(x: middle, y: ys[0], on: names.plot), lane.contains(y: ys[1]),
      let info = names.source.channel(lane.channel)
    {
      let amplitude = Double((ys[0] - ys[1]).magnitude / lane.height) * lane.span
      let decimals = Canvas.decimals(lane.span / 500)
      lines.append(TextWriter("\(amplitude, decimals: decimals) \(info.unit) \u{00B7} \(info.label)").bytes)
    }
    return lines
  }
}
